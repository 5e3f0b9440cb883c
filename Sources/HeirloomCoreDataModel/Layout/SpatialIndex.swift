package import HeirloomSchema

/// An R-tree beside an entity's table, kept up to date by three triggers.
///
/// Statements are those of real stores (docs/formats/store-layout.md): `Z_RT_Asset_boundedByRect` over the columns `ZLATITUDE` and
/// `ZLONGITUDE`, each as a range that begins and ends with the value.
package struct SpatialIndex: Hashable, Sendable {
  package var entity: EntityName
  /// The index's or the attribute's name in the model.
  package var name: String
  package var table: String
  package var columns: [String]
  /// False for an R-tree that the model declares as a fetch index: real stores show the ones of location attributes only, and
  /// the form is taken from those.
  package var isSeen: Bool

  /// In the user info of a location attribute: the names of its two components.
  static let componentsKey = "_NSLocationAttributeDerivedComponents"

  /// The name of the virtual table: `Z_RT_Asset_boundedByRect`.
  package var tree: String { "Z_RT_\(entity.text)_\(name)" }

  /// A fetch index all of whose elements are R-tree elements; nil for any other.
  init?(_ index: FetchIndex, of entity: Entity, in table: EntityTable, _ schema: Schema) {
    guard !index.elements.isEmpty, index.predicate == nil, index.elements.allSatisfy({ $0.isRTree && $0.expression == nil })
    else {
      return nil
    }
    self.init(index.name, index.elements.map(\.property), of: entity, in: table, schema, isSeen: false)
  }

  /// A location attribute, which names its two components in its user info; nil for any other attribute.
  init?(_ attribute: Attribute, of entity: Entity, in table: EntityTable, _ schema: Schema) {
    guard let components = attribute.userInfo[Self.componentsKey] else { return nil }
    let names = components.split(separator: ",").map { PropertyName(String($0.filter { $0 != " " })) }
    self.init(attribute.name.text, names, of: entity, in: table, schema, isSeen: true)
  }

  private init?(
    _ name: String, _ properties: [PropertyName], of entity: Entity, in table: EntityTable, _ schema: Schema, isSeen: Bool
  ) {
    let columns = properties.compactMap { table.column(of: $0, in: entity.name, schema) }
    // An R-tree has 1 to 5 dimensions (sqlite.org/rtree.html).
    guard columns.count == properties.count, (1...5).contains(columns.count) else { return nil }
    (self.entity, self.name, self.table, self.columns, self.isSeen) = (entity.name, name, table.name, columns, isSeen)
  }

  private var ranges: [String] { columns.flatMap { ["\($0)_MIN", "\($0)_MAX"] } }

  /// The virtual table, empty.
  package var creation: String {
    let list = ranges.map { "\(bareName($0)) FLOAT" }.joined(separator: ", ")
    return "CREATE VIRTUAL TABLE \(bareName(tree)) USING RTREE (Z_PK INTEGER PRIMARY KEY, \(list))"
  }

  package var emptying: String { "DELETE FROM \(bareName(tree))" }

  /// What the INSERT trigger would have done for each row that is there already.
  package var filling: String {
    let values = columns.flatMap { [$0, $0] }.map(bareName).joined(separator: ", ")
    return "INSERT INTO \(bareName(tree)) SELECT Z_PK, \(values) FROM \(bareName(table))"
  }

  /// In the order of real stores.
  package var triggers: [String] {
    let tree = bareName(tree), table = bareName(table)
    let values =
      "(NEW.Z_PK, \(columns.map(bareName).enumerated().map { "NEW.\($1)\($0 == 0 ? " ," : ", ")NEW.\($1)" }.joined(separator: ", ")))"
    let list = "(Z_PK, \(ranges.map(bareName).joined(separator: ", ")))"
    func trigger(_ event: String, _ body: String) -> String {
      "CREATE TRIGGER \(bareName("\(self.tree)_\(event)")) AFTER \(event) ON \(table) FOR EACH ROW BEGIN \(body) END"
    }
    return [
      trigger("INSERT", "INSERT OR REPLACE INTO \(tree) \(list) VALUES \(values) ;"),
      trigger("UPDATE", "DELETE FROM \(tree) WHERE Z_PK = NEW.Z_PK ; INSERT INTO \(tree) \(list) VALUES \(values) ;"),
      trigger("DELETE", "DELETE FROM \(tree) WHERE Z_PK = OLD.Z_PK ;"),
    ]
  }

  /// The R-trees of a model: those of location attributes and those of fetch indexes, entity by entity.
  package static func all(in names: CoreDataNames) -> [SpatialIndex] {
    names.numbering.order.flatMap { name -> [SpatialIndex] in
      guard let entity = names.schema[name], let table = names.table(of: name) else { return [] }
      return entity.attributes.compactMap { SpatialIndex($0, of: entity, in: table, names.schema) }
        + entity.indexes.compactMap { SpatialIndex($0, of: entity, in: table, names.schema) }
    }
  }
}

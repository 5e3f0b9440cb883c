internal import HeirloomCoreDataModel
internal import HeirloomSQLite
internal import HeirloomSchema

/// The layout of a template, as its own tables have it.
///
/// What the model predicts is looked for, and taken only when it is there; entity numbers are the template's own.
struct TemplateLayout {
  private let schema: Schema
  private let numbers: [EntityName: Int]
  private let connection: Connection

  init(_ schema: Schema, _ numbers: [EntityName: Int], _ connection: Connection) {
    self.schema = schema
    self.numbers = numbers
    self.connection = connection
  }

  /// - Parameter report: told of each table and column that the schema needs and the template has not.
  func layout(_ report: (String) -> Void) throws -> StorageLayout {
    var layout = CoreDataLayout.make(for: schema)
    var columns: [String: Set<String>] = [:]
    for table in try connection.tables() { columns[table] = Set(try connection.columns(of: table)) }
    var missing: Set<String> = []
    func need(_ table: String, _ names: [String]) {
      guard let there = columns[table] else {
        missing.insert("the template has no table '\(table)'")
        return
      }
      for name in names where !there.contains(name) { missing.insert("the template's table '\(table)' has no column '\(name)'") }
    }
    for (entity, var placement) in layout.entities {
      if let number = numbers[entity] {
        placement.entityNumber = number
        placement.constants = placement.constants.map { $0.column == "Z_ENT" ? ConstantColumn("Z_ENT", String(number)) : $0 }
      }
      for (name, place) in placement.relationships {
        let actual = swapped(place, columns) ?? place
        placement.relationships[name] = actual
        switch actual {
        case .column(let column, let entityColumn, let order):
          need(placement.table, [column, entityColumn, order].compactMap { $0 })
        case .destinationColumn(let column, let order):
          let destination = schema.relationship(name, of: entity).flatMap { layout.entities[$0.destination]?.table }
          if let destination { need(destination, [column, order].compactMap { $0 }) }
        case .joinTable(let table, let owner, let target, let order): need(table, [owner, target, order].compactMap { $0 })
        case .inverse: break
        }
      }
      need(placement.table, ["Z_PK", "Z_ENT", "Z_OPT"] + placement.columns.values.sorted())
      layout.entities[entity] = placement
    }
    for message in missing.sorted() { report(message) }
    layout.tables = []
    layout.indexes = []
    return layout
  }

  /// A join table within one entity may bear the name of either relationship: the other one, when that is what there is.
  private func swapped(_ place: RelationshipPlacement, _ columns: [String: Set<String>]) -> RelationshipPlacement? {
    guard case .joinTable(let table, let owner, let target, let order) = place, columns[table] == nil else { return nil }
    return [owner, target].first { columns[$0] != nil && $0 != table }.map {
      .joinTable($0, ownerColumn: owner, targetColumn: target, orderColumn: order)
    }
  }
}

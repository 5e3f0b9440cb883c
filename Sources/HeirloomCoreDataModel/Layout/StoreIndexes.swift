internal import HeirloomSchema

/// How a framework names the indexes of a model.
package enum IndexStyle: Sendable {
  /// Since 2017: `Z_Note_byTitle`, also for attributes that are marked as indexed.
  case fetchIndexes
  /// Before: `ZNOTE_ZTITLE_INDEX`, and `ZNOTE_ZA_ZB` for compound indexes.
  case indexedColumns
}

/// The indexes of an entity's table, in the order of a fresh store.
struct StoreIndexes {
  /// Of columns that link; the indexes of the join tables stand between these and the declared ones.
  var links: [String] = []
  /// Of the model's own declarations.
  var declared: [String] = []

  init(of table: EntityTable, family: [EntityName], in schema: Schema, _ style: IndexStyle) {
    let name = bareName(table.name)
    func column(_ property: PropertyName, of entity: EntityName) -> String? {
      guard let declarer = schema.declarer(of: property, in: entity) else { return nil }
      let found = table.column(.attribute(declarer, path: property.text)) ?? table.column(.toOne(declarer, property))
      return found.map(bareName)
    }
    let entities = family.compactMap { schema[$0] }
    if style == .indexedColumns {
      for entity in entities {
        for attribute in entity.attributes.sorted(by: { $0.name < $1.name }) where attribute.isIndexed {
          guard let column = column(attribute.name, of: entity.name) else { continue }
          links.append("CREATE INDEX \(bareName("\(table.name)_\(column)_INDEX")) ON \(name) (\(column))")
        }
      }
    }
    for column in table.columns {
      switch column.content {
      case .toOne, .owner:
        links.append("CREATE INDEX \(bareName("\(table.name)_\(column.name)_INDEX")) ON \(name) (\(bareName(column.name)))")
      default: break
      }
    }
    if family.count > 1 { links.append("CREATE INDEX \(bareName("\(table.name)_Z_ENT_INDEX")) ON \(name) (Z_ENT)") }
    for entity in entities {
      for compound in entity.compoundIndexes where style == .indexedColumns {
        let columns = compound.compactMap { column($0, of: entity.name) }
        guard columns.count == compound.count else { continue }
        let index = bareName("\(table.name)_\(columns.joined(separator: "_"))")
        declared.append("CREATE INDEX \(index) ON \(name) (\(columns.joined(separator: ", ")))")
      }
      for index in entity.indexes where !index.elements.contains(where: \.isRTree) {
        let columns = index.elements.compactMap { element in
          column(element.property, of: entity.name).map { "\($0) COLLATE BINARY \(element.isAscending ? "ASC" : "DESC")" }
        }
        guard columns.count == index.elements.count, !columns.isEmpty else { continue }
        declared.append(
          "CREATE INDEX \(bareName("Z_\(entity.name.text)_\(index.name)")) ON \(name) (\(columns.joined(separator: ", ")))")
      }
      for constraint in entity.uniqueness {
        let columns = constraint.compactMap { column($0, of: entity.name).map { "\($0) COLLATE BINARY ASC" } }
        guard columns.count == constraint.count, !columns.isEmpty else { continue }
        let index = bareName("Z_\(entity.name.text)_UNIQUE_\(constraint.map(\.text).joined(separator: "_"))")
        declared.append("CREATE UNIQUE INDEX \(index) ON \(name) (\(columns.joined(separator: ", ")))")
      }
    }
  }
}

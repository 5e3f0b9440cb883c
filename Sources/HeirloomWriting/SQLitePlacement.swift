internal import HeirloomCoreDataModel
internal import HeirloomSQLite
internal import HeirloomSchema

extension SQLiteTables {
  /// Where an entity's values and links go, own and inherited.
  func placement(of entity: Entity) -> EntityPlacement {
    let root = schema.root(of: entity.name), named = columns[root] ?? [:]
    var placement = EntityPlacement(table: table(of: entity.name), keyColumn: keyColumns[root] ?? "id")
    if let column = named[.entityNumber] { placement.constants = [ConstantColumn(column, sqlText(entity.name.text))] }
    for ancestor in schema.lineage(of: entity.name).reversed() {
      for path in ancestor.attributes.flatMap({ $0.columns.map(\.path) }) {
        placement.columns[path] = named[.attribute(ancestor.name, path: path)] ?? placement.columns[path]
      }
      for relationship in ancestor.relationships where !relationship.isTransient {
        placement.relationships[relationship.name] = place(relationship, of: ancestor.name, named)
      }
    }
    return placement
  }

  private func place(
    _ relationship: Relationship, of entity: EntityName, _ named: [StoreColumn.Content: String]
  ) -> RelationshipPlacement? {
    let name = relationship.name
    if !relationship.isToMany {
      return named[.toOne(entity, name)].map { .column($0, entityColumn: nil, orderColumn: named[.order(entity, name)]) }
    }
    guard let inverse = schema.inverse(of: relationship) else {
      let there = columns[schema.root(of: relationship.destination)] ?? [:]
      return there[.owner(entity, name)].map { .destinationColumn($0, orderColumn: there[.ownerOrder(entity, name)]) }
    }
    if !inverse.isToMany { return .inverse(inverse.name) }
    guard let join = names.join(of: name, declaredBy: entity), let table = joinNames[join.name] else { return nil }
    let columns = joinColumns(join)
    return join.winner.entity == entity && join.winner.relationship == name
      ? .joinTable(table, ownerColumn: columns.winner, targetColumn: columns.other, orderColumn: columns.otherOrder)
      : .joinTable(table, ownerColumn: columns.other, targetColumn: columns.winner, orderColumn: columns.winnerOrder)
  }
}

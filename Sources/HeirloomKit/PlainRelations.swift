internal import HeirloomSQLite
internal import HeirloomSchema
internal import HeirloomWriting

/// Presents a database in any `StorageLayout` as canonical relations, for the validator.
///
/// A store in Core Data's layout is read by its own reader instead, which knows nothing of ours.
enum PlainRelations {
  /// - Parameter path: nil for the connection's own `main`, into which a merge's rows were filled: what stands there of external values
  ///   is where they are.
  static func present(
    _ path: String?, _ layout: StorageLayout, _ schema: Schema, on connection: Connection, prefix: String
  ) throws {
    let database = path == nil ? "main" : prefix + "store"
    if let path { try connection.attach(path, as: database, .immutable) }
    for entity in schema.entities {
      let parts = schema.family(of: entity.name).filter { !$0.isAbstract }.compactMap { member in
        select(member, as: entity, layout, schema, database, readsExternal: path == nil)
      }
      let empty = "SELECT NULL AS _id, NULL AS _entity WHERE 0"
      try connection.run(
        "CREATE TEMP VIEW \(sqlName(CanonicalRelation.entity(entity.name, prefix: prefix))) AS \(parts.isEmpty ? empty : parts.joined(separator: " UNION ALL "))"
      )
      for relationship in entity.relationships where relationship.isToMany {
        guard let links = links(relationship, of: entity, layout, database) else { continue }
        try connection.run(
          "CREATE TEMP VIEW \(sqlName(CanonicalRelation.collection(relationship.name, of: entity.name, prefix: prefix))) AS \(links)"
        )
      }
    }
  }

  private static func select(
    _ member: Entity, as entity: Entity, _ layout: StorageLayout, _ schema: Schema, _ database: String, readsExternal: Bool
  ) -> String? {
    guard let placement = layout.entities[member.name] else { return nil }
    var columns = ["\(sqlName(placement.keyColumn)) AS _id", "\(sqlText(member.name.text)) AS _entity"]
    for attribute in schema.attributes(of: entity.name) {
      for (path, leaf) in attribute.columns {
        let column = placement.columns[path].map { sqlName($0) } ?? "NULL"
        let isMarked = readsExternal && leaf.allowsExternalStorage
        columns.append("\(isMarked ? "\(ExternalValues.readingFunction)(\(column))" : column) AS \(sqlName(path))")
      }
    }
    for relationship in schema.relationships(of: entity.name) where !relationship.isToMany {
      guard case .column(let column, _, _)? = placement.relationships[relationship.name] else { continue }
      columns.append("\(sqlName(column)) AS \(sqlName(relationship.name.text))")
    }
    // Where several entities share a table, constant columns tell their rows apart.
    let own = placement.constants.filter { constant in
      layout.entities.contains {
        $0.value.table == placement.table && $0.key != member.name && !$0.value.constants.contains(constant)
      }
    }
    let filter = own.isEmpty ? "" : " WHERE \(own.map { "\(sqlName($0.column)) = \($0.literal)" }.joined(separator: " AND "))"
    return "SELECT \(columns.joined(separator: ", ")) FROM \(sqlName(database)).\(sqlName(placement.table))\(filter)"
  }

  private static func links(
    _ relationship: Relationship, of entity: Entity, _ layout: StorageLayout, _ database: String
  ) -> String? {
    guard let owner = layout.entities[entity.name], let target = layout.entities[relationship.destination] else { return nil }
    func select(_ table: String, _ owner: String, _ target: String, _ order: String?) -> String {
      """
      SELECT \(sqlName(owner)) AS owner, \(sqlName(target)) AS target, \(order.map { sqlName($0) } ?? "NULL") AS position \
      FROM \(sqlName(database)).\(sqlName(table)) WHERE \(sqlName(owner)) IS NOT NULL
      """
    }
    switch owner.relationships[relationship.name] {
    case .joinTable(let table, let ownerColumn, let targetColumn, let order):
      return select(table, ownerColumn, targetColumn, order)
    case .destinationColumn(let column, let order): return select(target.table, column, target.keyColumn, order)
    case .inverse(let inverse):
      guard case .column(let column, _, let order)? = target.relationships[inverse] else { return nil }
      return select(target.table, column, target.keyColumn, order)
    case .column, nil: return nil
    }
  }
}

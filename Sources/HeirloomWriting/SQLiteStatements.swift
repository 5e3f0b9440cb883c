internal import HeirloomCoreDataModel
internal import HeirloomSQLite
internal import HeirloomSchema

extension SQLiteTables {
  /// The table of a root and its sub-entities. A value is required where no record of the table can be without it.
  func entityTable(_ root: EntityName) -> StorageLayout.Table {
    guard let model = names.tables.first(where: { $0.root == root }), let named = columns[root], let table = tableNames[root]
    else {
      return StorageLayout.Table(name: root.text, creation: "")
    }
    var lines = ["\(sqlName(keyColumns[root] ?? "id")) INTEGER PRIMARY KEY"], links: [String] = []
    if let entity = named[.entityNumber] { lines.append("\(sqlName(entity)) TEXT NOT NULL") }
    for column in model.columns {
      guard let name = named[column.content] else { continue }
      switch column.content {
      case .attribute(let entity, let path):
        guard let (attribute, leaf) = attribute(path, of: entity) else { continue }
        // What is derived is there only when all rows are.
        let isRequired = entity == root && !attribute.isOptional && !leaf.isOptional && attribute.derivation == nil
        lines.append("\(sqlName(name)) \(leaf.type.storage.rawValue)\(isRequired ? " NOT NULL" : "")")
      case .toOne(let entity, let relationship):
        guard let link = schema.relationship(relationship, of: entity), schema[link.destination] != nil else { continue }
        let rule = schema.inverse(of: link)?.deleteRule ?? .nullify
        lines.append(
          "\(sqlName(name)) INTEGER \(reference(to: link.destination)) ON DELETE \(action(rule)) DEFERRABLE INITIALLY DEFERRED")
        links.append(name)
      case .owner(let entity, let relationship):
        let rule = schema.relationship(relationship, of: entity)?.deleteRule ?? .nullify
        lines.append("\(sqlName(name)) INTEGER \(reference(to: entity)) ON DELETE \(action(rule)) DEFERRABLE INITIALLY DEFERRED")
        links.append(name)
      case .order, .ownerOrder: lines.append("\(sqlName(name)) INTEGER")
      case .entityNumber, .key, .lockCounter, .destinationNumber: break
      }
    }
    let creation = "CREATE TABLE \(sqlName(table)) (\n  \(lines.joined(separator: ",\n  "))\n) STRICT"
    let linkIndexes = links.map { "CREATE INDEX \(sqlName("\(table)_\($0)")) ON \(sqlName(table)) (\(sqlName($0)))" }
    return StorageLayout.Table(name: table, creation: creation, indexes: linkIndexes + declaredIndexes(root, table, named))
  }

  private func attribute(_ path: String, of entity: EntityName) -> (Attribute, leaf: Attribute)? {
    for attribute in schema[entity]?.attributes ?? [] {
      if let column = attribute.columns.first(where: { $0.path == path }) { return (attribute, column.leaf) }
    }
    return nil
  }

  private func action(_ rule: DeleteRule) -> String {
    switch rule {
    case .noAction: "NO ACTION"
    case .nullify: "SET NULL"
    case .cascade: "CASCADE"
    case .deny: "RESTRICT"
    }
  }

  private func declaredIndexes(_ root: EntityName, _ table: String, _ named: [StoreColumn.Content: String]) -> [String] {
    var taken = CaselessNames(), result: [String] = []
    func column(_ property: PropertyName, _ entity: Entity) -> String? {
      guard let declarer = schema.declarer(of: property, in: entity.name) else { return nil }
      return named[.attribute(declarer, path: property.text)] ?? named[.toOne(declarer, property)]
    }
    for entity in schema.family(of: root) {
      for constraint in entity.uniqueness {
        let columns = constraint.compactMap { column($0, entity) }
        guard columns.count == constraint.count, !columns.isEmpty else { continue }
        let name = taken.take("\(table)_unique_\(columns.joined(separator: "_"))")
        result.append(
          "CREATE UNIQUE INDEX \(sqlName(name)) ON \(sqlName(table)) (\(columns.map(sqlName).joined(separator: ", ")))")
      }
      for index in entity.indexes
      where index.predicate == nil && !index.elements.contains(where: { $0.isRTree || $0.expression != nil }) {
        let columns = index.elements.compactMap { element in
          column(element.property, entity).map { "\(sqlName($0))\(element.isAscending ? "" : " DESC")" }
        }
        guard columns.count == index.elements.count, !columns.isEmpty else { continue }
        let name = taken.take("\(table)_index_\(index.elements.map(\.property.text).joined(separator: "_"))")
        result.append("CREATE INDEX \(sqlName(name)) ON \(sqlName(table)) (\(columns.joined(separator: ", ")))")
      }
    }
    return result
  }

  /// The columns of a join table: the two keys and a position for each ordered side.
  func joinColumns(_ join: JoinTable) -> (winner: String, other: String, winnerOrder: String?, otherOrder: String?) {
    let same = join.winner.entity == join.other.entity
    let winner =
      same
      ? (join.isReflexive ? "\(lowercasingFirst(join.winner.entity.text))ID" : "\(join.other.relationship)ID")
      : "\(lowercasingFirst(join.winner.entity.text))ID"
    let other = same ? "\(join.winner.relationship)ID" : "\(lowercasingFirst(join.other.entity.text))ID"
    return (
      winner, other == winner ? other + "2" : other, join.winnerOrderColumn.map { _ in "\(join.other.relationship)Position" },
      join.otherOrderColumn.map { _ in "\(join.winner.relationship)Position" }
    )
  }

  var joinTables: [StorageLayout.Table] {
    names.joins.map { join in
      let name = joinNames[join.name] ?? join.name, columns = joinColumns(join)
      var lines = [
        "\(sqlName(columns.winner)) INTEGER NOT NULL \(reference(to: join.winner.entity)) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED",
        "\(sqlName(columns.other)) INTEGER NOT NULL \(reference(to: join.other.entity)) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED",
      ]
      lines += [columns.winnerOrder, columns.otherOrder].compactMap { $0 }.map { "\(sqlName($0)) INTEGER" }
      lines.append("PRIMARY KEY (\(sqlName(columns.winner)), \(sqlName(columns.other)))")
      return StorageLayout.Table(
        name: name, creation: "CREATE TABLE \(sqlName(name)) (\n  \(lines.joined(separator: ",\n  "))\n) STRICT, WITHOUT ROWID",
        indexes: ["CREATE INDEX \(sqlName("\(name)_\(columns.other)")) ON \(sqlName(name)) (\(sqlName(columns.other)))"])
    }
  }
}

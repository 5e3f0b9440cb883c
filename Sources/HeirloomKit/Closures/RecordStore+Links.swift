internal import HeirloomCoreDataModel
internal import HeirloomSQLite
internal import HeirloomSchema

extension RecordStore {

  /// The records that a relationship leads to, in its order, else by key.
  func related(_ record: RecordReference, _ relationship: Relationship) throws -> [RecordReference] {
    let placement = try placement(record.entity), destination = try self.placement(relationship.destination)
    let table = sqlName(destination.table), key = [SQLiteValue.integer(record.key)]
    func ordered(_ column: String?, _ prefix: String = "d") -> String {
      column.map { "\(prefix).\(sqlName($0)), d.Z_PK" } ?? "d.Z_PK"
    }
    let rows: [[SQLiteValue]]
    switch placement.relationships[relationship.name] {
    case .column(let column, _, _):
      rows = try query(
        "SELECT d.Z_PK, d.Z_ENT FROM \(sqlName(placement.table)) AS o JOIN \(table) AS d ON d.Z_PK = o.\(sqlName(column)) WHERE o.Z_PK = ?",
        key)
    case .inverse(let inverse):
      guard case .column(let column, _, let order)? = destination.relationships[inverse] else { return [] }
      rows = try query("SELECT d.Z_PK, d.Z_ENT FROM \(table) AS d WHERE d.\(sqlName(column)) = ? ORDER BY \(ordered(order))", key)
    case .destinationColumn(let column, let order):
      rows = try query("SELECT d.Z_PK, d.Z_ENT FROM \(table) AS d WHERE d.\(sqlName(column)) = ? ORDER BY \(ordered(order))", key)
    case .joinTable(let join, let owner, let target, let order):
      rows = try query(
        """
        SELECT d.Z_PK, d.Z_ENT FROM \(sqlName(join)) AS j JOIN \(table) AS d ON d.Z_PK = j.\(sqlName(target)) \
        WHERE j.\(sqlName(owner)) = ? ORDER BY \(ordered(order, "j"))
        """, key)
    case nil: return []
    }
    return rows.compactMap { self.record($0) }
  }

  /// Whether a to-many relationship leads to a record.
  func isLinked(_ record: RecordReference, _ relationship: Relationship, to other: RecordReference) throws -> Bool {
    let destination = try placement(relationship.destination), keys = [SQLiteValue.integer(record.key), .integer(other.key)]
    switch try placement(record.entity).relationships[relationship.name] {
    case .joinTable(let join, let owner, let target, _):
      return try !query("SELECT 1 FROM \(sqlName(join)) WHERE \(sqlName(owner)) = ? AND \(sqlName(target)) = ? LIMIT 1", keys)
        .isEmpty
    case .inverse(let inverse):
      guard case .column(let column, _, _)? = destination.relationships[inverse] else { return false }
      return try !query("SELECT 1 FROM \(sqlName(destination.table)) WHERE \(sqlName(column)) = ? AND Z_PK = ?", keys).isEmpty
    case .destinationColumn(let column, _):
      return try !query("SELECT 1 FROM \(sqlName(destination.table)) WHERE \(sqlName(column)) = ? AND Z_PK = ?", keys).isEmpty
    case .column, nil: return false
    }
  }

  /// Adds one link to an unordered to-many relationship, without looking at the others.
  /// - Returns: false when all links have to be written anew: those of an ordered relationship.
  func link(_ record: RecordReference, _ relationship: Relationship, to other: RecordReference) throws -> Bool {
    let placement = try placement(record.entity), destination = try self.placement(relationship.destination)
    switch placement.relationships[relationship.name] {
    case .joinTable(let join, let owner, let target, nil):
      let columns = "\(sqlName(owner)), \(sqlName(target))"
      try query("INSERT OR IGNORE INTO \(sqlName(join)) (\(columns)) VALUES (?, ?)", [.integer(record.key), .integer(other.key)])
    case .inverse(let inverse):
      guard case .column(let column, let entityColumn, nil)? = destination.relationships[inverse] else { return false }
      try point(
        sqlName(destination.table), column, entityColumn, from: other.key, to: record.key, where: nil, is: .null,
        placement.entityNumber)
    case .destinationColumn(let column, nil):
      try point(sqlName(destination.table), column, nil, from: other.key, to: record.key, where: nil, is: .null, nil)
    default: return false
    }
    try noteLink(record, [other])
    return true
  }

  /// What is linked to a record of the store belongs to the store.
  private func noteLink(_ record: RecordReference, _ others: [RecordReference]) throws {
    noteChange(record)
    if !hidden.contains(record) {
      for other in others where hidden.contains(other) { try insert(other) }
    } else if others.contains(where: { !hidden.contains($0) }) {
      try insert(record)
    }
  }

  /// Sets all that a relationship leads to; the inverse follows.
  func relate(_ record: RecordReference, _ relationship: Relationship, to others: [RecordReference], notes: Bool = true) throws {
    let placement = try placement(record.entity), destination = try self.placement(relationship.destination)
    let table = sqlName(destination.table), own = SQLiteValue.integer(record.key)
    switch placement.relationships[relationship.name] {
    case .column(let column, let entityColumn, _):
      let inverse = schema.inverse(of: relationship).flatMap { $0.isToMany ? nil : $0 }
      if let inverse, case .column(let back, let backEntity, _)? = destination.relationships[inverse.name] {
        // One to one: whoever was at either end before lets go.
        try point(table, back, backEntity, from: nil, to: nil, where: back, is: own, nil)
        if let other = others.first {
          try point(
            sqlName(placement.table), column, entityColumn, from: nil, to: nil, where: column, is: .integer(other.key), nil)
          try point(table, back, backEntity, from: other.key, to: record.key, where: nil, is: .null, placement.entityNumber)
        }
      }
      let number = others.first.flatMap { layout.entities[$0.entity]?.entityNumber }
      try point(
        sqlName(placement.table), column, entityColumn, from: record.key, to: others.first?.key, where: nil, is: .null, number)
    case .inverse(let inverse):
      guard case .column(let column, let entityColumn, let order)? = destination.relationships[inverse] else { return }
      try point(table, column, entityColumn, from: nil, to: nil, where: column, is: own, nil)
      for (position, other) in others.enumerated() {
        try point(table, column, entityColumn, from: other.key, to: record.key, where: nil, is: .null, placement.entityNumber)
        if let order { try self.order(table, order, "Z_PK", other.key, position) }
      }
    case .destinationColumn(let column, let order):
      try point(table, column, nil, from: nil, to: nil, where: column, is: own, nil)
      for (position, other) in others.enumerated() {
        try point(table, column, nil, from: other.key, to: record.key, where: nil, is: .null, nil)
        if let order { try self.order(table, order, "Z_PK", other.key, position) }
      }
    case .joinTable(let join, let owner, let target, let order):
      try query("DELETE FROM \(sqlName(join)) WHERE \(sqlName(owner)) = ?", [own])
      for (position, other) in others.enumerated() {
        let columns = [owner, target] + (order.map { [$0] } ?? [])
        var values = [own, .integer(other.key)]
        if order != nil { values.append(.integer(layout.firstOrderKey + layout.orderKeyStep * Int64(position))) }
        let list = columns.map { sqlName($0) }.joined(separator: ", "), marks = columns.map { _ in "?" }.joined(separator: ", ")
        try query("INSERT OR IGNORE INTO \(sqlName(join)) (\(list)) VALUES (\(marks))", values)
      }
    case nil: return
    }
    if notes { try noteLink(record, others) }
  }

  /// Writes a link into a column, of one row by its key or of all rows that hold a value.
  private func point(
    _ table: String, _ column: String, _ entityColumn: String?, from key: Int64?, to target: Int64?, where held: String?,
    is value: SQLiteValue,
    _ number: Int?
  ) throws {
    var assignments = ["\(sqlName(column)) = ?"], values: [SQLiteValue] = [target.map { .integer($0) } ?? .null]
    if let entityColumn {
      assignments.append("\(sqlName(entityColumn)) = ?")
      values.append(target == nil ? .null : number.map { .integer(Int64($0)) } ?? .null)
    }
    values.append(key.map { .integer($0) } ?? value)
    try query(
      "UPDATE \(table) SET \(assignments.joined(separator: ", ")) WHERE \(key == nil ? sqlName(held ?? "Z_PK") : "Z_PK") = ?",
      values)
  }

  private func order(_ table: String, _ column: String, _ keyColumn: String, _ key: Int64, _ position: Int) throws {
    try query(
      "UPDATE \(table) SET \(sqlName(column)) = ? WHERE \(keyColumn) = ?",
      [.integer(layout.firstOrderKey + layout.orderKeyStep * Int64(position)), .integer(key)])
  }
}

internal import Foundation
internal import HeirloomConversion
internal import HeirloomCoreDataModel
internal import HeirloomFindings
internal import HeirloomMapping
internal import HeirloomSQLite
internal import HeirloomSchema

/// The records of a store that we wrote ourselves, to be read and changed one by one.
///
/// All changes are one transaction until they are saved. A new record is hidden until it is inserted, or linked to one that is.
final class RecordStore {
  let schema: Schema
  let layout: StorageLayout
  let connection: Connection
  private var statements: [String: PreparedStatement] = [:]
  private var entityNumbers: [Int: EntityName] = [:]
  private(set) var hidden: Set<RecordReference> = []

  struct Changes {
    var inserted: Set<RecordReference> = []
    var deleted: Set<RecordReference> = []
    var changed: Set<RecordReference> = []
    var isEmpty: Bool { inserted.isEmpty && deleted.isEmpty && changed.isEmpty }
  }
  private(set) var saved = Changes()
  private(set) var pending = Changes()

  private final class PreparedStatement {
    var statement: Statement
    init(_ statement: consuming Statement) { self.statement = statement }
  }

  init(_ path: String, _ schema: Schema) throws {
    self.schema = schema
    layout = CoreDataLayout.make(for: schema)
    connection = try Connection(path, .readWrite)
    try ConversionFunctions.register(on: connection)
    // The store is private, and a copy: whatever happens to it, the source stays as it is.
    try connection.script("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF")
    for (entity, placement) in layout.entities { if let number = placement.entityNumber { entityNumbers[number] = entity } }
    try connection.run("BEGIN")
  }

  // MARK: - Saving

  func save() throws {
    try connection.run("COMMIT")
    try connection.run("BEGIN")
    // A record that was inserted and deleted in between never was.
    saved.deleted.formUnion(pending.deleted.subtracting(saved.inserted))
    saved.inserted = saved.inserted.union(pending.inserted).subtracting(pending.deleted)
    saved.changed = saved.changed.union(pending.changed).subtracting(saved.deleted).subtracting(saved.inserted)
    pending = Changes()
  }

  /// Gives up what was not saved, and removes records that were made and never inserted.
  /// - Returns: whether something was given up.
  func close() throws -> Bool {
    let lost = !pending.isEmpty
    statements = [:]
    try connection.run("ROLLBACK")
    try connection.run("BEGIN")
    for record in hidden { try remove(record) }
    try connection.run("COMMIT")
    statements = [:]
    return lost
  }

  func rollback() throws {
    try connection.run("ROLLBACK")
    try connection.run("BEGIN")
    pending = Changes()
  }

  // MARK: - SQL

  @discardableResult
  private func query(_ sql: String, _ values: [SQLiteValue]) throws -> [[SQLiteValue]] {
    let prepared: PreparedStatement
    if let known = statements[sql] {
      prepared = known
    } else {
      prepared = PreparedStatement(try connection.prepare(sql))
      statements[sql] = prepared
    }
    defer { prepared.statement.reset() }
    for (index, value) in values.enumerated() { try prepared.statement.bind(value, at: Int32(index + 1)) }
    var rows: [[SQLiteValue]] = []
    while try prepared.statement.step() { rows.append(prepared.statement.row) }
    return rows
  }

  private func placement(_ entity: EntityName) throws -> EntityPlacement {
    guard let placement = layout.entities[entity] else {
      throw ClosureFault(kind: .failed, message: "the store has no place for '\(entity)'")
    }
    return placement
  }

  private func record(_ row: [SQLiteValue]) -> RecordReference? {
    guard let key = row[0].integer, let number = row[1].integer, let entity = entityNumbers[Int(truncatingIfNeeded: number)]
    else { return nil }
    return RecordReference(entity: entity, key: key)
  }

  // MARK: - Records

  /// All records of an entity and its sub-entities, by key; hidden ones are left out.
  func records(of entity: EntityName) throws -> [RecordReference] {
    let placement = try placement(entity)
    let numbers = schema.family(of: entity).compactMap { layout.entities[$0.name]?.entityNumber }.map(String.init).joined(
      separator: ", ")
    return try query("SELECT Z_PK, Z_ENT FROM \(sqlName(placement.table)) WHERE Z_ENT IN (\(numbers)) ORDER BY Z_PK", [])
      .compactMap { record($0) }.filter { !hidden.contains($0) }
  }

  /// The records of exactly one entity.
  func count(of entity: EntityName) throws -> Int64 {
    let placement = try placement(entity)
    return try connection.count("SELECT count(*) FROM \(sqlName(placement.table)) WHERE Z_ENT = \(placement.entityNumber ?? 0)")
  }

  /// Makes a record with nothing in it, hidden as yet.
  func make(_ entity: EntityName) throws -> RecordReference {
    let placement = try placement(entity)
    let key = try connection.count("SELECT COALESCE(max(Z_PK), 0) + 1 FROM \(sqlName(placement.table))")
    let columns = ["Z_PK"] + placement.constants.map { sqlName($0.column) }
    let values = [String(key)] + placement.constants.map(\.literal)
    try connection.run(
      "INSERT INTO \(sqlName(placement.table)) (\(columns.joined(separator: ", "))) VALUES (\(values.joined(separator: ", ")))")
    let record = RecordReference(entity: entity, key: key)
    hidden.insert(record)
    return record
  }

  /// Lets a record be seen, and those it is linked to.
  func insert(_ record: RecordReference) throws {
    guard hidden.remove(record) != nil else { return }
    pending.inserted.insert(record)
    for relationship in schema.relationships(of: record.entity) where !relationship.isTransient {
      for other in try related(record, relationship) where hidden.contains(other) { try insert(other) }
    }
  }

  private func noteChange(_ record: RecordReference) {
    if !hidden.contains(record), !pending.inserted.contains(record), !saved.inserted.contains(record) {
      pending.changed.insert(record)
    }
  }

  private func remove(_ record: RecordReference) throws {
    let placement = try placement(record.entity)
    try connection.run("DELETE FROM \(sqlName(placement.table)) WHERE Z_PK = ?", [.integer(record.key)])
  }

  /// Deletes a record as the framework does: the delete rules of its relationships hold.
  func delete(_ record: RecordReference) throws {
    var seen: Set<RecordReference> = []
    try delete(record, &seen)
  }

  private func delete(_ record: RecordReference, _ seen: inout Set<RecordReference>) throws {
    guard seen.insert(record).inserted, !pending.deleted.contains(record), !saved.deleted.contains(record) else { return }
    for relationship in schema.relationships(of: record.entity) where !relationship.isTransient {
      let others = try related(record, relationship)
      if others.isEmpty { continue }
      switch relationship.deleteRule {
      case .cascade: for other in others { try delete(other, &seen) }
      case .deny:
        let left = others.filter { !seen.contains($0) }
        if !left.isEmpty {
          throw ClosureFault(
            kind: .failed, message: "'\(record.entity).\(relationship.name)' denies deleting a record that still has some")
        }
      case .nullify, .noAction: break
      }
      try relate(record, relationship, to: [], notes: false)
    }
    // Others may lead here without an inverse.
    let lineage = Set(schema.lineage(of: record.entity).map(\.name))
    for entity in schema.entities {
      for relationship in entity.relationships where lineage.contains(relationship.destination) && relationship.inverse == nil {
        guard let place = layout.entities[entity.name]?.relationships[relationship.name] else { continue }
        let table = sqlName(try placement(entity.name).table)
        switch place {
        case .column(let column, _, _):
          try query("UPDATE \(table) SET \(sqlName(column)) = NULL WHERE \(sqlName(column)) = ?", [.integer(record.key)])
        case .joinTable(let join, _, let target, _):
          try query("DELETE FROM \(sqlName(join)) WHERE \(sqlName(target)) = ?", [.integer(record.key)])
        case .inverse, .destinationColumn: break
        }
      }
    }
    try remove(record)
    if hidden.remove(record) != nil { return }
    pending.changed.remove(record)
    if pending.inserted.remove(record) == nil { pending.deleted.insert(record) }
  }

  // MARK: - Attributes

  /// The value in a column, in the form of the canonical relations; a list as JSON text.
  func value(_ record: RecordReference, _ path: String, _ leaf: Attribute) throws -> SQLiteValue {
    let placement = try placement(record.entity)
    guard let column = placement.columns[path] else { return .null }
    let name = sqlName(column)
    let expression =
      leaf.arrayElement.map {
        leaf.type == .transformable ? "heirloom_listFromArchive(\(name), \(sqlText("\($0)")))" : "CAST(\(name) AS TEXT)"
      } ?? name
    return try query("SELECT \(expression) FROM \(sqlName(placement.table)) WHERE Z_PK = ?", [.integer(record.key)]).first?[0]
      ?? .null
  }

  func set(_ record: RecordReference, _ path: String, _ leaf: Attribute, to value: SQLiteValue) throws {
    let placement = try placement(record.entity)
    guard let column = placement.columns[path] else { return }
    let expression =
      leaf.arrayElement.map {
        leaf.type == .transformable ? "heirloom_archiveFromList(?, \(sqlText("\($0)")))" : "CAST(? AS BLOB)"
      } ?? "?"
    try query(
      "UPDATE \(sqlName(placement.table)) SET \(sqlName(column)) = \(expression) WHERE Z_PK = ?", [value, .integer(record.key)])
    noteChange(record)
  }

  // MARK: - Links

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

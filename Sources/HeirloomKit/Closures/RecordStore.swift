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
  /// The highest key that a table ever had: a key that was given is never given again.
  private var highestKeys: [String: Int64] = [:]
  var hidden: Set<RecordReference> = []

  struct Changes {
    var inserted: Set<RecordReference> = []
    var deleted: Set<RecordReference> = []
    var changed: Set<RecordReference> = []
    /// Which columns were assigned at all, by entity: the paths of attributes and of their leaves.
    var assigned: [EntityName: Set<String>] = [:]
    var isEmpty: Bool { inserted.isEmpty && deleted.isEmpty && changed.isEmpty }
  }
  var saved = Changes()
  var pending = Changes()

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
    for table in Set(layout.entities.values.map(\.table)) {
      highestKeys[table] = try connection.count("SELECT COALESCE(max(Z_PK), 0) FROM \(sqlName(table))")
    }
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
    saved.assigned.merge(pending.assigned) { $0.union($1) }
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
  func query(_ sql: String, _ values: [SQLiteValue]) throws -> [[SQLiteValue]] {
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

  func placement(_ entity: EntityName) throws -> EntityPlacement {
    guard let placement = layout.entities[entity] else {
      throw ClosureFault(kind: .failed, message: "the store has no place for '\(entity)'")
    }
    return placement
  }

  func record(_ row: [SQLiteValue]) -> RecordReference? {
    guard let key = row[0].integer, let number = row[1].integer, let entity = entityNumbers[Int(truncatingIfNeeded: number)]
    else { return nil }
    return RecordReference(entity: entity, key: key)
  }

  /// The next key of a table that no record ever had.
  func nextKey(of table: String) -> Int64 {
    let key = (highestKeys[table] ?? 0) + 1
    highestKeys[table] = key
    return key
  }

  func noteChange(_ record: RecordReference) {
    if !hidden.contains(record), !pending.inserted.contains(record), !saved.inserted.contains(record) {
      pending.changed.insert(record)
    }
  }

  func remove(_ record: RecordReference) throws {
    let placement = try placement(record.entity)
    try connection.run("DELETE FROM \(sqlName(placement.table)) WHERE Z_PK = ?", [.integer(record.key)])
  }
}

internal import CSQLite
internal import Foundation

/// A connection to SQLite, and whatever is attached to it. One owner; not to be shared between tasks.
package final class Connection {
  let handle: OpaquePointer

  package enum Access: Sendable {
    /// An existing file, never written.
    case readOnly
    /// An existing file that nobody else writes: read without locks and without a `-shm` file.
    case immutable
    case readWrite
    /// A new file, or an existing one.
    case create
  }

  /// Opens a database file.
  /// - Throws: `SQLiteError` when the file cannot be opened; most damage is only found at the first read.
  package init(_ path: String, _ access: Access = .readOnly) throws(SQLiteError) {
    let flags =
      switch access {
      case .readOnly, .immutable: SQLITE_OPEN_READONLY
      case .readWrite: SQLITE_OPEN_READWRITE
      case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      }
    var opened: OpaquePointer?
    let name = access == .immutable ? Connection.uri(path, "immutable=1") : path
    let code = sqlite3_open_v2(name, &opened, flags | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let opened else {
      let message = opened.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
      sqlite3_close_v2(opened)
      throw SQLiteError(code: code, message: message)
    }
    handle = opened
    sqlite3_extended_result_codes(handle, 1)
    // A legacy store's own triggers and views must never run code of ours with side effects.
    _ = csqlite_db_config_switch(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
    _ = csqlite_db_config_switch(handle, SQLITE_DBCONFIG_DQS_DML, 0)
  }

  /// An empty database in memory, to which stores are attached.
  package static func inMemory() throws(SQLiteError) -> Connection { try Connection(":memory:", .create) }

  deinit { sqlite3_close_v2(handle) }

  /// A `file:` URI for a path, for `ATTACH` and for opening.
  package static func uri(_ path: String, _ query: String) -> String {
    let allowed = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/")
    let escaped = path.addingPercentEncoding(withAllowedCharacters: allowed) ?? path
    // An absolute path needs the empty authority, lest a leading double slash be read as one.
    return "file:\(path.hasPrefix("/") ? "//" : "")\(escaped)?\(query)"
  }

  /// Attaches a file under a schema name; `immutable` reads it without locks.
  package func attach(_ path: String, as schema: String, _ access: Access = .readOnly) throws(SQLiteError) {
    let query =
      switch access {
      case .readOnly: "mode=ro"
      case .immutable: "immutable=1"
      case .readWrite: "mode=rw"
      case .create: "mode=rwc"
      }
    try run("ATTACH DATABASE ? AS \(sqlName(schema))", [.text(Connection.uri(path, query))])
  }

  package func prepare(_ sql: String) throws(SQLiteError) -> Statement { try Statement(handle, sql) }

  /// Runs one statement to its end.
  package func run(_ sql: String, _ values: [SQLiteValue] = []) throws(SQLiteError) {
    var statement = try prepare(sql)
    for (index, value) in values.enumerated() { try statement.bind(value, at: Int32(index + 1)) }
    while try statement.step() {}
  }

  /// Runs several statements, separated by semicolons.
  package func script(_ sql: String) throws(SQLiteError) {
    var message: UnsafeMutablePointer<CChar>?
    let code = sqlite3_exec(handle, sql, nil, nil, &message)
    defer { sqlite3_free(message) }
    guard code == SQLITE_OK else {
      throw SQLiteError(code: sqlite3_extended_errcode(handle), message: message.map { String(cString: $0) } ?? "", sql: sql)
    }
  }

  /// All rows of a query. For results known to be small.
  package func rows(_ sql: String, _ values: [SQLiteValue] = []) throws(SQLiteError) -> [[SQLiteValue]] {
    var statement = try prepare(sql)
    for (index, value) in values.enumerated() { try statement.bind(value, at: Int32(index + 1)) }
    var result: [[SQLiteValue]] = []
    while try statement.step() { result.append(statement.row) }
    return result
  }

  /// The first value of the first row; NULL when there is no row.
  package func value(_ sql: String, _ values: [SQLiteValue] = []) throws(SQLiteError) -> SQLiteValue {
    var statement = try prepare(sql)
    for (index, value) in values.enumerated() { try statement.bind(value, at: Int32(index + 1)) }
    return try statement.step() ? statement.value(at: 0) : .null
  }

  /// The first value of the first row as an integer; 0 when it is NULL or there is no row.
  package func count(_ sql: String, _ values: [SQLiteValue] = []) throws(SQLiteError) -> Int64 {
    try value(sql, values).integer ?? 0
  }

  /// Whether an index gives the order that a query asks for, so that nothing is sorted.
  package func readsWithoutSorting(_ query: String) throws(SQLiteError) -> Bool {
    // The last column of a row of the plan says the step in words; sorting is a step 'USE TEMP B-TREE FOR ORDER BY'.
    try !rows("EXPLAIN QUERY PLAN \(query)").contains { $0.last?.text?.contains("TEMP B-TREE") ?? false }
  }

  /// Rows that the last INSERT, UPDATE or DELETE touched.
  package var changes: Int64 { sqlite3_changes64(handle) }

  /// Makes a running statement end with an interrupt; may be called from any thread.
  package func interrupt() { sqlite3_interrupt(handle) }

  /// Runs `body` inside a transaction: committed when it returns, rolled back when it throws.
  package func transaction<R>(_ body: () throws -> R) throws -> R {
    try run("BEGIN")
    do {
      let result = try body()
      try run("COMMIT")
      return result
    } catch {
      try? run("ROLLBACK")
      throw error
    }
  }

  /// Calls `report` about every `interval` steps of the engine; returning `false` interrupts the statement.
  package func onProgress(every interval: Int32, _ report: @escaping () -> Bool) {
    progress = ProgressHandler(report)
    let pointer = progress.map { Unmanaged.passUnretained($0).toOpaque() }
    sqlite3_progress_handler(
      handle, interval,
      { context in
        guard let context else { return 0 }
        return Unmanaged<ProgressHandler>.fromOpaque(context).takeUnretainedValue().report() ? 0 : 1
      }, pointer)
  }
  private var progress: ProgressHandler?

  /// The columns of a table or view, in order; empty when there is none of that name.
  package func columns(of table: String, in schema: String = "main") throws(SQLiteError) -> [String] {
    try rows("SELECT name FROM pragma_table_info(?, ?)", [.text(table), .text(schema)]).compactMap { $0[0].text }
  }

  /// The tables of an attached database, in order of their names.
  package func tables(in schema: String = "main") throws(SQLiteError) -> [String] {
    try rows("SELECT name FROM \(sqlName(schema)).sqlite_schema WHERE type = 'table' ORDER BY name").compactMap { $0[0].text }
  }
}

private final class ProgressHandler {
  let report: () -> Bool
  init(_ report: @escaping () -> Bool) { self.report = report }
}

internal import CSQLite

/// A compiled statement. It has one owner, which finalises it.
///
/// Rows are read with the typed accessors of the current row; a value read is a copy, except in `withBytes`.
package struct Statement: ~Copyable {
  private let handle: OpaquePointer
  private let connection: OpaquePointer
  /// How many bytes of the text the statement is, its semicolon included; what follows was not looked at.
  package let length: Int

  init(_ connection: OpaquePointer, _ sql: String) throws(SQLiteError) {
    var prepared: OpaquePointer?, length = 0
    let code = sql.withCString { start in
      var tail: UnsafePointer<CChar>?
      let code = sqlite3_prepare_v2(connection, start, -1, &prepared, &tail)
      length = tail.map { $0 - start } ?? 0
      return code
    }
    guard code == SQLITE_OK, let prepared else {
      throw SQLiteError(
        code: code == SQLITE_OK ? SQLITE_MISUSE : sqlite3_extended_errcode(connection),
        message: code == SQLITE_OK ? "the statement is empty" : String(cString: sqlite3_errmsg(connection)), sql: sql)
    }
    handle = prepared
    self.length = length
    self.connection = connection
  }

  deinit { sqlite3_finalize(handle) }

  private func failure(_ code: Int32) -> SQLiteError {
    SQLiteError(
      code: sqlite3_extended_errcode(connection), message: String(cString: sqlite3_errmsg(connection)),
      sql: sqlite3_sql(handle).map { String(cString: $0) })
  }

  /// Advances to the next row; `false` once the rows are exhausted.
  package mutating func step() throws(SQLiteError) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw failure(code)
    }
  }

  /// Makes the statement ready to run again with other values.
  package mutating func reset() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }

  /// Binds a value to a parameter, counted from 1.
  package mutating func bind(_ value: SQLiteValue, at index: Int32) throws(SQLiteError) {
    let code =
      switch value {
      case .null: sqlite3_bind_null(handle, index)
      case .integer(let value): sqlite3_bind_int64(handle, index, value)
      case .real(let value): sqlite3_bind_double(handle, index, value)
      case .text(var value):
        value.withUTF8 { bytes in
          bytes.withMemoryRebound(to: CChar.self) {
            sqlite3_bind_text64(
              handle, index, $0.baseAddress ?? UnsafePointer(bitPattern: 1), UInt64($0.count), csqlite_transient(),
              UInt8(SQLITE_UTF8))
          }
        }
      case .blob(let bytes):
        bytes.isEmpty
          ? sqlite3_bind_zeroblob(handle, index, 0)
          : bytes.withUnsafeBytes { sqlite3_bind_blob64(handle, index, $0.baseAddress, UInt64($0.count), csqlite_transient()) }
      }
    guard code == SQLITE_OK else { throw failure(code) }
  }

  package var columnCount: Int32 { sqlite3_column_count(handle) }

  package func name(of column: Int32) -> String { sqlite3_column_name(handle, column).map { String(cString: $0) } ?? "" }

  /// True when running the statement changes nothing.
  package var isReadOnly: Bool { sqlite3_stmt_readonly(handle) != 0 }

  package func integer(at column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

  package func isNull(at column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

  /// The text, with invalid UTF-8 repaired; the empty string for NULL.
  package func text(at column: Int32) -> String { withBytes(at: column) { String(decoding: $0, as: UTF8.self) } }

  /// Lends SQLite's own bytes; they are valid only inside `body`.
  package func withBytes<R>(at column: Int32, _ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    let start = sqlite3_column_blob(handle, column)
    return try body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(handle, column))))
  }

  package func value(at column: Int32) -> SQLiteValue {
    switch sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: .integer(sqlite3_column_int64(handle, column))
    case SQLITE_FLOAT: .real(sqlite3_column_double(handle, column))
    case SQLITE_TEXT: .text(text(at: column))
    case SQLITE_BLOB: .blob(withBytes(at: column) { Array($0) })
    default: .null
    }
  }

  /// All values of the current row.
  package var row: [SQLiteValue] { (0..<columnCount).map { value(at: $0) } }
}

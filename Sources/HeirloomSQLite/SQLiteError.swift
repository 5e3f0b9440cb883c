internal import CSQLite

/// A refusal by SQLite: its code, its words and the statement it was running.
package struct SQLiteError: Error, CustomStringConvertible, Sendable {
  /// The extended result code.
  package let code: Int32
  package let message: String
  package let sql: String?

  package init(code: Int32, message: String, sql: String? = nil) {
    self.code = code
    self.message = message
    self.sql = sql
  }

  package var primaryCode: Int32 { code & 0xFF }

  package var description: String {
    var text = "SQLite error \(code): \(message)"
    if let sql { text += "\nwhile running: \(sql.count > 600 ? sql.prefix(600) + "…" : Substring(sql))" }
    return text
  }

  package var isDiskFull: Bool { primaryCode == SQLITE_FULL }
  package var isDamage: Bool { primaryCode == SQLITE_CORRUPT || primaryCode == SQLITE_NOTADB }
  package var isLock: Bool { primaryCode == SQLITE_BUSY || primaryCode == SQLITE_LOCKED }
  package var isInputOutput: Bool {
    primaryCode == SQLITE_IOERR || primaryCode == SQLITE_READONLY || primaryCode == SQLITE_CANTOPEN
  }
  package var isInterrupt: Bool { primaryCode == SQLITE_INTERRUPT }
  package var isConstraint: Bool { primaryCode == SQLITE_CONSTRAINT }
}

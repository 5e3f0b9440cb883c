internal import HeirloomFindings
internal import HeirloomReading
public import HeirloomReporting
internal import HeirloomSchema
internal import HeirloomSQLite

extension Store {
  /// Answers a question in SQL over the store's relations, row by row.
  ///
  /// - Parameters:
  ///   - columns: called once, before the first row.
  ///   - row: called for each row; answer false to stop.
  /// - Throws: `query-refused` when the statement is not one that only reads, `query-faulty` when SQLite does not understand
  ///   it, or what is wrong with the store.
  public func query(_ sql: String, columns: ([String]) throws -> Void, row: ([QueryCell]) throws -> Bool) throws {
    try Self.refuseWriting(sql)
    var statement: Statement
    do { statement = try connection.prepare(sql) } catch { throw misunderstood(error) }
    let rest = sqlWithoutComments(String(decoding: Array(sql.utf8).dropFirst(statement.length), as: UTF8.self), passing: ";")
    guard rest.isEmpty else {
      throw Finding(
        .queryRefused, "there is more than one statement: '\(rest.prefix(40))' would not be answered",
        help: "ask one question at a time, or put a ';' within quotes")
    }
    guard statement.isReadOnly else { throw Finding(.queryRefused, "this statement would write") }
    try columns((0..<statement.columnCount).map { statement.name(of: $0) })
    while true {
      do throws(SQLiteError) {
        if try !statement.step() { break }
      } catch {
        // A fault of the question (an overflow, a malformed JSON path, a value that is too big) is not the store's.
        if [1, 18].contains(error.primaryCode), !error.message.contains("[realm-damaged]") { throw misunderstood(error) }
        throw Finding(reading: path, failed: error)
      }
      if try !row(statement.row.map(QueryCell.init)) { return }
    }
    try legacy.confirmUnchanged()
  }

  /// Only what reads is let through; SQLite calls ATTACH and some PRAGMAs read-only too.
  private static func refuseWriting(_ sql: String) throws {
    let words = sqlWithoutComments(sql)
    let first = words.prefix { $0.isLetter }.uppercased()
    guard ["SELECT", "WITH", "VALUES", "EXPLAIN"].contains(first) else {
      throw Finding(.queryRefused, first.isEmpty ? "there is no statement" : "'\(first)' is no question")
    }
  }

  private func misunderstood(_ error: SQLiteError) -> Finding {
    var help: String?
    let relations = schema.entities.map(\.name.text)
    for marker in ["no such table: ", "no such column: "] {
      guard let range = error.message.firstRange(of: marker) else { continue }
      let name = String(error.message[range.upperBound...])
      let columns = schema.entities.flatMap { $0.attributes.map(\.name.text) + $0.relationships.map(\.name.text) }
      let known = marker.contains("table") ? relations : Array(Set(columns)).sorted()
      help =
        closestName(to: name, among: known).map { "did you mean '\($0)'?" }
        ?? (marker.contains("table") ? "the store has \(relations.prefix(12).joined(separator: ", "))" : nil)
    }
    return Finding(.queryFaulty, error.message, help: help)
  }
}

/// The text from its first word on, past blanks, comments and opening brackets, or another sign.
private func sqlWithoutComments(_ sql: String, passing sign: Character = "(") -> Substring {
  var rest = sql[...]
  while let first = rest.first {
    if first.isWhitespace || first == sign {
      rest = rest.dropFirst()
    } else if rest.hasPrefix("--") {
      rest = rest.drop { !$0.isNewline }
    } else if rest.hasPrefix("/*") {
      rest = rest.firstRange(of: "*/").map { rest[$0.upperBound...] } ?? ""
    } else {
      break
    }
  }
  return rest
}

extension QueryCell {
  fileprivate init(_ value: SQLiteValue) {
    self =
      switch value {
      case .null: .null
      case .integer(let value): .integer(value)
      case .real(let value): .real(value)
      case .text(let value): .text(value)
      case .blob(let value): .blob(value)
      }
  }
}

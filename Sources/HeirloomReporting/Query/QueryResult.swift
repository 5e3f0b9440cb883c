/// The answer to a query: the one report that holds records' values, since that is what was asked for.
public struct QueryResult: Sendable, Hashable {
  public enum Cell: Sendable, Hashable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
  }

  public var columns: [String]
  public var rows: [[Cell]]

  public init(columns: [String], rows: [[Cell]] = []) {
    self.columns = columns
    self.rows = rows
  }
}

extension QueryResult: Report {
  /// One object for each row; a column name that comes twice is numbered: `id`, `id:1`.
  public var json: JSONValue {
    let names = columns.enumerated().map { position, name in
      let earlier = columns[..<position].count { $0 == name }
      return earlier == 0 ? name : "\(name):\(earlier)"
    }
    return .array(rows.map { row in .object(zip(names, row).map { JSONValue.Member($0, $1.json) }) })
  }

  public var document: Document {
    let numeric = columns.indices.map { column in
      rows.contains { $0[safe: column]?.isNumber == true } && rows.allSatisfy { $0[safe: column]?.isTextual != true }
    }
    let table = Table(zip(columns, numeric).map { .init($0, numeric: $1) }, rows: rows.map { $0.map(\.shown) })
    return Document(title: "", blocks: [.table(table)])
  }

  /// The rows as comma-separated values (RFC 4180): NULL is empty, bytes are hex digits.
  public func csv() -> String {
    ([columns] + rows.map { $0.map(\.plain) }).map { $0.map(Self.quoted).joined(separator: ",") + "\r\n" }.joined()
  }

  private static func quoted(_ text: String) -> String {
    let needsQuotes = text.unicodeScalars.contains { $0 == "," || $0 == "\"" || $0 == "\n" || $0 == "\r" }
    return needsQuotes ? "\"" + text.replacing("\"", with: "\"\"") + "\"" : text
  }
}

extension QueryResult.Cell {
  var isNumber: Bool {
    switch self {
    case .integer, .real: true
    default: false
    }
  }

  var isTextual: Bool {
    switch self {
    case .text, .blob: true
    default: false
    }
  }

  var json: JSONValue {
    switch self {
    case .null: .null
    case .integer(let value): .integer(value)
    case .real(let value): .real(value)
    case .text(let value): .string(value)
    case .blob(let bytes): .string(hexadecimal(bytes))
    }
  }

  /// For a table: as SQL would write it where plain text would mislead.
  var shown: String {
    switch self {
    case .null: "NULL"
    case .blob(let bytes) where bytes.count > 32: "x'\(hexadecimal(Array(bytes.prefix(32))))…' (\(bytes.count) bytes)"
    case .blob(let bytes): "x'\(hexadecimal(bytes))'"
    default: plain
    }
  }

  var plain: String {
    switch self {
    case .null: ""
    case .integer(let value): String(value)
    case .real(let value): value.description
    case .text(let value): value
    case .blob(let bytes): hexadecimal(bytes)
    }
  }
}

extension Array {
  /// The element, or nil past the end.
  subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}

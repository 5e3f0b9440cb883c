/// One value as SQLite stores it.
package enum SQLiteValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])

  package var isNull: Bool { self == .null }
  package var integer: Int64? { if case .integer(let value) = self { value } else { nil } }
  package var text: String? { if case .text(let value) = self { value } else { nil } }
  package var blob: [UInt8]? { if case .blob(let value) = self { value } else { nil } }
  /// The number, whether SQLite keeps it as an integer or as a real.
  package var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value
    default: nil
    }
  }

  /// The value as an SQL literal.
  package var literal: String {
    switch self {
    case .null: return "NULL"
    // The smallest integer cannot be written as a literal of its own: its digits alone would be a REAL.
    case .integer(.min): return "(-9223372036854775807 - 1)"
    case .integer(let value): return String(value)
    case .real(let value) where value.isNaN: return "NULL"
    case .real(let value) where value.isInfinite: return value < 0 ? "-9e999" : "9e999"
    case .real(let value): return "\(value)"
    case .text(let value): return sqlText(value)
    case .blob(let bytes): return "x'\(bytes.map { hexadecimal($0) }.joined())'"
    }
  }
}

private func hexadecimal(_ byte: UInt8) -> String {
  let digits = String(byte, radix: 16)
  return byte < 16 ? "0" + digits : digits
}

/// A name quoted for SQL.
package func sqlName(_ name: String) -> String { "\"\(name.replacing("\"", with: "\"\""))\"" }

/// A text as an SQL literal; NUL characters, at which a literal would end, are spliced in by `char(0)`.
package func sqlText(_ text: String) -> String {
  let parts = text.split(separator: "\0", omittingEmptySubsequences: false).map { "'\($0.replacing("'", with: "''"))'" }
  return parts.count == 1 ? parts[0] : "(\(parts.joined(separator: "||char(0)||")))"
}

/// A value in the answer to a query: the one report that shows what records hold, since that was asked for.
public enum QueryCell: Sendable, Hashable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])
}

extension QueryCell {
  /// Bytes are hex digits, since JSON has no form for them.
  public var json: JSONValue {
    switch self {
    case .null: .null
    case .integer(let value): .integer(value)
    case .real(let value): .real(value)
    case .text(let value): .string(value)
    case .blob(let bytes): .string(hexadecimal(bytes))
    }
  }

  /// For a CSV field: NULL is empty, bytes are hex digits.
  var plain: String {
    switch self {
    case .null: ""
    case .integer(let value): String(value)
    case .real(let value): value.description
    case .text(let value): value
    case .blob(let bytes): hexadecimal(bytes)
    }
  }

  /// For a table: NULL and bytes as SQL writes them, long bytes cut.
  var shown: String {
    switch self {
    case .null: "NULL"
    case .blob(let bytes) where bytes.count > 24: "x'\(hexadecimal(Array(bytes.prefix(24))))…' (\(bytes.count) bytes)"
    case .blob(let bytes): "x'\(hexadecimal(bytes))'"
    default: plain
    }
  }

  var isNumber: Bool {
    switch self {
    case .integer, .real: true
    default: false
    }
  }
}

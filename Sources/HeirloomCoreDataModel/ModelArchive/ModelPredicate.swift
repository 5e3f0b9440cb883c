/// A condition of a model: the predicate of a partial index, or the limits of a validated attribute.
///
/// Only what real models hold: comparisons of a key path with a constant, joined by AND, OR and NOT. The text is that of Apple's
/// predicate format, `kind == 1 AND label != nil`.
package indirect enum ModelPredicate: Hashable, Sendable {
  case comparison(path: String, Comparator, Constant)
  case and([ModelPredicate])
  case or([ModelPredicate])
  case not(ModelPredicate)

  /// Raw values are the archives' operator numbers.
  package enum Comparator: Int, Hashable, Sendable, CaseIterable {
    case less = 0
    case lessOrEqual = 1
    case greater = 2
    case greaterOrEqual = 3
    case equal = 4
    case different = 5
    case matches = 6

    package var text: String { ["<", "<=", ">", ">=", "==", "!=", "MATCHES"][rawValue] }
  }

  package enum Constant: Hashable, Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    case real(Double)
    case string(String)
    /// Seconds since 2001-01-01T00:00:00Z.
    case date(Double)
  }
}

extension ModelPredicate: CustomStringConvertible {
  package var description: String {
    switch self {
    case .comparison(let path, let comparator, let constant): "\(path) \(comparator.text) \(constant)"
    case .and(let parts): parts.map { $0.joinedText(within: self) }.joined(separator: " AND ")
    case .or(let parts): parts.map { $0.joinedText(within: self) }.joined(separator: " OR ")
    case .not(let part): "NOT (\(part))"
    }
  }

  private func joinedText(within whole: ModelPredicate) -> String {
    switch self {
    case .and, .or: "(\(self))"
    case .comparison, .not: "\(self)"
    }
  }
}

extension ModelPredicate.Constant: CustomStringConvertible {
  package var description: String {
    switch self {
    case .null: "nil"
    case .bool(let flag): flag ? "YES" : "NO"
    case .integer(let number): String(number)
    case .real(let number): String(number)
    case .string(let text): "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    case .date(let seconds): "CAST(\(seconds), \"NSDate\")"
    }
  }
}

extension String {
  /// Whether the text is a plain key path, `author.name`, and not a larger expression.
  var isKeyPath: Bool {
    let words = utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
      }
    }
    return words && !isEmpty
  }
}

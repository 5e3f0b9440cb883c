extension ModelPredicate {
  /// Parses the text of a predicate; nil when it holds more than comparisons of a key path with a constant.
  package init?(parsing text: String) {
    var parser = Parser(tokens: Parser.tokens(of: text))
    guard let predicate = parser.disjunction(depth: 0), parser.isAtEnd else { return nil }
    self = predicate
  }

  private struct Parser {
    var tokens: [String]
    var position = 0
    var isAtEnd: Bool { position == tokens.count }

    init(tokens: [String]?) { self.tokens = tokens ?? ["?"] }

    mutating func accept(_ words: String...) -> Bool {
      guard position < tokens.count, words.contains(tokens[position].uppercased()) else { return false }
      position += 1
      return true
    }

    mutating func next() -> String? {
      guard position < tokens.count else { return nil }
      position += 1
      return tokens[position - 1]
    }

    mutating func disjunction(depth: Int) -> ModelPredicate? {
      guard depth < 64, let first = conjunction(depth: depth) else { return nil }
      var parts = [first]
      while accept("OR", "||") {
        guard let part = conjunction(depth: depth) else { return nil }
        parts.append(part)
      }
      return parts.count == 1 ? first : .or(parts)
    }

    mutating func conjunction(depth: Int) -> ModelPredicate? {
      guard let first = unit(depth: depth) else { return nil }
      var parts = [first]
      while accept("AND", "&&") {
        guard let part = unit(depth: depth) else { return nil }
        parts.append(part)
      }
      return parts.count == 1 ? first : .and(parts)
    }

    mutating func unit(depth: Int) -> ModelPredicate? {
      guard depth < 64 else { return nil }
      if accept("NOT", "!") { return unit(depth: depth + 1).map(ModelPredicate.not) }
      if accept("(") {
        let inner = disjunction(depth: depth + 1)
        return accept(")") ? inner : nil
      }
      guard let path = next(), let sign = next(), let value = next() else { return nil }
      let isPath = path.first.map { $0.isLetter || $0 == "_" || $0 == "@" || $0 == "#" } ?? false
      let signs: [String: Comparator] = [
        "<": .less, "<=": .lessOrEqual, "=<": .lessOrEqual, ">": .greater, ">=": .greaterOrEqual, "=>": .greaterOrEqual,
        "=": .equal, "==": .equal, "!=": .different, "<>": .different, "MATCHES": .matches,
      ]
      guard isPath, let comparator = signs[sign.uppercased()], let constant = Self.constant(value) else { return nil }
      return .comparison(path: path.first == "#" ? String(path.dropFirst()) : path, comparator, constant)
    }

    static func constant(_ token: String) -> Constant? {
      switch token.uppercased() {
      case "NIL", "NULL": return .null
      case "YES", "TRUE": return .bool(true)
      case "NO", "FALSE": return .bool(false)
      default: break
      }
      if token.first == "\"" || token.first == "'" { return .string(String(token.dropFirst())) }
      if let number = Int64(token) { return .integer(number) }
      return token.first.map { $0.isNumber || $0 == "-" || $0 == "." } == true ? Double(token).map(Constant.real) : nil
    }

    /// Words, signs and brackets; a quoted text keeps its opening quote as the mark of a text, and loses the closing one.
    static func tokens(of text: String) -> [String]? {
      var result: [String] = []
      var rest = Substring(text)
      while let first = rest.first {
        if first.isWhitespace {
          rest.removeFirst()
        } else if first == "(" || first == ")" {
          result.append(String(rest.removeFirst()))
        } else if first == "\"" || first == "'" {
          var token = String(rest.removeFirst())
          while let letter = rest.first, letter != first {
            rest.removeFirst()
            if letter == "\\", let escaped = rest.first {
              rest.removeFirst()
              token.append(escaped)
            } else {
              token.append(letter)
            }
          }
          guard !rest.isEmpty else { return nil }
          rest.removeFirst()
          result.append(token)
        } else {
          let isSign = "<>=!&|".contains(first)
          let token = rest.prefix { "<>=!&|".contains($0) == isSign && !$0.isWhitespace && !"()\"'".contains($0) }
          result.append(String(token))
          rest.removeFirst(token.count)
        }
      }
      return result
    }
  }
}

import HeirloomTestSupport

/// One expression in two spellings: as a mapping has it, and as Swift itself has it.
///
/// They differ where Swift would end the program (overflow, division by zero), give another type (`Substring`) or cannot be
/// told what to do in short: there the spelling for Swift calls one of the helpers of `SwiftProgram`.
struct Spelt {
  var mapping: String
  var swift: String

  init(_ mapping: String, _ swift: String) { (self.mapping, self.swift) = (mapping, swift) }
  init(_ same: String) { self.init(same, same) }
}

/// Makes random expressions of a wanted type over the records of the oracle.
struct ExpressionMaker {
  enum Kind: String, CaseIterable {
    case int = "Int"
    case maybeInt = "Int?"
    case double = "Double"
    case maybeDouble = "Double?"
    case text = "String"
    case maybeText = "String?"
    case bool = "Bool"
    case list = "[String]"
  }

  var random: SplitMix

  private mutating func one<T>(_ choices: [T]) -> T { choices[Int.random(in: 0..<choices.count, using: &random)] }

  mutating func make(_ kind: Kind, _ depth: Int) -> Spelt {
    var spelt = depth > 0 ? node(kind, depth) : leaf(kind)
    // The compiler is told each type: it would need long to find them out.
    spelt.swift = "(\(spelt.swift) as \(kind.rawValue))"
    return spelt
  }

  private mutating func node(_ kind: Kind, _ depth: Int) -> Spelt {
    if Int.random(in: 0..<8, using: &random) == 0 {
      let (c, a, b) = (make(.bool, depth - 1), make(kind, depth - 1), make(kind, depth - 1))
      return Spelt("(\(c.mapping) ? \(a.mapping) : \(b.mapping))", "(\(c.swift) ? \(a.swift) : \(b.swift))")
    }
    switch kind {
    case .int: return int(depth - 1)
    case .maybeInt: return maybeInt(depth - 1)
    case .double: return double(depth - 1)
    case .maybeDouble: return maybeDouble(depth - 1)
    case .text: return text(depth - 1)
    case .maybeText: return maybeText(depth - 1)
    case .bool: return bool(depth - 1)
    case .list: return list(depth - 1)
    }
  }

  private mutating func leaf(_ kind: Kind) -> Spelt {
    switch kind {
    case .int: Spelt(one(["old.i", "0", "-3", "7", "100", "old.s.count", "Int.max", "old.parts.count"]))
    case .maybeInt: Spelt(one(["old.oi", "Int(old.s)"]))
    case .double: Spelt(one(["old.d", "0.5", "2.0", "-1.25", "Double.pi"]))
    case .maybeDouble: Spelt(one(["old.od", "Double(old.s)"]))
    case .text: Spelt(one(["old.s", #""""#, #""a""#, #""é""#, #"", ""#, #""\(old.i)""#, #""\(old.s)-\(old.b)""#]))
    case .maybeText: Spelt(one(["old.os", "old.parts.first?.name"]))
    case .bool: Spelt(one(["old.b", "true", "false", "old.s.isEmpty", "(old.os == nil)"]))
    case .list: Spelt(one(["old.parts.map { $0.name }", #"["a", "b"]"#, "old.parts.map(\\.name)"]))
    }
  }

  /// Operands put into the places `$1`, `$2`… of a pattern, and into that for Swift where it is another one.
  private func put(_ operands: [Spelt], _ mapping: String, _ swift: String? = nil) -> Spelt {
    var result = Spelt(mapping, swift ?? mapping)
    for (index, operand) in operands.enumerated() {
      result.mapping = result.mapping.replacing("$\(index + 1)", with: operand.mapping)
      result.swift = result.swift.replacing("$\(index + 1)", with: operand.swift)
    }
    return result
  }

  private mutating func int(_ d: Int) -> Spelt {
    switch Int.random(in: 0..<14, using: &random) {
    case 0:
      let (sign, name) = one([("+", "plus"), ("-", "minus"), ("*", "times"), ("/", "over"), ("%", "rest")])
      return put([make(.int, d), make(.int, d)], "($1 \(sign) $2)", "\(name)($1, $2)")
    case 1: return put([make(.int, d), make(.int, d)], "($1 \(one(["&", "|", "^"])) $2)")
    case 2: return put([make(.int, d)], "($1 \(one(["<<", ">>"])) \(one(["1", "3", "64", "-2"])))")
    case 3: return put([make(.maybeInt, d), make(.int, d)], "($1 ?? $2)")
    case 4: return put([make(.double, d)], "Int($1)", "whole($1)")
    case 5: return put([make(.text, d)], "$1.count")
    case 6: return put([make(.int, d), make(.int, d)], "\(one(["min", "max"]))($1, $2)")
    case 7: return put([make(.int, d)], "abs($1)", "size($1)")
    case 8: return put([make(.list, d)], "$1.count")
    case 9: return put([make(.int, d)], "(-($1))", "minus(0, $1)")
    case 10: return put([make(.int, d)], "($1).signum()")
    case 11: return put([make(.maybeInt, d)], "($1)!", "there($1)")
    case 12: return put([make(.bool, d)], "Int($1)", "($1 ? 1 : 0)")
    default: return put([leaf(.text)], "old.parts.count(where: { $0.name == $1 })")
    }
  }

  private mutating func maybeInt(_ d: Int) -> Spelt {
    switch Int.random(in: 0..<7, using: &random) {
    case 0: put([make(.text, d)], "Int($1)")
    case 1: put([make(.double, d)], "Int(exactly: $1)")
    case 2: put([make(.maybeText, d)], "($1)?.count")
    case 3: put([make(.maybeInt, d)], "($1).map { $0 / 2 }")
    case 4: put([make(.text, d)], "Int($1, radix: 16)")
    case 5: put([make(.list, d), leaf(.text)], "$1.firstIndex(of: $2)")
    default: put([make(.list, d)], "$1.map { $0.count }.max()")
    }
  }

  private mutating func double(_ d: Int) -> Spelt {
    switch Int.random(in: 0..<7, using: &random) {
    case 0: put([make(.double, d), make(.double, d)], "($1 \(one(["+", "-", "*"])) $2)")
    case 1: put([make(.maybeDouble, d), make(.double, d)], "($1 ?? $2)")
    case 2: put([make(.int, d)], "Double($1)")
    case 3:
      put(
        [make(.double, d)],
        "($1).\(one(["rounded()", "magnitude", "rounded(.toNearestOrEven)", "rounded(.down)", "rounded(.up)", "rounded(.towardZero)"]))"
      )
    case 4: put([make(.double, d), leaf(.double)], "\(one(["min", "max"]))($1, $2)")
    case 5: put([make(.double, d)], "($1 / 4)")
    default: put([make(.double, d)], "\(one(["floor", "ceil", "trunc"]))($1)")
    }
  }

  private mutating func maybeDouble(_ d: Int) -> Spelt {
    switch Int.random(in: 0..<3, using: &random) {
    case 0: put([make(.text, d)], "Double($1)")
    case 1: put([make(.maybeDouble, d)], "($1).map { $0 * 2 }")
    default: put([make(.bool, d), make(.double, d)], "($1 ? $2 : nil)", "($1 ? Double?.some($2) : nil)")
    }
  }

  private mutating func text(_ d: Int) -> Spelt {
    switch Int.random(in: 0..<16, using: &random) {
    case 0: return put([make(.text, d), make(.text, d)], "($1 + $2)")
    case 1: return put([make(.maybeText, d), make(.text, d)], "($1 ?? $2)")
    case 2: return put([make(.int, d), make(.text, d)], #""\($1) \($2)""#)
    case 3: return put([make(one([.int, .double, .bool]), d)], "String($1)")
    case 4: return put([make(.text, d)], "($1).\(one(["lowercased()", "uppercased()", "capitalized"]))")
    case 5: return put([make(.text, d)], "($1).reversed()", "String(($1).reversed())")
    case 6:
      let cut = one(["prefix(2)", "suffix(2)", "dropFirst(1)", "dropLast(1)"])
      return put([make(.text, d)], "($1).\(cut)", "String(($1).\(cut))")
    case 7: return put([make(.list, d), make(.text, d)], "$1.joined(separator: $2)")
    case 8: return put([make(.text, d), leaf(.text)], #"($1).replacingOccurrences(of: "a", with: $2)"#)
    case 9: return put([make(.text, d), leaf(.text)], #"($1).replacing("1", with: $2)"#)
    case 10:
      return put(
        [make(.double, d)], #"String(format: "\#(one(["%05.2f", "%.3f", "%8.1f", "%-8.2f|", "%+.1f", "%e", "%g"]))", $1)"#)
    case 11: return put([make(.int, d)], "String($1, radix: \(one(["2", "16", "36"])))")
    case 12: return put([leaf(.text)], "String(repeating: $1, count: 3)")
    case 13: return put([make(.text, d)], #"($1).padding(toLength: 8, withPad: "-", startingAt: 0)"#)
    case 14: return put([make(.double, d)], #""\($1)""#)
    default: return put([make(.text, d)], "($1).trimmingCharacters(in: .whitespaces)")
    }
  }

  private mutating func maybeText(_ d: Int) -> Spelt {
    switch Int.random(in: 0..<5, using: &random) {
    case 0: put([make(.list, d)], "$1.\(one(["first", "last", "min()", "max()"]))")
    case 1: put([leaf(.text)], "old.parts.first(where: { $0.name == $1 })?.name")
    case 2: put([make(.maybeText, d)], "($1)?.lowercased()")
    case 3: put([make(.maybeInt, d)], #"($1).map { "\($0)" }"#)
    default: put([make(.text, d)], "String(data: Data($1.utf8), encoding: .utf8)")
    }
  }

  private mutating func bool(_ d: Int) -> Spelt {
    switch Int.random(in: 0..<12, using: &random) {
    case 0: return put([make(.int, d), make(.int, d)], "($1 \(one(["==", "!=", "<", "<=", ">", ">="])) $2)")
    case 1: return put([make(.maybeInt, d), make(.maybeInt, d)], "($1 \(one(["==", "!="])) $2)")
    case 2: return put([make(.text, d), make(.text, d)], "($1 == $2)", "same($1, $2)")
    case 3: return put([make(.double, d), make(.double, d)], "($1 \(one(["==", "<", ">"])) $2)")
    case 4: return put([make(.bool, d), make(.bool, d)], "($1 \(one(["&&", "||"])) $2)")
    case 5: return put([make(.bool, d)], "!($1)")
    case 6: return put([make(.text, d), leaf(.text)], "($1).\(one(["hasPrefix", "hasSuffix"]))($2)")
    case 7: return put([make(.list, d), leaf(.text)], "$1.contains($2)")
    case 8: return put([make(.maybeText, d)], "(($1) == nil)")
    case 9: return put([make(.int, d)], "(1...10).contains($1)")
    case 10: return put([leaf(.text)], "old.parts.contains { $0.name == $1 }")
    default: return put([make(.int, d), leaf(.int)], "($1).isMultiple(of: $2)")
    }
  }

  private mutating func list(_ d: Int) -> Spelt {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return put([make(.text, d)], #"($1).split(separator: ", ")"#, #"($1).split(separator: ", ").map(String.init)"#)
    case 1: return put([make(.text, d), make(.text, d)], "[$1, $2]")
    case 2: return put([make(.list, d), leaf(.text)], "$1.filter { $0 != $2 }")
    case 3: return put([make(.list, d), leaf(.text)], "$1.map { $0 + $2 }")
    case 4:
      let part = one(["reversed()", "prefix(2)", "dropFirst(1)", "suffix(1)"])
      return put([make(.list, d)], "$1.\(part)", "Array($1.\(part))")
    case 5: return put([make(.list, d), make(.list, d)], "($1 + $2)")
    case 6: return put([make(.text, d)], #"($1).components(separatedBy: ", ")"#)
    default: return put([make(.maybeText, d)], "[$1].compactMap { $0 }")
    }
  }
}

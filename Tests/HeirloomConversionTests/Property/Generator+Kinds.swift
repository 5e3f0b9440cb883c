/// Expressions of each kind, one form at random.
extension Generator {
  mutating func whole(_ d: Int, _ scope: [Variable]) -> Written {
    switch dice.below(13) {
    case 9: return ("(\(needed(.int, d, scope)) \(dice.pick(["&", "|", "^"])) \(needed(.int, d, scope)))", false)
    case 10:
      let text = needed(.int, d, scope)
      return (dice.pick(["abs(\(text))", "(\(text)).signum()", "(\(text)).clamped(to: -2...40)", "min(\(text), 3, 5)"]), false)
    case 11:
      let a = expression(.int, d, scope)
      return a.isOptional ? ("(\(a.text)).map { m in \(dice.pick(["m / 2", "m % 3", "~m"])) }", true) : a
    case 12:
      let parts = needed(.string, d, scope)
      let change = dice.pick([".dropFirst()", ".reversed()", ".dropLast(2)", ".suffix(1)", ""])
      return ("((\(parts)).components(separatedBy: \(literal(.string)))\(change) + [\"a\"]).firstIndex(of: \"a\")", true)
    case 0...2: return ("(\(needed(.int, d, scope)) \(dice.pick(["+", "-", "*", "/", "%"])) \(needed(.int, d, scope)))", false)
    case 3: return ("\(dice.pick(["min", "max"]))(\(needed(.int, d, scope)), \(needed(.int, d, scope)))", false)
    case 4: return ("Int(\(needed(.string, d, scope)))", true)
    case 5: return ("(\(needed(.string, d, scope))).count", false)
    case 6: return dice.chance(50) ? ("Int(\(needed(.double, d, scope)))", false) : ("Int(\(needed(.bool, d, scope)))", false)
    case 7: return ("(\(needed(.string, d, scope))).split(separator: \(literal(.string))).count", false)
    default:
      return overMany(d, scope) { generator, collection, inner in
        switch generator.dice.below(4) {
        case 0: ("\(collection).count", false)
        case 1: ("\(collection).sum { \(inner.name) in \(generator.needed(.int, 1, scope + [inner])) }", false)
        case 2:
          (
            "\(collection).\(generator.dice.pick(["min", "max"]))(of: { \(inner.name) in \(generator.expression(.int, 1, scope + [inner]).text) })",
            true
          )
        default: ("\(collection).\(generator.dice.pick(["first", "last"]))(by: \\.\(generator.key(inner)))?.int", true)
        }
      }
    }
  }

  mutating func real(_ d: Int, _ scope: [Variable]) -> Written {
    switch dice.below(5) {
    case 0, 1: return ("(\(needed(.double, d, scope)) \(dice.pick(["+", "-", "*"])) \(needed(.double, d, scope)))", false)
    case 2: return ("Double(\(needed(.int, d, scope)))", false)
    case 3:
      return (
        "(\(needed(.double, d, scope))).\(dice.pick(["rounded()", "roundedDown()", "roundedUp()", "magnitude", "rounded(.toNearestOrEven)", "rounded(.awayFromZero)"]))",
        false
      )
    default: return ("Double(\(needed(.string, d, scope)))", true)
    }
  }

  mutating func string(_ d: Int, _ scope: [Variable]) -> Written {
    switch dice.below(14) {
    case 9:
      let method = dice.pick([
        "trimmingCharacters(in: CharacterSet(charactersIn: \"a x\"))", "trimmingCharacters(in: .whitespaces)",
        "replacingOccurrences(of: \"a\", with: \"<>\")", "replacing(/[a-c]+/, with: \"$0\")",
      ])
      return ("(\(needed(.string, d, scope))).\(method)", false)
    case 10:
      return ("String(format: \"%04d|%@\", \(needed(.int, d, scope)), \(needed(.string, d, scope)))", false)
    case 11: return ("(\(needed(.string, d, scope))).\(dice.pick(["first", "last"]))", true)
    case 12:
      let a = expression(.string, d, scope)
      return a.isOptional ? ("(if let t = \(a.text), !t.isEmpty { t + \"!\" } else { \(needed(.string, d, scope)) })", false) : a
    case 13:
      let one = leaf(.int, scope, optional: true), two = leaf(.bool, scope, optional: true)
      let a = needed(.string, d, scope), b = needed(.string, d, scope), c = needed(.string, d, scope)
      let guarded = one.isOptional ? "let n?" : "let n"
      return (
        "(switch (\(one.text), \(two.text)) { case (0...2, true): \(a) case (\(guarded), _) where n > 5: \(b) default: \(c) })",
        false
      )
    case 0: return ("(\(needed(.string, d, scope)) + \(needed(.string, d, scope)))", false)
    case 1: return ("\"<\\(\(needed(.int, d, scope)))|\\(\(needed(.string, d, scope)))>\"", false)
    case 2:
      let method = dice.pick([
        "uppercased()", "lowercased()", "trimmed()", "reversed()", "prefix(2)", "suffix(1)", "dropFirst()", "dropLast(3)",
      ])
      return ("(\(needed(.string, d, scope))).\(method)", false)
    case 3: return ("String(\(needed(dice.pick([.int, .double, .bool, .decimal]), d, scope)))", false)
    case 4:
      return (
        "(\(needed(.string, d, scope))).split(separator: \(dice.pick(["\", \"", "\"a\"", "\"x\""])))[\(dice.below(3))]", true
      )
    case 5: return ("(\(needed(.string, d, scope))).replacing(\(literal(.string)), with: \(literal(.string)))", false)
    case 6: return ("[\(needed(.string, d, scope)), \(needed(.string, d, scope))].joined(separator: \"-\")", false)
    default:
      return overMany(d, scope) { generator, collection, inner in
        if generator.dice.chance(50) {
          (
            "\(collection).map { \(inner.name) in \(generator.needed(.string, 1, scope + [inner])) }.joined(separator: \",\")",
            false
          )
        } else {
          (
            "\(collection).compactMap { \(inner.name) in \(generator.expression(.string, 1, scope + [inner]).text) }.joined(separator: \";\")",
            false
          )
        }
      }
    }
  }

  mutating func truth(_ d: Int, _ scope: [Variable]) -> String {
    switch dice.below(11) {
    case 9: return "(\(dice.pick(["1...3", "-1..<42", "3..."]))).contains(\(needed(.int, d, scope)))"
    case 10: return "(\(needed(.int, d, scope))).isMultiple(of: \(dice.pick(["2", "0", "3", "-1"])))"
    case 0: return "(\(needed(.bool, d, scope)) \(dice.pick(["&&", "||"])) \(needed(.bool, d, scope)))"
    case 1: return "!(\(needed(.bool, d, scope)))"
    case 2, 3:
      let kind = dice.pick([Kind.int, .double, .string, .date, .decimal])
      return "(\(needed(kind, d, scope)) \(dice.pick(["<", "<=", ">", ">="])) \(leaf(kind, scope, optional: false).text))"
    case 4:
      let kind = dice.pick(Kind.allCases)
      return "(\(expression(kind, d, scope).text) \(dice.pick(["==", "!="])) \(leaf(kind, scope).text))"
    case 5: return "(\(leaf(dice.pick(Kind.allCases), scope, optional: true).text) \(dice.pick(["==", "!="])) nil)"
    case 6: return "(\(needed(.string, d, scope))).\(dice.pick(["contains", "hasPrefix", "hasSuffix"]))(\(literal(.string)))"
    case 7: return "(\(needed(.string, d, scope))).isEmpty"
    default:
      return overMany(d, scope) { generator, collection, inner in
        switch generator.dice.below(3) {
        case 0: ("\(collection).isEmpty", false)
        case 1: ("\(collection).contains { \(inner.name) in \(generator.needed(.bool, 1, scope + [inner])) }", false)
        default: ("\(collection).allSatisfy { \(inner.name) in \(generator.needed(.bool, 1, scope + [inner])) }", false)
        }
      }.text
    }
  }
}

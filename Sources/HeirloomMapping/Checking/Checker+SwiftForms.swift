internal import Foundation
internal import HeirloomFindings
internal import HeirloomSchema

/// Methods as Swift and Foundation spell them, whose arguments are rules, sets of characters, ranges or regular expressions.
extension Checker {
  mutating func swiftForm(
    _ name: String, of base: Expression, _ arguments: [Term.Argument], _ place: TextPlace, _ scope: Scope
  ) -> Expression? {
    switch base.type.base {
    case .string: textForm(name, base, arguments, place, scope)
    case .int, .double, .float, .decimal: numberForm(name, base, arguments, place, scope)
    default: nil
    }
  }

  private mutating func textForm(
    _ name: String, _ base: Expression, _ arguments: [Term.Argument], _ place: TextPlace, _ scope: Scope
  ) -> Expression? {
    let terms = arguments.map(\.value)
    func made(_ operation: Operation, _ operands: [Expression], _ type: ValueType.Base = .string) -> Expression {
      Expression(.operation(operation, [base] + operands), ValueType(type), place)
    }
    switch (name, arguments.map(\.label)) {
    case ("trimmingCharacters", ["in"]):
      return characters(terms[0], scope).map { made(.trimmedOf, $0) } ?? unknown(place)
    case ("replacingOccurrences", ["of", "with", "options"]):
      guard case .implicitMember("regularExpression") = terms[2].kind else {
        report(
          .wrongArguments, "the option is '.regularExpression' here", terms[2].place,
          help: "a pattern that starts with '(?i)' ignores case")
        return unknown(place)
      }
      return method(
        "replacing", of: base, [.init(label: "pattern", value: terms[0]), arguments[1]], chained: false, place, scope)
    case ("replacingOccurrences", ["of", "with"]):
      return method("replacing", of: base, [.init(label: nil, value: terms[0]), arguments[1]], chained: false, place, scope)
    case ("starts", ["with"]):
      return method("hasPrefix", of: base, [.init(label: nil, value: terms[0])], chained: false, place, scope)
    case ("data", ["using"]):
      guard case .implicitMember("utf8") = terms[0].kind else { return nil }
      return made(.dataFromText, [], .data).typed(ValueType(.data, optional: true))
    case ("contains", [nil]), ("replacing", [nil, "with"]):
      guard case .regex(let pattern) = terms[0].kind else { return nil }
      let constant = Expression.constant(.text(pattern), .string, terms[0].place)
      checkPattern(constant, terms[0].place)
      if name == "contains" { return made(.matchesPattern, [constant], .bool) }
      let new = check(terms[1], in: scope, expecting: .string)
      expect(.string, new, terms[1].place)
      // In Swift the text is taken as it is: '$1' stands for itself.
      return made(.replacingPattern, [constant, Expression(.operation(.templateFromText, [new]), new.type, terms[1].place)])
    default: return nil
    }
  }

  /// `.whitespaces`, `.whitespacesAndNewlines`, `CharacterSet(charactersIn: "…")`: the name of a set, and its characters.
  private mutating func characters(_ term: Term, _ scope: Scope) -> [Expression]? {
    func named(_ name: String) -> [Expression] {
      [.constant(.text(name), .string, term.place), .constant(.text(""), .string, term.place)]
    }
    switch term.kind {
    case .implicitMember(let name) where Self.characterSets.contains(name): return named(name)
    case .member(let type, let name) where type.dottedName == "CharacterSet" && Self.characterSets.contains(name):
      return named(name)
    case .call(let callee, let arguments)
    where ["CharacterSet", ".init"].contains(callee.dottedName) && arguments.map(\.label) == ["charactersIn"]:
      let signs = check(arguments[0].value, in: scope, expecting: .string)
      expect(.string, signs, arguments[0].value.place)
      return [.constant(.text(""), .string, term.place), signs]
    default:
      report(
        .wrongArguments, "expected a set of characters", term.place,
        help: (Self.characterSets.map { "'.\($0)'" } + ["'CharacterSet(charactersIn: \"…\")'"]).joined(separator: ", "))
      return nil
    }
  }

  static let characterSets = [
    "whitespaces", "newlines", "whitespacesAndNewlines", "punctuationCharacters", "decimalDigits", "symbols", "controlCharacters",
  ]

  private mutating func numberForm(
    _ name: String, _ base: Expression, _ arguments: [Term.Argument], _ place: TextPlace, _ scope: Scope
  ) -> Expression? {
    let kind = base.type.base, terms = arguments.map(\.value)
    func operand(_ term: Term) -> Expression {
      let value = check(term, in: scope, expecting: kind)
      expect(kind, value, term.place)
      return value
    }
    switch (name, arguments.map(\.label)) {
    case ("rounded", [nil]) where kind.isFloatingPoint:
      let rules: [String: Operation] = [
        "up": .roundedUp, "down": .roundedDown, "towardZero": .roundedTowardZero, "toNearestOrEven": .roundedToEven,
        "toNearestOrAwayFromZero": .roundedToNearest, "awayFromZero": .roundedAwayFromZero,
      ]
      if case .implicitMember(let rule) = terms[0].kind, let operation = rules[rule] {
        return Expression(.operation(operation, [base]), base.type, place)
      }
      report(
        .wrongArguments, "expected a rule of rounding", terms[0].place,
        help: rules.keys.sorted().map { "'.\($0)'" }.joined(separator: ", "))
      return unknown(place)
    case ("clamped", ["to"]):
      guard case .range(let low?, let high?, closed: true) = terms[0].kind else {
        report(.wrongArguments, "expected a range with both ends", terms[0].place, help: "clamped(to: 0...10)")
        return unknown(place)
      }
      return method(
        "clamped", of: base, [.init(label: "from", value: low), .init(label: "to", value: high)], chained: false, place, scope)
    case ("clamped", ["from", "to"]) where kind == .decimal:
      let low = operand(terms[0]), high = operand(terms[1])
      let raised = Expression(.conditional(ordered(.less, base, low, place), low, base), base.type, place)
      return Expression(.conditional(ordered(.greater, raised, high, place), high, raised), base.type, place)
    case ("truncatingRemainder", ["dividingBy"]) where kind.isFloatingPoint:
      return Expression(.operation(.remainder, [base, operand(terms[0])]), base.type, place)
    case ("isMultiple", ["of"]) where kind == .int:
      return Expression(.operation(.isMultiple, [base, operand(terms[0])]), ValueType(.bool), place)
    default: return nil
    }
  }

  /// A property as Swift spells it; nil for another one.
  mutating func swiftMember(_ name: String, of base: Expression, _ place: TextPlace) -> Expression? {
    switch (name, base.type.base) {
    case ("description", .list), ("description", .data), ("description", .attributedString): return nil
    case ("description", _): return textual(base, place)
    case ("first", .string), ("last", .string):
      let isEmpty = Expression(.operation(.isEmpty, [base]), ValueType(.bool), place)
      let one = Expression.constant(.integer(1), .int, place)
      let sign = Expression(.operation(name == "first" ? .prefix : .suffix, [base, one]), ValueType(.string), place)
      return Expression(
        .conditional(isEmpty, .constant(.null, .nothing, place), sign), ValueType(.string, optional: true), place)
    case ("magnitude", .decimal): return magnitude(base, place)
    default: return nil
    }
  }

  func magnitude(_ value: Expression, _ place: TextPlace) -> Expression {
    guard value.type.base == .decimal else { return Expression(.operation(.absolute, [value]), value.type, place) }
    let isNegative = ordered(.less, value, .constant(.text("0"), .decimal, place), place)
    let negated = Expression(.operation(.negateDecimal, [value]), value.type, place)
    return Expression(.conditional(isNegative, negated, value), value.type, place)
  }

  /// `&`, `|`, `^`, `<<`, `>>` of whole numbers.
  mutating func bits(_ name: String, _ left: Term, _ right: Term, _ place: TextPlace, _ scope: Scope) -> Expression {
    let operations: [String: Operation] = ["&": .bitAnd, "|": .bitOr, "^": .bitXor, "<<": .shiftLeft, ">>": .shiftRight]
    let a = check(left, in: scope, expecting: .int), b = check(right, in: scope, expecting: .int)
    expect(.int, a, left.place)
    expect(.int, b, right.place)
    return Expression(.operation(operations[name] ?? .bitAnd, [a, b]), ValueType(.int), place)
  }
}

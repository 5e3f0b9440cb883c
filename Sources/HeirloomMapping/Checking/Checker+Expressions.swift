internal import HeirloomFindings
internal import HeirloomSchema

extension Checker {
  /// The meaning of a term. `expected` is the type of the place where it stands, which gives literals and `.cases` theirs.
  mutating func check(_ term: Term, in scope: Scope, expecting expected: ValueType.Base? = nil) -> Expression {
    let (expression, chained) = checkChain(term, in: scope, expecting: expected)
    guard chained else { return expression }
    var whole = expression
    whole.type.isOptional = true
    return whole
  }

  /// As `check`, but says whether the value may be nil only because of a `?` further left in the chain.
  mutating func checkChain(
    _ term: Term, in scope: Scope, expecting expected: ValueType.Base? = nil
  ) -> (Expression, chained: Bool) {
    switch term.kind {
    case .member(let owner, let name):
      if isTypeName(owner, scope) { return (staticMember(name, of: owner, term.place), false) }
      let (base, chained) = checkChain(owner, in: scope)
      return (member(name, of: base, chained: chained, term.place, scope), chained)
    case .chain(let inner):
      var (base, chained) = checkChain(inner, in: scope)
      if !base.type.isOptional, !chained, base.type.base != .unknown {
        report(.neverNil, "'?' is not needed: the value is never nil by the model", term.place)
      }
      base.type.isOptional = false
      chained = true
      return (base, chained)
    case .call(let callee, let arguments):
      if case .member(let owner, let name) = callee.kind, !isTypeName(owner, scope) {
        if name == "contains", case .range(let low, let high, let closed) = owner.kind, let argument = arguments.first?.value {
          let value = check(
            argument, in: scope, expecting: [low, high].compactMap { $0 }.first.map { check($0, in: scope).type.base })
          requireValue(value, argument.place)
          return (within(low, high, closed: closed, value, term.place, scope), false)
        }
        if name == "compactMap", case .array(let terms) = owner.kind {
          return (thoseThatAre(terms, arguments, callee, scope), false)
        }
        let (base, chained) = checkChain(owner, in: scope)
        return (method(name, of: base, arguments, chained: chained, callee.place, scope), chained)
      }
      return (call(callee, arguments, term.place, scope, expecting: expected), false)
    case .element(let owner, let arguments):
      let (base, chained) = checkChain(owner, in: scope)
      return (element(of: base, arguments, term.place, scope), chained)
    default: return (plain(term, in: scope, expecting: expected), false)
    }
  }

  private mutating func plain(_ term: Term, in scope: Scope, expecting expected: ValueType.Base?) -> Expression {
    let place = term.place
    switch term.kind {
    case .name(let name): return self.name(name, place, scope)
    case .group(let inner): return check(inner, in: scope, expecting: expected)
    case .integer(let value):
      switch expected {
      case .float?: return .constant(.real(Double(Float(value))), .float, place)
      case .double?: return .constant(.real(Double(value)), .double, place)
      case .decimal?: return .constant(.text(String(value)), .decimal, place)
      default: return .constant(.integer(value), .int, place)
      }
    case .double(let value):
      if expected == .decimal { return .constant(.text(place.spelling), .decimal, place) }
      return expected == .float ? .constant(.real(Double(Float(value))), .float, place) : .constant(.real(value), .double, place)
    case .number(let digits):
      if expected == .decimal { return .constant(.text(digits), .decimal, place) }
      report(.wrongType, "the number '\(digits)' does not fit an Int", place)
      return unknown(place)
    case .text(let value):
      return .constant(.text(value), .string, place)
    case .bool(let value): return .constant(.integer(value ? 1 : 0), .bool, place)
    case .null: return .constant(.null, .nothing, place)
    case .implicitMember(let name): return implicitMember(name, expected, place)
    case .unwrap(let inner):
      let value = check(inner, in: scope)
      let site = addSite(
        .reject, "'\(place.spelling.dropLast())' is nil", rule: scope.rule, property: scope.property, place: place)
      return Expression(.require(value, site), value.type.required, place)
    case .interpolation(let pieces): return interpolation(pieces, place, scope)
    case .binary(let name, let left, let right): return binary(name, left, right, place, scope, expecting: expected)
    case .prefix(let name, let operand): return prefix(name, operand, place, scope, expecting: expected)
    case .conditional(let condition, let then, let other):
      let holds = check(condition: condition, in: scope)
      let both = alternatives([then, other], in: scope, expecting: expected), a = both[0], b = both[1]
      for side in [a, b] {
        if case .newRecord = side.type.base { return Expression(.conditional(holds, a, b), side.type.optional, place) }
      }
      let type = common(a, b, place, "the two branches")
      return Expression(.conditional(holds, a, b), type, place)
    case .branch(let conditions, let then, let other):
      var inner = scope
      guard let holds = holds(conditions, &inner) else { return unknown(place) }
      let a = check(then, in: inner, expecting: expected)
      if case .newRecord = a.type.base {
        return Expression(.conditional(holds, a, check(other, in: scope)), a.type.optional, place)
      }
      let b = check(other, in: scope, expecting: expected ?? (a.type.base == .nothing ? nil : a.type.base))
      return Expression(.conditional(holds, a, b), common(a, b, place, "the two branches"), place)
    case .choice(let subjects, let branches): return choice(subjects, branches, place, scope, expecting: expected)
    case .range:
      report(.mappingSyntax, "a range stands in 'case', before '.contains' and in 'clamped(to:)'", place)
    case .regex: report(.mappingSyntax, "a regular expression can only be the argument of a function", place)
    case .array(let terms): return array(terms, place, scope, expecting: expected)
    case .closure: report(.mappingSyntax, "a closure can only be the argument of a function", place)
    case .keyPath: report(.mappingSyntax, "a key path can only be the argument of a function", place)
    case .faulty, .member, .chain, .call, .element: break
    }
    return unknown(place)
  }

  /// Checks values of which one is taken: literals among them have the type of the others, where nothing else gives them one.
  mutating func alternatives(_ terms: [Term], in scope: Scope, expecting expected: ValueType.Base?) -> [Expression] {
    alternatives(terms.map { ($0, scope) }, expecting: expected)
  }

  mutating func alternatives(_ terms: [(Term, Scope)], expecting expected: ValueType.Base?) -> [Expression] {
    guard expected == nil, let first = terms.firstIndex(where: { !$0.0.isLiteral }) else {
      return terms.map { check($0.0, in: $0.1, expecting: expected) }
    }
    let model = check(terms[first].0, in: terms[first].1)
    let base = model.type.base == .nothing ? nil : model.type.base
    return terms.indices.map { $0 == first ? model : check(terms[$0].0, in: terms[$0].1, expecting: base) }
  }

  func unknown(_ place: TextPlace) -> Expression { Expression(.constant(.null), .unknown, place) }

  private mutating func name(_ name: String, _ place: TextPlace, _ scope: Scope) -> Expression {
    if var found = scope.names[name] {
      namesInUse.insert(name)
      found.place = place
      return found
    }
    let target = plan.rules.indices.contains(scope.rule) ? plan.rules[scope.rule].target : nil
    var help = closestName(to: name, among: scope.names.keys.sorted()).map { "did you mean '\($0)'?" }
    if let target, self.target.declarer(of: PropertyName(name), in: target) != nil {
      help =
        "'\(name)' belongs to the new record, which cannot be read; use the old one: \(scope.names.keys.sorted().first.map { "'\($0).…'" } ?? "'old.…'")"
    }
    report(.unknownName, "'\(name)' is not known here", place, help: help ?? ForeignWords.advice(name))
    return unknown(place)
  }

  private mutating func implicitMember(_ name: String, _ expected: ValueType.Base?, _ place: TextPlace) -> Expression {
    switch expected {
    case .enumeration(let enumeration)?:
      guard let found = enumeration.cases.first(where: { $0.name == name }) else {
        let help = closestName(to: name, among: enumeration.cases.map(\.name)).map { "did you mean '.\($0)'?" }
        report(.unknownName, "'\(enumeration.name)' has no case '\(name)'", place, help: help)
        return unknown(place)
      }
      return .constant(enumeration.constant(found), .enumeration(enumeration), place)
    case .unknown?: return unknown(place)
    default:
      if let found = expected.flatMap({ constant(name, of: $0) }) { return found.placed(at: place) }
      report(
        .unknownName,
        expected.map { "\($0) has no '.\(name)'" } ?? "'.\(name)' needs a type that is known from where it stands", place,
        help: ForeignWords.advice(name)
          ?? (expected == .string || expected == .int ? "the store keeps the raw value: compare with that" : nil))
      return unknown(place)
    }
  }

  /// The type that both of two alternatives have.
  mutating func common(_ a: Expression, _ b: Expression, _ place: TextPlace, _ what: String) -> ValueType {
    let optional = a.type.isOptional || b.type.isOptional
    switch (a.type.base, b.type.base) {
    case (.nothing, let base), (let base, .nothing): return ValueType(base, optional: optional)
    case (.unknown, let base), (let base, .unknown): return ValueType(base, optional: optional)
    case let (left, right) where left == right: return ValueType(left, optional: optional)
    case (.enumeration(let e), .string), (.string, .enumeration(let e)): return ValueType(.enumeration(e), optional: optional)
    default:
      report(.wrongType, "\(what) have different types: \(a.type) and \(b.type)", place)
      return .unknown
    }
  }

}

extension TextPlace {
  /// The text that the place marks.
  var spelling: String { String(lineText.dropFirst(column - 1).prefix(length)) }
}

extension Enumeration {
  /// The value by which the store keeps a case.
  func constant(_ wanted: Case) -> Constant {
    switch rawType {
    case .int16?, .int32?, .int64?: Int64(wanted.rawValue).map { .integer($0) } ?? .text(wanted.rawValue)
    case .string?: .text(wanted.rawValue)
    default: .text(wanted.name)
    }
  }
}

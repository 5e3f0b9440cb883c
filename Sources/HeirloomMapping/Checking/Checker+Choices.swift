internal import HeirloomFindings
internal import HeirloomSchema

/// `switch`, as a value and as a statement.
extension Checker {
  /// A subject and how it was written.
  typealias Subject = (value: Expression, term: Term)

  mutating func choice(
    _ subjects: [Term], _ branches: [Term.Branch], _ place: TextPlace, _ scope: Scope, expecting expected: ValueType.Base?
  ) -> Expression {
    let subjects = subjects.map { (value: check($0, in: scope), term: $0) }
    var cases: [(condition: Expression?, value: Expression)] = [], scopes: [Scope] = [], conditions: [Expression?] = []
    for branch in branches {
      var inner = scope
      conditions.append(fits(subjects, any: branch.alternatives, &inner))
      scopes.append(inner)
    }
    let values = alternatives(Array(zip(branches.map(\.value), scopes)), expecting: expected)
    for (condition, value) in zip(conditions, values) { cases.append((condition, value)) }
    guard let last = cases.last else { return unknown(place) }
    var result: Expression
    if last.condition == nil {
      result = last.value
      cases.removeLast()
    } else {
      requireExhaustive(branches.flatMap(\.alternatives), subjects, place)
      let site = addSite(
        .unrepresentable, "no case of the 'switch' fits", rule: scope.rule, property: scope.property, place: place)
      result = Expression(.reject(site), ValueType(.nothing), place)
    }
    for (condition, branch) in cases.reversed() {
      guard let condition else {
        report(.mappingSyntax, "'default' stands last", place)
        continue
      }
      let type = common(branch, result, branch.place ?? place, "the cases")
      result = Expression(.conditional(condition, branch, result), type, place)
    }
    return result
  }

  /// A `switch` whose cases assign: the same as a chain of `if`s.
  mutating func choose(
    among cases: [RuleStatement.Case], _ subjects: [Term], _ place: TextPlace, when condition: Expression?, _ scope: Scope
  ) {
    if cases.last?.alternatives.isEmpty == false {
      requireExhaustive(cases.flatMap(\.alternatives), subjects.map { (check($0, in: scope), $0) }, place)
    }
    var rest: [RuleStatement] = []
    for branch in cases.reversed() {
      if branch.alternatives.isEmpty {
        if !rest.isEmpty { report(.mappingSyntax, "'default' stands last", place) }
        rest = branch.statements
        continue
      }
      rest = [RuleStatement(kind: .conditional([.fits(subjects, branch.alternatives)], branch.statements, rest), place: place)]
    }
    var inner = scope
    check(rest, when: condition, &inner)
  }

  /// One of the alternatives of a case; nil for `default`, and for what fits everything.
  mutating func fits(
    _ subjects: [Subject], any alternatives: [Term.Alternative], _ scope: inout Scope
  ) -> Expression? {
    var result: Expression?
    for alternative in alternatives {
      guard let next = fits(subjects, alternative, &scope) else { return nil }
      result = result.map { Expression(.operation(.or, [$0, next]), ValueType(.bool), next.place) } ?? next
    }
    return result
  }

  /// The condition under which the subjects fit; what the patterns name is known after it. Nil when everything fits.
  private mutating func fits(_ subjects: [Subject], _ alternative: Term.Alternative, _ scope: inout Scope) -> Expression? {
    var conditions: [Expression] = []
    for (pattern, subject) in zip(alternative.patterns, subjects) {
      switch pattern {
      case .anything: break
      case .value(let term): conditions.append(matches(term, subject.value, scope))
      case .name(let name, let place):
        bound.append((name, place))
        scope.bind(name, to: subject.value)
      case .present(let name, let place):
        bound.append((name, place))
        scope.bind(name, to: subject.value.typed(subject.value.type.required))
        let null = Expression.constant(.null, .nothing, place)
        conditions.append(Expression(.operation(.notEqual, [subject.value, null]), ValueType(.bool), place))
      }
    }
    if let condition = alternative.condition { conditions.append(check(condition: condition, in: scope)) }
    guard let first = conditions.first else { return nil }
    return conditions.dropFirst().reduce(first) { Expression(.operation(.and, [$0, $1]), ValueType(.bool), $1.place) }
  }

  private mutating func requireExhaustive(_ alternatives: [Term.Alternative], _ subjects: [Subject], _ place: TextPlace) {
    let plain = alternatives.filter { $0.condition == nil }
    if plain.contains(where: { $0.patterns.allSatisfy(\.fitsAll) }) { return }
    if subjects.count == 1, isExhaustive(plain.flatMap(\.patterns), subjects[0].value.type) { return }
    report(.mappingSyntax, "the 'switch' does not say what happens with other values", place, help: "add a 'default:'")
  }

  private func isExhaustive(_ patterns: [Term.Pattern], _ type: ValueType) -> Bool {
    if type.base == .unknown { return true }
    let values = patterns.compactMap { if case .value(let term) = $0 { term } else { nil } }
    let hasNil = values.contains { if case .null = $0.kind { true } else { false } }
    guard hasNil || !type.isOptional else { return false }
    if patterns.contains(where: { if case .present = $0 { true } else { false } }) { return true }
    switch type.base {
    case .bool: return Set(values.compactMap { if case .bool(let value) = $0.kind { value } else { nil } }).count == 2
    case .enumeration(let enumeration):
      let named = Set(
        values.compactMap { term -> String? in
          switch term.kind {
          case .implicitMember(let name), .member(_, let name): name
          default: nil
          }
        })
      return named.isSuperset(of: enumeration.cases.map(\.name))
    default: return false
    }
  }

  private mutating func matches(_ pattern: Term, _ value: Expression, _ scope: Scope) -> Expression {
    if case .range(let low, let high, let closed) = pattern.kind {
      return within(low, high, closed: closed, value, pattern.place, scope)
    }
    let other = check(pattern, in: scope, expecting: value.type.base)
    requireSame(other, value, pattern.place)
    return other.type.base == .nothing
      ? Expression(.operation(.equal, [value, other]), ValueType(.bool), pattern.place)
      : ordered(.equal, value, other, pattern.place)
  }

  /// Whether a value stands between two others. A nil is in no range.
  mutating func within(
    _ low: Term?, _ high: Term?, closed: Bool, _ value: Expression, _ place: TextPlace, _ scope: Scope
  ) -> Expression {
    func bound(_ term: Term?, _ operation: Operation) -> Expression? {
      guard let term else { return nil }
      let end = check(term, in: scope, expecting: value.type.base)
      requireSame(end, value, term.place)
      return ordered(operation, value, end, place)
    }
    if [.bool, .uuid, .data].contains(value.type.base) { report(.wrongType, "\(value.type.base) has no order", place) }
    let above = bound(low, .greaterOrEqual), below = bound(high, closed ? .lessOrEqual : .less)
    guard let above, let below else { return above ?? below ?? .constant(.integer(1), .bool, place) }
    return Expression(.operation(.and, [above, below]), ValueType(.bool), place)
  }

  private mutating func requireSame(_ pattern: Expression, _ value: Expression, _ place: TextPlace) {
    switch (pattern.type.base, value.type.base) {
    case (.unknown, _), (_, .unknown), (.nothing, _): return
    case let (a, b) where a == b: return
    default: report(.wrongType, "a pattern of type \(pattern.type) never fits a value of type \(value.type)", place)
    }
  }
}

extension Term.Pattern {
  /// Whether every value fits.
  fileprivate var fitsAll: Bool {
    switch self {
    case .name, .anything: true
    case .value, .present: false
    }
  }
}

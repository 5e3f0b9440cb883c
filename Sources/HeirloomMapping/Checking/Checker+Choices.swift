internal import HeirloomFindings
internal import HeirloomSchema

/// `switch` as a value.
extension Checker {
  mutating func choice(
    _ subject: Term, _ branches: [Term.Branch], _ place: TextPlace, _ scope: Scope, expecting expected: ValueType.Base?
  ) -> Expression {
    let value = check(subject, in: scope)
    var cases: [(condition: Expression?, value: Expression)] = []
    let values = alternatives(branches.map(\.value), in: scope, expecting: expected)
    for (branch, given) in zip(branches, values) {
      let condition = branch.patterns.map { matches($0, value, subject, scope) }
        .reduce(nil as Expression?) { sum, next in
          sum.map { Expression(.operation(.or, [$0, next]), ValueType(.bool), next.place) } ?? next
        }
      cases.append((condition, given))
    }
    guard let last = cases.last else { return unknown(place) }
    var result: Expression
    if last.condition == nil {
      result = last.value
      cases.removeLast()
    } else {
      if !isExhaustive(branches, value.type) {
        report(.mappingSyntax, "the 'switch' does not say what happens with other values", place, help: "add a 'default:'")
      }
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

  private func isExhaustive(_ branches: [Term.Branch], _ type: ValueType) -> Bool {
    let patterns = branches.flatMap(\.patterns)
    let hasNil = patterns.contains { if case .null = $0.kind { true } else { false } }
    guard hasNil || !type.isOptional else { return false }
    switch type.base {
    case .unknown: return true
    case .bool: return Set(patterns.compactMap { if case .bool(let value) = $0.kind { value } else { nil } }).count == 2
    case .enumeration(let enumeration):
      let named = Set(patterns.compactMap { if case .implicitMember(let name) = $0.kind { name } else { nil } })
      return named.isSuperset(of: enumeration.cases.map(\.name))
    default: return false
    }
  }

  private mutating func matches(_ pattern: Term, _ value: Expression, _ subject: Term, _ scope: Scope) -> Expression {
    if case .binary(let name, let low, let high) = pattern.kind, name == "..." || name == "..<" {
      let from = check(low, in: scope, expecting: value.type.base), to = check(high, in: scope, expecting: value.type.base)
      requireSame(from, value, low.place)
      requireSame(to, value, high.place)
      // A nil subject is in no range: the comparison is then nil, which counts as false.
      let above = ordered(.greaterOrEqual, value, from, pattern.place)
      let below = ordered(name == "..." ? .lessOrEqual : .less, value, to, pattern.place)
      return Expression(.operation(.and, [above, below]), ValueType(.bool), pattern.place)
    }
    if case .name("_") = pattern.kind { return .constant(.integer(1), .bool, pattern.place) }
    let other = check(pattern, in: scope, expecting: value.type.base)
    requireSame(other, value, pattern.place)
    return other.type.base == .nothing
      ? Expression(.operation(.equal, [value, other]), ValueType(.bool), pattern.place)
      : ordered(.equal, value, other, pattern.place)
  }

  private mutating func requireSame(_ pattern: Expression, _ value: Expression, _ place: TextPlace) {
    switch (pattern.type.base, value.type.base) {
    case (.unknown, _), (_, .unknown), (.nothing, _): return
    case let (a, b) where a == b: return
    default: report(.wrongType, "a pattern of type \(pattern.type) never fits a value of type \(value.type)", place)
    }
  }
}

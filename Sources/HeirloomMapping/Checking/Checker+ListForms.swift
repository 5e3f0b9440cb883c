internal import HeirloomFindings
internal import HeirloomSchema

/// What makes a list of a list, and works on the keys of records all the same.
extension Checker {
  /// `reversed()`, `dropFirst(n)`, `dropLast(n)`, `suffix(n)`, `firstIndex(of:)`; nil for another method.
  mutating func listForm(
    _ name: String, of base: Expression, _ arguments: [Term.Argument], _ place: TextPlace, _ scope: Scope
  ) -> Expression? {
    let operation: Operation
    switch (name, arguments.map(\.label)) {
    case ("reversed", []): operation = .listReversed
    case ("dropFirst", []), ("dropFirst", [nil]): operation = .listDropFirst
    case ("dropLast", []), ("dropLast", [nil]): operation = .listDropLast
    case ("suffix", [nil]): operation = .listSuffix
    case ("firstIndex", ["of"]):
      guard case .list(let element) = base.type.base else { return nil }
      let wanted = check(arguments[0].value, in: scope, expecting: element)
      expect(element, wanted, arguments[0].value.place)
      return Expression(
        .operation(.listIndex, [base, Expression(.operation(.listLiteral, [wanted]), base.type, place)]),
        ValueType(.int, optional: true), place)
    default: return nil
    }
    var operands: [Expression] = []
    if operation != .listReversed {
      let count = arguments.first.map { check($0.value, in: scope, expecting: .int) } ?? .constant(.integer(1), .int, place)
      expect(.int, count, arguments.first?.value.place ?? place)
      refuseNegative(count, arguments.first?.value.place ?? place)
      operands = [count]
    }
    return changed(base, by: operation, operands, place, scope)
  }

  private func changed(
    _ base: Expression, by operation: Operation, _ operands: [Expression], _ place: TextPlace, _ scope: Scope
  ) -> Expression? {
    switch base.type.base {
    case .list: return Expression(.operation(operation, [base] + operands), base.type, place)
    case .records(let entity):
      guard let keys = base.keys else { return nil }
      let list = Expression(.operation(operation, [keys] + operands), keys.type, place)
      return Expression(.collection(Collection(.keys(list), of: .record(entity), depth: scope.depth)), base.type, place)
    default: return nil
    }
  }

  /// `a + b` of records: those of the one, then those of the other.
  func together(_ a: Expression, _ b: Expression, _ place: TextPlace, _ scope: Scope) -> Expression? {
    guard case .records(let entity) = a.type.base, a.type.base == b.type.base, let first = a.keys, let second = b.keys else {
      return nil
    }
    let list = Expression(.operation(.listConcatenated, [first, second]), ValueType(.list(.int)), place)
    return Expression(.collection(Collection(.keys(list), of: .record(entity), depth: scope.depth)), a.type, place)
  }

  /// `Array(list)` and `Set(list)`, which keeps the first of equal elements.
  mutating func listCall(_ name: String, _ arguments: [Term.Argument], _ place: TextPlace, _ scope: Scope) -> Expression {
    let value = check(arguments[0].value, in: scope)
    requireValue(value, arguments[0].value.place)
    switch value.type.base {
    case .unknown: return unknown(place)
    case .list:
      return name == "Array"
        ? value.placed(at: place) : Expression(.operation(.listDistinct, [value]), value.type.required, place)
    case .records: return value.placed(at: place)
    default:
      report(.wrongType, "'\(name)' takes a list, and this is \(value.type)", arguments[0].value.place)
      return unknown(place)
    }
  }

  /// `reduce(0) { $0 + $1.count }`, `reduce(0, +)`: a sum, or texts put together.
  mutating func reduced(
    _ collection: Collection, _ arguments: [Term.Argument], _ place: TextPlace, _ scope: Scope
  ) -> Expression {
    guard let body = added(arguments[1].value) else {
      report(
        .wrongArguments, "'reduce' adds up here: '{ $0 + $1.count }' or '+'", arguments[1].value.place,
        help: "write 'max(of:)', 'min(of:)', 'contains { … }' or 'allSatisfy { … }' for the rest")
      return unknown(place)
    }
    guard let value = closure(Term.Argument(label: nil, value: body), over: collection, scope) else { return unknown(place) }
    let initial = check(arguments[0].value, in: scope, expecting: value.type.base)
    requireValue(value, body.place)
    expect(value.type.base, initial, arguments[0].value.place)
    func sum(_ operation: Operation) -> Expression {
      let all = Expression(.aggregate(.sum(value), collection), value.type.required, place)
      switch initial.kind {
      case .constant(.integer(0)), .constant(.real(0)): return all
      default: return Expression(.operation(operation, [initial, all]), value.type.required, place)
      }
    }
    switch value.type.base {
    case .unknown: return unknown(place)
    case .int: return sum(.addInt)
    case .double, .float: return sum(.add)
    case .string:
      let texts = Expression(.list(collection, value), ValueType(.list(.string)), place)
      let all = Expression(.operation(.joined, [texts, .constant(.text(""), .string, place)]), ValueType(.string), place)
      return Expression(.operation(.concatenate, [initial, all]), ValueType(.string), place)
    default:
      report(.wrongType, "'reduce' adds up numbers or texts, and this is \(value.type)", body.place)
      return unknown(place)
    }
  }

  /// What is added for each element; nil when the closure does something else.
  private func added(_ term: Term) -> Term? {
    switch term.kind {
    case .name("+"): return Term(.closure([], Term(.name("$0"), term.place)), term.place)
    case .closure(let names, let body):
      guard names.isEmpty || names.count == 2, case .binary("+", let left, let right) = body.kind else { return nil }
      let sum = names.first ?? "$0", element = names.last ?? "$1"
      if case .name(sum) = left.kind, !right.mentions(sum) { return Term(.closure([element], right), term.place) }
      // A chain of additions leans to the left.
      if case .binary("+", _, _) = left.kind, !right.mentions(sum),
        let rest = added(Term(.closure([sum, element], left), term.place)), case .closure(_, let inner) = rest.kind
      {
        return Term(.closure([element], Term(.binary("+", inner, right), body.place)), term.place)
      }
      return nil
    default: return nil
    }
  }
}

extension ValueType.Base {
  /// The enum of this name, when that is the type.
  func enumeration(named name: String) -> Enumeration? {
    if case .enumeration(let enumeration) = self, enumeration.name == name { enumeration } else { nil }
  }
}

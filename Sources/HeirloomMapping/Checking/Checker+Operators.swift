internal import HeirloomFindings
internal import HeirloomSchema

extension Checker {
  mutating func prefix(
    _ name: String, _ operand: Term, _ place: TextPlace, _ scope: Scope, expecting expected: ValueType.Base?
  ) -> Expression {
    switch name {
    case "!":
      let value = check(condition: operand, in: scope)
      return Expression(.operation(.not, [value]), ValueType(.bool), place)
    case "-":
      // The smallest Int has no positive counterpart, so the sign belongs to the literal.
      if case .integer(let value) = operand.kind {
        return check(Term(.integer(0 &- value), place), in: scope, expecting: expected).placed(at: place)
      }
      if case .double(let value) = operand.kind, expected != .decimal {
        return .constant(
          .real(-(expected == .float ? Double(Float(value)) : value)), expected == .float ? .float : .double, place)
      }
      if case .number("9223372036854775808") = operand.kind { return .constant(.integer(.min), .int, place) }
      let value = check(operand, in: scope, expecting: expected)
      let operation: Operation
      switch value.type.base {
      case .int: operation = .negateInt
      case .double, .float: operation = .negate
      case .decimal: operation = .negateDecimal
      case .unknown: return unknown(place)
      default:
        report(.wrongType, "'-' needs a number, and this is \(value.type)", operand.place)
        return unknown(place)
      }
      requireValue(value, operand.place)
      return Expression(.operation(operation, [value]), value.type.required, place)
    case "~":
      let value = check(operand, in: scope)
      expect(.int, value, operand.place)
      return Expression(.operation(.bitNot, [value]), ValueType(.int), place)
    case "+": return check(operand, in: scope, expecting: expected)
    default:
      report(.mappingSyntax, "the operator '\(name)' is not part of the mapping language", place)
      return unknown(place)
    }
  }

  mutating func binary(
    _ name: String, _ left: Term, _ right: Term, _ place: TextPlace, _ scope: Scope, expecting expected: ValueType.Base?
  ) -> Expression {
    switch name {
    case "??": return coalesce(left, right, place, scope, expecting: expected)
    case "&&", "||":
      let a = check(condition: left, in: scope), b = check(condition: right, in: scope)
      return Expression(.operation(name == "&&" ? .and : .or, [a, b]), ValueType(.bool), place)
    case "==", "!=", "<", "<=", ">", ">=": return comparison(name, left, right, place, scope)
    case "~=":
      if case .range(let low, let high, let closed) = left.kind {
        return within(low, high, closed: closed, check(right, in: scope), place, scope)
      }
      return comparison("==", left, right, place, scope)
    case "&", "|", "^", "<<", ">>": return bits(name, left, right, place, scope)
    case "+", "-", "*", "/", "%": return arithmetic(name, left, right, place, scope, expecting: expected)
    default:
      report(
        .mappingSyntax, "the operator '\(name)' is not part of the mapping language here", place, help: ForeignWords.advice(name))
      return unknown(place)
    }
  }

  private mutating func coalesce(
    _ left: Term, _ right: Term, _ place: TextPlace, _ scope: Scope, expecting expected: ValueType.Base?
  ) -> Expression {
    let value = check(left, in: scope, expecting: expected)
    let instead = check(right, in: scope, expecting: value.type.base == .nothing ? expected : value.type.base)
    if !value.type.isOptional, value.type.base != .unknown {
      report(.neverNil, "the left side of '??' is never nil by the model", left.place)
    }
    for side in [value, instead] {
      guard case .newRecord(let entity) = side.type.base else { continue }
      return Expression(.coalesce(value, instead), ValueType(.newRecord(entity), optional: instead.type.isOptional), place)
    }
    let type = common(value, instead, right.place, "the two sides of '??'")
    return Expression(.coalesce(value, instead), ValueType(type.base, optional: instead.type.isOptional), place)
  }

  /// Checks two operands, a literal taking the type of the other side.
  mutating func operands(
    _ left: Term, _ right: Term, _ scope: Scope, expecting expected: ValueType.Base?
  ) -> (Expression, Expression) {
    if left.isLiteral, !right.isLiteral {
      let b = check(right, in: scope)
      return (check(left, in: scope, expecting: b.type.base), b)
    }
    let a = check(left, in: scope, expecting: left.isLiteral ? expected : nil)
    return (a, check(right, in: scope, expecting: a.type.base))
  }

  private mutating func comparison(_ name: String, _ left: Term, _ right: Term, _ place: TextPlace, _ scope: Scope) -> Expression
  {
    let (a, b) = operands(left, right, scope, expecting: nil)
    let result = ValueType(.bool)
    let operation = Operation(rawValue: name) ?? .equal
    let isEquality = name == "==" || name == "!="
    switch (a.type.base, b.type.base) {
    case (.unknown, _), (_, .unknown): return Expression(.constant(.integer(0)), result, place)
    case (.nothing, _), (_, .nothing):
      if isEquality { return Expression(.operation(operation, [a, b]), result, place) }
      report(.mayBeNil, "'nil' has no order", place)
    case (.record, .record): return Expression(.operation(operation, [a, b]), result, place)
    case let (x, y) where x == y && x.isComparable || x.isFloatingPoint && y.isFloatingPoint:
      if !isEquality {
        requireValue(a, left.place)
        requireValue(b, right.place)
        if x == .bool || x == .uuid || x == .data { report(.wrongType, "\(x) has no order", place) }
      }
      return ordered(operation, a, b, place)
    case (.enumeration, .string), (.string, .enumeration):
      if isEquality { return Expression(.operation(operation, [a, b]), result, place) }
    default: break
    }
    report(
      .wrongType, "'\(name)' cannot compare \(a.type) with \(b.type)", place, help: conversionHelp(a.type, b.type, isEquality))
    return Expression(.constant(.integer(0)), result, place)
  }

  /// A comparison of two values of one type.
  func ordered(_ operation: Operation, _ a: Expression, _ b: Expression, _ place: TextPlace) -> Expression {
    let result = ValueType(.bool)
    guard a.type.base == .decimal else { return Expression(.operation(operation, [a, b]), result, place) }
    if a.type.isOptional || b.type.isOptional, operation == .equal || operation == .notEqual {
      // Nil equals nil and no number.
      func key(_ value: Expression) -> Expression {
        Expression(.operation(.decimalOrder, [value]), ValueType(.string, optional: true), place)
      }
      return Expression(.operation(operation, [key(a), key(b)]), result, place)
    }
    // Compared by their numbers: 2.50 equals 2.5.
    let order = Expression(
      .operation(.decimalCompare, [a, b]), ValueType(.int, optional: a.type.isOptional || b.type.isOptional), place)
    return Expression(.operation(operation, [order, .constant(.integer(0), .int, place)]), result, place)
  }

  private mutating func arithmetic(
    _ name: String, _ left: Term, _ right: Term, _ place: TextPlace, _ scope: Scope, expecting expected: ValueType.Base?
  ) -> Expression {
    let (a, b) = operands(left, right, scope, expecting: expected)
    if a.type.base == .unknown || b.type.base == .unknown { return unknown(place) }
    requireValue(a, left.place)
    requireValue(b, right.place)
    func result(_ operation: Operation, _ base: ValueType.Base) -> Expression {
      Expression(.operation(operation, [a, b]), ValueType(base), place)
    }
    switch (a.type.base, b.type.base, name) {
    case (.string, .string, "+"): return result(.concatenate, .string)
    case (.list(let x), .list(let y), "+") where x == y: return result(.listConcatenated, a.type.base)
    case (.records, .records, "+"):
      if let both = together(a, b, place, scope) { return both }
    case (.int, .int, "+"): return result(.addInt, .int)
    case (.int, .int, "-"): return result(.subtractInt, .int)
    case (.int, .int, "*"): return result(.multiplyInt, .int)
    case (.int, .int, "/"): return result(.divideInt, .int)
    case (.int, .int, "%"): return result(.remainderInt, .int)
    case (.decimal, .decimal, "+"): return result(.addDecimal, .decimal)
    case (.decimal, .decimal, "-"): return result(.subtractDecimal, .decimal)
    case (.decimal, .decimal, "*"): return result(.multiplyDecimal, .decimal)
    case (.decimal, .decimal, "/"): return result(.divideDecimal, .decimal)
    case (.date, .date, "-"): return result(.dateDifference, .double)
    case (.date, .double, "+"): return result(.addInterval, .date)
    case (.date, .int, "+"), (.date, .int, "-"):
      let seconds = check(right, in: scope, expecting: .double)
      if seconds.type.base == .double {
        return Expression(.operation(name == "+" ? .addInterval : .dateDifference, [a, seconds]), ValueType(.date), place)
      }
    case (.date, .double, "-"): return result(.dateDifference, .date)
    case let (x, y, name) where x.isFloatingPoint && y.isFloatingPoint:
      let base: ValueType.Base = x == .double || y == .double ? .double : .float
      func rounded(_ value: Expression) -> Expression {
        base == .float ? Expression(.operation(.floatRounded, [value]), value.type, place) : value
      }
      switch name {
      case "+": return rounded(result(.add, base))
      case "-": return rounded(result(.subtract, base))
      case "*": return rounded(result(.multiply, base))
      case "/": return rounded(result(.divide, base))
      default: break
      }
    default: break
    }
    report(
      .wrongType, "'\(name)' cannot combine \(a.type) with \(b.type)", place,
      help: name == "+"
        ? textHelp(a.type, b.type) ?? conversionHelp(a.type, b.type, false) : conversionHelp(a.type, b.type, false))
    return unknown(place)
  }

  /// Records that a value which may be nil stands where Swift wants one that is not.
  mutating func requireValue(_ value: Expression, _ place: TextPlace) {
    guard value.type.isOptional, value.type.base != .unknown else { return }
    report(.mayBeNil, "the value may be nil", place, help: Advice.aboutNil(value.type))
  }

  /// A text and something else are joined by making a text of it.
  private func textHelp(_ a: ValueType, _ b: ValueType) -> String? {
    guard a.base == .string || b.base == .string else { return nil }
    let other = a.base == .string ? b : a
    return Advice.conversion(of: "…", other, to: .string, isOptional: false).map { "convert the \(other.base): '\($0)'" }
  }

  /// - Parameter takesNil: the two need not be there, as for `==`.
  private func conversionHelp(_ a: ValueType, _ b: ValueType, _ takesNil: Bool) -> String? {
    func converted(_ what: String, _ type: ValueType, _ wanted: ValueType.Base) -> String? {
      Advice.conversion(of: "…", type, to: wanted, isOptional: takesNil).map { "convert the \(what): '\($0)'" }
    }
    return switch (a.base, b.base) {
    case (.int, let other) where other.isNumber && other != .int: converted("Int", a, other)
    case (let other, .int) where other.isNumber && other != .int: converted("Int", b, other)
    case (.string, let other) where other.isNumber: converted("text", a, other)
    case (let other, .string) where other.isNumber: converted("text", b, other)
    case (.bool, .int): converted("Bool", a, .int)
    case (.int, .bool): converted("Bool", b, .int)
    default: nil
    }
  }
}

extension Term {
  var isLiteral: Bool {
    switch kind {
    case .integer, .double, .number, .null, .implicitMember: true
    case .prefix("-", let operand): operand.isLiteral
    default: false
    }
  }
}

extension Expression {
  func placed(at place: TextPlace) -> Expression { Expression(kind, type, place) }
}

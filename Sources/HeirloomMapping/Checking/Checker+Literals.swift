internal import HeirloomFindings
internal import HeirloomSchema

/// Texts with values inside, and lists that are written out.
extension Checker {
  mutating func interpolation(_ pieces: [Term.Piece], _ place: TextPlace, _ scope: Scope) -> Expression {
    var parts: [Expression] = []
    for piece in pieces {
      switch piece {
      case .text(let text): if !text.isEmpty { parts.append(.constant(.text(text), .string, place)) }
      case .value(let term):
        let value = check(term, in: scope)
        if value.type.isOptional {
          report(.mayBeNil, "a value inside a text may be nil", term.place, help: Advice.aboutNil(value.type))
        }
        parts.append(textual(value, term.place))
      }
    }
    return Expression(.operation(.concatenate, parts), ValueType(.string), place)
  }

  /// The value as text, the way Swift prints it.
  mutating func textual(_ value: Expression, _ place: TextPlace) -> Expression {
    let operation: Operation
    switch value.type.base {
    case .string, .decimal, .url, .unknown, .nothing:
      return Expression(value.kind, ValueType(.string, optional: value.type.isOptional), place)
    case .enumeration(let enumeration): return caseName(value, enumeration, place)
    case .int: operation = .textFromInt
    case .double: operation = .textFromDouble
    case .float: operation = .textFromFloat
    case .bool: operation = .textFromBool
    case .uuid: operation = .textFromUUID
    case .date: operation = .textFromDate
    default:
      report(.wrongType, "\(value.type) has no form as text", place)
      return unknown(place)
    }
    return Expression(.operation(operation, [value]), ValueType(.string, optional: value.type.isOptional), place)
  }

  /// Swift prints the name of a case, whatever its raw value.
  private func caseName(_ value: Expression, _ enumeration: Enumeration, _ place: TextPlace) -> Expression {
    var name = Expression(value.kind, ValueType(.string, optional: value.type.isOptional), place)
    for one in enumeration.cases.reversed() where enumeration.constant(one) != .text(one.name) {
      let raw = Expression.constant(enumeration.constant(one), value.type.base, place)
      let isOne = Expression(.operation(.equal, [value, raw]), ValueType(.bool), place)
      name = Expression(.conditional(isOne, .constant(.text(one.name), .string, place), name), name.type, place)
    }
    return name
  }

  /// `[a, b].compactMap { $0 }`: the elements may be nil.
  mutating func thoseThatAre(
    _ terms: [Term], _ arguments: [Term.Argument], _ callee: Term, _ scope: Scope
  ) -> Expression {
    let values = terms.map { check($0, in: scope) }
    guard let first = values.first(where: { $0.type.base != .nothing }), first.type.base.isListable else {
      return method(
        "compactMap", of: check(Term(.array(terms), callee.place), in: scope), arguments, chained: false, callee.place, scope)
    }
    for value in values where ![first.type.base, .nothing, .unknown].contains(value.type.base) {
      report(
        .wrongType, "the elements of a list have one type; this is \(value.type), the first is \(first.type)",
        value.place ?? callee.place)
    }
    let type = ValueType(first.type.base, optional: true)
    let list = Expression(.operation(.listLiteral, values), ValueType(.list(type.base)), callee.place)
    let all = Collection(.elements(list), of: .value(type), depth: scope.depth)
    return collectionMethod("compactMap", over: all, arguments, callee.place, scope)
  }

  mutating func array(
    _ terms: [Term], _ place: TextPlace, _ scope: Scope, expecting expected: ValueType.Base?
  ) -> Expression {
    if terms.isEmpty, case .list(let element)? = expected { return .constant(.text("[]"), .list(element), place) }
    let element: ValueType.Base? = if case .list(let element)? = expected { element } else { nil }
    let values = alternatives(terms, in: scope, expecting: element)
    guard let first = values.first else { return Expression(.several([]), ValueType(.nothing), place) }
    if case .record(let entity) = first.type.base {
      for value in values where value.type.base != first.type.base {
        report(.wrongType, "the records of a list are of one entity, and this is \(value.type)", value.place ?? place)
      }
      return Expression(.several(values), ValueType(.records(entity)), place)
    }
    for (value, term) in zip(values, terms) {
      requireValue(value, term.place)
      guard isListable(value, term.place) else { return unknown(place) }
    }
    for value in values where value.type.base != first.type.base && value.type.base != .unknown {
      report(
        .wrongType, "the elements of a list have one type; this is \(value.type), the first is \(first.type)",
        value.place ?? place)
    }
    return Expression(.operation(.listLiteral, values), ValueType(.list(first.type.base)), place)
  }
}

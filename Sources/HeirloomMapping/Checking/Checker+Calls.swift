internal import HeirloomFindings
internal import HeirloomSchema

extension Checker {
  /// `Name(arguments)`: a conversion, a free function, or a look-up of a new record.
  mutating func call(
    _ callee: Term, _ arguments: [Term.Argument], _ place: TextPlace, _ scope: Scope, expecting expected: ValueType.Base?
  ) -> Expression {
    if case .implicitMember(let name) = callee.kind {
      report(.unknownFunction, "'.\(name)(…)' is not part of the mapping language here", place, help: ForeignWords.advice(name))
      return unknown(place)
    }
    guard let name = callee.dottedName else {
      report(.mappingSyntax, "only a function by its name can be called", place)
      return unknown(place)
    }
    if name == "reject" || name == "skip" { return refusal(name, arguments, place, scope) }
    if let function = callerFunctions[name] { return callerCall(name, function, arguments, place, scope) }
    if name == "UUID", arguments.first?.label == "stableFor" { return stableUUID(arguments, place, scope) }
    if let found = swiftCall(name, arguments, place, scope, expecting: expected) { return found }
    if name == "min" || name == "max", arguments.count == 2 { return smallerOrLarger(name, arguments, place, scope) }
    if name == "position", arguments.map(\.label) == ["of", "in"] { return position(arguments, place, scope) }
    if name == "legacyKey" || name == "entityName", arguments.count == 1 {
      return aboutRecord(name, arguments[0].value, place, scope)
    }
    if let entity = target[EntityName(name.split(separator: ".").last.map { String($0) } ?? name)],
      arguments.first?.label == "where"
    {
      return lookup(entity, arguments, place, scope)
    }
    if case .composite(_, let elements)? = expected, NamedConversion.of(name).isEmpty {
      return composite(name, elements, arguments, place, scope)
    }
    if arguments.first?.label == "rawValue", arguments.count == 1,
      let enumeration = expected?.enumeration(named: name) ?? enumeration(named: name)
    {
      return enumeration_(enumeration, arguments[0].value, place, scope)
    }
    return conversion(name, arguments, place, scope)
  }

  private mutating func refusal(_ name: String, _ arguments: [Term.Argument], _ place: TextPlace, _ scope: Scope) -> Expression {
    guard case .text(let reason)? = arguments.first?.value.kind, reason.contains(where: { !$0.isWhitespace }) else {
      report(.wrongArguments, "'\(name)' needs a reason as a text", place, help: "\(name)(\"why\")")
      return unknown(place)
    }
    let site = addSite(name == "skip" ? .skip : .reject, reason, rule: scope.rule, property: scope.property, place: place)
    return Expression(.reject(site), ValueType(.nothing), place)
  }

  private mutating func callerCall(
    _ name: String, _ function: CallerFunction, _ arguments: [Term.Argument], _ place: TextPlace, _ scope: Scope
  ) -> Expression {
    guard arguments.count == function.parameters.count else {
      report(.wrongArguments, "'\(name)' takes \(function.parameters.count) arguments, and here are \(arguments.count)", place)
      return unknown(place)
    }
    var values: [Expression] = []
    for (argument, parameter) in zip(arguments, function.parameters) {
      let value = check(argument.value, in: scope, expecting: parameter.base)
      if parameter.isOptional, value.type.isOptional {
        expect(parameter.base, value.typed(value.type.required), argument.value.place)
      } else {
        expect(parameter.base, value, argument.value.place)
      }
      values.append(value)
    }
    return Expression(.callerFunction(name, values), function.result, place)
  }

  /// `UUID(stableFor: old)`, `UUID(stableFor: old.code)`: name-based, RFC 9562 version 5.
  private mutating func stableUUID(_ arguments: [Term.Argument], _ place: TextPlace, _ scope: Scope) -> Expression {
    let values = arguments.map { check($0.value, in: scope) }
    if values.count > 100 {
      report(.wrongArguments, "a UUID is made of 100 values at most", place, help: "join them to one text")
    }
    var operands: [Expression] = []
    for value in values {
      if case .record = value.type.base, let row = value.row {
        operands.append(.constant(.text(source.root(of: row.entity).text), .string, place))
        operands.append(Expression(.operation(.textFromInt, [value]), ValueType(.string), place))
      } else {
        operands.append(textual(value, value.place ?? place))
      }
    }
    return Expression(.operation(.uuidStable, operands), ValueType(.uuid), place)
  }

  mutating func smallerOrLarger(
    _ name: String, _ arguments: [Term.Argument], _ place: TextPlace, _ scope: Scope
  ) -> Expression {
    let (a, b) = operands(arguments[0].value, arguments[1].value, scope, expecting: nil)
    requireValue(a, arguments[0].value.place)
    requireValue(b, arguments[1].value.place)
    let type = common(a, b, place, "the two arguments").required
    if type.base == .decimal {
      return Expression(.conditional(ordered(name == "min" ? .lessOrEqual : .greaterOrEqual, a, b, place), a, b), type, place)
    }
    return Expression(.operation(name == "min" ? .smaller : .larger, [a, b]), type, place)
  }

  /// `position(of: old, in: old.parent?.children)`
  private mutating func position(_ arguments: [Term.Argument], _ place: TextPlace, _ scope: Scope) -> Expression {
    let record = check(arguments[0].value, in: scope), collection = check(arguments[1].value, in: scope)
    if record.type.base == .unknown || collection.type.base == .unknown { return unknown(place) }
    guard let row = record.row else {
      report(.wrongType, "expected a record, and this is \(record.type)", arguments[0].value.place)
      return unknown(place)
    }
    guard case .collection(let whole) = collection.kind, whole.isWhole, let links = whole.links else {
      report(.wrongType, "expected a to-many relationship as it is, neither filtered nor sorted", arguments[1].value.place)
      return unknown(place)
    }
    plan.numbered.insert(SourceRelationship(links.declarer, links.property))
    return Expression(.position(row, whole), ValueType(.int, optional: true), place)
  }

  private mutating func aboutRecord(_ name: String, _ term: Term, _ place: TextPlace, _ scope: Scope) -> Expression {
    let record = check(term, in: scope)
    guard let row = record.row else {
      if record.type.base != .unknown { report(.wrongType, "'\(name)' takes a record, and this is \(record.type)", term.place) }
      return unknown(place)
    }
    if name == "entityName" { return Expression(.entityName(row), ValueType(.string, optional: record.type.isOptional), place) }
    return Expression(record.kind, ValueType(.int, optional: record.type.isOptional), place)
  }

  /// `Folder(where: \.code == old.folderCode)`, `Tag(where: \.name, in: list)`
  private mutating func lookup(_ entity: Entity, _ arguments: [Term.Argument], _ place: TextPlace, _ scope: Scope) -> Expression {
    func key(_ term: Term) -> PropertyName? {
      guard case .keyPath(let names) = term.kind, let last = names.last else { return nil }
      return target.attribute(PropertyName(last), of: entity.name).map(\.name)
    }
    func fail(_ message: String, _ place: TextPlace) -> Expression {
      report(
        .wrongArguments, message, place,
        help: {
          let key = target.exampleKeyPath(of: entity.name)
          return "\(entity.name)(where: \(key) == old.…) or \(entity.name)(where: \(key), in: list)"
        }())
      return unknown(place)
    }
    if arguments.count == 1, case .binary("==", let left, let right) = arguments[0].value.kind {
      guard let name = key(left) else { return fail("expected an attribute of '\(entity.name)' before '=='", left.place) }
      let type = target.attribute(name, of: entity.name).map { ValueType.Base($0) } ?? .unknown
      let value = check(right, in: scope, expecting: type)
      if value.type.base != type, value.type.base != .unknown {
        report(.wrongType, "'\(entity.name).\(name)' is \(type), and this is \(value.type)", right.place)
      }
      return Expression(.lookup(entity.name, name, value), ValueType(.newRecord(entity.name), optional: true), place)
    }
    if arguments.count == 2, arguments[1].label == "in" {
      guard let name = key(arguments[0].value) else {
        return fail("expected an attribute of '\(entity.name)'", arguments[0].value.place)
      }
      let list = check(arguments[1].value, in: scope)
      guard case .list = list.type.base else {
        if list.type.base != .unknown { return fail("expected a list, and this is \(list.type)", arguments[1].value.place) }
        return unknown(place)
      }
      let wanted = target.attribute(name, of: entity.name).map { ValueType.Base($0) } ?? .unknown
      if list.type.base.listElement != wanted, wanted != .unknown, list.type.base.listElement != .unknown {
        report(
          .wrongType, "'\(entity.name).\(name)' is \(wanted), and the list holds \(list.type.base.listElement)",
          arguments[1].value.place)
      }
      return Expression(.lookup(entity.name, name, list), ValueType(.newRecords(entity.name)), place)
    }
    return fail("a record is looked up by one attribute", place)
  }

  /// `Author(person: old.who, year: 1920)`: the parts of a composite by their labels.
  private mutating func composite(
    _ name: String, _ elements: [Attribute], _ arguments: [Term.Argument], _ place: TextPlace, _ scope: Scope
  ) -> Expression {
    var leaves: [String: Expression] = [:]
    for argument in arguments {
      guard let label = argument.label, let element = elements.first(where: { $0.name.text == label }) else {
        let help = closestName(to: argument.label ?? "", among: elements.map(\.name.text)).map { "did you mean '\($0)'?" }
        report(.wrongArguments, "'\(name)' has no part '\(argument.label ?? "")'", argument.value.place, help: help)
        continue
      }
      let goal = Goal(attribute: element, type: ValueType(ValueType.Base(element), optional: !element.isNeededPart))
      let value = coerce(
        check(argument.value, in: scope, expecting: goal.type.base), to: goal, path: "\(scope.property ?? name).\(label)", scope,
        at: argument.value.place)
      if case .composite(let inner) = value.kind {
        for (path, leaf) in inner { leaves["\(label).\(path)"] = leaf }
      } else {
        leaves[label] = value
      }
    }
    for element in elements where element.isNeededPart && !arguments.contains(where: { $0.label == element.name.text }) {
      leaves.merge(defaultParts(of: element, element.name.text, "\(scope.property ?? name).\(element.name)", place)) { a, _ in a }
    }
    return Expression(.composite(leaves), ValueType(.composite(name, elements)), place)
  }

  private mutating func enumeration_(_ enumeration: Enumeration, _ term: Term, _ place: TextPlace, _ scope: Scope) -> Expression {
    let raw: ValueType.Base = enumeration.rawType.map { $0.isInteger ? .int : .string } ?? .string
    let value = check(term, in: scope, expecting: raw)
    if value.type.base != raw, value.type.base != .unknown {
      report(.wrongType, "the raw values of '\(enumeration.name)' are \(raw), and this is \(value.type)", term.place)
    }
    return Expression(
      .operation(.enumFromRaw, [value] + cases(of: enumeration)), ValueType(.enumeration(enumeration), optional: true), place)
  }

  func cases(of enumeration: Enumeration) -> [Expression] {
    enumeration.cases.map { .constant(enumeration.constant($0), enumeration.rawType?.isInteger == true ? .int : .string) }
  }

  private mutating func conversion(_ name: String, _ arguments: [Term.Argument], _ place: TextPlace, _ scope: Scope) -> Expression
  {
    let known = NamedConversion.of(name)
    guard !known.isEmpty else {
      let help =
        ForeignWords.advice(name)
        ?? closestName(to: name, among: NamedConversion.names + Checker.freeFunctions + callerFunctions.keys.sorted()).map {
          "did you mean '\($0)'?"
        }
      report(.unknownFunction, "there is no function '\(name)'", place, help: help)
      arguments.forEach { _ = check($0.value, in: scope) }
      return unknown(place)
    }
    let labels = arguments.map(\.label)
    let fitting = known.filter { $0.labels == labels }
    guard !fitting.isEmpty else {
      report(
        .wrongArguments, "'\(name)' takes other arguments", place,
        help: (arguments.isEmpty ? ForeignWords.advice("\(name)()") : nil) ?? known.map(\.signature).joined(separator: ", "))
      return unknown(place)
    }
    let hint = fitting.count == 1 ? fitting[0].from : nil
    let value = check(arguments[0].value, in: scope, expecting: hint)
    if value.type.base == .unknown { return unknown(place) }
    guard
      let conversion = fitting.first(where: { $0.from == value.type.base })
        ?? fitting.first(where: { $0.accepts(value.type.base) })
    else {
      report(
        .wrongType, "'\(name)' cannot be made from \(value.type)", arguments[0].value.place,
        help: fitting.map(\.signature).joined(separator: ", "))
      return unknown(place)
    }
    requireValue(value, arguments[0].value.place)
    if let warning = conversion.warning { report(.losesPrecision, warning, place) }
    var operands = [value]
    for argument in arguments.dropFirst() {
      let more = check(argument.value, in: scope, expecting: .string)
      expect(.string, more, argument.value.place)
      operands.append(more)
    }
    let type = ValueType(conversion.result, optional: conversion.mayGiveNil)
    guard let operation = conversion.operation else { return Expression(value.kind, type, place) }
    return Expression(.operation(operation, operands), type, place)
  }
}

internal import Foundation
internal import HeirloomFindings
internal import HeirloomSchema

extension Checker {
  /// `base.name` without parentheses.
  mutating func member(_ name: String, of base: Expression, chained: Bool, _ place: TextPlace, _ scope: Scope) -> Expression {
    guard canRead(base, name, place) else { return unknown(place) }
    switch base.type.base {
    case .unknown: return unknown(place)
    case .record(let entity):
      guard let row = base.row else { return unknown(place) }
      return property(name, of: row, entity, place, scope)
    case .composite(let type, _):
      guard case .composite(let leaves) = base.kind else { return unknown(place) }
      if let leaf = leaves[name] { return leaf.placed(at: place) }
      let below = leaves.filter { $0.key.hasPrefix(name + ".") }
      guard !below.isEmpty else {
        let names = Set(leaves.keys.map { String($0.split(separator: ".")[0]) }).sorted()
        report(
          .unknownAttribute, "'\(type)' has no part '\(name)'", place,
          help: closestName(to: name, among: names).map { "did you mean '\($0)'?" })
        return unknown(place)
      }
      let inner = Dictionary(below.map { (String($0.key.dropFirst(name.count + 1)), $0.value) }, uniquingKeysWith: { a, _ in a })
      return Expression(.composite(inner), ValueType(.composite(name, []), optional: true), place)
    case .records:
      guard let collection = collection(of: base, in: scope) else { break }
      switch name {
      case "count": return Expression(.aggregate(.count, collection), ValueType(.int), place)
      case "isEmpty": return Expression(.aggregate(.isEmpty, collection), ValueType(.bool), place)
      case "first": return collection.settled(before: name).map { first(of: $0, place) } ?? unknown(place)
      case "last": return last(of: collection, place)
      default: break
      }
    case .dictionary:
      if let collection = collection(of: base, in: scope), let found = dictionaryMember(name, of: collection, place) {
        return found
      }
    case .entry(let key, let value): return entryMember(name, of: base, key, value, place)
    case .enumeration(let enumeration) where name == "rawValue" && enumeration.rawType?.isInteger == true:
      return Expression(base.kind, ValueType(.int), place)
    default:
      if let found = swiftMember(name, of: base, place) { return found }
      if let builtin = Builtin.all.first(where: { $0.name == name && $0.parameters == nil && $0.accepts(base.type.base) }) {
        return apply(builtin, to: base, [], place)
      }
    }
    reportMissing(name, on: base.type, place)
    return unknown(place)
  }

  /// An attribute or relationship of a row of the legacy store.
  private mutating func property(
    _ name: String, of row: Row, _ entity: EntityName, _ place: TextPlace, _ scope: Scope
  ) -> Expression {
    let property = PropertyName(name)
    if let attribute = source.attribute(property, of: entity) {
      use(property, of: entity)
      return value(of: attribute, in: row, place, depth: scope.depth)
    }
    if let relationship = source.relationship(property, of: entity) {
      use(property, of: entity)
      guard relationship.isToMany else {
        return Expression(.column(row, name), ValueType(.record(relationship.destination), optional: true), place)
      }
      let links = Collection.Source.links(
        owner: row, declarer: source.declarer(of: property, in: entity) ?? entity, property: property)
      let element: Collection.Element =
        relationship.collection == .dictionary
        ? .entry(key: .string, value: ValueType(.record(relationship.destination))) : .record(relationship.destination)
      return elements(of: Collection(links, of: element, depth: scope.depth), place)
    }
    let names = propertyNames(of: entity, in: source)
    report(
      .unknownAttribute, "'\(entity)' has no attribute or relationship '\(name)'", place,
      help: closestName(to: name, among: names).map { "did you mean '\($0)'?" })
    return unknown(place)
  }

  /// `base.name(arguments)`
  mutating func method(
    _ name: String, of base: Expression, _ arguments: [Term.Argument], chained: Bool, _ place: TextPlace, _ scope: Scope
  ) -> Expression {
    if let found = optionalForm(name, of: base, arguments, place, scope) { return found }
    guard canRead(base, name, place) else { return unknown(place) }
    if let found = swiftForm(name, of: base, arguments, place, scope) { return found }
    switch base.type.base {
    case .unknown: return unknown(place)
    case .records, .dictionary: return collectionMethod(name, of: base, arguments, place, scope)
    case .list where name == "firstIndex":
      if let found = listForm(name, of: base, arguments, place, scope) { return found }
    case .list where looksAtElements(name, arguments): return collectionMethod(name, of: base, arguments, place, scope)
    default: break
    }
    let named = Builtin.all.filter { $0.name == name && $0.parameters != nil && $0.accepts(base.type.base) }
    guard !named.isEmpty else {
      reportMissing(name, on: base.type, place)
      return unknown(place)
    }
    let labels = arguments.map(\.label)
    guard let builtin = named.first(where: { $0.takes(labels) }) else {
      report(
        .wrongArguments, "'\(name)' takes other arguments", place,
        help: Set(named.map(\.signature)).sorted().joined(separator: " or "))
      return unknown(place)
    }
    var operands: [Expression] = []
    var rest = arguments[...]
    for parameter in builtin.parameters ?? [] {
      if let next = rest.first, next.label == parameter.label {
        rest = rest.dropFirst()
        // What a list is searched for has the type of its elements.
        let wanted = builtin.operation == .listContains ? base.type.base.listElement : parameter.base
        let value = check(next.value, in: scope, expecting: wanted)
        expect(wanted, value, next.value.place)
        if operands.isEmpty, builtin.operation == .matchesPattern || builtin.operation == .replacingPattern {
          checkPattern(value, next.value.place)
        }
        operands.append(value)
        if builtin.operation.countOperand == operands.count { refuseNegative(value, next.value.place) }
      } else if let fallback = parameter.fallback {
        operands.append(.constant(fallback, parameter.base, place))
      }
    }
    return apply(builtin, to: base, operands, place)
  }

  /// Whether a method of a list looks at its elements one by one, as those of a to-many relationship do.
  private func looksAtElements(_ name: String, _ arguments: [Term.Argument]) -> Bool {
    if name == "contains" {
      guard let argument = arguments.first else { return false }
      if case .closure = argument.value.kind { return true }
      return argument.label == "where"
    }
    return Checker.collectionMethods.contains(name) && !["isEmpty", "last"].contains(name)
      && !(name == "count" && arguments.isEmpty)
      && !(name == "first" && arguments.isEmpty)
  }

  /// How many there are to be is no negative number.
  mutating func refuseNegative(_ count: Expression, _ place: TextPlace) {
    guard case .constant(.integer(let number)) = count.kind, number < 0 else { return }
    report(.wrongArguments, "a count is 0 or more", place)
  }

  /// A regular expression that is written out is tried before a row is read.
  mutating func checkPattern(_ value: Expression, _ place: TextPlace) {
    guard case .constant(.text(let pattern)) = value.kind, (try? NSRegularExpression(pattern: pattern)) == nil else { return }
    report(.wrongArguments, "this is no regular expression", place)
  }

  private func apply(_ builtin: Builtin, to base: Expression, _ operands: [Expression], _ place: TextPlace) -> Expression {
    let optional = operands.contains { $0.type.isOptional }
    let type: ValueType =
      switch builtin.result {
      case .type(let result): ValueType(result, optional: optional)
      case .same: ValueType(base.type.base, optional: optional)
      case .optional(let result): ValueType(result, optional: true)
      case .element: ValueType(base.type.base.listElement, optional: optional)
      case .optionalElement: ValueType(base.type.base.listElement, optional: true)
      }
    let constants = builtin.constants.map { Expression.constant($0, .string, place) }
    return Expression(.operation(builtin.operation, [base] + constants + operands), type, place)
  }

  /// `list[0]`
  mutating func element(of base: Expression, _ arguments: [Term.Argument], _ place: TextPlace, _ scope: Scope) -> Expression {
    if case .dictionary = base.type.base, arguments.count == 1, let collection = collection(of: base, in: scope) {
      return entry(of: collection, arguments[0], place, scope)
    }
    guard case .list(let element) = base.type.base, arguments.count == 1 else {
      if base.type.base != .unknown { report(.wrongType, "only a list has numbered elements, and this is \(base.type)", place) }
      return unknown(place)
    }
    let index = check(arguments[0].value, in: scope, expecting: .int)
    expect(.int, index, arguments[0].value.place)
    return Expression(.operation(.listElement, [base, index]), ValueType(element, optional: true), place)
  }

  private mutating func canRead(_ base: Expression, _ name: String, _ place: TextPlace) -> Bool {
    guard base.type.isOptional, base.type.base != .unknown else { return true }
    if case .composite = base.type.base { return true }
    report(.mayBeNil, "the value before '.\(name)' may be nil", place, help: "write '?.\(name)'")
    return false
  }

  mutating func expect(_ base: ValueType.Base, _ value: Expression, _ place: TextPlace) {
    switch (base, value.type.base) {
    case (_, .unknown): return
    case let (a, b) where a == b || a.isFloatingPoint && b.isFloatingPoint: requireValue(value, place)
    default: report(.wrongType, "expected \(base), and this is \(value.type)", place)
    }
  }

  private mutating func reportMissing(_ name: String, on type: ValueType, _ place: TextPlace) {
    var names = Builtin.all.filter { $0.accepts(type.base) }.map(\.name)
    switch type.base {
    case .records: names = Checker.collectionMethods
    case .dictionary: names = Checker.collectionMethods + ["keys", "values"]
    case .list: names += Checker.collectionMethods
    default: break
    }
    let known = Builtin.all.first { $0.name == name && $0.accepts(type.base) }
    let help =
      known.map { $0.parameters == nil ? "it is written without '()'" : "it is called: '\($0.signature)'" }
      ?? ForeignWords.advice(name) ?? closestName(to: name, among: names).map { "did you mean '\($0)'?" }
    report(.unknownFunction, "\(type) has no '\(name)'", place, help: help)
  }
}

extension ValueType.Base {
  package var listElement: ValueType.Base { if case .list(let element) = self { element } else { self } }
}

extension Expression {
  func typed(_ type: ValueType) -> Expression { Expression(kind, type, place) }
}

internal import HeirloomFindings
internal import HeirloomSchema

/// What Swift has for values that may be nil, beside `?.`, `??` and `!`.
extension Checker {
  /// `value.map { … }` and `value.flatMap { … }` of a value that may be nil; nil when the call is none of them.
  mutating func optionalForm(
    _ name: String, of base: Expression, _ arguments: [Term.Argument], _ place: TextPlace, _ scope: Scope
  ) -> Expression? {
    guard name == "map" || name == "flatMap", base.type.isOptional, base.type.base != .unknown, arguments.count == 1,
      arguments[0].label == nil
    else { return nil }
    var inner = scope
    let value = named(base, scope)
    let given = value.typed(base.type.required)
    let body: Term
    switch arguments[0].value.kind {
    case .closure(let names, let term):
      inner.bind(names.first ?? "$0", to: given)
      body = term
    case .keyPath(let names):
      inner.bind("$0", to: given)
      body = names.reduce(Term(.name("$0"), place)) { Term(.member($0, $1), place) }
    case .name(let function):
      // `map(String.init)` and a function by its name.
      inner.bind("$0", to: given)
      body = Term(.call(Term(.name(function), place), [.init(label: nil, value: Term(.name("$0"), place))]), place)
    case .member(let type, "init"):
      inner.bind("$0", to: given)
      body = Term(.call(type, [.init(label: nil, value: Term(.name("$0"), place))]), place)
    default:
      report(.wrongArguments, "expected a closure such as '{ $0.name }'", arguments[0].value.place)
      return unknown(place)
    }
    let result = check(body, in: inner)
    if name == "map", result.type.isOptional, result.type.base != .nothing, result.type.base != .unknown {
      report(.mayBeNil, "what 'map' gives may be nil itself", body.place, help: "use 'flatMap'")
    }
    let null = Expression.constant(.null, .nothing, place)
    let isThere = Expression(.operation(.notEqual, [value, null]), ValueType(.bool), place)
    return Expression(.conditional(isThere, result, null), result.type.optional, place)
  }

  /// A `let` whose type is written out.
  mutating func typed(_ value: Expression, as type: RuleStatement.Named?, _ place: TextPlace) -> Expression {
    guard let type else { return value }
    guard let wanted = base(named: type.text) else {
      report(.wrongType, "the type '\(type.text)' is not part of the mapping language", type.place, help: "leave it out")
      return value
    }
    let isOptional = type.text.hasSuffix("?")
    switch (value.type.base, wanted) {
    case (.unknown, _): return value
    case (.nothing, _): return value.typed(ValueType(wanted, optional: isOptional))
    case let (a, b) where a == b: break
    default:
      report(
        .wrongType, "'\(type.text)' is wanted, and this is \(value.type)", place,
        help: Advice.conversion(of: "…", value.type, to: wanted, isOptional: isOptional).map { "convert it: '\($0)'" })
      return unknown(place)
    }
    if !isOptional { requireValue(value, place) }
    return isOptional ? value.typed(value.type.optional) : value
  }

  /// The type that a name stands for in a mapping: Swift's own, an enum of either schema, or an array of such.
  func base(named text: String) -> ValueType.Base? {
    let name = text.trimmingOptionalMark
    if name.hasPrefix("["), name.hasSuffix("]") { return base(named: String(name.dropFirst().dropLast())).map { .list($0) } }
    switch name {
    case "String", "Substring": return .string
    case "Int", "Int64": return .int
    case "Double", "TimeInterval", "CGFloat": return .double
    case "Float": return .float
    case "Decimal": return .decimal
    case "Bool": return .bool
    case "Date": return .date
    case "UUID": return .uuid
    case "URL": return .url
    case "Data": return .data
    case "AttributedString": return .attributedString
    default: return enumeration(named: name).map { .enumeration($0) }
    }
  }

  /// An enum of the target, or of the store, by its name.
  func enumeration(named name: String) -> Enumeration? {
    func find(_ attributes: [Attribute]) -> Enumeration? {
      for attribute in attributes {
        if let found = attribute.enumeration, found.name == name { return found }
        if let found = find(attribute.elements) { return found }
      }
      return nil
    }
    for schema in [target, source] {
      for entity in schema.entities { if let found = find(entity.attributes) { return found } }
    }
    return nil
  }
}

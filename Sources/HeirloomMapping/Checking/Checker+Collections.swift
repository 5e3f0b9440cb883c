internal import HeirloomFindings
internal import HeirloomSchema

extension Checker {
  static let collectionMethods = [
    "count", "isEmpty", "first", "last", "filter", "sorted", "prefix", "map", "compactMap", "flatMap", "contains", "allSatisfy",
    "min", "max", "sum", "average", "reversed", "dropFirst", "dropLast", "suffix", "reduce",
  ]

  /// A method of a to-many relationship, of a list of values, or of a dictionary.
  mutating func collectionMethod(
    _ name: String, of base: Expression, _ arguments: [Term.Argument], _ place: TextPlace, _ scope: Scope
  ) -> Expression {
    if let found = listForm(name, of: base, arguments, place, scope) { return found }
    guard let whole = collection(of: base, in: scope), let collection = whole.settled(before: name) else {
      report(
        .wrongArguments, "'\(name)' cannot follow here", place,
        help: "start from the dictionary itself")
      return unknown(place)
    }
    return collectionMethod(name, over: collection, arguments, place, scope)
  }

  mutating func collectionMethod(
    _ name: String, over collection: Collection, _ arguments: [Term.Argument], _ place: TextPlace, _ scope: Scope
  ) -> Expression {
    let (name, arguments) = Comparator.keyed(name, arguments)
    let argument = arguments.first
    switch (name, argument?.label, arguments.count) {
    case ("filter", nil, 1):
      guard let condition = closure(argument, over: collection, scope, condition: true) else { return unknown(place) }
      return elements(of: collection.filtered(by: condition), place)
    case ("sorted", _, _), ("prefix", nil, 1): return arranged(name, collection, arguments, place, scope)
    case ("first", "by"?, 1), ("last", "by"?, 1), ("min", "by"?, 1), ("max", "by"?, 1):
      guard let key = key(argument, over: collection, scope) else { return unknown(place) }
      var ordered = collection
      ordered.order.insert(Collection.Order(key, ascending: name == "first" || name == "min"), at: 0)
      ordered.takesLastOfEquals = name == "last"
      return first(of: ordered, place)
    case ("first", "where"?, 1), ("first", nil, 1):
      guard let condition = closure(argument, over: collection, scope, condition: true) else { return unknown(place) }
      return first(of: collection.filtered(by: condition), place)
    default: return boiledDown(name, collection, arguments, place, scope)
    }
  }

  /// `sorted` and `prefix`.
  private mutating func arranged(
    _ name: String, _ collection: Collection, _ arguments: [Term.Argument], _ place: TextPlace, _ scope: Scope
  ) -> Expression {
    var arranged = collection
    if name == "prefix" {
      guard case .integer(let count)? = arguments.first?.value.kind, count >= 0 else {
        report(.wrongArguments, "'prefix' takes a number that is written out", place)
        return unknown(place)
      }
      arranged.limit = min(count, collection.limit ?? count)
      return elements(of: arranged, place)
    }
    var rest = arguments[...], isAscending = true
    if let last = rest.last, last.label == "order" {
      guard case .implicitMember(let order) = last.value.kind, order == "reverse" || order == "forward" else {
        report(.wrongArguments, "the order is '.forward' or '.reverse'", last.value.place)
        return unknown(place)
      }
      isAscending = order == "forward"
      rest = rest.dropLast()
    }
    let key: Expression?
    switch (rest.first?.label, rest.count) {
    case ("by"?, 1): key = self.key(rest.first, over: collection, scope)
    case (nil, 0):
      guard case .value = collection.element else {
        report(
          .wrongArguments, "records have no order of their own", place,
          help: "write 'sorted(by: \(source.exampleKeyPath(of: collection.entity)))'")
        return unknown(place)
      }
      key = element(of: collection, place).sortable
    default: return otherForm(name, place)
    }
    guard let key else { return unknown(place) }
    arranged.order.insert(Collection.Order(key, ascending: isAscending), at: 0)
    return elements(of: arranged, place)
  }

  /// The methods that make one value of a collection, or other elements.
  private mutating func boiledDown(
    _ name: String, _ collection: Collection, _ arguments: [Term.Argument], _ place: TextPlace, _ scope: Scope
  ) -> Expression {
    let argument = arguments.first
    switch (name, argument?.label, arguments.count) {
    case ("count", "where"?, 1), ("count", nil, 1):
      guard let condition = closure(argument, over: collection, scope, condition: true) else { return unknown(place) }
      guard let whole = collection.settled(before: "filter") else { return otherForm("filter", place) }
      return Expression(.aggregate(.count, whole.filtered(by: condition)), ValueType(.int), place)
    case ("reduce", nil, 2): return reduced(collection, arguments, place, scope)
    case ("contains", "where"?, 1), ("contains", nil, 1):
      guard let condition = closure(argument, over: collection, scope, condition: true) else { return unknown(place) }
      return Expression(.aggregate(.contains(condition), collection), ValueType(.bool), place)
    case ("allSatisfy", nil, 1):
      guard let condition = closure(argument, over: collection, scope, condition: true) else { return unknown(place) }
      return Expression(.aggregate(.allSatisfy(condition), collection), ValueType(.bool), place)
    case ("map", nil, 1), ("compactMap", nil, 1):
      guard let value = closure(argument, over: collection, scope) else { return unknown(place) }
      return mapped(name, collection, value, argument?.value.place ?? place, place)
    case ("flatMap", nil, 1):
      guard let value = closure(argument, over: collection, scope) else { return unknown(place) }
      return flattened(collection, value, argument?.value.place ?? place, place, scope)
    case ("min", "of"?, 1), ("max", "of"?, 1), ("sum", "of"?, 1), ("average", "of"?, 1), ("min", nil, 1), ("max", nil, 1),
      ("sum", nil, 1), ("average", nil, 1):
      guard let value = closure(argument, over: collection, scope) else { return unknown(place) }
      return aggregate(name, value, collection, place)
    case ("min", nil, 0), ("max", nil, 0), ("sum", nil, 0), ("average", nil, 0):
      guard case .value = collection.element else { return otherForm(name, place) }
      return aggregate(name, element(of: collection, place), collection, place)
    default: return otherForm(name, place)
    }
  }

  private mutating func otherForm(_ name: String, _ place: TextPlace) -> Expression {
    let known = closestName(to: name, among: Checker.collectionMethods)
    if name == "isEmpty" || name == "count" {
      report(.wrongArguments, "'\(name)' takes no arguments", place, help: "it is written without '()'")
    } else if Checker.collectionMethods.contains(name) {
      report(
        .wrongArguments, "'\(name)' takes other arguments", place, help: "docs/mapping-language.md shows the forms of '\(name)'")
    } else {
      report(
        .unknownFunction, "a collection of records has no '\(name)'", place,
        help: ForeignWords.advice(name) ?? known.map { "did you mean '\($0)'?" })
    }
    return unknown(place)
  }

  /// `map` and `compactMap`: the closure's values as a list, or the records that it leads to.
  private mutating func mapped(
    _ name: String, _ collection: Collection, _ value: Expression, _ body: TextPlace, _ place: TextPlace
  ) -> Expression {
    if case .record(let entity) = value.type.base {
      return Expression(.mapped(collection, value), ValueType(.records(entity)), place)
    }
    guard isListable(value, body) else { return unknown(place) }
    if value.type.isOptional, name == "map", value.type.base != .unknown {
      report(.mayBeNil, "an element of the list may be nil", body, help: "use 'compactMap', or add '?? …'")
    }
    let whole = Expression(.list(collection, value), ValueType(.list(value.type.base)), place)
    return name == "map" ? whole : Expression(.operation(.withoutNils, [whole]), whole.type, place)
  }

  /// `flatMap`: the records, or the values, of all the collections that the closure gives.
  private mutating func flattened(
    _ collection: Collection, _ value: Expression, _ body: TextPlace, _ place: TextPlace, _ scope: Scope
  ) -> Expression {
    if value.type.isOptional, value.type.base != .unknown {
      report(.mayBeNil, "what is put together may be nil", body, help: "add '?? []'")
    }
    switch value.type.base {
    case .unknown: return unknown(place)
    case .list: return Expression(.flattened(collection, value), value.type.required, place)
    case .records(let entity):
      guard let keys = value.keys else { break }
      let all = Expression(.flattened(collection, keys), keys.type.required, place)
      return Expression(.collection(Collection(.keys(all), of: .record(entity), depth: scope.depth)), value.type.required, place)
    default: break
    }
    report(.wrongType, "'flatMap' puts collections together, and this is \(value.type)", body, help: "use 'map' or 'compactMap'")
    return unknown(place)
  }

  /// What elements are ordered by.
  private mutating func key(_ argument: Term.Argument?, over collection: Collection, _ scope: Scope) -> Expression? {
    guard let key = closure(argument, over: collection, scope) else { return nil }
    guard key.type.base.isComparable else {
      report(.wrongType, "\(key.type) has no order", argument?.value.place)
      return nil
    }
    return key.sortable
  }

  private mutating func aggregate(_ name: String, _ value: Expression, _ collection: Collection, _ place: TextPlace) -> Expression
  {
    guard value.type.base.isComparable else {
      report(.wrongType, "\(value.type) has no order", place)
      return unknown(place)
    }
    switch name {
    case "min": return Expression(.aggregate(.minimum(value), collection), value.type.optional, place)
    case "max": return Expression(.aggregate(.maximum(value), collection), value.type.optional, place)
    default:
      let isSummed = name == "sum" && value.type.base == .decimal
      guard value.type.base == .int || value.type.base.isFloatingPoint || value.type.base == .unknown || isSummed else {
        report(.wrongType, "'\(name)' needs numbers, and this is \(value.type)", place)
        return unknown(place)
      }
      if name == "average" {
        return Expression(.aggregate(.average(value), collection), ValueType(.double, optional: true), place)
      }
      return Expression(.aggregate(.sum(value), collection), value.type.required, place)
    }
  }

  /// The value of `{ $0.visible }`, `{ tag in tag.name }` or `\.name` for the element of a collection.
  mutating func closure(
    _ argument: Term.Argument?, over collection: Collection, _ scope: Scope, condition: Bool = false
  ) -> Expression? {
    guard let argument else { return nil }
    let element = element(of: collection, argument.value.place)
    var inner = scope
    inner.depth = collection.depth + 1
    var body = argument.value
    switch argument.value.kind {
    case .keyPath(let names):
      inner.bind("$0", to: element)
      body = names.reduce(Term(.name("$0"), argument.value.place)) { Term(.member($0, $1), argument.value.place) }
    case .closure(let names, let value):
      inner.bind(names.first ?? "$0", to: element)
      body = value
    default:
      report(.wrongArguments, "expected a closure such as '{ $0.name }' or a key path such as '\\.name'", argument.value.place)
      return nil
    }
    return condition ? check(condition: body, in: inner) : check(body, in: inner)
  }
}

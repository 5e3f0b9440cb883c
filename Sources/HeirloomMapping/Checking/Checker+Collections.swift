internal import HeirloomFindings
internal import HeirloomSchema

extension Checker {
  static let collectionMethods = [
    "count", "isEmpty", "first", "last", "filter", "sorted", "prefix", "map", "contains", "allSatisfy", "min", "max", "sum", "average",
  ]

  /// A method of a to-many relationship.
  mutating func collectionMethod(
    _ name: String, _ collection: Collection, _ arguments: [Term.Argument], _ place: TextPlace, _ scope: Scope
  ) -> Expression {
    switch (name, arguments.first?.label, arguments.count) {
    case ("filter", _, _), ("sorted", _, _), ("first", _, 1), ("last", _, 1), ("min", "by"?, 1), ("max", "by"?, 1):
      guard collection.limit == nil else {
        report(.wrongArguments, "'\(name)' after 'prefix' is not part of the mapping language", place, help: "put 'prefix' last")
        return unknown(place)
      }
      return narrowed(name, collection, arguments, place, scope)
    default: return boiledDown(name, collection, arguments, place, scope)
    }
  }

  /// The methods that choose and order elements.
  private mutating func narrowed(
    _ name: String, _ collection: Collection, _ arguments: [Term.Argument], _ place: TextPlace, _ scope: Scope
  ) -> Expression {
    let argument = arguments.first
    let records = ValueType(.records(collection.element))
    switch (name, argument?.label, arguments.count) {
    case ("filter", nil, 1):
      guard let condition = closure(argument, over: collection, scope, condition: true) else { return unknown(place) }
      var narrowed = collection
      narrowed.filters.append(condition)
      return Expression(.collection(narrowed), records, place)
    case ("sorted", "by"?, _) where arguments.dropFirst().allSatisfy({ $0.label == "order" }):
      guard let key = key(argument, over: collection, scope) else { return unknown(place) }
      var ordered = collection
      ordered.order.insert(Collection.Order(key, ascending: isAscending(arguments)), at: 0)
      return Expression(.collection(ordered), records, place)
    case ("first", "by"?, 1), ("last", "by"?, 1), ("min", "by"?, 1), ("max", "by"?, 1):
      guard let key = key(argument, over: collection, scope) else { return unknown(place) }
      var ordered = collection
      ordered.order.insert(Collection.Order(key, ascending: name == "first" || name == "min"), at: 0)
      return first(of: ordered, place)
    case ("first", "where"?, 1), ("first", nil, 1):
      guard let condition = closure(argument, over: collection, scope, condition: true) else { return unknown(place) }
      var narrowed = collection
      narrowed.filters.append(condition)
      return first(of: narrowed, place)
    default: return otherForm(name, place)
    }
  }

  /// The methods that make one value of a collection.
  private mutating func boiledDown(
    _ name: String, _ collection: Collection, _ arguments: [Term.Argument], _ place: TextPlace, _ scope: Scope
  ) -> Expression {
    let argument = arguments.first
    switch (name, argument?.label, arguments.count) {
    case ("prefix", nil, 1):
      guard case .integer(let count)? = argument?.value.kind, count >= 0 else {
        report(.wrongArguments, "'prefix' takes a number that is written out", place)
        return unknown(place)
      }
      var cut = collection
      cut.limit = min(count, collection.limit ?? count)
      return Expression(.collection(cut), ValueType(.records(collection.element)), place)
    case ("contains", "where"?, 1), ("contains", nil, 1):
      guard let condition = closure(argument, over: collection, scope, condition: true) else { return unknown(place) }
      return Expression(.aggregate(.contains(condition), collection), ValueType(.bool), place)
    case ("allSatisfy", nil, 1):
      guard let condition = closure(argument, over: collection, scope, condition: true) else { return unknown(place) }
      return Expression(.aggregate(.allSatisfy(condition), collection), ValueType(.bool), place)
    case ("map", nil, 1), ("compactMap", nil, 1):
      guard let value = closure(argument, over: collection, scope) else { return unknown(place) }
      return list(name, collection, value, argument?.value.place ?? place, place)
    case ("min", "of"?, 1), ("max", "of"?, 1), ("sum", "of"?, 1), ("average", "of"?, 1), ("min", nil, 1), ("max", nil, 1), ("sum", nil, 1),
      ("average", nil, 1):
      guard let value = closure(argument, over: collection, scope) else { return unknown(place) }
      return aggregate(name, value, collection, place)
    default: return otherForm(name, place)
    }
  }

  private mutating func otherForm(_ name: String, _ place: TextPlace) -> Expression {
    let known = closestName(to: name, among: Checker.collectionMethods)
    if Checker.collectionMethods.contains(name) {
      report(.wrongArguments, "'\(name)' takes other arguments", place, help: "docs/mapping-language.md shows the forms of '\(name)'")
    } else {
      report(.unknownFunction, "a collection of records has no '\(name)'", place, help: known.map { "did you mean '\($0)'?" })
    }
    return unknown(place)
  }

  /// `map` and `compactMap`: the closure's values as a list.
  private mutating func list(
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

  /// Lists travel as JSON, which has texts, numbers and Bools.
  mutating func isListable(_ value: Expression, _ place: TextPlace) -> Bool {
    switch value.type.base {
    case .uuid: report(.wrongType, "a list cannot hold \(value.type)", place, help: "make texts of them: '.uuidString'")
    case .data: report(.wrongType, "a list cannot hold \(value.type)", place, help: "make texts of them: '.hex()'")
    case .record, .records, .newRecord, .newRecords, .composite, .list, .attributedString, .nothing:
      report(.wrongType, "a list of values cannot hold \(value.type)", place)
    default: return true
    }
    return false
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

  private mutating func aggregate(_ name: String, _ value: Expression, _ collection: Collection, _ place: TextPlace) -> Expression {
    guard value.type.base.isComparable else {
      report(.wrongType, "\(value.type) has no order", place)
      return unknown(place)
    }
    switch name {
    case "min": return Expression(.aggregate(.minimum(value), collection), value.type.optional, place)
    case "max": return Expression(.aggregate(.maximum(value), collection), value.type.optional, place)
    default:
      guard value.type.base == .int || value.type.base.isFloatingPoint || value.type.base == .unknown else {
        report(.wrongType, "'\(name)' needs numbers, and this is \(value.type)", place)
        return unknown(place)
      }
      if name == "average" { return Expression(.aggregate(.average(value), collection), ValueType(.double, optional: true), place) }
      return Expression(.aggregate(.sum(value), collection), value.type.required, place)
    }
  }

  func first(of collection: Collection, _ place: TextPlace) -> Expression {
    var one = collection
    one.limit = 1
    return Expression(.first(one), ValueType(.record(collection.element), optional: true), place)
  }

  private func isAscending(_ arguments: [Term.Argument]) -> Bool {
    guard arguments.count == 2, arguments[1].label == "order" else { return true }
    if case .implicitMember("reverse") = arguments[1].value.kind { return false }
    return true
  }

  /// The value of `{ $0.visible }`, `{ tag in tag.name }` or `\.name` for the element of a collection.
  private mutating func closure(
    _ argument: Term.Argument?, over collection: Collection, _ scope: Scope, condition: Bool = false
  ) -> Expression? {
    guard let argument else { return nil }
    let row = Row.element(collection.depth, collection.element)
    let element = Expression(.identity(row), ValueType(.record(collection.element)), argument.value.place)
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

extension Expression {
  /// The value in a form that sorts by its meaning: a decimal by its number.
  package var sortable: Expression {
    type.base == .decimal ? Expression(.operation(.decimalOrder, [self]), ValueType(.string, optional: type.isOptional), place) : self
  }
}

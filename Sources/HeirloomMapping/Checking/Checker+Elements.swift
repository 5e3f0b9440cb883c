internal import HeirloomFindings
internal import HeirloomSchema

extension Checker {
  /// A value as a collection whose elements a closure can look at; nil when it holds none, or cannot be looked at from here.
  func collection(of value: Expression, in scope: Scope) -> Collection? {
    switch value.type.base {
    case .records(let entity):
      if case .collection(let collection) = value.kind { return collection.moved(to: scope.depth) }
      return value.keys.map { Collection(.keys($0), of: .record(entity), depth: scope.depth) }
    case .dictionary:
      guard case .collection(let collection) = value.kind else { return nil }
      return collection.moved(to: scope.depth)
    case .list(let base): return Collection(.elements(value), of: .value(ValueType(base)), depth: scope.depth)
    default: return nil
    }
  }

  /// The element that a closure over a collection looks at.
  func element(of collection: Collection, _ place: TextPlace) -> Expression {
    switch collection.element {
    case .record(let entity):
      return Expression(.identity(.element(collection.depth, entity)), ValueType(.record(entity)), place)
    case .entry(let key, let value): return Expression(.elementKey(collection.depth), ValueType(.entry(key, value)), place)
    case .value(let type):
      let raw = Expression(.elementValue(collection.depth), type, place)
      // Inside a list these are texts.
      switch (collection.source, type.base) {
      case (.elements, .uuid):
        return Expression(.operation(.uuidFromText, [raw.typed(ValueType(.string, optional: type.isOptional))]), type, place)
      case (.elements, .data):
        return Expression(.operation(.dataFromBase64, [raw.typed(ValueType(.string, optional: type.isOptional))]), type, place)
      default: return raw
      }
    }
  }

  /// The elements of a collection as a value.
  func elements(of collection: Collection, _ place: TextPlace) -> Expression {
    switch collection.element {
    case .record(let entity): Expression(.collection(collection), ValueType(.records(entity)), place)
    case .entry(let key, let value): Expression(.collection(collection), ValueType(.dictionary(key, value)), place)
    case .value(let type): Expression(.list(collection, element(of: collection, place)), ValueType(.list(type.base)), place)
    }
  }

  /// The first element of a collection, or nil.
  mutating func first(of collection: Collection, _ place: TextPlace) -> Expression {
    var one = collection
    one.limit = 1
    switch collection.element {
    case .record(let entity): return Expression(.first(one), ValueType(.record(entity), optional: true), place)
    case .value(let type): return Expression(.pick(one, element(of: one, place)), type.optional, place)
    // An entry stands for its key: where there is none, there is no entry.
    case .entry(let key, let value):
      let name = Expression(.elementKey(one.depth), ValueType(key), place)
      return Expression(.pick(one, name), ValueType(.entry(key, value), optional: true), place)
    }
  }

  /// The last element in the collection's order, or nil.
  mutating func last(of collection: Collection, _ place: TextPlace) -> Expression {
    guard var reversed = collection.settled(before: "last") else { return unknown(place) }
    if reversed.order.isEmpty, case .record = reversed.element, case .links(_, let declarer, let property) = reversed.source,
      source[declarer]?.relationships.first(where: { $0.name == property })?.isOrdered != true
    {
      report(
        .wrongArguments, "'last' needs an order", place,
        help: "write '.last(by: \(source.exampleKeyPath(of: collection.entity)))'")
    }
    reversed.order = reversed.order.map { Collection.Order($0.key, ascending: !$0.isAscending) }
    reversed.takesLastOfEquals = true
    return first(of: reversed, place)
  }

  /// `key` or `value` of an entry.
  mutating func entryMember(
    _ name: String, of base: Expression, _ key: ValueType.Base, _ value: ValueType, _ place: TextPlace
  ) -> Expression {
    guard name == "key" || name == "value" else {
      report(.unknownAttribute, "an entry has a 'key' and a 'value', and no '\(name)'", place)
      return unknown(place)
    }
    let type = name == "key" ? ValueType(key) : value
    return member(name, ofEntry: base, ValueType(type.base, optional: type.isOptional || base.type.isOptional), place)
  }

  private mutating func member(_ name: String, ofEntry base: Expression, _ type: ValueType, _ place: TextPlace) -> Expression {
    func inner(_ entry: Expression) -> Expression { member(name, ofEntry: entry, type, place) }
    func isMissing(_ entry: Expression) -> Expression {
      Expression(.operation(.equal, [entry, .constant(.null, .nothing, place)]), ValueType(.bool), place)
    }
    switch base.kind {
    case .elementKey(let depth):
      if name == "key" { return Expression(.elementKey(depth), type, place) }
      if case .record(let entity) = type.base { return Expression(.identity(.element(depth, entity)), type, place) }
      return Expression(.elementValue(depth), type, place)
    case .pick(let one, _):
      if name == "key" { return Expression(base.kind, type, place) }
      if case .record = type.base { return Expression(.first(one), type, place) }
      return Expression(.pick(one, Expression(.elementValue(one.depth), type.required, place)), type, place)
    case .require(let entry, let site):
      return Expression(.conditional(isMissing(entry), Expression(.reject(site), ValueType(.nothing)), inner(entry)), type, place)
    case .coalesce(let a, let b): return Expression(.conditional(isMissing(a), inner(b), inner(a)), type, place)
    case .conditional(let condition, let a, let b): return Expression(.conditional(condition, inner(a), inner(b)), type, place)
    case .reject, .constant(.null): return Expression(base.kind, type, place)
    default:
      report(
        .wrongType, "an entry of a dictionary cannot be taken from here", place, help: "take its value: 'old.scores[\"key\"]'")
      return unknown(place)
    }
  }

  /// `count`, `isEmpty`, `first`, `last`, `keys` or `values` of a dictionary; nil for any other name.
  mutating func dictionaryMember(_ name: String, of collection: Collection, _ place: TextPlace) -> Expression? {
    guard case .entry(let key, let value) = collection.element else { return nil }
    switch name {
    case "count": return Expression(.aggregate(.count, collection), ValueType(.int), place)
    case "isEmpty": return Expression(.aggregate(.isEmpty, collection), ValueType(.bool), place)
    case "first": return collection.settled(before: name).map { first(of: $0, place) }
    case "last": return last(of: collection, place)
    case "keys":
      return Expression(
        .list(collection, Expression(.elementKey(collection.depth), ValueType(key), place)), ValueType(.list(key)), place)
    case "values":
      if case .record(let entity) = value.base, let identity = collection.identity {
        return Expression(.mapped(collection, identity), ValueType(.records(entity)), place)
      }
      let whole = Expression(
        .list(collection, Expression(.elementValue(collection.depth), value, place)), ValueType(.list(value.base)), place)
      return value.isOptional ? Expression(.operation(.withoutNils, [whole]), whole.type, place) : whole
    default: return nil
    }
  }

  /// `old.scores["key"]`
  mutating func entry(
    of collection: Collection, _ argument: Term.Argument, _ place: TextPlace, _ scope: Scope
  ) -> Expression {
    guard case .entry(let base, let value) = collection.element else { return unknown(place) }
    let wanted = check(argument.value, in: scope, expecting: base)
    expect(base, wanted, argument.value.place)
    let key = Expression(.elementKey(collection.depth), ValueType(base), place)
    var one = collection.filtered(by: Expression(.operation(.equal, [key, wanted]), ValueType(.bool), place))
    one.limit = 1
    if case .record(let entity) = value.base { return Expression(.first(one), ValueType(.record(entity), optional: true), place) }
    return Expression(.pick(one, Expression(.elementValue(collection.depth), value, place)), value.optional, place)
  }

  /// Lists travel as JSON, which has texts, numbers and Bools; identities, bytes and dates are among them in the form that
  /// Foundation's encoder gives them.
  mutating func isListable(_ value: Expression, _ place: TextPlace) -> Bool {
    if !value.type.base.isListable { report(.wrongType, "a list of values cannot hold \(value.type)", place) }
    return value.type.base.isListable
  }
}

extension ValueType.Base {
  /// A list of values can hold it.
  var isListable: Bool {
    switch self {
    case .record, .records, .newRecord, .newRecords, .composite, .list, .attributedString, .nothing, .dictionary, .entry: false
    default: true
    }
  }
}

extension Collection {
  func filtered(by condition: Expression) -> Collection {
    var narrowed = self
    narrowed.filters.append(condition)
    return narrowed
  }

  /// The collection for a method that looks at what is left: one that was cut is a collection of its own then.
  func settled(before method: String) -> Collection? {
    guard limit != nil, ["filter", "sorted", "first", "last", "min", "max"].contains(method) else { return self }
    return enclosed(at: depth)
  }

  /// The collection where another closure stands, whose element would have the same name.
  func moved(to depth: Int) -> Collection? {
    if depth == self.depth { return self }
    guard filters.isEmpty, order.isEmpty else { return enclosed(at: depth) }
    var moved = self
    moved.depth = depth
    return moved
  }

  private func enclosed(at depth: Int) -> Collection? {
    if case .entry = element { return Collection(.enclosed(self), of: element, depth: depth) }
    guard case .record = element, let identity else { return nil }
    let keys = Expression(.list(self, identity), ValueType(.list(.int), optional: presence != nil))
    return Collection(.keys(keys), of: element, depth: depth)
  }
}

extension Expression {
  /// The value in a form that sorts by its meaning: a decimal by its number.
  package var sortable: Expression {
    type.base == .decimal
      ? Expression(.operation(.decimalOrder, [self]), ValueType(.string, optional: type.isOptional), place) : self
  }

  /// The keys of the records that the value holds, as a list.
  var keys: Expression? {
    let type = ValueType(.list(.int), optional: type.isOptional)
    func like(_ kind: Kind) -> Expression { Expression(kind, type, place) }
    switch kind {
    case .collection(let collection): return collection.identity.map { like(.list(collection, $0)) }
    case .mapped(let collection, let value): return like(.operation(.withoutNils, [like(.list(collection, value))]))
    case .several(let values): return like(.operation(.withoutNils, [like(.operation(.listLiteral, values))]))
    case .coalesce(let a, let b):
      guard let first = a.keys, let second = b.keys else { return nil }
      return like(.coalesce(first, second))
    case .conditional(let condition, let a, let b):
      guard let then = a.keys, let other = b.keys else { return nil }
      return like(.conditional(condition, then, other))
    case .require(let value, let site): return value.keys.map { like(.require($0, site)) }
    case .constant(.null), .reject: return like(kind)
    default: return nil
    }
  }
}

internal import HeirloomFindings
internal import HeirloomSchema

extension Checker {
  mutating func assign(
    _ relationship: Relationship, _ path: [String], _ term: Term, at place: TextPlace, _ scope: Scope
  ) {
    let rule = scope.rule, target = plan.rules[rule].target
    if path.count > 1 {
      report(.unknownAttribute, "'\(path[0])' is a relationship; its records are mapped by rules of their own", place)
      return
    }
    if assigned[rule]?.links[relationship.name] != nil { report(.doubleAssignment, "'\(path[0])' is assigned twice", place) }
    let value = check(term, in: scope)
    guard var links = linkValue(value, for: relationship, at: term.place) else { return }
    if links.looksUp, !relationship.isOptional, !relationship.isToMany { links = needed(links, path[0], scope, term.place) }
    assigned[rule, default: Assigned()].links[relationship.name] = LinkAssignment(
      rule: rule, relationship: relationship, declarer: self.target.declarer(of: relationship.name, in: target) ?? target,
      value: links, carries: carried(value, by: plan.rules[rule].origin), place: place)
  }

  /// A look-up for a relationship that needs a record: a miss ends the run, unless the mapping says otherwise.
  private mutating func needed(
    _ links: LinkAssignment.Value, _ name: String, _ scope: Scope, _ place: TextPlace
  ) -> LinkAssignment.Value {
    if case .required = links { return links }
    report(
      .optionalToRequired,
      "'\(plan.rules[scope.rule].target).\(name)' needs a record, and this may find none: a miss will stop the run",
      place, help: "add '?? reject(\"why\")'")
    return .required(
      links, addSite(.missingValue, "'\(name)' needs a record and finds none", rule: scope.rule, property: name, place: place))
  }

  private mutating func linkValue(
    _ value: Expression, for relationship: Relationship, at place: TextPlace
  ) -> LinkAssignment.Value? {
    switch (value.type.base, value.kind) {
    case (.unknown, _): return nil
    case (.nothing, .reject(let site)): return .reject(site)
    case (.nothing, _), (_, .several([])): return .empty
    case (.record, _): return .record(value)
    case (.records, .collection(let collection)):
      if relationship.isToMany { return .records(collection) }
      report(
        .wrongType, "'\(relationship.name)' holds one record, and this is a collection", place,
        help: "add '.first' or '.first(by: \(source.exampleKeyPath(of: collection.entity)))'")
      return nil
    case (.records, .mapped(let collection, let value)):
      if relationship.isToMany { return .mapped(collection, value) }
    case (.records, .several(let values)):
      if relationship.isToMany { return .several(values) }
    case (.records, _):
      // A choice of collections, for instance.
      if relationship.isToMany, let collection = collection(of: value, in: Scope(rule: 0)) { return .records(collection) }
    case (.dictionary(_, let inner), .collection(let collection)):
      if case .record = inner.base, relationship.isToMany { return .records(collection) }
    case (.newRecord, .coalesce(let a, let b)):
      if case .reject(let site) = b.kind { return linkValue(a, for: relationship, at: place).map { required($0, site, place) } }
      // The last way may be a record of the store, or a refusal.
      if case .record = b.type.base, let (rest, site) = b.beforeRefusal {
        guard let first = linkValue(a, for: relationship, at: place) else { return nil }
        return required(.either([first, .record(rest)]), site, place)
      }
      guard let first = linkValue(a, for: relationship, at: place), let second = linkValue(b, for: relationship, at: place) else {
        return nil
      }
      if case .required(let last, let site) = second { return .required(.either([first, last]), site) }
      return .either([first, second])
    case (.newRecord, .require(let value, let site)):
      return linkValue(value, for: relationship, at: place).map { required($0, site, place) }
    case (.newRecord, .conditional(let condition, let a, let b)):
      guard let then = linkValue(a, for: relationship, at: place), let other = linkValue(b, for: relationship, at: place) else {
        return nil
      }
      if let choice = LinkAssignment.Value.choice(condition, then, other) { return choice }
    case (.newRecord, .lookup(let entity, let key, let by)): return .lookup(entity, key, by)
    case (.newRecords, .lookup(let entity, let key, let by)):
      if relationship.isToMany { return .lookups(entity, key, by) }
    default: break
    }
    report(
      .wrongType, "'\(relationship.name)' is a relationship to '\(relationship.destination)', and this is \(value.type)", place)
    return nil
  }

  /// What must be found is known before a row is written, so the values that it is found by must be.
  private mutating func required(_ value: LinkAssignment.Value, _ site: Int, _ place: TextPlace) -> LinkAssignment.Value {
    for way in value.ways {
      guard case .lookup(let entity, let key, _) = way, let attribute = target.attribute(key, of: entity) else { continue }
      if attribute.derivation != nil || attribute.userInfo["NSTriggerKey"] != nil {
        report(
          .wrongArguments,
          "'\(entity).\(key)' is derived by the store when all records are written, and a record is refused before",
          place, help: "look the record up by another attribute")
      }
    }
    return .required(value, site)
  }

  /// The source relationship that a value carries as it is: all its links, none made up.
  private func carried(_ value: Expression, by origin: RecordRule.Origin) -> SourceRelationship? {
    guard case .entity = origin else { return nil }
    switch value.kind {
    case .column(.parameter(_, let entity), let name):
      return source.declarer(of: PropertyName(name), in: entity).map { SourceRelationship($0, PropertyName(name)) }
    case .collection(let collection):
      guard collection.filters.isEmpty, collection.limit == nil, let links = collection.links, case .parameter = links.owner
      else {
        return nil
      }
      return SourceRelationship(links.declarer, links.property)
    default: return nil
    }
  }
}

extension LinkAssignment.Value {
  /// One value or the other by a condition; nil when they cannot be joined.
  static func choice(_ condition: Expression, _ a: Self, _ b: Self) -> Self? {
    let null = Expression.constant(.null, .nothing)
    func either(_ x: Expression, _ y: Expression) -> Expression {
      Expression(.conditional(condition, x, y), (x.type.base == .nothing ? y : x).type.optional, x.place ?? y.place)
    }
    switch (a, b) {
    case (.record(let x), .record(let y)) where x.type.base == y.type.base: return .record(either(x, y))
    case (.record(let x), .empty): return .record(either(x, null))
    case (.empty, .record(let y)): return .record(either(null, y))
    case (.lookup(let entity, let key, let x), .lookup(let other, let otherKey, let y)) where entity == other && key == otherKey:
      return .lookup(entity, key, either(x, y))
    case (.lookup(let entity, let key, let x), .empty): return .lookup(entity, key, either(x, null))
    case (.empty, .lookup(let entity, let key, let y)): return .lookup(entity, key, either(null, y))
    case (.empty, .empty): return .empty
    case (.record(let x), .reject(let site)): return .record(either(x, Expression(.reject(site), ValueType(.nothing))))
    case (.reject(let site), .record(let y)): return .record(either(Expression(.reject(site), ValueType(.nothing)), y))
    case (.lookup(let entity, let key, let x), .reject(let site)):
      return .lookup(entity, key, either(x, Expression(.reject(site), ValueType(.nothing))))
    case (.reject(let site), .lookup(let entity, let key, let y)):
      return .lookup(entity, key, either(Expression(.reject(site), ValueType(.nothing)), y))
    case (.required, _), (_, .required), (.either, _), (_, .either), (.chosen, _), (_, .chosen):
      return a.isToOneRecord && b.isToOneRecord ? .chosen(condition, a, b) : nil
    case (.record, .record), (.record, .lookup), (.lookup, .record), (.lookup, .lookup):
      guard let then = choice(condition, a, .empty), let other = choice(condition, .empty, b) else { return nil }
      return .either([then, other])
    case (.records(let x), .records(let y)) where x.element == y.element:
      guard let entity = x.entity, let first = x.identity, let second = y.identity else { return nil }
      let keys = ValueType(.list(.int))
      let list = Expression(
        .conditional(condition, Expression(.list(x, first), keys), Expression(.list(y, second), keys)), keys, condition.place)
      return .records(Collection(.keys(list), of: .record(entity), depth: 0))
    default: break
    }
    // A to-many: the condition is one more filter.
    func when(_ condition: Expression, _ value: Self) -> Self? {
      guard case .records(var collection) = value else { return nil }
      collection.filters.append(condition)
      return .records(collection)
    }
    let fails = Expression(.operation(.not, [condition]), ValueType(.bool), condition.place)
    if case .empty = b { return when(condition, a) }
    if case .empty = a { return when(fails, b) }
    return nil
  }
}

extension LinkAssignment.Value {
  /// It leads to one record, or to none.
  fileprivate var isToOneRecord: Bool {
    ways.allSatisfy { way in
      switch way {
      case .record, .lookup, .reject, .empty: true
      default: false
      }
    }
  }
}

extension Expression {
  /// The value before the refusal with which a chain of `??`, or a `!`, ends; nil when there is none.
  fileprivate var beforeRefusal: (value: Expression, site: Int)? {
    switch kind {
    case .require(let value, let site): return (value, site)
    case .coalesce(let value, let other):
      if case .reject(let site) = other.kind { return (value, site) }
      return other.beforeRefusal.map { (Expression(.coalesce(value, $0.value), type.optional, place), $0.site) }
    default: return nil
    }
  }
}

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
    guard let links = linkValue(value, for: relationship, at: term.place) else { return }
    assigned[rule, default: Assigned()].links[relationship.name] = LinkAssignment(
      rule: rule, relationship: relationship, declarer: self.target.declarer(of: relationship.name, in: target) ?? target,
      value: links, carries: carried(value, by: plan.rules[rule].origin), place: place)
  }

  private mutating func linkValue(
    _ value: Expression, for relationship: Relationship, at place: TextPlace
  ) -> LinkAssignment.Value? {
    switch (value.type.base, value.kind) {
    case (.unknown, _): return nil
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
      guard let first = linkValue(a, for: relationship, at: place), let second = linkValue(b, for: relationship, at: place) else {
        return nil
      }
      return .either([first, second])
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

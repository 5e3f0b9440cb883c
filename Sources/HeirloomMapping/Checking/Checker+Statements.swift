internal import HeirloomFindings
internal import HeirloomSchema

/// What the block of a rule assigns, before the automatic rest is added.
struct Assigned {
  struct Value {
    var alternatives: Alternatives
    var place: TextPlace
  }
  /// What an attribute becomes in each branch of the block; a hole where a branch does not assign it.
  indirect enum Alternatives {
    /// `before` is the value before a default of the schema replaced its nils.
    case value(Expression, before: Expression?)
    case hole
    case choice(Expression, Alternatives, Alternatives)
  }
  /// By column path or attribute name.
  var attributes: [String: Value] = [:]
  var links: [PropertyName: LinkAssignment] = [:]
  /// Values whose nils a default of the schema replaced, by column path.
  var defaulted: [String: Expression] = [:]
}

extension Checker {
  /// Checks the statements of a block; `condition` holds when they are reached, nil meaning always.
  mutating func check(_ statements: [RuleStatement], when condition: Expression?, _ scope: inout Scope) {
    for statement in statements {
      switch statement.kind {
      case .binding(let name, let term):
        let value = check(term, in: scope)
        if name != "_" { bound.append((name, statement.place)) }
        scope.bind(name, to: named(value, rule: scope.rule))
      case .assignment(let path, let term):
        assign(path, term, at: statement.place, scope)
      case .unless(let term, let block):
        var inner = scope
        let holds = check(term, &inner)
        exit(block, when: both(condition, negated(holds)), &scope, at: statement.place)
        scope = inner
      case .conditional(let terms, let then, let other):
        var inner = scope
        let all = terms.map { check($0, &inner) }
        guard let first = all.first else { continue }
        let holds = all.dropFirst().reduce(first) { Expression(.operation(.and, [$0, $1]), ValueType(.bool), $0.place) }
        let before = assigned.removeValue(forKey: scope.rule)
        check(then, when: both(condition, holds), &inner)
        let whenTrue = assigned.removeValue(forKey: scope.rule)
        inner = scope
        check(other, when: both(condition, negated(holds)), &inner)
        let whenFalse = assigned.removeValue(forKey: scope.rule)
        assigned[scope.rule] = joined(
          before ?? Assigned(), holds, leaves(then) ? nil : whenTrue ?? Assigned(), leaves(other) ? nil : whenFalse ?? Assigned())
      case .exit(let exit, let reason):
        add(exit, reason, when: condition ?? .constant(.integer(1), .bool), scope, at: statement.place)
      }
    }
  }

  private mutating func check(_ condition: RuleStatement.Condition, _ scope: inout Scope) -> Expression {
    switch condition {
    case .holds(let term): return check(condition: term, in: scope)
    case .binds(let name, let term):
      let value = check(term, in: scope)
      if !value.type.isOptional, value.type.base != .unknown {
        report(.neverNil, "'\(name)' is never nil by the model", term.place)
      }
      if name != "_" { bound.append((name, term.place)) }
      scope.bind(name, to: named(value, rule: scope.rule).typed(value.type.required))
      return Expression(.operation(.notEqual, [value, .constant(.null, .nothing)]), ValueType(.bool), term.place)
    }
  }

  private func negated(_ condition: Expression) -> Expression { Expression(.operation(.not, [condition]), ValueType(.bool), condition.place) }

  /// Whether a block leaves the record out in any case.
  private func leaves(_ block: [RuleStatement]) -> Bool {
    block.contains { statement in
      switch statement.kind {
      case .exit: true
      case .conditional(_, let then, let other): leaves(then) && leaves(other)
      default: false
      }
    }
  }

  /// What is assigned after an `if`: what its branches assign, and what was assigned before where they do not.
  ///
  /// A branch is nil when it leaves the record out: what it assigns matters to nobody.
  private mutating func joined(_ before: Assigned, _ holds: Expression, _ then: Assigned?, _ other: Assigned?) -> Assigned {
    var result = before
    guard let then, let other else {
      let only = then ?? other ?? Assigned()
      result.attributes.merge(only.attributes) { a, b in .init(alternatives: b.alternatives.filled(with: a.alternatives), place: b.place) }
      result.links.merge(only.links) { $1 }
      return result
    }
    for key in Set(then.attributes.keys).union(other.attributes.keys).sorted() {
      let choice = Assigned.Alternatives.choice(
        holds, then.attributes[key]?.alternatives ?? .hole, other.attributes[key]?.alternatives ?? .hole)
      guard let place = (then.attributes[key] ?? other.attributes[key])?.place else { continue }
      result.attributes[key] = .init(alternatives: before.attributes[key].map { choice.filled(with: $0.alternatives) } ?? choice, place: place)
    }
    for name in Set(then.links.keys).union(other.links.keys).sorted() {
      guard var link = then.links[name] ?? other.links[name] else { continue }
      let rest = before.links[name]?.value ?? .empty
      if let value = LinkAssignment.Value.choice(holds, then.links[name]?.value ?? rest, other.links[name]?.value ?? rest) {
        (link.value, link.carries) = (value, nil)
        result.links[name] = link
      } else {
        report(
          .mappingSyntax, "'\(name)' cannot be assigned under a condition in this way", link.place,
          help: "say it in one expression: '\(name) = old.items.filter { … }'")
      }
    }
    return result
  }

  /// The block of a `guard`: it has to leave the record out.
  private mutating func exit(_ block: [RuleStatement], when condition: Expression, _ scope: inout Scope, at place: TextPlace) {
    if !leaves(block) {
      report(.mappingSyntax, "the 'else' of a 'guard' must skip, reject or delete the record", place, help: "guard … else { skip(\"why\") }")
    }
    check(block, when: condition, &scope)
  }

  private mutating func add(_ exit: RuleStatement.Exit, _ reason: Term?, when condition: Expression, _ scope: Scope, at place: TextPlace) {
    guard let reason, case .text(let text) = reason.kind, text.contains(where: { !$0.isWhitespace }) else {
      report(.wrongArguments, "'\(exit.rawValue)' needs a reason as a text", place, help: "\(exit.rawValue)(\"why\")")
      return
    }
    let kinds: [RuleStatement.Exit: Site.Kind] = [.skip: .skip, .reject: .reject, .delete: .delete]
    if exit == .delete, case .entity = plan.rules[scope.rule].origin {} else if exit == .delete {
      report(.wrongArguments, "only a record of the source can be deleted", place, help: "skip(\"\(text)\")")
    }
    let site = addSite(kinds[exit] ?? .reject, text, rule: scope.rule, place: place)
    plan.rules[scope.rule].exits.append(.init(condition: condition, site: site))
  }

  private func both(_ a: Expression?, _ b: Expression) -> Expression {
    guard let a else { return b }
    return Expression(.operation(.and, [a, b]), ValueType(.bool), b.place)
  }

  mutating func check(condition term: Term, in scope: Scope) -> Expression {
    let condition = check(term, in: scope, expecting: .bool)
    if condition.type.base != .bool, condition.type.base != .unknown {
      report(.wrongType, "a condition is a Bool, and this is \(condition.type)", term.place)
    } else if condition.type.isOptional {
      report(.mayBeNil, "the condition may be nil", term.place, help: "compare it: '… == true' or '… != false'")
    }
    return condition
  }

  /// A `let` whose value is not a plain reference is computed once for each record.
  private mutating func named(_ value: Expression, rule: Int) -> Expression {
    switch value.type.base {
    case .record, .records, .newRecord, .newRecords, .composite, .unknown: return value
    default: break
    }
    switch value.kind {
    case .constant, .column, .local, .value: return value
    default:
      plan.rules[rule].locals.append(value)
      return Expression(.local(plan.rules[rule].locals.count - 1), value.type, value.place)
    }
  }

  // MARK: - Assignments

  private mutating func assign(_ path: [String], _ term: Term, at place: TextPlace, _ scope: Scope) {
    let target = plan.rules[scope.rule].target
    var scope = scope
    scope.property = path.joined(separator: ".")
    let name = PropertyName(path[0])
    if let relationship = self.target.relationship(name, of: target) {
      assign(relationship, path, term, at: place, scope)
      return
    }
    guard let attribute = self.target.attribute(name, of: target) else {
      let names = propertyNames(of: target, in: self.target)
      report(
        .unknownAttribute, "'\(target)' has no attribute '\(path[0])'", place,
        help: closestName(to: path[0], among: names).map { "did you mean '\($0)'?" })
      _ = check(term, in: scope)
      return
    }
    guard let goal = goal(attribute, path, at: place) else { return }
    let key = path.joined(separator: ".")
    let value = coerce(check(term, in: scope, expecting: goal.type.base), to: goal, path: key, scope, at: term.place)
    if let first = assigned[scope.rule]?.attributes[key] {
      report(.doubleAssignment, "'\(key)' is assigned twice", place, help: "the first assignment is in line \(first.place.line)")
    }
    let before = assigned[scope.rule]?.defaulted.removeValue(forKey: key)
    assigned[scope.rule, default: Assigned()].attributes[key] = .init(alternatives: .value(value, before: before), place: place)
  }

  /// What an assignment has to give: the attribute, or the leaf of a composite that the path names.
  struct Goal {
    var attribute: Attribute
    var type: ValueType
  }

  mutating func goal(_ attribute: Attribute, _ path: [String], at place: TextPlace) -> Goal? {
    guard path.count > 1 else { return Goal(attribute: attribute, type: ValueType(ValueType.Base(attribute), optional: attribute.isOptional)) }
    var leaf = attribute
    for name in path.dropFirst() {
      guard leaf.type == .composite, leaf.enumeration == nil else {
        report(.wrongType, "'\(leaf.name)' is \(ValueType.Base(leaf)) and has no parts", place)
        return nil
      }
      guard let next = leaf.elements.first(where: { $0.name.text == name }) else {
        let help = closestName(to: name, among: leaf.elements.map(\.name.text)).map { "did you mean '\($0)'?" }
        report(.unknownAttribute, "'\(leaf.name)' has no part '\(name)'", place, help: help)
        return nil
      }
      leaf = next
    }
    return Goal(attribute: leaf, type: ValueType(ValueType.Base(leaf), optional: leaf.isOptional))
  }

  private mutating func assign(
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

  private mutating func linkValue(_ value: Expression, for relationship: Relationship, at place: TextPlace) -> LinkAssignment.Value? {
    switch (value.type.base, value.kind) {
    case (.unknown, _): return nil
    case (.nothing, _), (_, .several([])): return .empty
    case (.record, _): return .record(value)
    case (.records, .collection(let collection)):
      if relationship.isToMany { return .records(collection) }
      report(.wrongType, "'\(relationship.name)' holds one record, and this is a collection", place, help: "add '.first' or '.first(by: \\.name)'")
      return nil
    case (.records, .mapped(let collection, let value)):
      if relationship.isToMany { return .mapped(collection, value) }
    case (.records, .several(let values)):
      if relationship.isToMany { return .several(values) }
    case (.newRecord, .lookup(let entity, let key, let by)): return .lookup(entity, key, by)
    case (.newRecords, .lookup(let entity, let key, let by)):
      if relationship.isToMany { return .lookups(entity, key, by) }
    default: break
    }
    report(.wrongType, "'\(relationship.name)' is a relationship to '\(relationship.destination)', and this is \(value.type)", place)
    return nil
  }

  /// The source relationship that a value carries as it is: all its links, none made up.
  private func carried(_ value: Expression, by origin: RecordRule.Origin) -> SourceRelationship? {
    guard case .entity = origin else { return nil }
    switch value.kind {
    case .column(.parameter(_, let entity), let name):
      return source.declarer(of: PropertyName(name), in: entity).map { SourceRelationship($0, PropertyName(name)) }
    case .collection(let collection):
      guard collection.filters.isEmpty, collection.limit == nil, case .parameter = collection.owner else { return nil }
      return SourceRelationship(collection.declarer, collection.property)
    default: return nil
    }
  }
}

extension Assigned.Alternatives {
  /// The expression, with `rest` where nothing is assigned.
  func expression(or rest: Expression) -> Expression {
    switch self {
    case .value(let value, _): value
    case .hole: rest
    case .choice(let condition, let a, let b): choice(condition, a.expression(or: rest), b.expression(or: rest))
    }
  }

  /// The expression before defaults took the place of nils; nil when there are none.
  func before(or rest: Expression?, _ whole: Expression) -> Expression? {
    switch self {
    case .value(_, let before): return before
    case .hole: return rest
    case .choice(let condition, let a, let b):
      let (x, y) = (a.before(or: rest, whole), b.before(or: rest, whole))
      return x == nil && y == nil ? nil : choice(condition, x ?? a.expression(or: whole), y ?? b.expression(or: whole))
    }
  }

  private func choice(_ condition: Expression, _ a: Expression, _ b: Expression) -> Expression {
    let base = a.type.base == .nothing ? b.type.base : a.type.base
    return Expression(.conditional(condition, a, b), ValueType(base, optional: a.type.isOptional || b.type.isOptional), a.place ?? b.place)
  }

  var hasHole: Bool {
    switch self {
    case .value: false
    case .hole: true
    case .choice(_, let a, let b): a.hasHole || b.hasHole
    }
  }

  func filled(with rest: Self) -> Self {
    switch self {
    case .value: self
    case .hole: rest
    case .choice(let condition, let a, let b): .choice(condition, a.filled(with: rest), b.filled(with: rest))
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
    case (.record(let x), .record(let y)): return .record(either(x, y))
    case (.record(let x), .empty): return .record(either(x, null))
    case (.empty, .record(let y)): return .record(either(null, y))
    case (.lookup(let entity, let key, let x), .lookup(let other, let otherKey, let y)) where entity == other && key == otherKey:
      return .lookup(entity, key, either(x, y))
    case (.lookup(let entity, let key, let x), .empty): return .lookup(entity, key, either(x, null))
    case (.empty, .lookup(let entity, let key, let y)): return .lookup(entity, key, either(null, y))
    case (.empty, .empty): return .empty
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

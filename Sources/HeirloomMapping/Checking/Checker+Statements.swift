internal import HeirloomFindings
internal import HeirloomSchema

/// What the block of a rule assigns, before the automatic rest is added.
struct Assigned {
  struct Value {
    var expression: Expression
    var place: TextPlace
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
        scope.bind(name, to: named(value, rule: scope.rule))
      case .assignment(let path, let term):
        assign(path, term, at: statement.place, when: condition, scope)
      case .unless(let term, let block):
        let holds = check(condition: term, in: scope)
        let fails = Expression(.operation(.not, [holds]), ValueType(.bool), term.place)
        exit(block, when: both(condition, fails), &scope, at: statement.place)
      case .conditional(let term, let then, let other):
        let holds = check(condition: term, in: scope)
        let fails = Expression(.operation(.not, [holds]), ValueType(.bool), term.place)
        var inner = scope
        check(then, when: both(condition, holds), &inner)
        inner = scope
        check(other, when: both(condition, fails), &inner)
      case .exit(let exit, let reason):
        add(exit, reason, when: condition ?? .constant(.integer(1), .bool), scope, at: statement.place)
      }
    }
  }

  /// The block of a `guard`: it has to leave the record out.
  private mutating func exit(_ block: [RuleStatement], when condition: Expression, _ scope: inout Scope, at place: TextPlace) {
    let leaves = block.contains { if case .exit = $0.kind { true } else { false } }
    if !leaves { report(.mappingSyntax, "the 'else' of a 'guard' must skip, reject or delete the record", place, help: "guard … else { skip(\"why\") }") }
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

  private mutating func assign(_ path: [String], _ term: Term, at place: TextPlace, when condition: Expression?, _ scope: Scope) {
    let target = plan.rules[scope.rule].target
    var scope = scope
    scope.property = path.joined(separator: ".")
    let name = PropertyName(path[0])
    if let relationship = self.target.relationship(name, of: target) {
      assign(relationship, path, term, at: place, when: condition, scope)
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
    if let condition {
      let before = assigned[scope.rule]?.attributes[key]?.expression ?? automatic(key, attribute, goal, scope.rule)
      let merged = Expression(.conditional(condition, value, before), goal.type, place)
      assigned[scope.rule, default: Assigned()].attributes[key] = .init(expression: merged, place: place)
    } else {
      if let first = assigned[scope.rule]?.attributes[key] {
        report(.doubleAssignment, "'\(key)' is assigned twice", place, help: "the first assignment is in line \(first.place.line)")
      }
      assigned[scope.rule, default: Assigned()].attributes[key] = .init(expression: value, place: place)
    }
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
    _ relationship: Relationship, _ path: [String], _ term: Term, at place: TextPlace, when condition: Expression?, _ scope: Scope
  ) {
    let rule = scope.rule, target = plan.rules[rule].target
    if path.count > 1 { report(.unknownAttribute, "'\(path[0])' is a relationship; its records are mapped by rules of their own", place) }
    if assigned[rule]?.links[relationship.name] != nil { report(.doubleAssignment, "'\(path[0])' is assigned twice", place) }
    var value = check(term, in: scope)
    if let condition, case .record = value.type.base {
      value = Expression(.conditional(condition, value, .constant(.null, .nothing)), value.type.optional, value.place)
    } else if condition != nil {
      report(.mappingSyntax, "a to-many relationship cannot be assigned under a condition", place, help: "filter it: 'old.items.filter { … }'")
    }
    guard let links = linkValue(value, for: relationship, at: term.place) else { return }
    assigned[rule, default: Assigned()].links[relationship.name] = LinkAssignment(
      rule: rule, relationship: relationship, declarer: self.target.declarer(of: relationship.name, in: target) ?? target,
      value: links, carries: carried(value), place: place)
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
  private func carried(_ value: Expression) -> SourceRelationship? {
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

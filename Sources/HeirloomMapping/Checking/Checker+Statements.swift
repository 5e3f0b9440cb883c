internal import HeirloomFindings
internal import HeirloomSchema

extension Checker {
  /// Checks the statements of a block; `condition` holds when they are reached, nil meaning always.
  mutating func check(_ statements: [RuleStatement], when condition: Expression?, _ scope: inout Scope) {
    for statement in statements {
      switch statement.kind {
      case .binding(let name, let term, let type):
        let value = typed(check(term, in: scope, expecting: type.flatMap { base(named: $0.text) }), as: type, term.place)
        if name != "_" { bound.append((name, statement.place)) }
        scope.bind(name, to: named(value, scope))
      case .assignment(let path, let term):
        assign(path, term, at: statement.place, scope)
      case .unless(let term, let block):
        var inner = scope
        let holds = check(term, &inner)
        exit(block, when: both(condition, negated(holds)), &scope, at: statement.place)
        scope = inner
      case .conditional(let terms, let then, let other):
        var inner = scope
        guard let holds = self.holds(terms, &inner) else { continue }
        let before = assigned.removeValue(forKey: scope.rule)
        check(then, when: both(condition, holds), &inner)
        let whenTrue = assigned.removeValue(forKey: scope.rule)
        inner = scope
        check(other, when: both(condition, negated(holds)), &inner)
        let whenFalse = assigned.removeValue(forKey: scope.rule)
        assigned[scope.rule] = joined(
          before ?? Assigned(), holds, leaves(then) ? nil : whenTrue ?? Assigned(), leaves(other) ? nil : whenFalse ?? Assigned())
      case .choice(let subjects, let cases): choose(among: cases, subjects, statement.place, when: condition, scope)
      case .exit(let exit, let reason):
        add(exit, reason, when: condition ?? .constant(.integer(1), .bool), scope, at: statement.place)
      }
    }
  }

  /// All of the conditions; what they name is known after them.
  mutating func holds(_ conditions: [RuleStatement.Condition], _ scope: inout Scope) -> Expression? {
    let all = conditions.map { check($0, &scope) }
    guard let first = all.first else { return nil }
    return all.dropFirst().reduce(first) { Expression(.operation(.and, [$0, $1]), ValueType(.bool), $0.place) }
  }

  private mutating func check(_ condition: RuleStatement.Condition, _ scope: inout Scope) -> Expression {
    switch condition {
    case .holds(let term): return check(condition: term, in: scope)
    case .fits(let terms, let alternatives):
      let subjects = terms.map { (value: check($0, in: scope), term: $0) }
      return fits(subjects, any: alternatives, &scope) ?? .constant(.integer(1), .bool, alternatives.first?.place)
    case .binds(let name, let term):
      let value = check(term, in: scope)
      if !value.type.isOptional, value.type.base != .unknown {
        report(.neverNil, "'\(name)' is never nil by the model", term.place)
      }
      if name != "_" { bound.append((name, term.place)) }
      scope.bind(name, to: named(value, scope).typed(value.type.required))
      return Expression(.operation(.notEqual, [value, .constant(.null, .nothing)]), ValueType(.bool), term.place)
    }
  }

  private func negated(_ condition: Expression) -> Expression {
    Expression(.operation(.not, [condition]), ValueType(.bool), condition.place)
  }

  /// Whether a block leaves the record out in any case.
  private func leaves(_ block: [RuleStatement]) -> Bool {
    block.contains { statement in
      switch statement.kind {
      case .exit: true
      case .conditional(_, let then, let other): leaves(then) && leaves(other)
      case .choice(_, let cases): cases.allSatisfy { leaves($0.statements) }
      default: false
      }
    }
  }

  /// The block of a `guard`: it has to leave the record out.
  private mutating func exit(_ block: [RuleStatement], when condition: Expression, _ scope: inout Scope, at place: TextPlace) {
    if !leaves(block) {
      report(
        .mappingSyntax, "the 'else' of a 'guard' must skip, reject or delete the record", place,
        help: "guard … else { skip(\"why\") }")
    }
    check(block, when: condition, &scope)
  }

  private mutating func add(
    _ exit: RuleStatement.Exit, _ reason: Term?, when condition: Expression, _ scope: Scope, at place: TextPlace
  ) {
    guard let reason, case .text(let text) = reason.kind, text.contains(where: { !$0.isWhitespace }) else {
      report(.wrongArguments, "'\(exit.rawValue)' needs a reason as a text", place, help: "\(exit.rawValue)(\"why\")")
      return
    }
    let kinds: [RuleStatement.Exit: Site.Kind] = [.skip: .skip, .reject: .reject, .delete: .delete]
    if exit == .delete, case .entity = plan.rules[scope.rule].origin {
    } else if exit == .delete {
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

  /// A `let` whose value is not a plain reference is computed once for each record; inside a closure it stands as it is.
  mutating func named(_ value: Expression, _ scope: Scope) -> Expression {
    guard scope.depth == 0 else { return value }
    switch value.type.base {
    case .record, .records, .newRecord, .newRecords, .composite, .dictionary, .entry, .unknown: return value
    default: break
    }
    switch value.kind {
    case .constant, .column, .local, .value: return value
    default:
      plan.rules[scope.rule].locals.append(value)
      return Expression(.local(plan.rules[scope.rule].locals.count - 1), value.type, value.place)
    }
  }
}

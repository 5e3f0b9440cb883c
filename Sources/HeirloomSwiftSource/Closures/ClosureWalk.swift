/// The terms that stand directly inside of a statement or a term, and the statements: for whoever looks at all of a closure.
extension ClosureStatement {
  package var parts: (terms: [ClosureTerm], statements: [[ClosureStatement]]) {
    func terms(_ conditions: [Condition]) -> [ClosureTerm] {
      conditions.flatMap { condition -> [ClosureTerm] in
        switch condition {
        case .holds(let term), .binds(_, let term): [term]
        case .matches(let pattern, let term): pattern.terms + [term]
        }
      }
    }
    switch kind {
    case .binding(_, _, let value): return (value.map { [$0] } ?? [], [])
    case .assignment(let target, _, let value): return ([target, value], [])
    case .branch(let conditions, let then, let other): return (terms(conditions), [then, other])
    case .unless(let conditions, let body), .whileLoop(let conditions, let body): return (terms(conditions), [body])
    case .loop(_, let sequence, let condition, let body): return ([sequence] + (condition.map { [$0] } ?? []), [body])
    case .repeatLoop(let body, let condition): return ([condition], [body])
    case .choice(let subject, let cases):
      let conditions = cases.compactMap(\.condition), patterns = cases.flatMap { $0.patterns.flatMap(\.terms) }
      return ([subject] + conditions + patterns, cases.map(\.statements))
    case .exit(let value): return (value.map { [$0] } ?? [], [])
    // Errors are the app's own, and only their names count.
    case .fail, .proceed, .leave: return ([], [])
    case .block(let body, let catches): return ([], [body] + catches.map(\.statements))
    case .deferred(let body): return ([], [body])
    case .function(_, let function): return (function.parameters.compactMap(\.fallback), [function.statements])
    case .expression(let term): return ([term], [])
    }
  }

  /// The names that the statement itself makes known.
  package var names: [String] {
    func names(_ conditions: [Condition]) -> [String] {
      conditions.flatMap { condition -> [String] in
        switch condition {
        case .holds: []
        case .binds(let name, _): [name]
        case .matches(let pattern, _): pattern.names
        }
      }
    }
    switch kind {
    case .binding(let names, _, _), .loop(let names, _, _, _): return names
    case .branch(let conditions, _, _), .unless(let conditions, _), .whileLoop(let conditions, _): return names(conditions)
    case .choice(_, let cases): return cases.flatMap { $0.patterns.flatMap(\.names) }
    case .block(_, let catches): return catches.map(\.name)
    case .function(let name, let function): return [name] + function.parameters.map(\.name)
    default: return []
    }
  }
}

extension ClosureStatement.Pattern {
  var terms: [ClosureTerm] {
    switch self {
    case .value(let term): [term]
    case .some(let inner): inner.terms
    case .tuple(let parts): parts.flatMap(\.terms)
    case .wildcard, .binds, .type: []
    }
  }

  var names: [String] {
    switch self {
    case .binds(let name): [name]
    case .type(_, let name): name.map { [$0] } ?? []
    case .some(let inner): inner.names
    case .tuple(let parts): parts.flatMap(\.names)
    case .value, .wildcard: []
    }
  }
}

extension ClosureTerm {
  package var parts: (terms: [ClosureTerm], statements: [[ClosureStatement]]) {
    switch kind {
    case .null, .bool, .integer, .real, .name, .implicitMember, .keyPath: return ([], [])
    case .text(let pieces):
      return (pieces.compactMap { piece in if case .value(let value) = piece { value } else { nil } }, [])
    case .member(let owner, _), .chain(let owner), .unwrap(let owner), .attempt(let owner), .prefix(_, let owner),
      .cast(let owner, _, _), .test(let owner, _), .reference(let owner):
      return ([owner], [])
    case .call(let callee, let arguments): return ([callee] + arguments.map(\.value), [])
    case .element(let owner, let arguments): return ([owner] + arguments.map(\.value), [])
    case .binary(_, let left, let right): return ([left, right], [])
    case .conditional(let condition, let then, let other): return ([condition, then, other], [])
    case .block(let statements): return ([], [statements])
    case .array(let items): return (items, [])
    case .dictionary(let items): return (items.flatMap { [$0.key, $0.value] }, [])
    case .tuple(let parts): return (parts.map(\.value), [])
    case .closure(let function): return ([], [function.statements])
    }
  }
}

internal import HeirloomFindings
internal import HeirloomSwiftSource

extension ClosureInterpreter {
  func run(_ statements: [ClosureStatement], in scope: ClosureScope) throws -> Flow {
    var deferred: [[ClosureStatement]] = []
    let result = Result { () throws -> Flow in
      for statement in statements {
        if case .deferred(let body) = statement.kind {
          deferred.append(body)
          continue
        }
        let flow: Flow
        do { flow = try run(statement, in: scope) } catch var fault as ClosureFault {
          if fault.place == nil { fault.place = statement.place }
          throw fault
        }
        if case .next = flow { continue }
        return flow
      }
      return .next
    }
    for body in deferred.reversed() { _ = try run(body, in: ClosureScope(inside: scope)) }
    return try result.get()
  }

  private func run(_ statement: ClosureStatement, in scope: ClosureScope) throws -> Flow {
    try step(statement.place)
    switch statement.kind {
    case .binding(let names, let type, let value):
      let result = try value.map { try evaluate($0, in: scope) } ?? .null
      try bind(names, to: coerced(result, to: type), in: scope, statement.place)
    case .assignment(let target, let operation, let value):
      let right = try evaluate(value, in: scope)
      if operation.isEmpty {
        try assign(right, to: target, in: scope)
      } else {
        let left = try evaluate(target, in: scope)
        try assign(try combine(operation, left, right, statement.place), to: target, in: scope)
      }
    case .branch(let conditions, let then, let other):
      let inner = ClosureScope(inside: scope)
      return try hold(conditions, in: inner) ? run(then, in: inner) : run(other, in: ClosureScope(inside: scope))
    case .unless(let conditions, let body):
      // What a guard binds is known after it.
      if try !hold(conditions, in: scope) { return try run(body, in: ClosureScope(inside: scope)) }
    case .loop(let names, let sequence, let condition, let body):
      let values = try evaluate(sequence, in: scope)
      guard let elements = values.elements else { throw beyond("only a collection can be walked through", sequence.place) }
      for element in elements {
        try step(statement.place)
        let inner = ClosureScope(inside: scope)
        try bind(names, to: element, in: inner, statement.place)
        if let condition, try !evaluate(condition, in: inner).isTrue { continue }
        if let end = end(of: try run(body, in: inner)) { return end }
      }
    case .whileLoop(let conditions, let body):
      while true {
        try step(statement.place)
        let inner = ClosureScope(inside: scope)
        guard try hold(conditions, in: inner) else { return .next }
        if let end = end(of: try run(body, in: inner)) { return end }
      }
    case .repeatLoop(let body, let condition):
      repeat {
        try step(statement.place)
        if let end = end(of: try run(body, in: ClosureScope(inside: scope))) { return end }
      } while try evaluate(condition, in: scope).isTrue
    case .choice(let subject, let cases):
      let subject = try evaluate(subject, in: scope)
      guard let (chosen, inner) = try chosen(subject, cases, in: scope) else { return .next }
      let flow = try run(chosen.statements, in: inner)
      // `break` leaves the switch, and nothing around it.
      if case .leave = flow { return .next }
      return flow
    case .exit(let value): return .exit(try value.map { try evaluate($0, in: scope) } ?? .null)
    case .proceed: return .proceed
    case .leave: return .leave
    case .fail(let error): throw thrown(error, in: scope, statement.place)
    case .block(let body, let catches): return try run(body, catches, in: scope)
    case .function(let name, let function): scope.define(name, .function(ClosureReference(function, scope)))
    case .expression(let term): _ = try evaluate(term, in: scope)
    case .deferred: break
    }
    return .next
  }

  /// How a loop ends by what its body did; nil when it goes on.
  private func end(of flow: Flow) -> Flow? {
    switch flow {
    case .next, .proceed: nil
    case .leave: .next
    case .exit(let value): .exit(value)
    }
  }

  func bind(_ names: [String], to value: ClosureValue, in scope: ClosureScope, _ place: TextPlace) throws {
    if names.count == 1 {
      scope.define(names[0], value)
      return
    }
    guard case .tuple(let parts, _) = value, parts.count == names.count else {
      throw beyond("these names do not fit the value", place)
    }
    for (name, part) in zip(names, parts) { scope.define(name, part) }
  }

  // MARK: - Errors

  private func thrown(_ term: ClosureTerm, in scope: ClosureScope, _ place: TextPlace) -> ClosureFault {
    var name = spelling(term)
    // `throw error` inside a catch throws the same one on.
    if case .name(let variable) = term.kind, case .caseName(let caught)? = scope[variable] { name = caught }
    return ClosureFault(kind: .thrown, message: "the closure throws '\(name)'", place: place, error: name)
  }

  private func spelling(_ term: ClosureTerm) -> String {
    switch term.kind {
    case .name(let name), .implicitMember(let name): name
    case .member(let owner, let name): "\(spelling(owner)).\(name)"
    case .call(let callee, _): spelling(callee)
    default: "an error"
    }
  }

  private func run(_ body: [ClosureStatement], _ catches: [ClosureStatement.Catch], in scope: ClosureScope) throws -> Flow {
    do { return try run(body, in: ClosureScope(inside: scope)) } catch let fault as ClosureFault where fault.kind == .thrown {
      let last = fault.error.split(separator: ".").last
      let clause = catches.first { clause in
        clause.patterns.isEmpty || clause.patterns.contains { spelling($0).split(separator: ".").last == last }
      }
      guard let clause else { throw fault }
      let inner = ClosureScope(inside: scope)
      inner.define(clause.name, .caseName(fault.error))
      return try run(clause.statements, in: inner)
    }
  }

  // MARK: - Conditions and patterns

  func hold(_ conditions: [ClosureStatement.Condition], in scope: ClosureScope) throws -> Bool {
    for condition in conditions {
      switch condition {
      case .holds(let term): if try !evaluate(term, in: scope).isTrue { return false }
      case .binds(let name, let term):
        let value = try evaluate(term, in: scope)
        if value.isNull { return false }
        scope.define(name, value)
      case .matches(let pattern, let term):
        if try !fits(evaluate(term, in: scope), pattern, in: scope, term.place) { return false }
      }
    }
    return true
  }

  /// The case that a value falls into, with what its pattern binds.
  func chosen(
    _ subject: ClosureValue, _ cases: [ClosureStatement.Case], in scope: ClosureScope
  ) throws -> (ClosureStatement.Case, ClosureScope)? {
    for one in cases {
      let inner = ClosureScope(inside: scope)
      guard try one.patterns.isEmpty || one.patterns.contains(where: { try fits(subject, $0, in: inner, nil) }) else { continue }
      if let condition = one.condition, try !evaluate(condition, in: inner).isTrue { continue }
      return (one, inner)
    }
    return nil
  }

  private func fits(
    _ subject: ClosureValue, _ pattern: ClosureStatement.Pattern, in scope: ClosureScope, _ place: TextPlace?
  ) throws -> Bool {
    switch pattern {
    case .wildcard: return true
    case .binds(let name):
      scope.define(name, subject)
      return true
    case .some(let inner): return subject.isNull ? false : try fits(subject, inner, in: scope, place)
    case .tuple(let parts):
      guard case .tuple(let values, _) = subject, values.count == parts.count else { return false }
      return try zip(values, parts).allSatisfy { try fits($0, $1, in: scope, place) }
    case .type(let type, let name):
      guard try isA(subject, type, in: scope, place) else { return false }
      if let name { scope.define(name, subject) }
      return true
    case .value(let term):
      if case .binary(let operation, let low, let high) = term.kind, operation == "..." || operation == "..<" {
        let first = try evaluate(low, in: scope), last = try evaluate(high, in: scope)
        guard ClosureValue.isBefore(subject, first) == false else { return false }
        return operation == "..." ? ClosureValue.isBefore(last, subject) == false : ClosureValue.isBefore(subject, last) == true
      }
      // Ranges that are open on one side.
      switch term.kind {
      case .prefix("...", let end): return ClosureValue.isBefore(try evaluate(end, in: scope), subject) == false
      case .prefix("..<", let end): return ClosureValue.isBefore(subject, try evaluate(end, in: scope)) == true
      case .prefix("from", let start): return ClosureValue.isBefore(subject, try evaluate(start, in: scope)) == false
      case .implicitMember("none"): return subject.isNull
      default: return ClosureValue.isEqual(subject, try evaluate(term, in: scope))
      }
    }
  }
}

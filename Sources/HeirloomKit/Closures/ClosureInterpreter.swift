internal import HeirloomFindings
internal import HeirloomSchema
internal import HeirloomSwiftSource

/// Runs a migration closure over the records of a store, statement by statement.
///
/// What the subset has is listed in docs/migrating.md. No clock and no randomness: `UUID()` counts, `Date()` is refused.
final class ClosureInterpreter {
  let store: RecordStore
  /// What a stage's closures hand on to one another: the plan's own variables.
  let shared: ClosureScope
  /// Seeds the UUIDs that the closure makes.
  let seed: String
  var uuidCount = 0
  private var steps = 0
  private var depth = 0
  /// A closure that never ends must not hang the run.
  private static let stepLimit = 500_000_000
  private static let depthLimit = 200

  /// How a statement ends.
  enum Flow {
    case next, proceed, leave
    case exit(ClosureValue)
  }

  init(_ store: RecordStore, shared: ClosureScope, seed: String) {
    self.store = store
    self.shared = shared
    self.seed = seed
  }

  var schema: Schema { store.schema }

  func run(_ function: ClosureFunction) throws {
    let scope = ClosureScope(inside: shared)
    for name in function.parameters.isEmpty ? ["$0"] : function.parameters { scope.define(name, .context) }
    _ = try run(function.statements, in: scope)
  }

  // MARK: - Faults

  func beyond(_ message: String, _ place: TextPlace?) -> ClosureFault {
    ClosureFault(kind: .beyond, message: message, place: place)
  }
  func failed(_ message: String, _ place: TextPlace?) -> ClosureFault {
    ClosureFault(kind: .failed, message: message, place: place)
  }

  private func step(_ place: TextPlace) throws {
    steps += 1
    if steps > Self.stepLimit { throw failed("the closure does not come to an end", place) }
  }

  // MARK: - Statements

  func run(_ statements: [ClosureStatement], in scope: ClosureScope) throws -> Flow {
    for statement in statements {
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

  private func run(_ statement: ClosureStatement, in scope: ClosureScope) throws -> Flow {
    try step(statement.place)
    switch statement.kind {
    case .binding(let names, let type, let value):
      var result = try value.map { try evaluate($0, in: scope) } ?? .null
      if let type, type.hasPrefix("Set<"), case .array(let values) = result { result = .set(OrderedValues(values)) }
      if type == "Double", case .integer(let number) = result { result = .real(Double(number)) }
      try bind(names, to: result, in: scope, statement.place)
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
        switch try run(body, in: inner) {
        case .next, .proceed: continue
        case .leave: return .next
        case .exit(let value): return .exit(value)
        }
      }
    case .whileLoop(let conditions, let body):
      while true {
        try step(statement.place)
        let inner = ClosureScope(inside: scope)
        guard try hold(conditions, in: inner) else { return .next }
        switch try run(body, in: inner) {
        case .next, .proceed: continue
        case .leave: return .next
        case .exit(let value): return .exit(value)
        }
      }
    case .choice(let subject, let cases): return try choose(try evaluate(subject, in: scope), cases, in: scope)
    case .exit(let value): return .exit(try value.map { try evaluate($0, in: scope) } ?? .null)
    case .proceed: return .proceed
    case .leave: return .leave
    case .fail(let error): throw failed("the closure throws '\(spelling(error))'", statement.place)
    case .block(let body): return try run(body, in: ClosureScope(inside: scope))
    case .function(let name, let function): scope.define(name, .function(ClosureReference(function, scope)))
    case .expression(let term): _ = try evaluate(term, in: scope)
    }
    return .next
  }

  private func spelling(_ term: ClosureTerm) -> String {
    switch term.kind {
    case .name(let name), .implicitMember(let name): name
    case .member(let owner, let name): "\(spelling(owner)).\(name)"
    case .call(let callee, _): spelling(callee)
    default: "an error"
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

  func hold(_ conditions: [ClosureStatement.Condition], in scope: ClosureScope) throws -> Bool {
    for condition in conditions {
      switch condition {
      case .holds(let term): if try !evaluate(term, in: scope).isTrue { return false }
      case .binds(let name, let term):
        let value = try evaluate(term, in: scope)
        if value.isNull { return false }
        scope.define(name, value)
      }
    }
    return true
  }

  private func choose(_ subject: ClosureValue, _ cases: [ClosureStatement.Case], in scope: ClosureScope) throws -> Flow {
    for one in cases {
      let inner = ClosureScope(inside: scope)
      guard try one.patterns.isEmpty || one.patterns.contains(where: { try fits(subject, $0, in: inner) }) else { continue }
      if let condition = one.condition, try !evaluate(condition, in: inner).isTrue { continue }
      let flow = try run(one.statements, in: inner)
      // `break` leaves the switch, and nothing around it.
      if case .leave = flow { return .next }
      return flow
    }
    return .next
  }

  private func fits(_ subject: ClosureValue, _ pattern: ClosureStatement.Pattern, in scope: ClosureScope) throws -> Bool {
    switch pattern {
    case .wildcard: return true
    case .binds(let name):
      scope.define(name, subject)
      return true
    case .value(let term):
      if case .binary(let operation, let low, let high) = term.kind, operation == "..." || operation == "..<" {
        let first = try evaluate(low, in: scope), last = try evaluate(high, in: scope)
        guard ClosureValue.isBefore(subject, first) == false else { return false }
        return operation == "..." ? ClosureValue.isBefore(last, subject) == false : ClosureValue.isBefore(subject, last) == true
      }
      return ClosureValue.isEqual(subject, try evaluate(term, in: scope))
    }
  }

  // MARK: - Calling closures

  func call(_ reference: ClosureReference, _ arguments: [ClosureValue], _ place: TextPlace?) throws -> ClosureValue {
    depth += 1
    defer { depth -= 1 }
    if depth > Self.depthLimit { throw failed("the closure calls itself too often", place) }
    let scope = ClosureScope(inside: reference.scope)
    let function = reference.function
    if function.parameters.isEmpty {
      for (index, value) in arguments.enumerated() { scope.define("$\(index)", value) }
    } else if function.parameters.count == 2, arguments.count == 1, case .tuple(let parts, _) = arguments[0], parts.count == 2 {
      for (name, value) in zip(function.parameters, parts) { scope.define(name, value) }
    } else {
      for (name, value) in zip(function.parameters, arguments) { scope.define(name, value) }
    }
    // A single expression is the result.
    if function.statements.count == 1, case .expression(let term) = function.statements[0].kind {
      return try evaluate(term, in: scope)
    }
    if case .exit(let value) = try run(function.statements, in: scope) { return value }
    if function.statements.count == 1 { return try value(of: function.statements, in: scope) }
    return .null
  }

  /// The value of an `if` or `switch` whose branches hold one expression each.
  func value(of statements: [ClosureStatement], in scope: ClosureScope) throws -> ClosureValue {
    guard let last = statements.last else { return .null }
    for statement in statements.dropLast() { _ = try run(statement, in: scope) }
    switch last.kind {
    case .expression(let term): return try evaluate(term, in: scope)
    case .branch(let conditions, let then, let other):
      let inner = ClosureScope(inside: scope)
      return try hold(conditions, in: inner) ? value(of: then, in: inner) : value(of: other, in: scope)
    case .choice(let subject, let cases):
      let value = try evaluate(subject, in: scope)
      for one in cases {
        let inner = ClosureScope(inside: scope)
        guard try one.patterns.isEmpty || one.patterns.contains(where: { try fits(value, $0, in: inner) }) else { continue }
        if let condition = one.condition, try !evaluate(condition, in: inner).isTrue { continue }
        return try self.value(of: one.statements, in: inner)
      }
      return .null
    case .exit(let term): return try term.map { try evaluate($0, in: scope) } ?? .null
    case .fail: throw failed("the closure throws an error", last.place)
    default: return .null
    }
  }
}

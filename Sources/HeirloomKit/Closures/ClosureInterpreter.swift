internal import HeirloomFindings
internal import HeirloomSchema
internal import HeirloomSwiftSource

/// Runs a migration closure over the records of a store, statement by statement.
///
/// What the subset has is listed in docs/migrating.md. There is no randomness: `UUID()` counts, and `Date()` is one moment
/// throughout.
final class ClosureInterpreter {
  let store: RecordStore
  /// What a stage's closures hand on to one another: variables of the plan and of its sources.
  let shared: ClosureScope
  /// What the closure may call.
  let sources: ClosureSources
  /// The full name of the plan, in which its closures stand; nil when the sources do not declare it.
  let plan: String?
  /// Seeds the UUIDs that the closure makes.
  let seed: String
  /// What the clock shows, in seconds since 2001.
  let now: Double
  var uuidCount = 0
  var readsClock = false
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

  init(
    _ store: RecordStore, shared: ClosureScope, sources: ClosureSources = ClosureSources(), plan: String? = nil, seed: String,
    now: Double
  ) {
    self.store = store
    self.shared = shared
    self.sources = sources
    self.plan = plan
    self.seed = seed
    self.now = now
  }

  var schema: Schema { store.schema }

  func run(_ function: ClosureFunction) throws {
    let scope = ClosureScope()
    if let plan { scope.define("Self", .named(plan)) }
    for name in function.parameters.isEmpty ? ["$0"] : function.parameters.map(\.name) { scope.define(name, .context) }
    _ = try run(function.statements, in: scope)
  }

  // MARK: - Faults

  func beyond(_ message: String, _ place: TextPlace?) -> ClosureFault {
    ClosureFault(kind: .beyond, message: message, place: place)
  }
  func failed(_ message: String, _ place: TextPlace?) -> ClosureFault {
    ClosureFault(kind: .failed, message: message, place: place)
  }

  func step(_ place: TextPlace) throws {
    steps += 1
    if steps > Self.stepLimit { throw failed("the closure does not come to an end", place) }
  }

  // MARK: - Calling

  /// Calls a closure, or a function by the order of its parameters.
  func call(_ reference: ClosureReference, _ arguments: [ClosureValue], _ place: TextPlace?) throws -> ClosureValue {
    let scope = ClosureScope(inside: reference.scope)
    let function = reference.function
    if function.parameters.isEmpty {
      // `{ $0 * $1 }` takes the parts of a pair.
      var arguments = arguments
      if function.anonymousCount > 1, arguments.count == 1, case .tuple(let parts, _) = arguments[0] { arguments = parts }
      for (index, value) in arguments.enumerated() { scope.define("$\(index)", value) }
    } else if function.parameters.count == 2, arguments.count == 1, case .tuple(let parts, _) = arguments[0], parts.count == 2 {
      for (parameter, value) in zip(function.parameters, parts) { scope.define(parameter.name, value) }
    } else {
      for (parameter, value) in zip(function.parameters, arguments) {
        scope.define(parameter.name, coerced(value, to: parameter.type))
      }
    }
    return try finish(function, in: scope, place)
  }

  /// `reduce(into:)`: the first argument is the closure's to change.
  func call(_ reference: ClosureReference, changing first: inout ClosureValue, _ second: ClosureValue, _ place: TextPlace?) throws
  {
    let scope = ClosureScope(inside: reference.scope), names = reference.function.parameters.map(\.name)
    scope.define(names.first ?? "$0", first)
    scope.define(names.count > 1 ? names[1] : "$1", second)
    first = .null
    _ = try finish(reference.function, in: scope, place)
    first = scope[names.first ?? "$0"] ?? .null
  }

  /// Runs a body whose parameters are known.
  func finish(_ function: ClosureFunction, in scope: ClosureScope, _ place: TextPlace?) throws -> ClosureValue {
    depth += 1
    defer { depth -= 1 }
    if depth > Self.depthLimit { throw failed("the closure calls itself too often", place) }
    if let problem = function.problems.first { throw beyond(problem.message, problem.place) }
    guard case .exit(let value) = try outcome(of: function.statements, in: scope) else { return .null }
    return coerced(value, to: function.result)
  }

  /// Runs a body once; a body that is one expression, or an `if` or `switch` of such, has its value.
  func outcome(of statements: [ClosureStatement], in scope: ClosureScope) throws -> Flow {
    guard statements.count == 1, let only = statements.first else { return try run(statements, in: scope) }
    switch only.kind {
    case .expression(let term):
      try step(only.place)
      do { return .exit(try evaluate(term, in: scope)) } catch var fault as ClosureFault {
        if fault.place == nil { fault.place = only.place }
        throw fault
      }
    case .branch(let conditions, let then, let other):
      let inner = ClosureScope(inside: scope)
      return try hold(conditions, in: inner) ? outcome(of: then, in: inner) : outcome(of: other, in: ClosureScope(inside: scope))
    case .choice(let subject, let cases):
      let subject = try evaluate(subject, in: scope)
      guard let (chosen, inner) = try chosen(subject, cases, in: scope) else { return .next }
      let flow = try outcome(of: chosen.statements, in: inner)
      if case .leave = flow { return .next }
      return flow
    default: return try run(statements, in: scope)
    }
  }

  /// The value of an `if` or `switch` whose branches hold one expression each.
  func value(of statements: [ClosureStatement], in scope: ClosureScope) throws -> ClosureValue {
    guard case .exit(let value) = try outcome(of: statements, in: scope) else { return .null }
    return value
  }
}

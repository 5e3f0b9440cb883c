internal import Foundation
internal import HeirloomFindings
internal import HeirloomMapping
internal import HeirloomSchema
internal import HeirloomSwiftSource

/// Records that a closure makes.
extension ClosureInterpreter {
  /// `Tag(name: name)`: by the initialiser that the sources declare; without one each label is a property.
  func make(
    _ entity: EntityName, _ arguments: [ClosureTerm.Argument], in scope: ClosureScope, _ place: TextPlace
  ) throws -> ClosureValue {
    let key = schema[entity].flatMap { sources.model(of: $0) }
    let initialisers = sources.members(of: key)?.initialisers ?? []
    let chosen = initialisers.fitting(arguments)
    if chosen == nil, !initialisers.isEmpty { throw beyond("'\(entity)' has no initialiser that takes these arguments", place) }
    let record = try store.make(entity)
    for attribute in schema.attributes(of: entity)
    where !attribute.isTransient && (chosen != nil || !arguments.contains { $0.label == attribute.name.text }) {
      if let value = try fallback(attribute, of: key, place) { try set(attribute.name.text, of: record, to: value, place) }
    }
    if let chosen {
      _ = try invoke(chosen, arguments, receiver: .record(record), type: .type(entity), in: scope, place)
      return .record(record)
    }
    for argument in arguments {
      guard let label = argument.label else {
        throw beyond("the initialiser of '\(entity)' has an argument without a label", place)
      }
      try set(label, of: record, to: try evaluate(argument.value, in: scope), place)
    }
    return .record(record)
  }

  /// `self.init(…)` and `super.init(…)`.
  func initialise(
    _ me: ClosureValue, _ arguments: [ClosureTerm.Argument], isParent: Bool, in scope: ClosureScope, _ place: TextPlace
  ) throws -> ClosureValue {
    guard case .record(let record) = me else { throw beyond("this initialiser is not interpreted", place) }
    var owner = record.entity
    // Which class's initialiser is running says which one is above it.
    if case .type(let current)? = scope["Self"] { owner = current }
    if isParent {
      guard let parent = schema[owner]?.parent else { return .null }
      owner = parent
    }
    let initialisers = schema[owner].flatMap { sources.members(of: sources.model(of: $0)) }?.initialisers ?? []
    guard let chosen = initialisers.fitting(arguments) else {
      if arguments.isEmpty { return .null }
      throw beyond("'\(owner)' has no initialiser that takes these arguments", place)
    }
    return try invoke(chosen, arguments, receiver: me, type: .type(owner), in: scope, place)
  }

  /// What a new record has in an attribute that nobody set.
  private func fallback(_ attribute: Attribute, of key: String?, _ place: TextPlace) throws -> ClosureValue? {
    switch attribute.defaultValue {
    case .bool(let value): return .bool(value)
    case .integer(let value): return .integer(value)
    case .real(let value): return .real(value)
    case .decimal(let digits): return Decimal(string: digits).map { .decimal($0) }
    case .string(let text): return .text(text)
    case .date(let seconds): return .date(seconds)
    case .uuid(let bytes): return .uuid(bytes)
    case .data(let bytes): return .data(bytes)
    case .emptyCollection: return attribute.arrayElement == nil ? nil : .array([])
    case .enumCase(let name): return .caseName(name)
    case .expression(let text):
      // As the app evaluates it for each new record.
      guard let term = ClosureFunction.term(text, at: attribute.place) else {
        throw beyond("the default '\(text)' of '\(attribute.name)' is not interpreted", place)
      }
      let scope = ClosureScope()
      if let key { scope.define("Self", .named(key)) }
      return coerced(try evaluate(term, in: scope), to: attribute.swiftType)
    case nil: return nil
    }
  }
}

internal import HeirloomFindings
internal import HeirloomSchema
internal import HeirloomSwiftSource

/// Functions and computed properties that the sources declare.
extension ClosureInterpreter {
  /// A function of the sources with the type that it belongs to.
  struct Helper {
    let function: ClosureFunction
    let type: ClosureValue
    let isMutating: Bool
  }

  /// The types whose members a value has, the most special first.
  private func types(of value: ClosureValue) -> [(key: String, type: ClosureValue)] {
    func named(_ names: String...) -> [(key: String, type: ClosureValue)] { names.map { ($0, .named($0)) } }
    switch value {
    case .record(let record):
      return schema.lineage(of: record.entity).compactMap { entity in
        sources.model(of: entity).map { ($0, .type(entity.name)) }
      } + named("PersistentModel")
    case .structure(let key, _): return [(key, .named(key))]
    case .enumeration(let type, _, _):
      return sources.type(named: type, within: schema.name).map { [($0, .named($0))] } ?? []
    case .composite(let record, let path):
      let name = PropertyName(path.split(separator: ".").first.map { String($0) } ?? path)
      guard var type = schema.attribute(name, of: record.entity)?.swiftType, path == name.text else { return [] }
      while type.hasSuffix("?") { type.removeLast() }
      let owner = schema[record.entity].flatMap { sources.model(of: $0) } ?? schema.name
      return sources.type(named: type, within: owner).map { [($0, .named($0))] } ?? []
    case .text: return named("String", "StringProtocol")
    case .integer: return named("Int", "BinaryInteger")
    case .real: return named("Double", "BinaryFloatingPoint")
    case .decimal: return named("Decimal")
    case .bool: return named("Bool")
    case .date: return named("Date")
    case .uuid: return named("UUID")
    case .url: return named("URL")
    case .data: return named("Data")
    case .array: return named("Array", "Collection", "Sequence")
    case .set: return named("Set", "Collection", "Sequence")
    case .dictionary: return named("Dictionary", "Collection", "Sequence")
    case .context: return named("ModelContext")
    case .null: return named("Optional")
    default: return []
    }
  }

  /// A getter or a setter that the sources declare.
  func accessor(
    _ name: String, of value: ClosureValue, _ kind: KeyPath<ClosureSources.Members, [String: ClosureFunction]>
  ) -> Helper? {
    for (key, type) in types(of: value) {
      if let function = sources.types[key]?[keyPath: kind][name] {
        return Helper(function: function, type: type, isMutating: false)
      }
    }
    return nil
  }

  /// Methods that the sources declare, of every number of parameters.
  func methods(_ name: String, of value: ClosureValue) -> [Helper] {
    types(of: value).flatMap { key, type in
      (sources.types[key]?.methods[name] ?? []).map {
        Helper(function: $0, type: type, isMutating: sources.types[key]?.mutating.contains(name) ?? false)
      }
    }
  }

  /// Whether a bare name inside a method means a stored property of `self`.
  func hasProperty(_ name: String, _ value: ClosureValue) -> Bool {
    switch value {
    case .record(let record):
      schema.attribute(PropertyName(name), of: record.entity) != nil
        || schema.relationship(PropertyName(name), of: record.entity) != nil
        || accessor(name, of: value, \.setters) != nil
    case .structure(let key, _): sources.types[key]?.stored.contains { $0.name == name } ?? false
    default: false
    }
  }

  /// A function as a value: it keeps what it belongs to.
  func bound(_ function: ClosureFunction, to receiver: ClosureValue?, _ type: ClosureValue) -> ClosureReference {
    ClosureReference(function, Self.scope(receiver, type))
  }

  private static func scope(_ receiver: ClosureValue?, _ type: ClosureValue?) -> ClosureScope {
    let scope = ClosureScope()
    if let receiver { scope.define("self", receiver) }
    if let type { scope.define("Self", type) }
    return scope
  }

  // MARK: - Calls

  /// Calls a function by the order of its parameters: a getter, a setter.
  func invoke(
    _ function: ClosureFunction, with values: [ClosureValue], receiver: ClosureValue?, type: ClosureValue?, _ place: TextPlace
  ) throws -> ClosureValue {
    let scope = Self.scope(receiver, type)
    for (parameter, value) in zip(function.parameters, values) {
      scope.define(parameter.name, coerced(value, to: parameter.type))
    }
    return try finish(function, in: scope, place)
  }

  /// Calls a function by the labels of its parameters.
  ///
  /// - Parameter own: where the function belongs to a value that it may change, the scope after the call, in which `self` is it.
  func invoke(
    _ function: ClosureFunction, _ arguments: [ClosureTerm.Argument], receiver: ClosureValue?, type: ClosureValue?,
    in scope: ClosureScope, outer: ClosureScope? = nil, _ place: TextPlace, after own: (ClosureScope) throws -> Void = { _ in }
  ) throws -> ClosureValue {
    guard let places = function.places(of: arguments) else { throw beyond("no function takes these arguments", place) }
    let inner = outer.map { ClosureScope(inside: $0) } ?? Self.scope(receiver, type)
    let values = try arguments.map { try evaluate($0.value, in: scope) }
    for (parameter, index) in zip(function.parameters, places) {
      guard let index else { continue }
      inner.define(parameter.name, coerced(values[index], to: parameter.type))
      if let generic = parameter.generic, let type = Self.type(of: values[index]) { inner.define(generic, type) }
    }
    for (parameter, index) in zip(function.parameters, places) where index == nil {
      if let fallback = parameter.fallback {
        inner.define(parameter.name, coerced(try evaluate(fallback, in: inner), to: parameter.type))
      }
    }
    let result = try finish(function, in: inner, place)
    for (parameter, index) in zip(function.parameters, places) where parameter.isInout {
      if let index, case .reference(let variable) = arguments[index].value.kind {
        try assign(inner[parameter.name] ?? .null, to: variable, in: scope)
      }
    }
    try own(inner)
    return result
  }

  /// What `T` is, by the value of a parameter of type `T`, `T.Type` or `[T]`.
  private static func type(of value: ClosureValue) -> ClosureValue? {
    switch value {
    case .type, .named: value
    case .record(let record): .type(record.entity)
    case .array(let values): values.first.flatMap { type(of: $0) }
    default: nil
    }
  }
}

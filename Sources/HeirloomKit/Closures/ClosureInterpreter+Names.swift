internal import HeirloomFindings
internal import HeirloomSchema
internal import HeirloomSwiftSource

extension ClosureInterpreter {
  // MARK: - Names

  func value(named name: String, in scope: ClosureScope, _ place: TextPlace) throws -> ClosureValue {
    if let value = scope[name] { return value }
    if let me = scope["self"] {
      if hasProperty(name, me) || accessor(name, of: me, \.getters) != nil { return try member(name, of: me, place) }
      if let method = methods(name, of: me).first { return .function(bound(method.function, to: me, method.type)) }
    }
    if let type = scope["Self"], let value = try staticMember(name, of: type, place) { return value }
    if let function = sources.functions[name]?.first { return .function(ClosureReference(function, ClosureScope())) }
    if let value = sources.values[name] { return try sharedValue(name, declared: nil, value) }
    if schema[EntityName(name)] != nil { return .type(EntityName(name)) }
    if let type = sources.type(named: name, within: within(scope)) { return typeValue(ofKey: type) }
    if name.allSatisfy({ "+-*/%<>=&|".contains($0) }) { return .maker(name) }
    if ClosureVocabulary.isLogger(name) { return .ignored }
    throw beyond("'\(name)' is not known here", place)
  }

  /// A variable that the closures of a plan share; it begins as it is declared, the first time that somebody looks.
  private func sharedValue(_ key: String, declared type: String?, _ value: ClosureTerm?) throws -> ClosureValue {
    if let known = shared[key] { return known }
    let first = try value.map { try evaluate($0, in: ClosureScope()) } ?? .null
    shared.set(key, coerced(first, to: type))
    return shared[key] ?? .null
  }

  // MARK: - Types

  /// Where a type's name is looked up first: in the type around, else in the version.
  func within(_ scope: ClosureScope) -> String {
    switch scope["Self"] {
    case .named(let key)?: key
    case .type(let entity)?: schema[entity].flatMap { sources.model(of: $0) } ?? schema.name
    default: plan ?? schema.name
    }
  }

  /// `NotesSchemaV1.Note` as the model that it names; nil for anything else.
  func typeName(_ term: ClosureTerm) -> EntityName? {
    switch term.kind {
    case .name(let name): return schema[EntityName(name)] == nil ? nil : EntityName(name)
    case .member(let owner, "self"): return typeName(owner)
    case .member(let owner, let name):
      guard case .name(let version) = owner.kind, version.first?.isUppercase == true, typeName(owner) == nil else { return nil }
      return schema[EntityName(name)] == nil ? nil : EntityName(name)
    default: return nil
    }
  }

  /// A model by its name as text: `NotesSchemaV1.Note`.
  func entity(spelled text: String, in scope: ClosureScope) -> EntityName? {
    if case .type(let entity)? = scope[text] { return entity }
    let name = EntityName(text.split(separator: ".").last.map { String($0) } ?? text)
    return schema[name] == nil ? nil : name
  }

  /// The type that a term names: a model, or another type of the sources.
  func typeValue(_ term: ClosureTerm, in scope: ClosureScope) -> ClosureValue? {
    switch term.kind {
    case .name(let name):
      switch scope[name] {
      case .type?, .named?: return scope[name]
      case nil: break
      default: return nil
      }
    case .member(let owner, "self"): return typeValue(owner, in: scope)
    case .member: break
    default: return nil
    }
    if let entity = typeName(term) { return .type(entity) }
    guard let path = Self.path(of: term), path.last?.first?.isUppercase == true else { return nil }
    return sources.type(named: path.joined(separator: "."), within: within(scope)).map { typeValue(ofKey: $0) }
  }

  /// The type that a term names, where values of it may be made: not one of another module.
  func declaredType(_ term: ClosureTerm, in scope: ClosureScope) -> ClosureValue? {
    guard let type = typeValue(term, in: scope) else { return nil }
    if case .named(let key) = type, sources.types[key]?.kind == .foreign { return nil }
    return type
  }

  private func typeValue(ofKey key: String) -> ClosureValue {
    if sources.types[key]?.kind == .model, let entity = schema.entities.first(where: { sources.model(of: $0) == key }) {
      return .type(entity.name)
    }
    return .named(key)
  }

  /// `A.b.c` as its names.
  private static func path(of term: ClosureTerm) -> [String]? {
    switch term.kind {
    case .name(let name): [name]
    case .member(let owner, let name): path(of: owner).map { $0 + [name] }
    default: nil
    }
  }

  /// The full name under which the sources have a type.
  func key(of type: ClosureValue) -> String? {
    switch type {
    case .named(let key): key
    case .type(let entity): schema[entity].flatMap { sources.model(of: $0) }
    default: nil
    }
  }

  // MARK: - Static members

  /// The name of a static variable among those that are shared, with its type.
  func staticVariable(_ name: String, of type: ClosureValue) -> (key: String, type: String?)? {
    guard let key = key(of: type), let variable = sources.types[key]?.staticValues[name] else { return nil }
    return ("\(key).\(name)", variable.type)
  }

  /// A static constant, variable or computed property, a static function as a value, a case of an enum.
  func staticMember(_ name: String, of type: ClosureValue, _ place: TextPlace) throws -> ClosureValue? {
    guard let key = key(of: type), let members = sources.types[key] else { return nil }
    if members.kind == .enumeration, let cases = enumeration(named: key, in: nil) {
      if let value = value(of: name, in: cases) { return value }
      if name == "allCases" { return .array(cases.cases.compactMap { value(of: $0.name, in: cases) }) }
    }
    if let variable = members.staticValues[name] {
      if let problem = members.problems[name]?.first { throw beyond(problem.message, problem.place) }
      return try sharedValue("\(key).\(name)", declared: variable.type, variable.value)
    }
    if let getter = members.staticGetters[name] { return try invoke(getter, with: [], receiver: nil, type: type, place) }
    if let function = members.staticFunctions[name]?.first { return .function(bound(function, to: nil, type)) }
    return nil
  }

  // MARK: - Enums

  /// An enum by its name: the version's own, as its attributes have it, else one of the sources.
  func enumeration(named name: String, in scope: ClosureScope?) -> Enumeration? {
    let full = sources.type(named: name, within: scope.map { within($0) } ?? schema.name)
    if let full, let cases = sources.types[full]?.cases { return cases }
    let simple = name.split(separator: ".").last.map { String($0) } ?? name
    for entity in schema.entities {
      for attribute in entity.attributes where attribute.enumeration?.name == simple { return attribute.enumeration }
    }
    return nil
  }

  /// A case as a value; nil when the enum has none of that name.
  func value(of name: String, in enumeration: Enumeration) -> ClosureValue? {
    guard let known = enumeration.cases.first(where: { $0.name == name }) else { return nil }
    return .enumeration(type: enumeration.name, name, raw: raw(of: known, in: enumeration))
  }

  func raw(of one: Enumeration.Case, in enumeration: Enumeration) -> ClosureValue {
    if enumeration.rawType?.isInteger == true { return Int64(one.rawValue).map { .integer($0) } ?? .null }
    if enumeration.rawType?.isFloatingPoint == true { return Double(one.rawValue).map { .real($0) } ?? .null }
    return .text(one.rawValue)
  }
}

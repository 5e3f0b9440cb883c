internal import HeirloomFindings
internal import HeirloomSchema
internal import HeirloomSwiftSource

extension ClosureInterpreter {
  func call(
    _ callee: ClosureTerm, _ arguments: [ClosureTerm.Argument], in scope: ClosureScope, _ place: TextPlace
  ) throws -> ClosureValue {
    switch callee.kind {
    case .name(let name): return try call(name, callee, arguments, in: scope, place)
    case .member(let owner, "init"):
      if case .name(let word) = owner.kind, word == "self" || word == "super", let me = scope["self"] {
        return try initialise(me, arguments, isParent: word == "super", in: scope, place)
      }
      if let type = declaredType(owner, in: scope) { return try make(type, arguments, in: scope, place) }
      if case .name(let name) = owner.kind { return try construct(name, arguments, in: scope, place) }
    case .member(let owner, let name): return try call(name, of: owner, callee, arguments, in: scope, place)
    case .closure(let function):
      return try call(ClosureReference(function, scope), try arguments.map { try evaluate($0.value, in: scope) }, place)
    case .implicitMember(let name):
      // `.init(…)` and enum cases with values have no known type here.
      throw beyond("'.\(name)(…)' is not interpreted", place)
    default:
      if case .function(let reference) = try evaluate(callee, in: scope) {
        return try call(reference, try arguments.map { try evaluate($0.value, in: scope) }, place)
      }
    }
    throw beyond("this call is not interpreted", place)
  }

  /// `name(…)`: a closure of the scope, a function of the sources, a type, or one of the library's.
  private func call(
    _ name: String, _ callee: ClosureTerm, _ arguments: [ClosureTerm.Argument], in scope: ClosureScope, _ place: TextPlace
  ) throws -> ClosureValue {
    if ClosureVocabulary.isSilent(name) { return .null }
    if case .function(let reference)? = scope[name] {
      if reference.function.places(of: arguments) != nil {
        return try invoke(reference.function, arguments, receiver: nil, type: nil, in: scope, outer: reference.scope, place)
      }
      return try call(reference, try arguments.map { try evaluate($0.value, in: scope) }, place)
    }
    if let me = scope["self"], let method = methods(name, of: me).first(where: { $0.function.places(of: arguments) != nil }) {
      return try call(method, on: me, at: ClosureTerm(kind: .name("self"), place: place), arguments, in: scope, place)
    }
    // `split(…)` inside an extension of String is the text's own.
    if scope["self"] != nil, ClosureVocabulary.isMethod(name), !ClosureVocabulary.types.contains(name) {
      return try call(name, of: ClosureTerm(kind: .name("self"), place: place), callee, arguments, in: scope, place)
    }
    if let type = scope["Self"], let key = key(of: type),
      let function = sources.types[key]?.staticFunctions[name]?.fitting(arguments)
    {
      return try invoke(function, arguments, receiver: nil, type: type, in: scope, place)
    }
    if let function = sources.functions[name]?.fitting(arguments) {
      return try invoke(function, arguments, receiver: nil, type: nil, in: scope, place)
    }
    if let type = declaredType(callee, in: scope) { return try make(type, arguments, in: scope, place) }
    return try construct(name, arguments, in: scope, place)
  }

  /// `owner.name(…)`
  private func call(
    _ name: String, of owner: ClosureTerm, _ callee: ClosureTerm, _ arguments: [ClosureTerm.Argument], in scope: ClosureScope,
    _ place: TextPlace
  ) throws -> ClosureValue {
    if let type = declaredType(callee, in: scope) { return try make(type, arguments, in: scope, place) }
    if let type = typeValue(owner, in: scope) {
      if let key = key(of: type), let function = sources.types[key]?.staticFunctions[name]?.fitting(arguments) {
        return try invoke(function, arguments, receiver: nil, type: type, in: scope, place)
      }
      if case .function(let reference)? = try staticMember(name, of: type, place) {
        return try call(reference, try arguments.map { try evaluate($0.value, in: scope) }, place)
      }
      if declaredType(owner, in: scope) != nil { throw beyond("'\(name)(…)' is not interpreted", place) }
    }
    if case .name(let logger) = owner.kind, scope[logger] == nil, ClosureVocabulary.isLogger(logger) { return .null }
    if let result = try linkCall(owner, name, arguments, in: scope) { return result }
    var base = owner
    var value = try evaluate(owner, in: scope)
    if case .chain(let optional) = owner.kind {
      base = optional
      if value.isNull { return .null }
    }
    if let method = methods(name, of: value).first(where: { $0.function.places(of: arguments) != nil }) {
      return try call(method, on: value, at: base, arguments, in: scope, place)
    }
    switch value {
    case .context: return try contextCall(name, arguments, in: scope, place)
    case .ignored: return .ignored
    default: break
    }
    if ClosureVocabulary.mutating.contains(name) {
      value = .null
      if let result = try mutate(base, name, arguments, in: scope, place) { return result }
      value = try evaluate(owner, in: scope)
    }
    return try method(name, of: value, arguments, in: scope, place)
  }

  private func call(
    _ method: Helper, on value: ClosureValue, at owner: ClosureTerm, _ arguments: [ClosureTerm.Argument], in scope: ClosureScope,
    _ place: TextPlace
  ) throws -> ClosureValue {
    try invoke(method.function, arguments, receiver: value, type: method.type, in: scope, place) { inner in
      if method.isMutating, let changed = inner["self"] { try assign(changed, to: owner, in: scope) }
    }
  }

  /// `note.tags.append(tag)` and `note.tags.contains(tag)` without a look at all tags; nil for anything else.
  private func linkCall(
    _ owner: ClosureTerm, _ name: String, _ arguments: [ClosureTerm.Argument], in scope: ClosureScope
  ) throws -> ClosureValue? {
    guard name == "append" || name == "contains", arguments.count == 1, arguments[0].label == nil,
      case .member(let holder, let property) = owner.kind, typeValue(holder, in: scope) == nil
    else { return nil }
    if case .closure = arguments[0].value.kind { return nil }
    guard case .record(let record) = try evaluate(holder, in: scope),
      let relationship = schema.relationship(PropertyName(property), of: record.entity),
      relationship.isToMany, case .record(let other) = try evaluate(arguments[0].value, in: scope)
    else { return nil }
    if name == "contains" { return .bool(try store.isLinked(record, relationship, to: other)) }
    return try store.link(record, relationship, to: other) ? .null : nil
  }

  /// Calls what was given for a closure: a closure, a key path, or a type's initialiser.
  func apply(_ function: ClosureValue, _ arguments: [ClosureValue], _ place: TextPlace) throws -> ClosureValue {
    switch function {
    case .function(let reference): return try call(reference, arguments, place)
    case .maker(let name):
      if arguments.count == 2, name.first.map({ "+-*/%<>=&|".contains($0) }) == true {
        return try combine(name, arguments[0], arguments[1], place)
      }
      return try construct(name, [], arguments, place)
    case .keyPath(let names):
      return try names.reduce(arguments.first ?? .null) { $0.isNull ? .null : try member($1, of: $0, place) }
    default: throw beyond("a closure is wanted here", place)
    }
  }
}

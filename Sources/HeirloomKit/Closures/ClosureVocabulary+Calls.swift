internal import HeirloomFindings
internal import HeirloomSchema
internal import HeirloomSwiftSource

/// Calls: of the closures' own functions, of those that are known, and of a model's init.
extension ClosureVocabulary {
  /// - Returns: whether the arguments need no look: those of a call that only talks.
  mutating func check(_ callee: ClosureTerm, _ arguments: [ClosureTerm.Argument], _ place: TextPlace) -> Bool {
    switch callee.kind {
    case .name(let name):
      if Self.isSilent(name) { return true }
      if known.contains(name) { return false }
      let own = plan.flatMap { sources.types[$0]?.staticFunctions[name] }
      if let function = (own ?? sources.functions[name])?.fitting(arguments) {
        visit(function)
      } else if let function = member(name, arguments) {
        visit(function, isMember: true)
      } else if !checkMaking(callee, arguments, place), !Self.types.contains(name), !(isInsideType && Self.isMethod(name)) {
        report("'\(name)(…)' is not interpreted", place)
      }
    case .member(let owner, let name):
      if case .name(let logger) = owner.kind, !known.contains(logger), Self.isLogger(logger) { return true }
      if checkMaking(callee, arguments, place) { return false }
      if name == "init", case .name(let word) = owner.kind, word == "self" || word == "super" { return false }
      if name == "init", checkMaking(owner, arguments, place) { return false }
      if let key = type(owner), let members = sources.types[key] {
        if let function = members.staticFunctions[name]?.fitting(arguments) {
          visit(function)
        } else if members.staticValues[name] == nil, members.kind != .foreign {
          report("'\(name)(…)' is not interpreted", place)
        }
        return false
      }
      if let function = method(name, arguments) {
        visit(function, isMember: true)
      } else if !Self.isMethod(name) {
        report("'\(name)(…)' is not interpreted", place)
      }
      check(owner)
    case .implicitMember(let name): report("'.\(name)(…)' is not interpreted", place)
    default: check(callee)
    }
    return false
  }

  /// A method of a type of the sources. The type of the owner is not known: the first that fits stands for all.
  mutating func method(_ name: String, _ arguments: [ClosureTerm.Argument]) -> ClosureFunction? {
    for key in sources.types.keys.sorted() {
      if let function = sources.types[key]?.methods[name]?.fitting(arguments) { return function }
    }
    return nil
  }

  /// A bare call inside a function of a type may be one of its own functions.
  mutating func member(_ name: String, _ arguments: [ClosureTerm.Argument]) -> ClosureFunction? {
    if let function = method(name, arguments) { return function }
    for key in sources.types.keys.sorted() {
      if let function = sources.types[key]?.staticFunctions[name]?.fitting(arguments) { return function }
    }
    return nil
  }

  /// Whether a call makes a value of a type of the sources.
  mutating func checkMaking(_ callee: ClosureTerm, _ arguments: [ClosureTerm.Argument], _ place: TextPlace) -> Bool {
    if let model = entity(callee) {
      let initialisers = schema[model].flatMap { sources.members(of: sources.model(of: $0)) }?.initialisers ?? []
      if let function = initialisers.fitting(arguments) {
        visit(function, isMember: true)
      } else if initialisers.isEmpty {
        checkLabels(model, arguments, place)
      } else {
        report("'\(model)' has no initialiser that takes these arguments", place)
      }
      return true
    }
    guard let key = type(callee), let members = sources.types[key], members.kind != .foreign else { return false }
    switch members.kind {
    case .structure: visit(members.initialisers.fitting(arguments), isMember: true)
    case .enumeration: break
    case .model, .classType, .other, .foreign:
      report("'\(callee.spelledLast)' is an object of the app, and those are not interpreted", place)
    }
    return true
  }

  mutating func checkLabels(_ entity: EntityName, _ arguments: [ClosureTerm.Argument], _ place: TextPlace) {
    for argument in arguments {
      let name = argument.label.map { PropertyName($0) }
      let isKnown = name.map { schema.attribute($0, of: entity) != nil || schema.relationship($0, of: entity) != nil } ?? false
      if !isKnown {
        report(
          "what the initialiser of '\(entity)' does with \(argument.label.map { "'\($0)'" } ?? "its argument") is not known: it is no property",
          argument.value.place)
      }
    }
  }
}

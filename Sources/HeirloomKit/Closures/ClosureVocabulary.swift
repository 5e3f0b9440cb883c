internal import HeirloomFindings
internal import HeirloomSchema
internal import HeirloomSwiftSource

/// Which words of a closure, and of the functions that it calls, are interpreted, so that what is not can be told before a run.
struct ClosureVocabulary {
  private let schema: Schema
  private let sources: ClosureSources
  private let plan: String?
  private let properties: Set<String>
  /// Names that the closure or a function that it calls makes known, wherever that is.
  private var known: Set<String> = ["self", "Self", "super", "_"]
  /// Functions whose bodies were looked at, by their places.
  private var seen: Set<TextPlace> = []
  private var isInsideType = false
  private(set) var problems: [ClosureProblem] = []

  /// Finds every word of a closure that is not interpreted.
  init(
    checking function: ClosureFunction, against schema: Schema, sources: ClosureSources = ClosureSources(), plan: String? = nil
  ) {
    self.schema = schema
    self.sources = sources
    self.plan = plan
    var properties = Self.members
    for entity in schema.entities {
      for attribute in entity.attributes {
        properties.insert(attribute.name.text)
        for column in attribute.columns { properties.formUnion(column.path.split(separator: ".").map { String($0) }) }
      }
      properties.formUnion(entity.relationships.map(\.name.text))
    }
    for members in sources.types.values {
      properties.formUnion(members.stored.map(\.name))
      properties.formUnion(members.methods.keys)
    }
    self.properties = properties
    check(function)
  }

  private mutating func report(_ message: String, _ place: TextPlace) {
    let problem = ClosureProblem(message, at: place)
    if !problems.contains(problem) { problems.append(problem) }
  }

  // MARK: - Bodies

  private mutating func check(_ function: ClosureFunction) {
    known.formUnion(function.parameters.flatMap { [$0.name] + ($0.generic.map { [$0] } ?? []) })
    collect(function.statements)
    for parameter in function.parameters { if let fallback = parameter.fallback { check(fallback) } }
    check(function.statements)
  }

  /// The body of a function that is called.
  ///
  /// - Parameter isMember: it belongs to a type, whose methods it may call by their bare names.
  private mutating func visit(_ function: ClosureFunction?, isMember: Bool = false) {
    guard let function, let place = function.place, seen.insert(place).inserted else { return }
    let outer = isInsideType
    defer { isInsideType = outer }
    isInsideType = isMember
    for problem in function.problems where !problems.contains(problem) { problems.append(problem) }
    check(function)
  }

  /// Names are known from the outset, wherever they are made: order and nesting are the compiler's business.
  private mutating func collect(_ statements: [ClosureStatement]) {
    for statement in statements {
      known.formUnion(statement.names)
      let (terms, blocks) = statement.parts
      for block in blocks { collect(block) }
      for term in terms { collect(term) }
    }
  }

  private mutating func collect(_ term: ClosureTerm) {
    if case .closure(let function) = term.kind { known.formUnion(function.parameters.map(\.name)) }
    let (terms, blocks) = term.parts
    for block in blocks { collect(block) }
    for term in terms { collect(term) }
  }

  private mutating func check(_ statements: [ClosureStatement]) {
    for statement in statements {
      let (terms, blocks) = statement.parts
      for term in terms { check(term) }
      for block in blocks { check(block) }
    }
  }

  // MARK: - Terms

  private func entity(_ term: ClosureTerm) -> EntityName? {
    switch term.kind {
    case .name(let name): schema[EntityName(name)] == nil ? nil : EntityName(name)
    case .member(let owner, "self"): entity(owner)
    case .member(let owner, let name):
      if case .name = owner.kind, entity(owner) == nil, schema[EntityName(name)] != nil { EntityName(name) } else { nil }
    default: nil
    }
  }

  /// The full name of a type of the sources.
  private func type(_ term: ClosureTerm) -> String? {
    if case .name("Self") = term.kind { return plan }
    if let entity = entity(term) { return schema[entity].flatMap { sources.model(of: $0) } }
    return Self.spelled(term).flatMap { sources.type(named: $0, within: plan ?? schema.name) }
  }

  private static func spelled(_ term: ClosureTerm) -> String? {
    switch term.kind {
    case .name(let name): name
    case .member(let owner, let name): spelled(owner).map { "\($0).\(name)" }
    default: nil
    }
  }

  private mutating func check(_ term: ClosureTerm) {
    switch term.kind {
    case .call(let callee, let arguments):
      if check(callee, arguments, term.place) { return }
      for argument in arguments { check(argument.value) }
      return
    case .name(let name): checkName(name, term)
    case .member(let owner, let name): return checkMember(name, of: owner, term)
    case .keyPath(let names):
      for name in names { visitGetters(name) }
    default: break
    }
    let (terms, blocks) = term.parts
    for term in terms { check(term) }
    for block in blocks { check(block) }
  }

  private mutating func checkName(_ name: String, _ term: ClosureTerm) {
    if known.contains(name) || name.hasPrefix("$") || Self.types.contains(name) || entity(term) != nil { return }
    if sources.values[name] != nil || name.allSatisfy({ "+-*/%<>=&|".contains($0) }) || Self.isLogger(name) { return }
    if let functions = sources.functions[name] { return functions.forEach { visit($0) } }
    if let type = type(term), sources.types[type] != nil { return }
    // A bare name inside a function of a type may be a member of it.
    var isMember = properties.contains(name)
    for members in sources.types.values {
      if members.getters[name] != nil || members.staticValues[name] != nil || members.staticGetters[name] != nil
        || members.staticFunctions[name] != nil
      {
        isMember = true
      }
    }
    if isMember { return visitGetters(name) }
    report("'\(name)' is not known here", term.place)
  }

  private mutating func visitGetters(_ name: String) {
    for key in sources.types.keys.sorted() {
      visit(sources.types[key]?.getters[name], isMember: true)
      visit(sources.types[key]?.setters[name], isMember: true)
      visit(sources.types[key]?.staticGetters[name], isMember: true)
    }
  }

  private mutating func checkMember(_ name: String, of owner: ClosureTerm, _ term: ClosureTerm) {
    if entity(term) != nil || type(term) != nil { return }
    if let key = type(owner), let members = sources.types[key] {
      for problem in members.problems[name] ?? [] where !problems.contains(problem) { problems.append(problem) }
      visit(members.staticGetters[name])
      for function in members.staticFunctions[name] ?? [] { visit(function) }
      if let value = members.staticValues[name]?.value { check(value) }
      return
    }
    // Types of other modules stand before a member; what they are is seen by the member.
    if case .name(let type) = owner.kind, type.first?.isUppercase == true { return }
    if case .member(let outer, _) = owner.kind, case .name(let type) = outer.kind, type.first?.isUppercase == true { return }
    let isComputed = sources.types.values.contains { $0.getters[name] != nil }
    if isComputed { visitGetters(name) }
    if !properties.contains(name), !isComputed { report("no model of this version has a property '\(name)'", term.place) }
    check(owner)
  }

  // MARK: - Calls

  /// - Returns: whether the arguments need no look: those of a call that only talks.
  private mutating func check(_ callee: ClosureTerm, _ arguments: [ClosureTerm.Argument], _ place: TextPlace) -> Bool {
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
  private mutating func method(_ name: String, _ arguments: [ClosureTerm.Argument]) -> ClosureFunction? {
    for key in sources.types.keys.sorted() {
      if let function = sources.types[key]?.methods[name]?.fitting(arguments) { return function }
    }
    return nil
  }

  /// A bare call inside a function of a type may be one of its own functions.
  private mutating func member(_ name: String, _ arguments: [ClosureTerm.Argument]) -> ClosureFunction? {
    if let function = method(name, arguments) { return function }
    for key in sources.types.keys.sorted() {
      if let function = sources.types[key]?.staticFunctions[name]?.fitting(arguments) { return function }
    }
    return nil
  }

  /// Whether a call makes a value of a type of the sources.
  private mutating func checkMaking(_ callee: ClosureTerm, _ arguments: [ClosureTerm.Argument], _ place: TextPlace) -> Bool {
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

  private mutating func checkLabels(_ entity: EntityName, _ arguments: [ClosureTerm.Argument], _ place: TextPlace) {
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

extension ClosureTerm {
  fileprivate var spelledLast: String {
    switch kind {
    case .name(let name), .member(_, let name): name
    default: "this"
    }
  }
}

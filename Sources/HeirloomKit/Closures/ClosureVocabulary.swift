internal import HeirloomFindings
internal import HeirloomSchema
internal import HeirloomSwiftSource

/// Which words of a closure, and of the functions that it calls, are interpreted, so that what is not can be told before a run.
struct ClosureVocabulary {
  let schema: Schema
  let sources: ClosureSources
  let plan: String?
  let properties: Set<String>
  /// Names that the closure or a function that it calls makes known, wherever that is.
  var known: Set<String> = ["self", "Self", "super", "_"]
  /// Functions whose bodies were looked at, by their places.
  var seen: Set<TextPlace> = []
  var isInsideType = false
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

  mutating func report(_ message: String, _ place: TextPlace) {
    let problem = ClosureProblem(message, at: place)
    if !problems.contains(problem) { problems.append(problem) }
  }

  // MARK: - Bodies

  mutating func check(_ function: ClosureFunction) {
    known.formUnion(function.parameters.flatMap { [$0.name] + ($0.generic.map { [$0] } ?? []) })
    collect(function.statements)
    for parameter in function.parameters { if let fallback = parameter.fallback { check(fallback) } }
    check(function.statements)
  }

  /// The body of a function that is called.
  ///
  /// - Parameter isMember: it belongs to a type, whose methods it may call by their bare names.
  mutating func visit(_ function: ClosureFunction?, isMember: Bool = false) {
    guard let function, let place = function.place, seen.insert(place).inserted else { return }
    let outer = isInsideType
    defer { isInsideType = outer }
    isInsideType = isMember
    for problem in function.problems where !problems.contains(problem) { problems.append(problem) }
    check(function)
  }

  /// Names are known from the outset, wherever they are made: order and nesting are the compiler's business.
  mutating func collect(_ statements: [ClosureStatement]) {
    for statement in statements {
      known.formUnion(statement.names)
      let (terms, blocks) = statement.parts
      for block in blocks { collect(block) }
      for term in terms { collect(term) }
    }
  }

  mutating func collect(_ term: ClosureTerm) {
    if case .closure(let function) = term.kind { known.formUnion(function.parameters.map(\.name)) }
    let (terms, blocks) = term.parts
    for block in blocks { collect(block) }
    for term in terms { collect(term) }
  }

  mutating func check(_ statements: [ClosureStatement]) {
    for statement in statements {
      let (terms, blocks) = statement.parts
      for term in terms { check(term) }
      for block in blocks { check(block) }
    }
  }

  // MARK: - Terms

  func entity(_ term: ClosureTerm) -> EntityName? {
    switch term.kind {
    case .name(let name): schema[EntityName(name)] == nil ? nil : EntityName(name)
    case .member(let owner, "self"): entity(owner)
    case .member(let owner, let name):
      if case .name = owner.kind, entity(owner) == nil, schema[EntityName(name)] != nil { EntityName(name) } else { nil }
    default: nil
    }
  }

  /// The full name of a type of the sources.
  func type(_ term: ClosureTerm) -> String? {
    if case .name("Self") = term.kind { return plan }
    if let entity = entity(term) { return schema[entity].flatMap { sources.model(of: $0) } }
    return Self.spelled(term).flatMap { sources.type(named: $0, within: plan ?? schema.name) }
  }

  static func spelled(_ term: ClosureTerm) -> String? {
    switch term.kind {
    case .name(let name): name
    case .member(let owner, let name): spelled(owner).map { "\($0).\(name)" }
    default: nil
    }
  }

  mutating func check(_ term: ClosureTerm) {
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

  mutating func checkName(_ name: String, _ term: ClosureTerm) {
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

  mutating func visitGetters(_ name: String) {
    for key in sources.types.keys.sorted() {
      visit(sources.types[key]?.getters[name], isMember: true)
      visit(sources.types[key]?.setters[name], isMember: true)
      visit(sources.types[key]?.staticGetters[name], isMember: true)
    }
  }

  mutating func checkMember(_ name: String, of owner: ClosureTerm, _ term: ClosureTerm) {
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
}

extension ClosureTerm {
  /// The last word of what is called, for messages.
  var spelledLast: String {
    switch kind {
    case .name(let name), .member(_, let name): name
    default: "this"
    }
  }
}

internal import HeirloomSwiftSource

/// What a closure seems to do, in a few words: for whoever has to write a mapping in its place.
struct ClosureSummary {
  private var fetched: [String] = []
  private var assigned: [String] = []
  private var made: [String] = []
  private var called: [String] = []
  private var deletes = false
  private(set) var saves = false
  private var usesSet = false
  private let sources: ClosureSources
  private let plan: String?
  /// Functions whose bodies were looked at.
  private var seen: Set<String> = []

  init(of function: ClosureFunction, sources: ClosureSources = ClosureSources(), plan: String? = nil) {
    self.sources = sources
    self.plan = plan
    walk(function.statements)
  }

  var text: String {
    func list(_ names: [String]) -> String {
      var seen: Set<String> = []
      return names.filter { seen.insert($0).inserted }.prefix(6).map { "'\($0)'" }.joined(separator: ", ")
    }
    var parts: [String] = []
    if !fetched.isEmpty { parts.append("fetches \(list(fetched))") }
    if !called.isEmpty { parts.append("calls \(list(called))") }
    if !assigned.isEmpty { parts.append("assigns \(list(assigned))") }
    if !made.isEmpty { parts.append("makes \(list(made))") }
    if deletes { parts.append(usesSet ? "deletes records, perhaps duplicates" : "deletes records") }
    if parts.isEmpty { return "does nothing that could be told" }
    return parts.joined(separator: ", ") + (saves ? "" : ", and never saves")
  }

  private mutating func walk(_ statements: [ClosureStatement]) {
    for statement in statements {
      switch statement.kind {
      case .binding(_, let type, _): if type?.hasPrefix("Set<") ?? false { usesSet = true }
      case .assignment(let target, _, _):
        if case .member(let owner, let name) = target.kind, !Self.isOfFetch(name), !isType(owner) { assigned.append(name) }
      default: break
      }
      let (terms, blocks) = statement.parts
      for term in terms { walk(term) }
      for block in blocks { walk(block) }
    }
  }

  private static func isOfFetch(_ name: String) -> Bool {
    ["autosaveEnabled", "fetchLimit", "fetchOffset", "sortBy", "predicate"].contains(name)
  }

  private func isType(_ term: ClosureTerm) -> Bool {
    if case .name(let name) = term.kind { name.first?.isUppercase == true } else { false }
  }

  private mutating func walk(_ term: ClosureTerm) {
    if case .call(let callee, let arguments) = term.kind {
      switch callee.kind {
      case .name("Set"): usesSet = true
      case .name("FetchDescriptor"):
        if case .member(let type, "self")? = arguments.first(where: { $0.label == "model" })?.value.kind {
          let model = name(type)
          // `T` of a generic function is no model.
          if model.count > 1 { fetched.append(model) }
        }
      case .name(let name): call(name, on: nil, arguments)
      case .member(_, "delete"): deletes = true
      case .member(_, "save"): saves = true
      case .member(let owner, let name): call(name, on: owner, arguments)
      default: break
      }
    }
    let (terms, blocks) = term.parts
    for term in terms { walk(term) }
    for block in blocks { walk(block) }
  }

  /// A model that is made, or a function of the sources, whose body says more.
  private mutating func call(_ name: String, on owner: ClosureTerm?, _ arguments: [ClosureTerm.Argument]) {
    let library: Set<String> = [
      "SortDescriptor", "UUID", "Date", "URL", "String", "Int", "Double", "Decimal", "Array", "Dictionary", "Set", "Bool",
    ]
    if name.first?.isUppercase == true {
      if !library.contains(name) { made.append(name) }
      return
    }
    let own = owner == nil ? plan.flatMap { sources.types[$0]?.staticFunctions[name] } ?? sources.functions[name] : nil
    let typed = owner.flatMap { owner -> [ClosureFunction]? in
      guard case .name(let type) = owner.kind else { return nil }
      let key = type == "Self" ? plan : sources.type(named: type, within: plan)
      return sources.members(of: key)?.staticFunctions[name]
    }
    guard let function = (own ?? typed ?? methods(name)).fitting(arguments) else { return }
    called.append(name)
    if seen.insert(name).inserted { walk(function.statements) }
  }

  private func methods(_ name: String) -> [ClosureFunction] {
    // What the library has too is hardly ever the app's.
    ClosureVocabulary.isMethod(name) ? [] : sources.types.keys.sorted().flatMap { sources.types[$0]?.methods[name] ?? [] }
  }

  private func name(_ term: ClosureTerm) -> String {
    switch term.kind {
    case .name(let name), .member(_, let name): name
    default: "?"
    }
  }
}

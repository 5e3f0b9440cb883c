internal import HeirloomSwiftSource

/// What a closure seems to do, in a few words: for whoever has to write a mapping in its place.
struct ClosureSummary {
  private var fetched: [String] = []
  private var assigned: [String] = []
  private var made: [String] = []
  private var deletes = false
  private(set) var saves = false
  private var usesSet = false

  init(of function: ClosureFunction) { walk(function.statements) }

  var text: String {
    func list(_ names: [String]) -> String {
      var seen: Set<String> = []
      return names.filter { seen.insert($0).inserted }.prefix(6).map { "'\($0)'" }.joined(separator: ", ")
    }
    var parts: [String] = []
    if !fetched.isEmpty { parts.append("fetches \(list(fetched))") }
    if !assigned.isEmpty { parts.append("assigns \(list(assigned))") }
    if !made.isEmpty { parts.append("makes \(list(made))") }
    if deletes { parts.append(usesSet ? "deletes records, perhaps duplicates" : "deletes records") }
    if parts.isEmpty { return "does nothing that could be told" }
    return parts.joined(separator: ", ") + (saves ? "" : ", and never saves")
  }

  private mutating func walk(_ statements: [ClosureStatement]) {
    for statement in statements {
      switch statement.kind {
      case .binding(_, let type, let value):
        if type?.hasPrefix("Set<") ?? false { usesSet = true }
        value.map { walk($0) }
      case .assignment(let target, _, let value):
        if case .member(_, let name) = target.kind, name != "autosaveEnabled", name != "fetchLimit" { assigned.append(name) }
        walk(value)
      case .branch(let conditions, let then, let other):
        walk(conditions)
        walk(then)
        walk(other)
      case .unless(let conditions, let body), .whileLoop(let conditions, let body):
        walk(conditions)
        walk(body)
      case .loop(_, let sequence, _, let body):
        walk(sequence)
        walk(body)
      case .choice(_, let cases): for one in cases { walk(one.statements) }
      case .exit(let value): value.map { walk($0) }
      case .block(let body): walk(body)
      case .function(_, let function): walk(function.statements)
      case .expression(let term): walk(term)
      case .proceed, .leave, .fail: break
      }
    }
  }

  private mutating func walk(_ conditions: [ClosureStatement.Condition]) {
    for condition in conditions {
      switch condition {
      case .holds(let term), .binds(_, let term): walk(term)
      }
    }
  }

  private mutating func walk(_ term: ClosureTerm) {
    switch term.kind {
    case .call(let callee, let arguments):
      switch callee.kind {
      case .name("Set"): usesSet = true
      case .name("FetchDescriptor"):
        if case .member(let type, "self")? = arguments.first(where: { $0.label == "model" })?.value.kind {
          fetched.append(name(type))
        }
      case .name(let type):
        if type.first?.isUppercase == true,
          !["SortDescriptor", "UUID", "Date", "URL", "String", "Int", "Array", "Dictionary"].contains(type)
        {
          made.append(type)
        }
      case .member(let owner, let method):
        if method == "delete" {
          deletes = true
        } else if method == "save" {
          saves = true
        } else if method.first?.isUppercase == true {
          made.append(method)
        }
        walk(owner)
      default: walk(callee)
      }
      for argument in arguments { walk(argument.value) }
    case .closure(let function): walk(function.statements)
    case .member(let owner, _), .chain(let owner), .unwrap(let owner), .attempt(let owner), .prefix(_, let owner): walk(owner)
    case .binary(_, let left, let right):
      walk(left)
      walk(right)
    case .conditional(_, let then, let other):
      walk(then)
      walk(other)
    case .block(let statements): walk(statements)
    default: break
    }
  }

  private func name(_ term: ClosureTerm) -> String {
    switch term.kind {
    case .name(let name), .member(_, let name): name
    default: "?"
    }
  }
}

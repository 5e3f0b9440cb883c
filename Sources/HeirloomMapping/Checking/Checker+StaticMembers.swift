internal import HeirloomFindings
internal import HeirloomSchema

/// `Int.max`, `Mood.good`, `.infinity`: constants by their names.
extension Checker {
  /// Whether a term is the name of a type and not that of a value.
  func isTypeName(_ term: Term, _ scope: Scope) -> Bool {
    guard case .name(let name) = term.kind else { return false }
    return (name.first?.isUppercase ?? false) && scope.names[name] == nil
  }

  mutating func staticMember(_ name: String, of owner: Term, _ place: TextPlace) -> Expression {
    let type = owner.dottedName ?? ""
    if let base = base(named: type) {
      if let found = constant(name, of: base) { return found.placed(at: place) }
      if case .enumeration(let enumeration) = base {
        let help = closestName(to: name, among: enumeration.cases.map(\.name)).map { "did you mean '.\($0)'?" }
        report(.unknownName, "'\(type)' has no case '\(name)'", place, help: help)
        return unknown(place)
      }
    }
    switch (type, name) {
    case ("Int16", "max"): return .constant(.integer(Int64(Int16.max)), .int, place)
    case ("Int16", "min"): return .constant(.integer(Int64(Int16.min)), .int, place)
    case ("Int32", "max"): return .constant(.integer(Int64(Int32.max)), .int, place)
    case ("Int32", "min"): return .constant(.integer(Int64(Int32.min)), .int, place)
    default: break
    }
    report(
      .unknownName, "'\(type).\(name)' is not part of the mapping language", place,
      help: ForeignWords.advice("\(type).\(name)") ?? ForeignWords.advice(type))
    return unknown(place)
  }

  /// A constant of a type by its name; nil when it has none of this name.
  func constant(_ name: String, of base: ValueType.Base) -> Expression? {
    func real(_ value: Double) -> Expression { .constant(.real(value), base) }
    switch (base, name) {
    case (.enumeration(let enumeration), _):
      return enumeration.cases.first { $0.name == name }.map { .constant(enumeration.constant($0), base) }
    case (.int, "max"): return .constant(.integer(.max), .int)
    case (.int, "min"): return .constant(.integer(.min), .int)
    case (.int, "zero"): return .constant(.integer(0), .int)
    case (.double, "zero"), (.float, "zero"): return real(0)
    case (.decimal, "zero"): return .constant(.text("0"), .decimal)
    case (.double, "infinity"), (.float, "infinity"): return real(.infinity)
    case (.double, "pi"): return real(.pi)
    case (.float, "pi"): return real(Double(Float.pi))
    case (.double, "greatestFiniteMagnitude"): return real(.greatestFiniteMagnitude)
    case (.float, "greatestFiniteMagnitude"): return real(Double(Float.greatestFiniteMagnitude))
    case (.date, "distantPast"): return .constant(.integer(-63_114_076_800), .date)
    case (.date, "distantFuture"): return .constant(.integer(63_113_904_000), .date)
    default: return nil
    }
  }
}

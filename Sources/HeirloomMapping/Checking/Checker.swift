package import HeirloomFindings
package import HeirloomSchema

/// Holds a mapping against both schemas: gives a plan, and every mistake at once.
///
/// ```swift
/// var checker = Checker(source: legacy.schema, target: notesV2)
/// let plan = checker.check(file)
/// ```
package struct Checker {
  package let source: Schema
  package let target: Schema
  /// Functions that the caller registered, by name.
  package var callerFunctions: [String: CallerFunction]
  /// Unmapped parts of the source are warnings instead of errors.
  package var allowsUnmapped: Bool
  /// Why the target has no place for what it does not name, when that alone is reason enough: a lightweight migration leaves it behind.
  package var impliedDrop: String?
  /// What continues what is told by renaming identifiers alone: a part without one is new, whatever its name.
  package var followsIdentifiersOnly = false
  package internal(set) var findings: [Finding] = []

  var plan: Plan
  /// The properties of the source that some rule reads, by declarer.
  var used: Set<SourceRelationship> = []
  /// The `let`s of the block at hand, and the names that its expressions use.
  var bound: [(name: String, place: TextPlace)] = []
  var namesInUse: Set<String> = []
  /// What the blocks assign, by the number of their rule.
  var assigned: [Int: Assigned] = [:]

  package init(
    source: Schema, target: Schema, callerFunctions: [String: CallerFunction] = [:], allowsUnmapped: Bool = false
  ) {
    self.source = source
    self.target = target
    self.callerFunctions = callerFunctions
    self.allowsUnmapped = allowsUnmapped
    plan = Plan(source: source, target: target)
  }

  /// Checks a mapping. The plan may be run only when no finding is an error.
  package mutating func check(_ file: MappingFile) -> Plan {
    findings += file.findings
    // A text that could not be read says nothing of what it leaves out.
    if file.declarations.isEmpty, !file.findings.isEmpty { return plan }
    for (stage, place) in file.stages {
      report(
        .wrongArguments, "the stage from '\(stage.from.text)' to '\(stage.to.text)' belongs to a migration", place,
        help: "run 'heirloom migrate STORE --plan … --mapping …'")
    }
    // Drops first: what is dropped on purpose is neither matched nor missed.
    for declaration in file.declarations {
      if case .call(let call) = declaration.kind, call.name.text == "Drop" { readDrop(call, declaration.place) }
    }
    for declaration in file.declarations {
      guard case .call(let call) = declaration.kind else { continue }
      switch call.name.text {
      case "Drop": continue
      case "Map": readMap(call, declaration.place)
      case "Insert": readInsert(call, declaration.place)
      case "Unique": readUnique(call, declaration.place)
      case "Orphans": readOrphans(call, declaration.place)
      case "SharedChildren": readSharedChildren(call, declaration.place)
      default:
        let known = ["Map", "Insert", "Unique", "Orphans", "SharedChildren", "Drop"]
        let help = closestName(to: call.name.text, among: known).map { "did you mean '\($0)'?" }
        report(.unknownFunction, "a mapping has no declaration '\(call.name.text)'", call.name.place, help: help)
      }
    }
    checkRepeatedRules()
    addAutomaticRules()
    separateSubentities()
    for number in plan.rules.indices { completeAttributes(of: number) }
    for number in plan.rules.indices { completeLinks(of: number) }
    settleInverses()
    applySharedChildren()
    checkUniqueKeys()
    checkDestinations()
    checkOrder()
    checkCoverage()
    return plan
  }

  /// Leaves an entity or property of the source behind, as if the mapping said so.
  package mutating func drop(_ property: PropertyName?, of entity: EntityName, because reason: String) {
    plan.drops.append(Drop(entity: entity, property: property, reason: reason))
  }

  // MARK: - Reporting

  mutating func report(
    _ kind: FindingKind, _ message: String, _ place: TextPlace?, help: String? = nil, severity: Finding.Severity? = nil
  ) {
    findings.append(Finding(kind, message, at: place.map { .text($0) }, help: help, severity: severity))
  }

  mutating func addSite(
    _ kind: Site.Kind, _ reason: String, rule: Int, property: String? = nil, place: TextPlace? = nil
  ) -> Int {
    plan.sites.append(Site(kind: kind, reason: reason, rule: rule, property: property, place: place))
    return plan.sites.count - 1
  }

  mutating func use(_ property: PropertyName, of entity: EntityName) {
    if let declarer = source.declarer(of: property, in: entity) { used.insert(SourceRelationship(declarer, property)) }
  }
}

/// A function of the caller's own, as the checker knows it.
package struct CallerFunction: Sendable {
  package var parameters: [ValueType]
  package var result: ValueType

  package init(parameters: [ValueType], result: ValueType) {
    self.parameters = parameters
    self.result = result
  }
}

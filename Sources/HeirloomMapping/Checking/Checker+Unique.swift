internal import HeirloomFindings
internal import HeirloomSchema

extension Checker {
  /// `Unique(Trip.self, by: \.name, keep: .first(by: \.createdAt), fill: true)`
  mutating func readUnique(_ call: MappingFile.Call, _ place: TextPlace) {
    guard let first = call.arguments.first, let entity = targetEntity(first.value) else {
      if call.arguments.isEmpty { report(.wrongArguments, "'Unique' needs a model", place) }
      return
    }
    var rule = UniqueRule(
      target: entity.name, keys: [], survivor: .first, order: nil, fills: false, nilKeys: .keep, ignoresCase: false, place: place)
    for argument in call.arguments.dropFirst() {
      switch (argument.label, argument.value.kind) {
      case ("by", .keyPath), (nil, .keyPath): keyNames(argument.value, entity).map { rule.keys.append($0) }
      case ("by", .array(let paths)): for path in paths { keyNames(path, entity).map { rule.keys.append($0) } }
      case ("by", _): _ = keyNames(argument.value, entity)
      case ("keep", _): survivor(argument.value, entity, &rule)
      case ("fill", .bool(let fills)): rule.fills = fills
      case ("ignoringCase", .bool(let ignores)): rule.ignoresCase = ignores
      case ("nils", .implicitMember(let name)):
        if let policy = UniqueRule.NilKeys(rawValue: name) {
          rule.nilKeys = policy
        } else {
          report(
            .wrongArguments, "nil keys can be kept, rejected or fail the run", argument.value.place,
            help: ".keep, .reject or .fail")
        }
      default:
        report(
          .wrongArguments, "'Unique' does not take this argument", argument.value.place,
          help: "it takes by:, keep:, fill:, nils: and ignoringCase:")
      }
    }
    if rule.keys.isEmpty {
      report(.wrongArguments, "'Unique' needs a key", place, help: "by: \(target.exampleKeyPath(of: entity.name))")
    } else if plan.uniques.contains(where: { $0.target == rule.target && Set($0.keys) == Set(rule.keys) }) {
      let names = rule.keys.map { "'\($0)'" }.joined(separator: ", ")
      report(.doubleAssignment, "'\(entity.name)' has a 'Unique' by \(names) already", place)
    } else {
      plan.uniques.append(rule)
    }
  }

  private mutating func keyNames(_ term: Term, _ entity: Entity) -> PropertyName? {
    guard case .keyPath(let names) = term.kind, let last = names.last else {
      report(.wrongArguments, "expected a key path such as '\\.name'", term.place)
      return nil
    }
    let name = PropertyName(last)
    if target.attribute(name, of: entity.name) != nil || target.relationship(name, of: entity.name) != nil { return name }
    report(
      .unknownAttribute, "'\(entity.name)' has no attribute '\(last)'", term.place,
      help: closestName(to: last, among: propertyNames(of: entity.name, in: target)).map { "did you mean '\($0)'?" })
    return nil
  }

  /// Finds keys that records cannot be compared by: what they are is known when all is written.
  mutating func checkUniqueKeys() {
    for rule in plan.uniques {
      let family = Set(target.family(of: rule.target).map(\.name))
      for key in rule.keys {
        if target.relationship(key, of: rule.target)?.isToMany == true {
          report(.wrongArguments, "'\(key)' leads to many records, and 'Unique' takes attributes and to-ones", rule.place)
          continue
        }
        let late = plan.links.first { link in
          guard link.relationship.name == key, family.contains(plan.rules[link.rule].target) else { return false }
          switch link.value {
          case .record, .empty: return false
          default: return true
          }
        }
        guard let late else { continue }
        report(
          .wrongArguments, "records cannot be compared by '\(key)', which is found only when all of them are written", rule.place,
          help: late.value.looksUp ? "compare them by the value that it is looked up by" : "compare them by attributes")
      }
    }
  }

  private mutating func survivor(_ term: Term, _ entity: Entity, _ rule: inout UniqueRule) {
    var name: String?, by: Term?
    switch term.kind {
    case .implicitMember(let text): name = text
    case .call(let callee, let arguments):
      if case .implicitMember(let text) = callee.kind { name = text }
      by = arguments.first { $0.label == "by" }?.value
    default: break
    }
    switch name {
    case "first", "min", "oldest": rule.survivor = .first
    case "last", "max", "newest": rule.survivor = .last
    default:
      report(.wrongArguments, "the survivor is one of .first, .last, .min(by:) and .max(by:)", term.place)
      return
    }
    if let by { rule.order = keyNames(by, entity) }
  }
}

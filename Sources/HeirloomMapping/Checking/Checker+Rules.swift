internal import HeirloomFindings
internal import HeirloomSchema

extension Checker {
  /// Entities that no line names follow by themselves when the target has one of their name.
  mutating func addAutomaticRules() {
    let mapped = Set(plan.rules.compactMap { if case .entity(let entity) = $0.origin { entity } else { nil } })
    for entity in source.entities where !entity.isAbstract && !mapped.contains(entity.name) && !isDropped(entity.name) {
      let namesake = followsIdentifiersOnly ? nil : target[entity.name]
      guard let match = target.entities.first(where: { $0.renamingIdentifier == entity.name.text }) ?? namesake, !match.isAbstract
      else {
        continue
      }
      plan.rules.append(RecordRule(number: plan.rules.count, origin: .entity(entity.name), target: match.name))
    }
  }

  /// Finds rules that make every record of an entity twice.
  mutating func checkRepeatedRules() {
    for (number, rule) in plan.rules.enumerated() where rule.exits.isEmpty {
      guard case .entity = rule.origin else { continue }
      let first = plan.rules[..<number].first { $0.origin == rule.origin && $0.target == rule.target && $0.exits.isEmpty }
      guard let first, let entity = rule.sourceEntity else { continue }
      report(
        .mappedTwice, "'\(entity)' is mapped to '\(rule.target)' twice: each record would be there twice", rule.place,
        help: first.place.map { "the first 'Map' is in line \($0.line); tell them apart with 'guard'" })
    }
  }

  /// A record belongs to the rules of its nearest entity that has any.
  mutating func separateSubentities() {
    let mapped = Set(plan.rules.compactMap { if case .entity(let entity) = $0.origin { entity } else { nil } })
    for number in plan.rules.indices {
      guard case .entity(let entity) = plan.rules[number].origin else { continue }
      for member in source.family(of: entity) where member.name != entity {
        let nearest = source.lineage(of: member.name).first { mapped.contains($0.name) }?.name
        if nearest != entity || isDropped(member.name) { plan.rules[number].excluded.insert(member.name) }
      }
    }
  }

  /// The rules whose records a source record of the entity, or of its sub-entities, may become.
  func rules(from entity: EntityName, to destination: EntityName) -> [RecordRule] {
    let goals = Set(target.family(of: destination).map(\.name))
    let kin = Set(source.family(of: entity).map(\.name) + source.lineage(of: entity).map(\.name))
    return plan.rules.filter { rule in
      guard case .entity(let from) = rule.origin else { return false }
      return kin.contains(from) && goals.contains(rule.target)
    }
  }
}

internal import HeirloomFindings
internal import HeirloomSchema

extension Checker {
  /// Finds what the mapping neither carries nor drops, and drops that were not needed.
  mutating func checkCoverage() {
    let mapped = Set(plan.rules.compactMap { if case .entity(let entity) = $0.origin { entity } else { nil } })
    for entity in source.entities {
      // What no carried record can have is not missed.
      if !source.family(of: entity.name).contains(where: { !$0.isAbstract && !isDropped($0.name) }) { continue }
      let isCovered = source.lineage(of: entity.name).contains { mapped.contains($0.name) }
      if !isCovered, !entity.isAbstract, !isReadThroughItsOwner(entity) {
        if let reason = impliedDrop {
          plan.drops.append(Drop(entity: entity.name, property: nil, reason: reason))
          continue
        }
        reportUnmapped(
          .unmappedEntity, "'\(entity.name)' is neither mapped nor dropped",
          help: "Map(\"\(entity.name)\", to: …) or Drop(\"\(entity.name)\", because: \"…\")")
        continue
      }
      for attribute in entity.attributes where !attribute.isTransient && attribute.type != .undefined {
        checkCoverage(of: attribute.name, declaredBy: entity, "an attribute")
      }
      for relationship in entity.relationships where !relationship.isTransient && !isCoveredByOtherEnd(relationship, of: entity) {
        checkCoverage(of: relationship.name, declaredBy: entity, "a relationship")
      }
    }
    for drop in plan.drops {
      let isUsed =
        drop.property.map { used.contains(SourceRelationship(source.declarer(of: $0, in: drop.entity) ?? drop.entity, $0)) }
        ?? mapped.contains(drop.entity)
      if isUsed {
        let name = drop.property.map { "\(drop.entity).\($0)" } ?? drop.entity.text
        report(.unusedDrop, "'\(name)' is dropped, but a rule uses it", drop.place)
      }
    }
  }

  private mutating func checkCoverage(of property: PropertyName, declaredBy entity: Entity, _ what: String) {
    if used.contains(SourceRelationship(entity.name, property)) || isDropped(property, of: entity.name) { return }
    // A drop may name the property by a sub-entity that inherits it.
    if plan.drops.contains(where: { $0.property == property && source.lineage(of: $0.entity).contains { $0.name == entity.name } }
    ) {
      return
    }
    if let reason = impliedDrop {
      plan.drops.append(Drop(entity: entity.name, property: property, reason: reason))
      return
    }
    reportUnmapped(
      .unmappedProperty, "'\(entity.name).\(property)', \(what), is neither carried nor dropped",
      help: "use it in a rule, or Drop(\"\(entity.name).\(property)\", because: \"…\")")
  }

  private mutating func reportUnmapped(_ kind: FindingKind, _ message: String, help: String) {
    report(kind, message, nil, help: help, severity: allowsUnmapped ? .warning : .error)
  }

  /// An embedded object may end in its owner's attributes, without records of its own.
  private func isReadThroughItsOwner(_ entity: Entity) -> Bool {
    let names = entity.attributes.map(\.name) + entity.relationships.map(\.name)
    return entity.isEmbedded && names.contains { used.contains(SourceRelationship(entity.name, $0)) }
  }

  /// The same links are carried or dropped at their other end, or lead to what is dropped.
  private func isCoveredByOtherEnd(_ relationship: Relationship, of entity: Entity) -> Bool {
    if isDropped(relationship.destination) { return true }
    guard let inverse = source.inverse(of: relationship),
      let declarer = source.declarer(of: inverse.name, in: relationship.destination)
    else {
      return false
    }
    return used.contains(SourceRelationship(declarer, inverse.name)) || isDropped(inverse.name, of: declarer)
  }
}

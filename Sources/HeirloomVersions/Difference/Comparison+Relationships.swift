internal import HeirloomSchema

extension Comparison {
  mutating func compareRelationships(_ before: Entity, _ after: Entity) {
    let new = matching.new, old = matching.old
    var continued: Set<PropertyName> = [], added: [Relationship] = []
    for relationship in new.relationships(of: after.name) where !relationship.isTransient {
      let isOwn = answers(after.name, for: relationship.name, inNew: true)
      guard let match = matching.relationship(relationship, of: after.name) else {
        if isOwn { added.append(relationship) }
        continue
      }
      continued.insert(match.name)
      if isOwn || before.relationships.contains(where: { $0.name == match.name }) { compare(match, relationship, of: after) }
    }
    let removed = old.relationships(of: before.name).filter { relationship in
      !relationship.isTransient && !continued.contains(relationship.name)
        && answers(before.name, for: relationship.name, inNew: false)
    }
    for relationship in added {
      if let attribute = old.attribute(relationship.name, of: before.name) {
        changes.append(
          SchemaChange(
            .propertyKindChanged, after.name, relationship.name, from: attribute.type.rawValue, to: "a relationship",
            needs: .custom,
            because: "records have to be found or made for the values", at: relationship.place))
        continue
      }
      let isRequired = !relationship.isToMany && !relationship.isOptional
      changes.append(
        SchemaChange(
          .relationshipAdded, after.name, relationship.name, to: described(relationship),
          needs: isRequired ? .custom : .automatic,
          because: isRequired
            ? "existing records have nothing to lead to, and it is not optional" : "existing records start without links",
          at: relationship.place))
    }
    for relationship in removed where new.attribute(relationship.name, of: after.name) == nil {
      let candidates = added.filter { isSameDestination(relationship, $0) && $0.isToMany == relationship.isToMany }
      let likely = candidates.count == 1 ? candidates[0].name : nil
      changes.append(
        SchemaChange(
          .relationshipRemoved, after.name, relationship.name, from: described(relationship), needs: .automatic,
          because: "its links are deleted with it",
          question: likely.map {
            "was '\(relationship.name)' renamed to '\($0)'? Then write originalName: \"\(relationship.name)\"; without it the links are lost"
          }, at: after.place))
    }
  }

  private func described(_ relationship: Relationship) -> String {
    "\(relationship.isToMany ? "many" : "one") '\(relationship.destination)'"
  }

  private func isSameDestination(_ before: Relationship, _ after: Relationship) -> Bool {
    (matching.newName(of: before.destination) ?? before.destination) == after.destination
  }

  private mutating func compare(_ before: Relationship, _ after: Relationship, of entity: Entity) {
    func report(_ kind: SchemaChange.Kind, from: String? = nil, to: String? = nil, _ need: MigrationNeed, _ why: String) {
      changes.append(SchemaChange(kind, entity.name, after.name, from: from, to: to, needs: need, because: why, at: after.place))
    }
    if before.name != after.name {
      report(
        .relationshipRenamed, from: "'\(before.name)'", to: "'\(after.name)'", .automatic, "originalName carries the links over")
    }
    if !isSameDestination(before, after) {
      let lineage = matching.new.lineage(of: matching.newName(of: before.destination) ?? before.destination).map(\.name)
      let isWider = lineage.contains(after.destination)
      report(
        .destinationChanged, from: "'\(before.destination)'", to: "'\(after.destination)'", isWider ? .lightweight : .custom,
        isWider ? "every record it leads to is one of those as well" : "the records it leads to are not of that kind")
    }
    if before.isToMany != after.isToMany {
      report(
        .cardinalityChanged, from: before.isToMany ? "many" : "one", to: after.isToMany ? "many" : "one",
        after.isToMany ? .lightweight : .custom,
        after.isToMany ? "each link becomes a list of one" : "of several links only one can stay, and somebody has to say which")
    } else if before.maximumCount != after.maximumCount || before.minimumCount != after.minimumCount {
      report(
        .cardinalityChanged, from: "\(before.minimumCount) to \(before.maximumCount)",
        to: "\(after.minimumCount) to \(after.maximumCount)", .lightweight,
        "the limits are part of the version hash")
    }
    if before.isOrdered != after.isOrdered {
      report(
        .orderingChanged, from: before.isOrdered ? "ordered" : "unordered", to: after.isOrdered ? "ordered" : "unordered",
        .lightweight,
        after.isOrdered ? "the links get an order of their own" : "the order of the links is given up")
    }
    if before.isOptional, !after.isOptional {
      report(
        .becameRequired, after.isToMany ? .automatic : .custom,
        after.isToMany ? "an empty list is still a list" : "records that lead nowhere must get a destination first")
    } else if !before.isOptional, after.isOptional {
      report(.becameOptional, .automatic, "every link that exists stays valid")
    }
    compareInverses(before, after, report)
    if before.deleteRule != after.deleteRule {
      report(
        .deleteRuleChanged, from: "\(before.deleteRule)", to: "\(after.deleteRule)", .automatic,
        "it acts when records are deleted and is not part of the version hash")
    }
    if before.hashModifier != after.hashModifier {
      report(.modifierChanged, .lightweight, "a hash modifier exists to force a migration")
    }
  }

  private func compareInverses(
    _ before: Relationship, _ after: Relationship, _ report: (SchemaChange.Kind, String?, String?, MigrationNeed, String) -> Void
  ) {
    let old = before.inverse.flatMap { inverse in
      matching.new.relationships(of: after.destination).first {
        matching.relationship($0, of: after.destination)?.name == inverse
      }?.name ?? inverse
    }
    guard old != after.inverse else { return }
    let why = "which column or table holds the links depends on the inverse; the framework moves them"
    report(.inverseChanged, old.map { "'\($0)'" } ?? "none", after.inverse.map { "'\($0)'" } ?? "none", .lightweight, why)
  }
}

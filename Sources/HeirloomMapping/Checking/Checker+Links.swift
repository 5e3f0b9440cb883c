internal import HeirloomFindings
internal import HeirloomSchema

extension Checker {
  /// Adds the links that the rule assigns, and those that follow because both sides have the relationship.
  mutating func completeLinks(of number: Int) {
    let rule = plan.rules[number]
    for relationship in target.relationships(of: rule.target) where !relationship.isTransient {
      if let written = assigned[number]?.links[relationship.name] {
        plan.links.append(written)
      } else if case .entity(let entity) = rule.origin, let match = sourceRelationship(for: relationship, of: entity) {
        addAutomaticLink(relationship, match, entity, rule)
      }
    }
  }

  private mutating func addAutomaticLink(
    _ relationship: Relationship, _ match: Relationship, _ entity: EntityName, _ rule: RecordRule
  ) {
    guard !rules(from: match.destination, to: relationship.destination).isEmpty else { return }
    let row = Row.parameter(0, entity)
    let declarer = source.declarer(of: match.name, in: entity) ?? entity
    let value: LinkAssignment.Value
    if !match.isToMany {
      value = .record(
        Expression(.column(row, match.name.text), ValueType(.record(match.destination), optional: true), rule.place))
    } else if relationship.isToMany {
      value = .records(
        Collection(.links(owner: row, declarer: declarer, property: match.name), of: .record(match.destination), depth: 0))
    } else {
      report(
        .wrongType, "'\(entity).\(match.name)' holds many records, and '\(rule.target).\(relationship.name)' one", rule.place,
        help: "say which: '\(relationship.name) = old.\(match.name).first(by: \(source.exampleKeyPath(of: match.destination)))'")
      return
    }
    use(match.name, of: entity)
    plan.links.append(
      LinkAssignment(
        rule: rule.number, relationship: relationship,
        declarer: target.declarer(of: relationship.name, in: rule.target) ?? rule.target,
        value: value, carries: SourceRelationship(declarer, match.name), place: nil))
  }

  private func sourceRelationship(for relationship: Relationship, of entity: EntityName) -> Relationship? {
    for name in [relationship.renamingIdentifier, followsIdentifiersOnly ? nil : relationship.name.text].compactMap({ $0 }) {
      if let found = source.relationship(PropertyName(name), of: entity), !found.isTransient, !isDropped(found.name, of: entity),
        !isDropped(found.destination)
      {
        return found
      }
    }
    return nil
  }

  /// Of the two ends of a relationship one is filled and the other follows, so that no link is written twice.
  mutating func settleInverses() {
    var settled: Set<SourceRelationship> = []
    for link in plan.links {
      let here = SourceRelationship(link.declarer, link.relationship.name)
      guard let inverse = target.inverse(of: link.relationship),
        let declarer = target.declarer(of: inverse.name, in: link.relationship.destination)
      else { continue }
      let there = SourceRelationship(declarer, inverse.name)
      guard here != there, settled.insert(here).inserted, settled.insert(there).inserted else { continue }
      let near = plan.links.indices.filter { plan.links[$0].isOf(here) },
        far = plan.links.indices.filter { plan.links[$0].isOf(there) }
      guard !far.isEmpty else { continue }
      let nearIsWritten = near.contains { plan.links[$0].place != nil },
        farIsWritten = far.contains { plan.links[$0].place != nil }
      if nearIsWritten, farIsWritten, !isSameLink(plan.links[near[0]].carries, plan.links[far[0]].carries) {
        report(
          .doubleInverse,
          "'\(there.declarer).\(there.name)' is the other end of '\(here.declarer).\(here.name)', and both are assigned",
          plan.links[far[0]].place, help: "assign one of them; the other follows")
        continue
      }
      let followers: [Int]
      if nearIsWritten != farIsWritten {
        followers = nearIsWritten ? far : near
      } else {
        // The end that the store keeps as a column is filled directly.
        followers = link.relationship.isToMany && !inverse.isToMany ? near : far
      }
      for index in followers { plan.links[index].value = .inverse }
    }
  }

  /// Whether both carry one source relationship, seen from its two ends.
  private func isSameLink(_ a: SourceRelationship?, _ b: SourceRelationship?) -> Bool {
    guard let a, let b, let relationship = source.relationship(a.name, of: a.declarer) else { return false }
    return relationship.inverse == b.name && source.declarer(of: b.name, in: relationship.destination) == b.declarer
  }

  /// Finds ordered relationships whose order the target does not keep.
  mutating func checkOrder() {
    var told = plan.numbered
    for link in plan.links {
      guard let carried = link.carries, let legacy = source.relationship(carried.name, of: carried.declarer) else { continue }
      var ordered = carried, isKept = link.relationship.isOrdered
      if !legacy.isToMany {
        // The order is that of the other end.
        guard let inverse = source.inverse(of: legacy), let declarer = source.declarer(of: inverse.name, in: legacy.destination)
        else { continue }
        ordered = SourceRelationship(declarer, inverse.name)
        isKept = target.inverse(of: link.relationship)?.isOrdered ?? false
      }
      guard source.relationship(ordered.name, of: ordered.declarer)?.isOrdered == true, !isKept, told.insert(ordered).inserted
      else { continue }
      report(
        .orderLost, "'\(ordered.declarer).\(ordered.name)' is ordered, and the target keeps no order",
        link.place ?? plan.rules[link.rule].place,
        help: "keep it in an attribute: 'position(of: old, in: …)', or a third name in the block of a 'Map(links:)'")
    }
  }

  /// Links must lead to records that exist in the target.
  mutating func checkDestinations() { for link in plan.links { checkDestination(of: link, link.value) } }

  private mutating func checkDestination(of link: LinkAssignment, _ value: LinkAssignment.Value) {
    func entity(_ value: Expression?) -> EntityName? {
      if case .record(let entity)? = value?.type.base { entity } else { nil }
    }
    let from: EntityName?
    switch value {
    case .record(let value), .mapped(_, let value): from = entity(value)
    case .records(let collection): from = collection.entity
    case .several(let values): from = entity(values.first)
    case .either, .chosen, .required:
      for way in value.ways { checkDestination(of: link, way) }
      return
    case .lookup(let entity, _, _), .lookups(let entity, _, _):
      let goals = Set(target.family(of: link.relationship.destination).map(\.name))
      if !goals.contains(entity) {
        report(
          .wrongType, "'\(link.relationship.name)' leads to '\(link.relationship.destination)', not to '\(entity)'", link.place)
      }
      return
    case .reject, .inverse, .empty: return
    }
    guard let from, rules(from: from, to: link.relationship.destination).isEmpty else { return }
    report(
      .unmappedDestination,
      "'\(plan.rules[link.rule].target).\(link.relationship.name)' wants '\(link.relationship.destination)', and no rule makes one of '\(from)'",
      link.place ?? plan.rules[link.rule].place, help: "Map(\"\(from)\", to: \(link.relationship.destination).self)")
  }
}

extension LinkAssignment {
  func isOf(_ relationship: SourceRelationship) -> Bool {
    declarer == relationship.declarer && self.relationship.name == relationship.name
  }
}

internal import HeirloomConversion
internal import HeirloomMapping
internal import HeirloomSchema
internal import HeirloomVerification

extension Conversion {
  /// What the conversion says it did, for the validator.
  func claims() -> Claims {
    let outcomes = outcomes
    var claims = Claims()
    for (outcome, line) in zip(outcomes + outcomesOfCopies, ledger.records) {
      var claim = Claims.Records(
        target: outcome.rule.target, relation: outcome.relation,
        key: outcome.keyOffset.map { .offset($0) } ?? .table(outcome.keyTable),
        written: line.written)
      claim.excluded = outcome.excluded
      claim.leftOut = outcome.leftOut
      claim.isFilled = outcome.isFilled
      if case .entity(let entity) = outcome.rule.origin {
        claim.source = entity
        claim.attributes = outcome.rule.attributes.compactMap { attribute in
          // What the store derives is the store's to say, whatever was carried.
          guard case .carried(let path) = attribute.origin, !attribute.leaf.isDerived else { return nil }
          var claim = Claims.Attribute(targetPath: attribute.path, sourcePath: path, fillsNils: attribute.fillsNils)
          claim.isDecimal = attribute.leaf.type == .decimal
          return claim
        }
      }
      claims.records.append(claim)
    }
    var totals: [String: Int] = [:]
    for line in ledger.links {
      let parts = line.target.split(separator: ".", maxSplits: 1).map { String($0) }
      guard parts.count == 2 else { continue }
      if let index = totals[line.target] {
        claims.links[index].after += line.after
        claims.links[index].carried = nil
        continue
      }
      var claim = Claims.Links(target: EntityName(parts[0]), relationship: PropertyName(parts[1]), after: line.after)
      claim.carried = carried(claim, line.rule, outcomes)
      totals[line.target] = claims.links.count
      claims.links.append(claim)
    }
    return claims
  }

  /// The source relationship whose links these are, when keys lead back from the target to it.
  private func carried(_ claim: Claims.Links, _ rule: Int, _ outcomes: [RuleOutcome]) -> Claims.Carried? {
    guard let link = plan.links.first(where: { $0.rule == rule && $0.relationship.name == claim.relationship }),
      let carries = link.carries,
      let legacy = plan.source.relationship(carries.name, of: carries.declarer), outcomes.indices.contains(rule),
      let ownerOffset = outcomes[rule].keyOffset, !outcomes[rule].isCopied, !outcomes[rule].mayMerge(plan)
    else { return nil }
    let goals = Set(plan.target.family(of: link.relationship.destination).map(\.name))
    let kin = Set(
      plan.source.family(of: legacy.destination).map(\.name) + plan.source.lineage(of: legacy.destination).map(\.name))
    let targets = outcomes.filter { outcome in
      guard case .entity(let entity) = outcome.rule.origin else { return false }
      return goals.contains(outcome.rule.target) && kin.contains(entity)
    }
    let offsets = Set(targets.map(\.keyOffset))
    guard offsets.count == 1, let targetOffset = offsets.first ?? nil,
      !targets.contains(where: { $0.isCopied || $0.mayMerge(plan) })
    else {
      return nil
    }
    return Claims.Carried(
      declarer: carries.declarer, property: carries.name, isToMany: legacy.isToMany, isOrdered: legacy.isOrdered,
      ownerOffset: ownerOffset,
      targetOffset: targetOffset)
  }
}

extension Attribute {
  /// Whether triggers of the store compute the value.
  fileprivate var isDerived: Bool { derivation != nil || userInfo["NSTriggerKey"] != nil }
}

extension RuleOutcome {
  /// Links of merged records are their survivors', which no key of the source tells.
  fileprivate func mayMerge(_ plan: Plan) -> Bool {
    plan.uniques.contains { unique in plan.target.family(of: unique.target).contains { $0.name == rule.target } }
  }
}

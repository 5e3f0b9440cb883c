internal import HeirloomFindings
internal import HeirloomSQLite
internal import HeirloomSchema

extension Validator {
  /// Links that are columns at both ends: each must lead where the source's does.
  mutating func compareColumns(_ claims: [Claims.Links]) throws {
    for claim in claims {
      guard let carried = claim.carried, isColumn(claim), !isSeenFromOtherEnd(claim) else { continue }
      let name = "n.\(sqlName(claim.relationship.text))", property = sqlName(carried.property.text)
      let isMirrored =
        isOwnInverse(claim)
        ? " AND NOT EXISTS (SELECT 1 FROM \(old(carried.declarer)) AS m WHERE m._id = \(name) - \(carried.targetOffset) AND m.\(property) + \(carried.targetOffset) IS n._id)"
        : ""
      let strangers = try connection.count(
        """
        SELECT count(*) FROM \(new(claim.target)) AS n CROSS JOIN \(old(carried.declarer)) AS o ON o._id = n._id - \(carried.ownerOffset) \
        WHERE n._entity = \(sqlText(claim.target.text)) AND \(name) IS NOT NULL \
        AND \(name) IS NOT o.\(property) + \(carried.targetOffset)\(isMirrored)
        """)
      report(strangers: strangers, of: claim)
      comparedEnds.insert(End(claim.target, claim.relationship))
    }
  }

  /// Links of to-many relationships: each must be one of the source's, and stand in the same order.
  ///
  /// Those whose other end is among the columns of `claims` are left to `compareColumns`.
  mutating func compareCollections(_ claims: [Claims.Links]) throws {
    for claim in claims where isColumn(claim) { comparedEnds.insert(End(claim.target, claim.relationship)) }
    for claim in claims {
      guard let carried = claim.carried, let relationship = schema.relationship(claim.relationship, of: claim.target),
        relationship.isToMany, carried.isToMany || isSeenFromOtherEnd(claim)
      else { continue }
      // Seen from the other end the same links have been compared; only this end's order is its own.
      if !isSeenFromOtherEnd(claim) { report(strangers: try strangers(of: claim, relationship, carried), of: claim) }
      if relationship.isOrdered, carried.isOrdered { try compareOrder(claim, relationship, carried) }
      comparedEnds.insert(End(claim.target, claim.relationship))
    }
  }

  private func isColumn(_ claim: Claims.Links) -> Bool {
    guard let carried = claim.carried, let relationship = schema.relationship(claim.relationship, of: claim.target) else {
      return false
    }
    return !relationship.isToMany && !carried.isToMany
  }

  private func isSeenFromOtherEnd(_ claim: Claims.Links) -> Bool {
    guard let relationship = schema.relationship(claim.relationship, of: claim.target),
      let inverse = schema.inverse(of: relationship), inverse.isToMany || relationship.isToMany
    else { return false }
    return comparedEnds.contains(End(relationship.destination, inverse.name))
  }

  /// How many links of the target are none of the source's.
  private func strangers(of claim: Claims.Links, _ relationship: Relationship, _ carried: Claims.Carried) throws -> Int64 {
    let links = relation(relationship, of: claim.target)
    if isOwnInverse(claim) { return try strangers(among: "\(links) AS n", carried, eitherWay: true) }
    guard isAlone(claim.target) else {
      return try strangers(
        among:
          "\(links) AS n CROSS JOIN \(new(claim.target)) AS a ON a._id = n.owner AND a._entity = \(sqlText(claim.target.text))",
        carried)
    }
    let now = "SELECT owner, target FROM \(links) ORDER BY owner, target"
    let was = "SELECT owner, target FROM \(oldRelation(carried)) ORDER BY owner, target"
    guard try connection.readsWithoutSorting(now), try connection.readsWithoutSorting(was) else {
      return try strangers(among: "\(links) AS n", carried)
    }
    var walk = try LinkWalk(now: connection.prepare(now), was: connection.prepare(was), carried)
    return try walk.countStrangers()
  }

  private func strangers(among links: String, _ carried: Claims.Carried, eitherWay: Bool = false) throws -> Int64 {
    func isThere(_ owner: String, _ target: String) -> String {
      "EXISTS (SELECT 1 FROM \(oldRelation(carried)) AS o WHERE o.owner = \(owner) - \(carried.ownerOffset) AND o.target = \(target) - \(carried.targetOffset))"
    }
    let mirrored = eitherWay ? " AND NOT \(isThere("n.target", "n.owner"))" : ""
    return try connection.count("SELECT count(*) FROM \(links) WHERE NOT \(isThere("n.owner", "n.target"))\(mirrored)")
  }

  /// The store holds both directions of such links, of which the source may have one.
  private func isOwnInverse(_ claim: Claims.Links) -> Bool {
    guard let relationship = schema.relationship(claim.relationship, of: claim.target),
      let inverse = schema.inverse(of: relationship)
    else { return false }
    return inverse.name == relationship.name && inverse.destination == relationship.destination
  }

  private mutating func report(strangers: Int64, of claim: Claims.Links) {
    guard strangers > 0 else { return }
    report(
      .linksDiffer, "\(strangers) links of '\(claim.target).\(claim.relationship)' are none of the source's",
      entity: claim.target, property: claim.relationship.text, count: strangers)
  }

  private func oldRelation(_ carried: Claims.Carried) -> String {
    sqlName(CanonicalRelation.collection(carried.property, of: carried.declarer, prefix: before))
  }

  private mutating func compareOrder(_ claim: Claims.Links, _ relationship: Relationship, _ carried: Claims.Carried) throws {
    // Ranks are taken among the links that both have, so that links left out do not count as disorder.
    let moved = try connection.count(
      """
      SELECT count(*) FROM (SELECT row_number() OVER (PARTITION BY n.owner ORDER BY n.position, n.target) AS now, \
      row_number() OVER (PARTITION BY n.owner ORDER BY o.position, n.target) AS was \
      FROM \(relation(relationship, of: claim.target)) AS n JOIN \(oldRelation(carried)) AS o \
      ON o.owner = n.owner - \(carried.ownerOffset) AND o.target = n.target - \(carried.targetOffset)) WHERE now <> was
      """)
    guard moved > 0 else { return }
    report(
      .orderDiffers, "\(moved) links of '\(claim.target).\(claim.relationship)' stand in another order than in the source",
      entity: claim.target, property: claim.relationship.text, count: moved)
  }
}

internal import HeirloomFindings
internal import HeirloomSQLite
internal import HeirloomSchema

extension Validator {
  /// Counts the links of a target entity's relationship, and holds the count against the other end's.
  mutating func count(_ claim: Claims.Links) throws -> Int64 {
    guard let relationship = schema.relationship(claim.relationship, of: claim.target) else { return 0 }
    let links =
      try countedEnds[End(claim.target, claim.relationship)] ?? count(relationship, of: claim.target, owners: claim.target)
    if let inverse = schema.inverse(of: relationship),
      !(inverse.name == relationship.name && inverse.destination == relationship.destination)
    {
      var back = links
      // Where every link is of these entities, a bare count says whether the other end has as many.
      let isBare = isAlone(claim.target) && isAlone(relationship.destination)
      let bare = isBare ? try countBare(inverse, of: relationship.destination) : nil
      if bare != links {
        back = try countBack(inverse, of: relationship.destination, to: claim.target)
      }
      if isBare { countedEnds[End(relationship.destination, inverse.name)] = back }
      if back != links {
        report(
          .endsDisagree,
          "'\(claim.target).\(claim.relationship)' has \(links) links, and its other end '\(relationship.destination).\(inverse.name)' has \(back)",
          entity: claim.target, property: claim.relationship.text, count: abs(back - links))
      }
    }
    if links != claim.after {
      report(
        .linksDiffer, "\(claim.after) links of '\(claim.target).\(claim.relationship)' were written, and the target has \(links)",
        entity: claim.target, property: claim.relationship.text, count: abs(links - claim.after))
    }
    return links
  }

  /// The entity has its table for itself.
  private func isAlone(_ entity: EntityName) -> Bool { schema.family(of: schema.root(of: entity)).count == 1 }

  private func countBare(_ relationship: Relationship, of entity: EntityName) throws -> Int64 {
    if relationship.isToMany { return try connection.count("SELECT count(*) FROM \(relation(relationship, of: entity))") }
    return try connection.count("SELECT count(\(sqlName(relationship.name.text))) FROM \(new(entity))")
  }

  /// Links whose owner is of exactly this entity and whose target exists.
  private func count(_ relationship: Relationship, of entity: EntityName, owners: EntityName) throws -> Int64 {
    let ofOwner = "a._entity = \(sqlText(owners.text))"
    if !relationship.isToMany {
      return try connection.count(
        "SELECT count(*) FROM \(new(owners)) AS a CROSS JOIN \(new(relationship.destination)) AS b ON b._id = a.\(sqlName(relationship.name.text)) WHERE \(ofOwner)"
      )
    }
    return try connection.count(
      """
      SELECT count(*) FROM \(relation(relationship, of: entity)) AS c \
      CROSS JOIN \(new(owners)) AS a ON a._id = c.owner CROSS JOIN \(new(relationship.destination)) AS b ON b._id = c.target WHERE \(ofOwner)
      """)
  }

  /// Links of the other end that lead to records of exactly this entity.
  private func countBack(_ inverse: Relationship, of entity: EntityName, to target: EntityName) throws -> Int64 {
    let toTarget = "b._entity = \(sqlText(target.text))"
    if !inverse.isToMany {
      return try connection.count(
        "SELECT count(*) FROM \(new(entity)) AS a CROSS JOIN \(new(target)) AS b ON b._id = a.\(sqlName(inverse.name.text)) WHERE \(toTarget)"
      )
    }
    return try connection.count(
      "SELECT count(*) FROM \(relation(inverse, of: entity)) AS c CROSS JOIN \(new(target)) AS b ON b._id = c.target WHERE \(toTarget)"
    )
  }

  private func relation(_ relationship: Relationship, of entity: EntityName) -> String {
    let declarer = schema.declarer(of: relationship.name, in: entity) ?? entity
    return sqlName(CanonicalRelation.collection(relationship.name, of: declarer, prefix: after))
  }

  // MARK: - Which links

  /// Every link of the target must be one of the source's, and stand in the same order.
  mutating func compare(_ claim: Claims.Links) throws {
    guard let carried = claim.carried, let relationship = schema.relationship(claim.relationship, of: claim.target) else {
      return
    }
    let strangers: Int64
    let inverse = schema.inverse(of: relationship)
    let isSeenFromOtherEnd =
      inverse.map { ($0.isToMany || relationship.isToMany) && comparedEnds.contains(End(relationship.destination, $0.name)) }
      ?? false
    if isSeenFromOtherEnd {
      // The same links stand there, and have been compared; only this end's order is its own.
      strangers = 0
      if relationship.isOrdered, carried.isOrdered { try compareOrder(claim, relationship, carried) }
    } else if !relationship.isToMany, !carried.isToMany {
      strangers = try connection.count(
        """
        SELECT count(*) FROM \(new(claim.target)) AS n CROSS JOIN \(old(carried.declarer)) AS o ON o._id = n._id - \(carried.ownerOffset) \
        WHERE n._entity = \(sqlText(claim.target.text)) AND n.\(sqlName(relationship.name.text)) IS NOT NULL \
        AND n.\(sqlName(relationship.name.text)) IS NOT o.\(sqlName(carried.property.text)) + \(carried.targetOffset)
        """)
    } else if relationship.isToMany, carried.isToMany {
      let owners =
        isAlone(claim.target)
        ? "" : "CROSS JOIN \(new(claim.target)) AS a ON a._id = n.owner AND a._entity = \(sqlText(claim.target.text))"
      strangers = try connection.count(
        """
        SELECT count(*) FROM \(relation(relationship, of: claim.target)) AS n \(owners) WHERE NOT EXISTS \
        (SELECT 1 FROM \(oldRelation(carried)) AS o WHERE o.owner = n.owner - \(carried.ownerOffset) AND o.target = n.target - \(carried.targetOffset))
        """)
      if relationship.isOrdered, carried.isOrdered { try compareOrder(claim, relationship, carried) }
    } else {
      return
    }
    comparedEnds.insert(End(claim.target, claim.relationship))
    guard strangers > 0 else { return }
    report(
      .linksDiffer, "\(strangers) links of '\(claim.target).\(claim.relationship)' are none of the source's",
      entity: claim.target,
      property: claim.relationship.text, count: strangers)
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

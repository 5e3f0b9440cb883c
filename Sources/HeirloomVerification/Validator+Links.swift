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
  func isAlone(_ entity: EntityName) -> Bool { schema.family(of: schema.root(of: entity)).count == 1 }

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

  func relation(_ relationship: Relationship, of entity: EntityName) -> String {
    let declarer = schema.declarer(of: relationship.name, in: entity) ?? entity
    return sqlName(CanonicalRelation.collection(relationship.name, of: declarer, prefix: after))
  }
}

internal import HeirloomFindings
internal import HeirloomSQLite
internal import HeirloomSchema

/// Links that only one of their two ends knows of.
///
/// Only where both ends are stored can they disagree: a one-to-one keeps a key on each side, and a relationship that is its own
/// inverse keeps each pair twice.
struct LinkAgreement {
  let schema: Schema
  let prefix: String

  /// The SQL that counts one-sided links; nil where the two ends are one and the same value.
  func count(_ relationship: Relationship, of entity: EntityName) -> String? {
    guard let inverse = schema.inverse(of: relationship), inverse.isToMany == relationship.isToMany else { return nil }
    if relationship.isToMany {
      guard inverse.name == relationship.name, relationship.destination == entity else { return nil }
      let pairs = sqlName(CanonicalRelation.collection(relationship.name, of: entity, prefix: prefix))
      let targets = sqlName(CanonicalRelation.entity(schema.root(of: relationship.destination), prefix: prefix))
      return """
        SELECT count(*) FROM \(pairs) AS l JOIN \(targets) AS d ON d."_id" = l.target
        LEFT JOIN \(pairs) AS m ON m.owner = l.target AND m.target = l.owner WHERE m.owner IS NULL
        """
    }
    let owners = sqlName(CanonicalRelation.entity(entity, prefix: prefix))
    let targets = sqlName(CanonicalRelation.entity(relationship.destination, prefix: prefix))
    return """
      SELECT count(*) FROM \(owners) AS v JOIN \(targets) AS d ON d."_id" = v.\(sqlName(relationship.name.text))
      WHERE d.\(sqlName(inverse.name.text)) IS NOT v."_id"
      """
  }
}

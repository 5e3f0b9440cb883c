internal import HeirloomFindings
internal import HeirloomSQLite
package import HeirloomSchema

extension Validator {
  /// Holds the target against a trial conversion of the same source, which stands under the prefix `trial`.
  ///
  /// This finds what the source alone cannot tell: values that the mapping computes, and links that it makes. A property
  /// about which something was found already is not told twice. Cost: a join over each entity, two look-ups for each link.
  package mutating func compare(withTrial trial: String, of trialSchema: Schema) throws {
    for entity in trialSchema.entities where !entity.isAbstract && schema[entity.name] != nil {
      try compareValues(of: entity.name, trial, trialSchema)
      for relationship in trialSchema.relationships(of: entity.name) where relationship.isToMany {
        try compareLinks(relationship, of: entity.name, trial, trialSchema)
      }
    }
  }

  private mutating func compareValues(of entity: EntityName, _ trial: String, _ trialSchema: Schema) throws {
    func columns(_ schema: Schema) -> [(name: String, isLink: Bool)] {
      schema.attributes(of: entity).flatMap { $0.columns.map { ($0.path, false) } }
        + schema.relationships(of: entity).filter { !$0.isToMany && !$0.isTransient }.map { ($0.name.text, true) }
    }
    let here = Set(columns(schema).map(\.name))
    let shared = columns(trialSchema).filter { here.contains($0.name) && !isTold(entity, $0.name) }
    guard !shared.isEmpty else { return }
    let sums = shared.map { "sum(n.\(sqlName($0.name)) IS NOT t.\(sqlName($0.name)))" }.joined(separator: ", ")
    let row = try connection.rows(
      """
      SELECT \(sums) FROM \(sqlName(CanonicalRelation.entity(entity, prefix: trial))) AS t CROSS JOIN \(new(entity)) AS n ON n._id = t._id \
      WHERE t._entity = \(sqlText(entity.text))
      """
    ).first ?? []
    for (column, found) in zip(shared, row) {
      guard let count = found.integer, count > 0 else { continue }
      report(
        column.isLink ? .linksDiffer : .valuesDiffer,
        "\(count) \(column.isLink ? "links" : "values") of '\(entity).\(column.name)' are not what the mapping gives", entity: entity,
        property: column.name, count: count)
    }
  }

  private mutating func compareLinks(_ relationship: Relationship, of entity: EntityName, _ trial: String, _ trialSchema: Schema) throws {
    guard let declarer = trialSchema.declarer(of: relationship.name, in: entity), declarer == entity, !isTold(entity, relationship.name.text),
      schema.declarer(of: relationship.name, in: entity) == declarer
    else { return }
    func relation(_ prefix: String) -> String {
      "(SELECT owner, target FROM \(sqlName(CanonicalRelation.collection(relationship.name, of: declarer, prefix: prefix))))"
    }
    let count = try connection.count(
      """
      SELECT (SELECT count(*) FROM (SELECT * FROM \(relation(after)) EXCEPT SELECT * FROM \(relation(trial)))) \
      + (SELECT count(*) FROM (SELECT * FROM \(relation(trial)) EXCEPT SELECT * FROM \(relation(after))))
      """)
    guard count > 0 else { return }
    report(
      .linksDiffer, "\(count) links of '\(entity).\(relationship.name)' are not what the mapping gives", entity: entity,
      property: relationship.name.text, count: count)
  }

  private func isTold(_ entity: EntityName, _ property: String) -> Bool {
    findings.contains { finding in
      guard case .store(let place)? = finding.place else { return false }
      return place.entity == entity.text && place.property == property
    }
  }
}

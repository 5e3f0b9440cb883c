internal import HeirloomMapping
internal import HeirloomSQLite
internal import HeirloomSchema

/// SQL that leads from a source record to the record it became.
struct Resolution {
  /// The new record's key; NULL when the source record was left out or does not exist.
  var key: String
  /// The new record's entity number; NULL like the key.
  var entityNumber: String
}

extension Conversion {
  /// The new record for the identity that an expression gives.
  ///
  /// - Parameter isSound: every identity is known to lead to a record that exists.
  func resolution(of value: Expression, in source: RuleSource, to destination: EntityName, isSound: Bool = false) -> Resolution {
    guard case .record(let entity) = value.type.base else { return Resolution(key: "NULL", entityNumber: "NULL") }
    return resolution(
      of: source.sql.sql(value), isSimple: value.isColumnOfItsRow, from: entity, to: destination, isSound: isSound)
  }

  /// The new record for a source record of an entity.
  func resolution(
    of old: String, isSimple: Bool, from entity: EntityName, to destination: EntityName, isSound: Bool = false
  ) -> Resolution {
    let candidates = candidates(from: entity, to: destination)
    guard isSimple else {
      // The identity is computed once, then used by name.
      let inner = resolution(of: "v.x", isSimple: true, from: entity, to: destination, isSound: isSound)
      return Resolution(
        key: "(SELECT \(inner.key) FROM (SELECT \(old) AS x) AS v)",
        entityNumber: "(SELECT \(inner.entityNumber) FROM (SELECT \(old) AS x) AS v)")
    }
    let keys = candidates.map { key(of: old, by: $0, from: entity, isSound: isSound && candidates.count == 1) }
    guard let first = keys.first else { return Resolution(key: "NULL", entityNumber: "NULL") }
    let numbers = candidates.map { layout.entities[$0.rule.target]?.entityNumber.map { String($0) } ?? "NULL" }
    if Set(numbers).count == 1 {
      let key = keys.count == 1 ? first : ExpressionSQL.coalesced(keys)
      return Resolution(key: key, entityNumber: "CASE WHEN \(key) IS NOT NULL THEN \(numbers[0]) END")
    }
    let cases = zip(keys, numbers).map { "WHEN \($0) IS NOT NULL THEN \($1)" }.joined(separator: " ")
    return Resolution(key: ExpressionSQL.coalesced(keys), entityNumber: "CASE \(cases) END")
  }

  /// The rules whose records a record of the entity may have become, in order.
  func candidates(from entity: EntityName, to destination: EntityName) -> [RuleSource] {
    let goals = Set(plan.target.family(of: destination).map(\.name))
    let kin = Set(plan.source.family(of: entity).map(\.name) + plan.source.lineage(of: entity).map(\.name))
    return sources.filter { source in
      guard case .entity(let from) = source.rule.origin else { return false }
      return kin.contains(from) && goals.contains(source.rule.target)
    }
  }

  private func key(of old: String, by source: RuleSource, from entity: EntityName, isSound: Bool) -> String {
    guard case .entity(let origin) = source.rule.origin else { return "NULL" }
    if case .map = source.policy, !source.hasFates { return source.newKey(of: old) }
    let exists =
      "EXISTS (SELECT 1 FROM \(source.sql.relation(origin)) AS t WHERE t._id = \(old)\(source.conditions(on: "t").map { " AND \($0)" }.joined()))"
    guard source.hasFates else {
      // Every record of the entity is written: the new key follows without a look.
      if isSound, coversAll(source, origin, entity) { return source.newKey(of: old) }
      return "CASE WHEN \(exists) THEN \(source.newKey(of: old)) END"
    }
    guard source.hasSurvivors else {
      let present = isSound && source.conditions.isEmpty && coversAll(source, origin, entity) ? "" : " AND \(exists)"
      return "CASE WHEN \(source.isKept(old))\(present) THEN \(source.newKey(of: old)) END"
    }
    let survivor = "(SELECT f.survivor FROM \(source.fates) AS f WHERE f._id = \(old))"
    let left = "EXISTS (SELECT 1 FROM \(source.fates) AS f WHERE f._id = \(old))"
    return "CASE WHEN \(left) THEN \(survivor) WHEN \(exists) THEN \(source.newKey(of: old)) END"
  }

  /// Every record of `entity` is one of the rule's.
  private func coversAll(_ source: RuleSource, _ origin: EntityName, _ entity: EntityName) -> Bool {
    only == nil && source.rule.excluded.isEmpty && plan.source.lineage(of: entity).contains { $0.name == origin }
  }
}

extension Expression {
  /// A column of the rule's own row, or its identity: cheap to name several times.
  var isColumnOfItsRow: Bool {
    switch kind {
    case .column(.parameter, _), .identity(.parameter): true
    default: false
    }
  }
}

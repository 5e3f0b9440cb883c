internal import HeirloomMapping
internal import HeirloomSQLite
internal import HeirloomSchema

extension Conversion {
  /// One query of links: `a` the owner's key, `b` the target's, `n` the target's entity number, `p` the position;
  /// a key is NULL where the record was left out.
  ///
  /// - Parameters:
  ///   - all: also for owners that were left out, so that what is lost can be counted.
  ///   - when: SQL conditions on the rule's rows; only for links to one record.
  ///   - position: SQL of the position; only for links to one record.
  func pairs(
    of link: LinkAssignment, in source: RuleSource, all: Bool = false, when: [String] = [], position: String = "0"
  ) throws -> [String] {
    try pairs(
      of: link.value, to: link.relationship.destination, in: source, all: all, when: when, position: position)
  }

  private func pairs(
    of value: LinkAssignment.Value, to destination: EntityName, in source: RuleSource, all: Bool, when: [String], position: String
  ) throws -> [String] {
    let owner = all || source.hasFates ? fateful(source) : source.newKey
    switch value {
    case .inverse, .empty, .reject: return []
    case .record(let value): return [pair(of: value, owner, in: source, to: destination, position: position, when: when)]
    case .several(let values):
      return values.enumerated().map { pair(of: $1, owner, in: source, to: destination, position: String($0)) }
    case .records(let collection):
      if let links = try wholePairs(of: collection, owner, in: source, to: destination) { return [links] }
      return [pairs(of: collection, owner, in: source, to: destination)]
    case .mapped(let collection, let value):
      guard case .record(let entity) = value.type.base else { return [] }
      return [pairs(of: collection, owner, in: source, to: destination, taking: value, of: entity)]
    case .lookup(let entity, let key, let value):
      let table = try lookupTable(entity, key)
      return [
        """
        SELECT \(owner) AS a, l.key AS b, l.number AS n, \(position) AS p FROM \(source.from) \
        JOIN \(table) AS l ON l.value = \(lookupValue(source.sql.sql(value), value.type.base))\(source.filter(when))
        """
      ]
    case .lookups(let entity, let key, let list):
      let table = try lookupTable(entity, key)
      return [
        """
        SELECT \(owner) AS a, l.key AS b, l.number AS n, v.key AS p FROM \(source.from), \(ElementTable.name)(\(source.sql.sql(list))) AS v \
        JOIN \(table) AS l ON l.value = \(lookupValue(of: list))\(source.filter())
        """
      ]
    case .either(let ways):
      let ranked = try ways.enumerated().flatMap { rank, way in
        try pairs(of: way, to: destination, in: source, all: all, when: when, position: position).map {
          "SELECT a, b, n, p, \(rank) AS way FROM (\($0))"
        }
      }
      let found = "SELECT * FROM (\(ranked.joined(separator: " UNION ALL "))) WHERE a IS NOT NULL AND b IS NOT NULL"
      let numbered = "SELECT a, b, n, p, row_number() OVER (PARTITION BY a ORDER BY p, way) AS place FROM (\(found))"
      return ["SELECT a, b, n, p FROM (\(numbered)) WHERE place = 1"]
    case .required(let value, _):
      return try pairs(of: value, to: destination, in: source, all: all, when: when, position: position)
    case .chosen(let condition, let a, let b):
      let holds = source.sql.sql(condition)
      return try pairs(of: a, to: destination, in: source, all: all, when: when + [holds], position: position)
        + pairs(of: b, to: destination, in: source, all: all, when: when + ["(\(holds)) IS NOT TRUE"], position: position)
    }
  }

  /// The new key of a rule's row, its survivor's when it was merged, NULL when it was left out.
  private func fateful(_ source: RuleSource) -> String {
    guard source.hasFates else { return source.newKey }
    guard source.hasSurvivors else {
      return "CASE WHEN \(source.isKept(source.key)) THEN \(source.newKey) END"
    }
    return """
      CASE WHEN EXISTS (SELECT 1 FROM \(source.fates) AS f WHERE f._id = \(source.key)) \
      THEN (SELECT f.survivor FROM \(source.fates) AS f WHERE f._id = \(source.key)) ELSE \(source.newKey) END
      """
  }

  private func pair(
    of value: Expression, _ owner: String, in source: RuleSource, to destination: EntityName, position: String,
    when: [String] = []
  ) -> String {
    guard case .record(let entity) = value.type.base else { return "SELECT NULL AS a, NULL AS b, NULL AS n, 0 AS p WHERE 0" }
    let resolved = resolution(of: "q.x", isSimple: true, from: entity, to: destination, isSound: true)
    return """
      SELECT q.a AS a, \(resolved.key) AS b, \(resolved.entityNumber) AS n, q.p AS p FROM \
      (SELECT \(owner) AS a, \(source.sql.sql(value)) AS x, \(position) AS p FROM \(source.from)\(source.filter(when))) AS q \
      WHERE q.x IS NOT NULL AND EXISTS (SELECT 1 FROM \(source.sql.relation(entity)) AS s WHERE s._id = q.x)
      """
  }

  /// The links of a relationship that is carried as it is, read links first: rows without links cost nothing. Nil for others.
  private func wholePairs(
    of collection: Collection, _ owner: String, in source: RuleSource, to destination: EntityName
  ) throws -> String? {
    guard collection.isWhole, let (collectionOwner, declarer, property) = collection.links, let element = collection.entity,
      case .parameter(0, let owning) = collectionOwner
    else { return nil }
    let sql = source.sql, relation = sql.relation(property, of: declarer)
    // In the order of their keys, where an index gives it, the target's index grows at its end and neighbours are looked up.
    let isSorted = try connection.readsWithoutSorting("SELECT owner, target FROM \(relation) ORDER BY owner, target")
    let resolved = resolution(of: "q.x", isSimple: true, from: element, to: destination, isSound: true)
    func query(_ inner: String, sortedBy terms: String) -> String {
      """
      SELECT q.a AS a, \(resolved.key) AS b, \(resolved.entityNumber) AS n, q.p AS p FROM \
      (\(inner)\(isSorted ? " ORDER BY \(terms)" : "")) AS q
      """
    }
    if case .entity = source.rule.origin, source.conditions.isEmpty,
      isSound(property, of: declarer, from: owning, to: element)
    {
      return query(
        """
        SELECT \(owner) AS a, o.target AS x, o.position AS p FROM (SELECT owner AS _id, target, position FROM \(relation)) AS o
        """, sortedBy: "o._id, o.target")
    }
    return query(
      """
      SELECT \(owner) AS a, c.target AS x, c.position AS p FROM \(relation) AS c \
      CROSS JOIN \(source.from) ON \(sql.identity(collectionOwner)) = c.owner \
      CROSS JOIN \(sql.relation(element)) AS s ON s._id = c.target\(source.filter())
      """, sortedBy: "c.owner, c.target")
  }

  /// - Parameter value: the identity to take for each element; nil for the element's own.
  private func pairs(
    of collection: Collection, _ owner: String, in source: RuleSource, to destination: EntityName,
    taking value: Expression? = nil,
    of entity: EntityName? = nil
  ) -> String {
    let none = "SELECT NULL AS a, NULL AS b, NULL AS n, 0 AS p WHERE 0"
    guard let entity = entity ?? collection.entity else { return none }
    let sql = source.sql
    let resolved = resolution(of: "q.x", isSimple: true, from: entity, to: destination, isSound: true)
    guard let (collectionOwner, declarer, property) = collection.links, let element = collection.entity else {
      // The keys first, as a list: a query inside FROM does not see the rows beside it, but a function's argument does.
      guard let taken = value ?? collection.identity else { return none }
      return """
        SELECT q.a AS a, \(resolved.key) AS b, \(resolved.entityNumber) AS n, q.p AS p FROM \
        (SELECT \(owner) AS a, x.value AS x, x.key AS p FROM \(source.from), \(ElementTable.name)(\(sql.list(collection, taken))) AS x\(source.filter())) AS q \
        WHERE EXISTS (SELECT 1 FROM \(sql.relation(entity)) AS s WHERE s._id = q.x)
        """
    }
    let depth = collection.depth
    var conditions = ["c\(depth).owner = \(sql.identity(collectionOwner))"] + source.conditions
    conditions += collection.filters.map { sql.sql($0) }
    let number = "row_number() OVER (PARTITION BY \(source.key) ORDER BY \(sql.order(collection)))"
    let numbered = """
      SELECT \(owner) AS a, \(value.map { sql.sql($0) } ?? "e\(depth)._id") AS x, \(number) AS p FROM \(source.from) \
      JOIN \(sql.relation(property, of: declarer)) AS c\(depth) \
      JOIN \(sql.relation(element)) AS e\(depth) ON e\(depth)._id = c\(depth).target \
      WHERE \(conditions.joined(separator: " AND "))
      """
    let inner = collection.limit.map { "SELECT * FROM (\(numbered)) WHERE p <= \($0)" } ?? numbered
    return """
      SELECT q.a AS a, \(resolved.key) AS b, \(resolved.entityNumber) AS n, q.p AS p FROM (\(inner)) AS q \
      WHERE EXISTS (SELECT 1 FROM \(sql.relation(entity)) AS s WHERE s._id = q.x)
      """
  }
}

internal import HeirloomFindings
internal import HeirloomMapping
internal import HeirloomSQLite
internal import HeirloomSchema

/// Links to new records that are found by the value of an attribute.
extension Conversion {
  /// The new records of an entity by the value of an attribute; of several with one value the first, and how many there are.
  func lookupTable(_ entity: EntityName, _ key: PropertyName) throws -> String {
    let name = "lookup_\(entity.text)_\(key.text)", table = "temp.\(sqlName(name))"
    let known = try connection.count("SELECT count(*) FROM sqlite_temp_schema WHERE name = ?", [.text(name)])
    guard known == 0 else { return table }
    try connection.run(
      "CREATE TEMP TABLE \(sqlName(name))(value PRIMARY KEY, key INTEGER, number INTEGER, count INTEGER) WITHOUT ROWID")
    for member in plan.target.family(of: entity) where !member.isAbstract {
      let placement = try placement(of: member.name)
      guard let column = placement.columns[key.text] else { continue }
      let mine = placement.constants.first { $0.column == "Z_ENT" }.map { " AND \(sqlName($0.column)) = \($0.literal)" } ?? ""
      try execute(
        "find \(entity) by \(key)",
        """
        INSERT INTO \(table) SELECT \(sqlName(column)), \(sqlName(placement.keyColumn)), \
        \(placement.entityNumber.map { String($0) } ?? "NULL"), 1 FROM main.\(sqlName(placement.table)) \
        WHERE \(sqlName(column)) IS NOT NULL\(mine) ORDER BY \(sqlName(placement.keyColumn)) \
        ON CONFLICT(value) DO UPDATE SET count = count + 1
        """)
    }
    return table
  }

  /// Tells of look-ups that find nothing, for want of a key or of a record, or that find several.
  func countMisses(of value: LinkAssignment.Value, _ link: LinkAssignment, in source: RuleSource) throws {
    let keys: String, entity: EntityName, attribute: PropertyName
    switch value {
    case .lookup(let found, let key, let expression):
      (entity, attribute) = (found, key)
      keys = "SELECT \(source.sql.sql(expression)) AS x FROM \(source.from)\(source.filter(source.survives))"
    case .lookups(let found, let key, let list):
      (entity, attribute) = (found, key)
      let element = ExpressionSQL.decoded("v.value", list.type.base.listElement)
      keys =
        "SELECT \(element) AS x FROM \(source.from), \(ElementTable.name)(\(source.sql.sql(list))) AS v\(source.filter(source.survives))"
    case .either(let ways):
      // What the last way does not find either is nil, and each way's own misses are told.
      for way in ways { try countMisses(of: way, link, in: source) }
      return
    default: return
    }
    let table = try lookupTable(entity, attribute)
    let row =
      try connection.rows(
        """
        SELECT count(*), sum(q.x IS NULL), sum(q.x IS NOT NULL AND l.key IS NULL), sum(l.count > 1) \
        FROM (\(keys)) AS q LEFT JOIN \(table) AS l ON l.value = q.x
        """
      ).first?.map { $0.integer ?? 0 } ?? [0, 0, 0, 0]
    let name = "\(plan.rules[link.rule].target).\(link.relationship.name)", what = "'\(entity)' by its '\(attribute)'"
    func tell(_ kind: FindingKind, _ message: String, _ count: Int64, _ severity: Finding.Severity? = nil) {
      findings.append(
        Finding(kind, message, at: link.place.map { .text($0) }, count: Int(count), severity: severity))
    }
    if row[2] > 0 {
      let keyless = row[1] > 0 ? "; \(row[1]) more \(row[1] == 1 ? "has" : "have") no key" : ""
      tell(
        .lookUpMissed, "\(row[2]) of \(row[0]) look-ups of a \(what) for '\(name)' find\(row[2] == 1 ? "s" : "") none\(keyless)",
        row[2])
    } else if row[1] > 0 {
      tell(
        .lookUpMissed, "\(row[1]) of \(row[0]) look-ups of a \(what) for '\(name)' \(row[1] == 1 ? "has" : "have") no key",
        row[1], .note)
    }
    if row[3] > 0 {
      tell(
        .lookUpAmbiguous,
        "\(row[3]) of \(row[0]) look-ups of a \(what) for '\(name)' find\(row[3] == 1 ? "s" : "") several: the first is taken",
        row[3])
    }
  }
}

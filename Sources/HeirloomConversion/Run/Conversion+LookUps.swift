internal import HeirloomFindings
internal import HeirloomMapping
internal import HeirloomSQLite
internal import HeirloomSchema

/// Links to new records that are found by the value of an attribute.
extension Conversion {
  /// The new records of an entity by the value of an attribute; of several with one value the first, and how many there are.
  func lookupTable(_ entity: EntityName, _ key: PropertyName) throws -> String {
    let name = "lookup_\(entity.text).\(key.text)", table = "temp.\(sqlName(name))"
    let known = try connection.count("SELECT count(*) FROM sqlite_temp_schema WHERE name = ?", [.text(name)])
    guard known == 0 else { return table }
    try connection.run(
      "CREATE TEMP TABLE \(sqlName(name))(value PRIMARY KEY, key INTEGER, number INTEGER, count INTEGER) WITHOUT ROWID")
    let base = plan.target.attribute(key, of: entity).map { ValueType.Base($0) } ?? .unknown
    for member in plan.target.family(of: entity) where !member.isAbstract {
      let placement = try placement(of: member.name)
      guard let column = placement.columns[key.text] else { continue }
      let mine = placement.constants.first { $0.column == "Z_ENT" }.map { " AND \(sqlName($0.column)) = \($0.literal)" } ?? ""
      try execute(
        "find \(entity) by \(key)",
        """
        INSERT INTO \(table) SELECT \(lookupValue(sqlName(column), base)), \(sqlName(placement.keyColumn)), \
        \(placement.entityNumber.map { String($0) } ?? "NULL"), 1 FROM main.\(sqlName(placement.table)) \
        WHERE \(sqlName(column)) IS NOT NULL\(mine) ORDER BY \(sqlName(placement.keyColumn)) \
        ON CONFLICT(value) DO UPDATE SET count = count + 1
        """)
    }
    return table
  }

  /// Writes links to one record that were looked up: a record's own, and not those of records that were merged into it.
  func writeOnes(
    of link: LinkAssignment, in source: RuleSource, target: EntityName, to place: RelationshipPlacement
  ) throws -> Int64 {
    var written: Int64 = 0
    for query in try pairs(of: link, in: source, when: source.survives) {
      written += try write(query, of: link, target: target, to: place)
    }
    return written
  }

  /// Fills links to one record that the survivors looked up in vain from the nearest loser's, where `Unique` fills nils.
  ///
  /// After all links are written: a survivor may be of another rule than its losers.
  func fillOnes(_ index: Int) throws {
    let link = plan.links[index], source = sources[link.rule], target = plan.rules[link.rule].target
    if case .record = link.value { return }
    guard source.hasSurvivors,
      let line = ledger.links.firstIndex(where: { $0.rule == link.rule && $0.target == "\(target).\(link.relationship.name)" }),
      case .column(let column, let entityColumn, _)? = try placement(of: target).relationships[link.relationship.name]
    else { return }
    let owner = try placement(of: target)
    var filled: Int64 = 0
    for rule in plan.uniques where rule.fills && plan.target.family(of: rule.target).contains(where: { $0.name == target }) {
      let losers = "temp.\(sqlName("losers_\(rule.table)")) AS lo WHERE lo.rule = \(source.number) AND lo.old = \(source.key)"
      for query in try pairs(
        of: link, in: source, when: ["EXISTS (SELECT 1 FROM \(losers))"], position: "(SELECT lo.rank FROM \(losers))")
      {
        let entity = entityColumn.map { ", \(sqlName($0)) = s.n" } ?? ""
        // Of a group SQLite gives the row of the smallest position.
        filled += try execute(
          "fill links of \(target).\(link.relationship.name) from the losers",
          """
          UPDATE main.\(sqlName(owner.table)) SET \(sqlName(column)) = s.b\(entity) FROM \
          (SELECT a, b, n, min(p) FROM (\(query)) WHERE a IS NOT NULL AND b IS NOT NULL GROUP BY a) AS s \
          WHERE \(sqlName(owner.keyColumn)) = s.a AND \(sqlName(column)) IS NULL
          """, at: rule.place)
      }
    }
    guard filled > 0 else { return }
    ledger.links[line].after += filled
    ledger.links[line].merged -= filled
    try mirror(link, target)
    try completeOwnInverse(of: link, target, &ledger.links[line])
  }

  /// The form in which keys are compared: a decimal is its number, as the store keeps it.
  func lookupValue(_ sql: String, _ base: ValueType.Base) -> String { base == .decimal ? "CAST(\(sql) AS REAL)" : sql }

  /// The same for an element `v` of a list.
  func lookupValue(of list: Expression) -> String {
    let element = list.type.base.listElement
    return lookupValue(ExpressionSQL.decoded("v.value", element), element)
  }

  /// Tells of look-ups that find nothing, for want of a key or of a record, or that find several.
  ///
  /// - Parameter when: SQL conditions under which the value is asked for.
  func countMisses(
    of value: LinkAssignment.Value, _ link: LinkAssignment, in source: RuleSource, when: [String] = []
  ) throws {
    let keys: String, entity: EntityName, attribute: PropertyName
    switch value {
    case .lookup(let found, let key, let expression):
      (entity, attribute) = (found, key)
      let key = lookupValue(source.sql.sql(expression), expression.type.base)
      keys = "SELECT \(key) AS x FROM \(source.from)\(source.filter(source.survives + when))"
    case .lookups(let found, let key, let list):
      (entity, attribute) = (found, key)
      keys =
        "SELECT \(lookupValue(of: list)) AS x FROM \(source.from), \(ElementTable.name)(\(source.sql.sql(list))) AS v\(source.filter(source.survives))"
    case .either(let ways):
      // What the last way does not find either is nil, and each way's own misses are told.
      for way in ways { try countMisses(of: way, link, in: source, when: when) }
      return
    case .required(let value, _): return try countMisses(of: value, link, in: source, when: when)
    case .chosen(let condition, let a, let b):
      let holds = source.sql.sql(condition)
      try countMisses(of: a, link, in: source, when: when + [holds])
      try countMisses(of: b, link, in: source, when: when + ["(\(holds)) IS NOT TRUE"])
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

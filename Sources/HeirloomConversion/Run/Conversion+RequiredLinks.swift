internal import HeirloomFindings
internal import HeirloomMapping
internal import HeirloomSQLite
internal import HeirloomSchema

/// Links to records that must be there: whether they will be is known from the rules that make them, before a row is written.
extension Conversion {
  /// Decides for good who is left out, but for what `Unique` does: by delete rules, orphan policies, and look-ups that find nothing.
  ///
  /// Each may make the others leave out more, so they take turns until nothing more goes. What is left out stays out, so there is an
  /// end, and records that look one another up in a circle stay.
  func settleFates() throws {
    repeat { try spreadFates() } while try refuseMissedLinks()
    try stopAtMissingValues()
  }

  /// Lets records of one key become one, and refuses records that looked up a value which is gone then.
  func mergeAll() throws {
    for rule in plan.uniques { try merge(rule) }
    guard !plan.uniques.isEmpty else { return }
    while try refuseFirstMissedLinks() {
      // One that is refused now may have survived others.
      try unmerge()
      try settleFates()
      for rule in plan.uniques { try merge(rule) }
    }
  }

  private func unmerge() throws {
    for source in sources where source.hasSurvivors {
      try connection.run("DELETE FROM \(source.fates) WHERE survivor IS NOT NULL")
      source.hasSurvivors = false
      source.hasFates = try connection.count("SELECT EXISTS (SELECT 1 FROM \(source.fates))") != 0
    }
    for rule in plan.uniques {
      for table in [rule.table, "losers_\(rule.table)"] { try connection.run("DROP TABLE IF EXISTS temp.\(sqlName(table))") }
    }
  }

  // MARK: - Refusals

  /// Refuses records of those rules alone whose own links lead to what is settled: what they take along may let others survive, which
  /// later links then find.
  private func refuseFirstMissedLinks() throws -> Bool {
    let late = plan.links.filter(\.value.isDecidedLate)
    let ranks = Dictionary(uniqueKeysWithValues: Set(late.map(\.rule)).map { ($0, rank(of: $0, [])) })
    for rank in Set(ranks.values).sorted() {
      if try refuseMissedLinks(late.filter { ranks[$0.rule] == rank }) { return true }
    }
    return false
  }

  /// How many links there are, one after the other, from a rule's records to those of a rule that looks nothing up.
  private func rank(of rule: Int, _ above: Set<Int>) -> Int {
    var result = 0
    for link in plan.links where link.rule == rule && link.value.isDecidedLate {
      for way in link.value.ways {
        let next: [Int]
        switch way {
        case .lookup(let entity, _, _):
          let goals = Set(plan.target.family(of: entity).map(\.name))
          next = plan.rules.filter { goals.contains($0.target) }.map(\.number)
        case .record(let value):
          guard case .record(let entity) = value.type.base else { continue }
          next = candidates(from: entity, to: link.relationship.destination).map(\.number)
        default: continue
        }
        for other in next where other != rule && !above.contains(other) {
          result = max(result, 1 + rank(of: other, above.union([rule])))
        }
      }
    }
    return result
  }

  private func refuseMissedLinks() throws -> Bool { try refuseMissedLinks(plan.links.filter(\.value.isDecidedLate)) }

  /// Refuses the records whose links lead nowhere, and says so where they must lead somewhere.
  /// - Returns: whether there was one.
  private func refuseMissedLinks(_ late: [LinkAssignment]) throws -> Bool {
    guard !late.isEmpty else { return false }
    try fillKeySets(late)
    var found = false
    for link in late {
      let source = sources[link.rule], name = link.relationship.name.text
      guard let site = lateRefusal(of: link.value, link, in: source) else { continue }
      try connection.run(
        "CREATE TEMP TABLE IF NOT EXISTS \"fate_\(source.number)\"(_id INTEGER PRIMARY KEY, site INTEGER, survivor INTEGER)")
      // One that was merged into another is refused too: it had no part in it then.
      let isOpen = "\(source.key) NOT IN (SELECT _id FROM \(source.fates) WHERE survivor IS NULL)"
      let count = try execute(
        "leave out records of \(source.rule.sourceEntity?.text ?? source.rule.target.text) by '\(name)'",
        """
        INSERT INTO \(source.fates)(_id, site) SELECT _id, site FROM \
        (SELECT \(source.key) AS _id, \(site) AS site FROM \(source.from)\(source.filter([isOpen])) LIMIT -1 OFFSET 0) \
        WHERE site IS NOT NULL ON CONFLICT (_id) DO UPDATE SET site = excluded.site, survivor = NULL
        """, at: link.place)
      if count > 0 { (source.hasFates, found) = (true, true) }
    }
    return found
  }

  /// SQL of the site at which a link refuses the record; nil when it never does. Later ways are looked at where the earlier lead nowhere.
  private func lateRefusal(of value: LinkAssignment.Value, _ link: LinkAssignment, in source: RuleSource) -> String? {
    switch value {
    case .required(let inner, let site):
      return source.sql.first([
        lateRefusal(of: inner, link, in: source), "CASE WHEN \(isMissing(inner, link, in: source)) THEN \(site) END",
      ])
    case .either(let ways):
      var parts: [String?] = [], misses: [String] = []
      for way in ways {
        if let refusal = lateRefusal(of: way, link, in: source) {
          parts.append(misses.isEmpty ? refusal : "CASE WHEN \(misses.joined(separator: " AND ")) THEN \(refusal) END")
        }
        misses.append(isMissing(way, link, in: source))
      }
      return source.sql.first(parts)
    case .chosen(let condition, let a, let b):
      let (then, other) = (lateRefusal(of: a, link, in: source), lateRefusal(of: b, link, in: source))
      let own = source.sql.refusal(condition, rule: source.number, property: link.relationship.name.text, &register)
      if then == nil, other == nil { return own }
      return source.sql.first([own, "CASE WHEN \(source.sql.sql(condition)) THEN \(then ?? "NULL") ELSE \(other ?? "NULL") END"])
    default: return source.sql.first(refusals(of: value, in: source, property: link.relationship.name.text))
    }
  }

  /// SQL that is true where a way leads to no record that is written.
  private func isMissing(_ value: LinkAssignment.Value, _ link: LinkAssignment, in source: RuleSource) -> String {
    switch value {
    case .record(let record): return "NOT \(isWritten(record, link.relationship.destination, in: source))"
    case .lookup(let entity, let key, let wanted):
      let value = lookupValue(source.sql.sql(wanted), wanted.type.base)
      return "NOT EXISTS (SELECT 1 FROM \(keySet(entity, key)) AS ks WHERE ks.value = \(value))"
    case .either(let ways): return "(\(ways.map { isMissing($0, link, in: source) }.joined(separator: " AND ")))"
    case .required(let inner, _): return isMissing(inner, link, in: source)
    case .chosen(let condition, let a, let b):
      return
        "CASE WHEN \(source.sql.sql(condition)) THEN \(isMissing(a, link, in: source)) ELSE \(isMissing(b, link, in: source)) END"
    case .reject: return "0"
    case .empty, .inverse, .several, .records, .mapped, .lookups: return "1"
    }
  }

  /// SQL that is true where the source record becomes one of the destination, or part of one.
  private func isWritten(_ record: Expression, _ destination: EntityName, in source: RuleSource) -> String {
    guard case .record(let entity) = record.type.base else { return "0" }
    let tests = candidates(from: entity, to: destination).compactMap { candidate -> String? in
      guard case .entity(let origin) = candidate.rule.origin else { return nil }
      var conditions = ["kt._id = kv.x"] + candidate.conditions(on: "kt")
      if candidate.hasFates { conditions.append("kt._id NOT IN (SELECT _id FROM \(candidate.fates) WHERE survivor IS NULL)") }
      return "EXISTS (SELECT 1 FROM \(source.sql.relation(origin)) AS kt WHERE \(conditions.joined(separator: " AND ")))"
    }
    guard !tests.isEmpty else { return "0" }
    return "(SELECT \(tests.joined(separator: " OR ")) FROM (SELECT \(source.sql.sql(record)) AS x) AS kv)"
  }

  /// Findings for links of a rule that need a record, find none, and say nothing of it.
  func missingRecords(of source: RuleSource) throws -> [Finding] {
    var result: [Finding] = []
    for case .required(_, let site) in plan.links.filter({ $0.rule == source.number }).map(\.value)
    where sites[site].kind == .missingValue {
      let count = try connection.count("SELECT count(*) FROM \(source.fates) WHERE site = \(site)")
      guard count > 0 else { continue }
      result.append(
        Finding(
          .missingValues,
          "'\(source.rule.target).\(sites[site].property ?? "")' needs a record, and \(count) record\(count == 1 ? "" : "s") of '\(source.rule.sourceEntity?.text ?? "")' find\(count == 1 ? "s" : "") none",
          at: sites[site].place.map { .text($0) }, help: "add '?? reject(\"why\")', or another way with '??'", count: Int(count)))
    }
    return result
  }

  // MARK: - Values that will be there

  private func keySet(_ entity: EntityName, _ key: PropertyName) -> String { "temp.\(sqlName("known_\(entity)_\(key)"))" }

  /// Collects the values that the attributes by which links look records up will have, as far as is decided now.
  private func fillKeySets(_ links: [LinkAssignment]) throws {
    var done: Set<String> = []
    for case .lookup(let entity, let key, _) in links.flatMap(\.value.ways) {
      let table = keySet(entity, key)
      guard done.insert(table).inserted else { continue }
      try connection.run("DROP TABLE IF EXISTS \(table)")
      try connection.run("CREATE TEMP TABLE \(sqlName("known_\(entity)_\(key)"))(value PRIMARY KEY) WITHOUT ROWID")
      let goals = Set(plan.target.family(of: entity).map(\.name))
      for source in sources where goals.contains(source.rule.target) {
        guard let value = keyValue(key, of: source) else { continue }
        try connection.run(
          """
          INSERT OR IGNORE INTO \(table) SELECT v FROM \
          (SELECT \(value) AS v FROM \(source.from)\(source.filter(source.survives))) WHERE v IS NOT NULL
          """)
      }
      for rule in plan.uniques where rule.fills && !goals.isDisjoint(with: plan.target.family(of: rule.target).map(\.name)) {
        try addFilled(key, by: rule, of: goals, to: table)
      }
    }
  }

  private func keyValue(_ key: PropertyName, of source: RuleSource) -> String? {
    guard let attribute = source.rule.attributes.first(where: { $0.path == key.text }) else { return nil }
    return lookupValue(source.sql.sql(attribute.value), attribute.value.type.base)
  }

  /// Survivors without a value get the nearest loser's.
  private func addFilled(_ key: PropertyName, by rule: UniqueRule, of goals: Set<EntityName>, to table: String) throws {
    let losers = "losers_\(rule.table)"
    guard try connection.count("SELECT count(*) FROM sqlite_temp_schema WHERE name = ?", [.text(losers)]) > 0 else { return }
    var given: [String] = [], bare: [String] = []
    for source in sources where goals.contains(source.rule.target) {
      guard let value = keyValue(key, of: source) else { continue }
      given.append(
        "SELECT l.survivor AS survivor, l.rank AS rank, \(value) AS v FROM temp.\(sqlName(losers)) AS l JOIN \(source.from) ON \(source.key) = l.old WHERE l.rule = \(source.number)"
      )
      bare.append("SELECT \(source.newKey) FROM \(source.from)\(source.filter(source.survives + ["(\(value)) IS NULL"]))")
    }
    guard !given.isEmpty else { return }
    // Of a group SQLite gives the row of the smallest rank.
    try connection.run(
      """
      INSERT OR IGNORE INTO \(table) SELECT v FROM (SELECT v, min(rank) FROM (\(given.joined(separator: " UNION ALL "))) \
      WHERE v IS NOT NULL AND survivor IN (\(bare.joined(separator: " UNION ALL "))) GROUP BY survivor)
      """)
  }
}

extension UniqueRule {
  /// The name of the table of its keys.
  /// The signs between the names cannot be part of one: no two rules have one table.
  var table: String { "unique_\(target.text).\(keys.map(\.text).joined(separator: "."))" }
}

extension LinkAssignment.Value {
  /// Whether it refuses records depends on which others are written.
  var isDecidedLate: Bool {
    switch self {
    case .either, .chosen, .required: true
    default: false
    }
  }
}

internal import HeirloomFindings
internal import HeirloomMapping
internal import HeirloomSQLite
internal import HeirloomSchema

extension Conversion {
  /// Lets records with equal keys become one: the losers' fate is their survivor's new key.
  func merge(_ rule: UniqueRule) throws {
    let goals = Set(plan.target.family(of: rule.target).map(\.name))
    let affected = sources.filter { goals.contains($0.rule.target) }
    guard !affected.isEmpty else { return }
    let table = rule.table
    let keyColumns = rule.keys.indices.map { "k\($0)" }
    try connection.run(
      "CREATE TEMP TABLE \(sqlName(table))(rule INTEGER, old INTEGER, new INTEGER, sort, \(keyColumns.joined(separator: ", ")))")
    for source in affected {
      let keys = rule.keys.map { key($0, of: source, ignoringCase: rule.ignoresCase) }
      let sort =
        rule.order.flatMap { name in source.rule.attributes.first { $0.path == name.text } }.map {
          source.sql.sql($0.value.sortable)
        } ?? "NULL"
      try execute(
        "read the keys of \(rule.target)",
        """
        INSERT INTO temp.\(sqlName(table)) SELECT \(source.number), \(source.key), \(source.newKey), \(sort), \(keys.joined(separator: ", ")) \
        FROM \(source.from)\(source.filter(source.survives))
        """, at: rule.place)
    }
    let partition = keyColumns.joined(separator: ", ")
    let direction = rule.survivor == .first ? "ASC" : "DESC"
    // Records without an order value survive only when no other does.
    let order = rule.order == nil ? "rule \(direction), new \(direction)" : "sort IS NULL, sort \(direction), rule, new"
    let losers = "temp.\(sqlName("losers_" + table))"
    try execute(
      "choose the survivors of \(rule.target)",
      """
      CREATE TEMP TABLE \(sqlName("losers_" + table)) AS SELECT rule, old, new, survivor, rank FROM \
      (SELECT rule, old, new, first_value(new) OVER w AS survivor, row_number() OVER w AS rank FROM temp.\(sqlName(table)) \
      WHERE \(keyColumns.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")) WINDOW w AS (PARTITION BY \(partition) ORDER BY \(order))) WHERE rank > 1
      """, at: rule.place)
    for source in affected {
      try makeFates(of: source)
      let count = try execute(
        "leave out the losers of \(rule.target)",
        "INSERT INTO \(source.fates)(_id, site, survivor) SELECT old, NULL, survivor FROM \(losers) WHERE rule = \(source.number)",
        at: rule.place)
      source.hasFates = source.hasFates || count > 0
      source.hasSurvivors = source.hasSurvivors || count > 0
      // A record that earlier losers were merged into may lose now itself: they follow it.
      for other in affected where other.hasFates {
        try connection.run(
          "UPDATE \(other.fates) SET survivor = l.survivor FROM \(losers) AS l WHERE \(other.fates.split(separator: ".")[1]).survivor = l.new"
        )
      }
    }
  }

  func makeFates(of source: RuleSource) throws {
    try connection.run(
      "CREATE TEMP TABLE IF NOT EXISTS \"fate_\(source.number)\"(_id INTEGER PRIMARY KEY, site INTEGER, survivor INTEGER)")
  }

  /// SQL of the value of an attribute or to-one of a rule's records, in the form in which equal ones are equal; NULL where it is known
  /// only when all is written.
  func key(_ name: PropertyName, of source: RuleSource, ignoringCase ignoresCase: Bool = false) -> String {
    if let attribute = source.rule.attributes.first(where: { $0.path == name.text }) {
      let sql = source.sql.sql(attribute.value.sortable)
      return ignoresCase && attribute.leaf.type == .string ? "heirloom_lowercased(\(sql))" : sql
    }
    if let link = plan.links.first(where: { $0.rule == source.number && $0.relationship.name == name }),
      case .record(let value) = link.value
    {
      return resolution(of: value, in: source, to: link.relationship.destination).key
    }
    return "NULL"
  }

  /// Fills nils of the survivors from the losers, the nearest first.
  func fillSurvivors(_ rule: UniqueRule) throws {
    let goals = Set(plan.target.family(of: rule.target).map(\.name))
    let losers = "losers_\(rule.table)"
    var filled: [String: [(values: String, rule: Int, link: Int?)]] = [:]
    var order: [(name: String, placement: EntityPlacement, column: String, isExternal: Bool)] = []
    for source in sources where goals.contains(source.rule.target) {
      let placement = try placement(of: source.rule.target)
      var columns: [(column: String, value: String)] = [], external: Set<String> = []
      for attribute in source.rule.attributes {
        guard let column = placement.columns[attribute.path] else { continue }
        if case .constant = attribute.value.kind { continue }
        columns.append((column, source.sql.sql(attribute.value)))
        if attribute.leaf.allowsExternalStorage { external.insert(column) }
      }
      var links: [String: Int] = [:]
      for (index, link) in plan.links.enumerated() where link.rule == source.number {
        guard case .record(let value) = link.value,
          case .column(let column, let entityColumn, _)? = placement.relationships[link.relationship.name]
        else { continue }
        let resolved = resolution(of: value, in: source, to: link.relationship.destination)
        columns.append((column, resolved.key))
        links[column] = index
        if let entityColumn { columns.append((entityColumn, resolved.entityNumber)) }
      }
      guard !columns.isEmpty else { continue }
      let table = "fill_\(source.number)_\(losers)"
      try connection.run(
        """
        CREATE TEMP TABLE \(sqlName(table)) AS SELECT l.survivor AS survivor, l.rank AS rank, \
        \(columns.enumerated().map { "\($1.value) AS c\($0)" }.joined(separator: ", ")) \
        FROM temp.\(sqlName(losers)) AS l JOIN \(source.from) ON \(source.key) = l.old WHERE l.rule = \(source.number)
        """)
      try connection.run("CREATE INDEX temp.\(sqlName("i_" + table)) ON \(sqlName(table))(survivor, rank)")
      for (index, column) in columns.enumerated() {
        let name = "\(placement.table).\(column.column)"
        if filled[name] == nil { order.append((name, placement, column.column, external.contains(column.column))) }
        let values =
          "SELECT survivor, rank, c\(index) AS v, \(source.number) AS r FROM temp.\(sqlName(table)) WHERE c\(index) IS NOT NULL"
        filled[name, default: []].append((values, source.number, links[column.column]))
      }
    }
    // The losers of one survivor may be of several rules: the nearest of all comes first.
    for (name, placement, column, isExternal) in order {
      let parts = filled[name] ?? []
      let losers = "(\(parts.map(\.values).joined(separator: " UNION ALL ")))"
      let (table, key, column) = (sqlName(placement.table), sqlName(placement.keyColumn), sqlName(column))
      if parts.contains(where: { $0.link != nil }) {
        let counts = try connection.rows(
          "SELECT r, count(*) FROM (SELECT x.r AS r, min(x.rank) FROM \(losers) AS x JOIN main.\(table) AS t ON t.\(key) = x.survivor WHERE t.\(column) IS NULL GROUP BY x.survivor) GROUP BY r"
        )
        for row in counts {
          guard let link = parts.first(where: { Int64($0.rule) == row[0].integer })?.link else { continue }
          filledLinks[link, default: 0] += row[1].integer ?? 0
        }
      }
      try execute(
        "fill nils of \(rule.target) from the losers",
        """
        UPDATE main.\(table) SET \(column) = \(isExternal ? "heirloom_store_external" : "")((SELECT x.v FROM \(losers) AS x WHERE x.survivor = \(key) ORDER BY x.rank LIMIT 1)) \
        WHERE \(column) IS NULL AND \(key) IN (SELECT survivor FROM \(losers))
        """, at: rule.place)
    }
  }

  /// Ends the run when the target's uniqueness constraints do not hold.
  package func checkUniqueness() throws {
    for entity in plan.target.entities where !entity.uniqueness.isEmpty {
      let placement = try placement(of: entity.name)
      for constraint in entity.uniqueness {
        let columns = constraint.flatMap { name -> [String] in
          if let column = placement.columns[name.text] { return [column] }
          if case .column(let column, _, _)? = placement.relationships[name] { return [column] }
          return []
        }
        guard columns.count == constraint.count else { continue }
        let list = columns.map { sqlName($0) }.joined(separator: ", ")
        let given = columns.map { "\(sqlName($0)) IS NOT NULL" }.joined(separator: " AND ")
        let doubles = try connection.count(
          "SELECT COALESCE(sum(n - 1), 0) FROM (SELECT count(*) AS n FROM main.\(sqlName(placement.table)) WHERE \(given) GROUP BY \(list) HAVING n > 1)"
        )
        guard doubles > 0 else { continue }
        let family = Set(plan.target.family(of: entity.name).map(\.name))
        let isCopied = copyOutcomes.contains { family.contains(sources[$0.rule].rule.target) }
        throw Finding(doubles: doubles, of: entity.name, constraint, isCopied: isCopied)
      }
    }
  }

  /// Finds records that will repeat what the target wants unique, once `Unique` has joined what is one.
  ///
  /// Cost: the keys of every entity with a constraint, sorted.
  func predictDoubles() throws {
    for entity in plan.target.entities where !entity.uniqueness.isEmpty {
      let goals = Set(plan.target.family(of: entity.name).map(\.name))
      let members = sources.filter { goals.contains($0.rule.target) }
      guard !members.isEmpty else { continue }
      for constraint in entity.uniqueness {
        let names = constraint.indices.map { "k\($0)" }
        let rows = members.map { source in
          let keys = zip(constraint, names).map { "\(key($0, of: source)) AS \($1)" }.joined(separator: ", ")
          return "SELECT \(keys) FROM \(source.from)\(source.filter(source.survives))"
        }
        let given = names.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")
        let doubles = try connection.count(
          "SELECT COALESCE(sum(n - 1), 0) FROM (SELECT count(*) AS n FROM (\(rows.joined(separator: " UNION ALL "))) WHERE \(given) GROUP BY \(names.joined(separator: ", ")) HAVING n > 1)"
        )
        if doubles > 0 { findings.append(Finding(doubles: doubles, of: entity.name, constraint)) }
      }
    }
  }
}

extension Finding {
  /// Records that repeat what the target wants unique.
  fileprivate init(doubles: Int64, of entity: EntityName, _ constraint: [PropertyName], isCopied: Bool = false) {
    let names = constraint.map(\.text).joined(separator: ", "), isOne = doubles == 1
    self.init(
      .duplicateKeys, "'\(entity)' wants unique '\(names)', and \(doubles) record\(isOne ? " repeats" : "s repeat") one",
      help: isCopied
        ? "copies of shared children repeat it: give it 'UUID(stableFor: old)', which differs in each copy"
        : "Unique(\(entity).self, by: \(constraint.map { "\\.\($0)" }.joined(separator: ", ")), keep: .first)",
      count: Int(doubles))
  }
}

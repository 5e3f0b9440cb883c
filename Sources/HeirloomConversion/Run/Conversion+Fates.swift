internal import HeirloomFindings
internal import HeirloomMapping
internal import HeirloomSQLite
internal import HeirloomSchema

extension Conversion {
  /// Finds the rows of a rule that are left out, and why. A rule that can leave nothing out reads nothing.
  func decideFates(of source: RuleSource) throws {
    let rule = source.rule
    var sites: [String?] = rule.exits.map { exit in
      let refusal = source.sql.refusal(exit.condition, rule: rule.number, property: nil, &register)
      return source.sql.first([refusal, "CASE WHEN \(source.sql.sql(exit.condition)) THEN \(exit.site) END"])
    }
    for attribute in rule.attributes {
      sites.append(source.sql.refusal(attribute.value, rule: rule.number, property: attribute.path, &register))
    }
    for link in plan.links where link.rule == rule.number {
      switch link.value {
      case .record(let value), .lookup(_, _, let value), .lookups(_, _, let value):
        sites.append(source.sql.refusal(value, rule: rule.number, property: link.relationship.name.text, &register))
      case .several(let values):
        for value in values {
          sites.append(source.sql.refusal(value, rule: rule.number, property: link.relationship.name.text, &register))
        }
      case .records(let collection):
        sites.append(source.sql.refusal(of: collection, [], rule: rule.number, property: link.relationship.name.text, &register))
      case .mapped(let collection, let value):
        sites.append(
          source.sql.refusal(of: collection, [value], rule: rule.number, property: link.relationship.name.text, &register))
      case .inverse, .empty: break
      }
    }
    let refused = try refuse(recordsOf: source)
    source.hasFates = refused > 0
    guard let site = source.sql.first(sites) else { return }
    if refused == 0 { try createFates(of: source) }
    // NOT INDEXED by LIMIT -1: the inner query is computed once for each row, not once for each use of `site`.
    let found = try execute(
      "leave out records of \(rule.sourceEntity?.text ?? rule.target.text)",
      """
      INSERT OR IGNORE INTO \(source.fates)(_id, site) SELECT _id, site FROM \
      (SELECT \(source.key) AS _id, \(site) AS site FROM \(source.from)\(source.filter()) LIMIT -1 OFFSET 0) WHERE site IS NOT NULL
      """, at: rule.place)
    source.hasFates = found + refused > 0
  }

  private func createFates(of source: RuleSource) throws {
    try connection.run(
      "CREATE TEMP TABLE \"fate_\(source.number)\"(_id INTEGER PRIMARY KEY, site INTEGER, survivor INTEGER)")
  }

  /// Leaves out what `refused` names of a rule's records.
  /// - Returns: how many they are; the table of fates is there when there is one.
  private func refuse(recordsOf source: RuleSource) throws -> Int64 {
    guard !refused.isEmpty, case .entity(let entity) = source.rule.origin else { return 0 }
    let root = plan.source.root(of: entity)
    let mine = refused.filter { plan.source.root(of: $0.entity) == root }
    guard !mine.isEmpty else { return 0 }
    try createFates(of: source)
    var count: Int64 = 0
    for (_, key, reason) in mine {
      let site = register.add(reason, rule: source.number, property: nil, kind: .reject)
      try connection.run(
        "INSERT OR IGNORE INTO \(source.fates)(_id, site) SELECT \(source.key), \(site) FROM \(source.from)\(source.filter(["\(source.key) = \(key)"]))"
      )
      count += connection.changes
    }
    if count == 0 { try connection.run("DROP TABLE \(source.fates)") }
    return count
  }

  /// Ends the run when a required attribute would be nil and the mapping does not say what to do.
  ///
  /// All attributes concerned are named, each with its number of records.
  func stopAtMissingValues() throws {
    var missing: [Finding] = []
    for source in sources where source.hasFates {
      let present = try connection.rows("SELECT DISTINCT site FROM \(source.fates)").compactMap { $0[0].integer }
      guard present.contains(where: { sites[Int($0)].kind == .missingValue }) else { continue }
      let kept =
        "NOT EXISTS (SELECT 1 FROM \(source.fates) AS f WHERE f._id = \(source.key) AND f.site NOT IN (\(numbers(of: .missingValue))))"
      for attribute in source.rule.attributes {
        guard let refusal = source.sql.refusal(attribute.value, rule: source.number, property: attribute.path, &register) else {
          continue
        }
        let counts = try connection.rows(
          "SELECT s, count(*) FROM (SELECT \(refusal) AS s FROM \(source.from)\(source.filter([kept]))) WHERE s IN (\(numbers(of: .missingValue))) GROUP BY s"
        )
        let count = counts.reduce(0) { $0 + ($1[1].integer ?? 0) }
        guard count > 0, let site = counts.first?[0].integer.map({ Int($0) }) else { continue }
        let name = "\(source.rule.target).\(attribute.path)"
        missing.append(
          Finding(
            .missingValues,
            "'\(name)' needs a value, and \(count) record\(count == 1 ? "" : "s") of '\(source.rule.sourceEntity?.text ?? "")' \(count == 1 ? "has" : "have") none",
            at: sites[site].place.map { .text($0) }, help: "add '?? …' or '?? reject(\"why\")', or a default in the schema",
            count: Int(count)))
      }
    }
    guard let first = missing.first else { return }
    findings += missing.dropFirst()
    throw first
  }

  private func numbers(of kind: Site.Kind) -> String {
    sites.indices.filter { sites[$0].kind == kind }.map { String($0) }.joined(separator: ", ")
  }
}

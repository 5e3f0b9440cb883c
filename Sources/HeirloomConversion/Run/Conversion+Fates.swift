internal import HeirloomFindings
internal import HeirloomMapping
internal import HeirloomSQLite
internal import HeirloomSchema

extension Conversion {
  /// Finds the rows of a rule that are left out, and why. A rule that can leave nothing out reads nothing.
  func decideFates(of source: RuleSource) throws {
    let rule = source.rule
    var sites: [(site: String?, note: String)] = rule.exits.map { exit in
      let refusal = source.sql.refusal(exit.condition, rule: rule.number, property: nil, &register)
      let place = plan.sites[exit.site].place.map { ", line \($0.line)" } ?? ""
      return (
        source.sql.first([refusal, "CASE WHEN \(source.sql.sql(exit.condition)) THEN \(exit.site) END"]),
        "\(plan.sites[exit.site].kind.rawValue)\(place)"
      )
    }
    for attribute in rule.attributes {
      let place = attribute.isWritten ? attribute.value.place.map { ", line \($0.line)" } ?? "" : ""
      sites.append(
        (source.sql.refusal(attribute.value, rule: rule.number, property: attribute.path, &register), attribute.path + place))
    }
    for link in plan.links where link.rule == rule.number && !link.value.isDecidedLate {
      let name = link.relationship.name.text, place = link.place.map { ", line \($0.line)" } ?? ""
      sites += refusals(of: link.value, in: source, property: name).map { ($0, name + place) }
    }
    let refused = try refuse(recordsOf: source)
    source.hasFates = refused > 0
    let given = sites.compactMap { site, note in site.map { ($0, note) } }
    guard !given.isEmpty else { return }
    let site = Self.firstOf(given)
    if refused == 0 { try createFates(of: source) }
    // NOT INDEXED by LIMIT -1: the inner query is computed once for each row, not once for each use of `site`.
    let found = try execute(
      "leave out records of \(rule.sourceEntity?.text ?? rule.target.text)",
      """
      INSERT OR IGNORE INTO \(source.fates)(_id, site) SELECT _id, site FROM \
      (SELECT \(source.key) AS _id, \(site)
       AS site FROM \(source.from)\(source.filter()) LIMIT -1 OFFSET 0) WHERE site IS NOT NULL
      """, at: rule.place)
    source.hasFates = found + refused > 0
  }

  /// SQL of the first site of several that is not NULL, each on a line of its own, with a word about it.
  private static func firstOf(_ sites: [(site: String, note: String)]) -> String {
    // A NULL more, since COALESCE wants two at least.
    let all = sites + [("NULL", "written")]
    return ExpressionSQL.coalesced(all.map(\.site)) { range, values in
      "\n       \(annotated(values, range.map { all[$0].note }))\n       "
    }
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

  func refusals(of link: LinkAssignment.Value, in source: RuleSource, property: String) -> [String?] {
    func refusal(_ value: Expression) -> String? {
      source.sql.refusal(value, rule: source.number, property: property, &register)
    }
    func refusal(of collection: Collection, _ values: [Expression]) -> String? {
      source.sql.refusal(of: collection, values, rule: source.number, property: property, &register)
    }
    return switch link {
    case .record(let value), .lookup(_, _, let value), .lookups(_, _, let value): [refusal(value)]
    case .several(let values): values.map { refusal($0) }
    case .records(let collection): [refusal(of: collection, [])]
    case .mapped(let collection, let value): [refusal(of: collection, [value])]
    case .reject(let site): [String(site)]
    // These depend on what else is written.
    case .either, .chosen, .required, .inverse, .empty: []
    }
  }

  /// Ends the run when a required attribute would be nil and the mapping does not say what to do.
  ///
  /// All attributes concerned are named, each with its number of records.
  func stopAtMissingValues() throws {
    var missing: [Finding] = []
    for source in sources where source.hasFates {
      missing += try missingRecords(of: source)
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

package import HeirloomFindings
internal import HeirloomMapping
internal import HeirloomSQLite
internal import HeirloomSchema

extension Conversion {
  /// What would happen to the source's records, found without a target: how many would be left out and why, how many values
  /// would be defaulted, and which required values are missing.
  ///
  /// Cost: one pass over each entity whose rule can leave something out.
  /// - Throws: `SQLiteError` when the source cannot be read.
  package func predict() throws -> [Finding] { try tellingDepth { try predictAll() } }

  private func predictAll() throws -> [Finding] {
    try ConversionFunctions.register(on: connection)
    try numberRelationships()
    for rule in plan.rules { sources.append(try RuleSource(rule, self)) }
    for source in sources { try decideFates(of: source) }
    do {
      try settleFates()
      try treatNilKeys()
      try predictCopies()
      try predictDoubles()
    } catch let finding as Finding { findings.insert(finding, at: 0) }
    for source in sources {
      try predictFates(of: source)
      try predictDefaults(of: source)
    }
    return findings
  }

  /// Foretells copies, and records that several owners would share.
  ///
  /// Rules that share nothing in the source cost nothing. The others are followed to the new keys, `Unique` included.
  private func predictCopies() throws {
    let risky = plan.links.indices.filter { mayShare(plan.links[$0]) }
    let isLookedUp = plan.links.contains { $0.value.isDecidedLate } && !plan.uniques.isEmpty
    let isConstrained = plan.target.entities.contains { !$0.uniqueness.isEmpty }
    guard isLookedUp || isConstrained || !risky.isEmpty || plan.links.contains(where: { $0.copies != nil }) else { return }
    for source in sources { try assignKeys(to: source) }
    try mergeAll()
    try allotCopies()
    tellCopies(as: .willBeCopied)
    for index in risky where plan.links[index].copies == nil {
      let link = plan.links[index], table = "temp.\"owned_\(index)\""
      try connection.run("CREATE TABLE \(table)(a INTEGER, b INTEGER, rank INTEGER, PRIMARY KEY (a, b)) WITHOUT ROWID")
      try gatherShares(of: [index], into: table)
      let shared = try connection.count("SELECT count(*) FROM (SELECT b FROM \(table) GROUP BY b HAVING count(DISTINCT a) > 1)")
      if shared > 0 {
        findings.append(Finding(shared: shared, in: link, of: plan.rules[link.rule].target))
      }
    }
  }

  /// Whether the links may give a record several owners where the target allows one.
  private func mayShare(_ link: LinkAssignment) -> Bool {
    guard !link.value.isLeftToOthers, plan.target.allowsOneOwner(link.relationship), !link.value.looksUp else { return false }
    guard let carried = link.carries, let legacy = plan.source.relationship(carried.name, of: carried.declarer) else {
      return true
    }
    return !plan.source.allowsOneOwner(legacy) || !plan.uniques.isEmpty
  }

  private func predictFates(of source: RuleSource) throws {
    guard source.hasFates else { return }
    for row in try connection.rows("SELECT site, count(*) FROM \(source.fates) WHERE site IS NOT NULL GROUP BY 1 ORDER BY 1") {
      guard let number = row[0].integer, let count = row[1].integer else { continue }
      let site = sites[Int(number)]
      if site.kind == .missingValue { continue }
      let what = "\(count) of \(source.count) records of '\(source.rule.sourceEntity?.text ?? source.rule.target.text)'"
      findings.append(
        Finding(
          site.isOnPurpose ? .willBeSkipped : .willBeRejected,
          "\(what) will be \(site.isOnPurpose ? "left out" : "rejected"): \(site.reason)",
          at: (site.place ?? source.rule.place).map { .text($0) }, count: Int(count)))
    }
  }

  private func predictDefaults(of source: RuleSource) throws {
    for line in try defaults(of: source) {
      findings.append(
        Finding(
          .willBeDefaulted,
          "\(line.count) record\(line.count == 1 ? "" : "s") will get \(line.isByMapping ? "what '??' gives" : "the default") for '\(line.entity).\(line.path)'",
          at: source.rule.place.map { .text($0) }, count: Int(line.count)))
    }
  }
}

internal import HeirloomFindings
internal import HeirloomMapping
internal import HeirloomSQLite
internal import HeirloomSchema

extension Conversion {
  /// Refuses the records that have no key where a `Unique` says so, and drops the orphans that they leave.
  ///
  /// - Throws: a `Finding` where the rule is to fail.
  func treatNilKeys() throws {
    var found = false
    for rule in plan.uniques where rule.nilKeys != .keep { found = try treatNilKeys(rule) || found }
    if found { try settleFates() }
  }

  /// True when a record was refused.
  private func treatNilKeys(_ rule: UniqueRule) throws -> Bool {
    let goals = Set(plan.target.family(of: rule.target).map(\.name))
    let names = rule.keys.map(\.text).joined(separator: ", ")
    var count: Int64 = 0
    for source in sources where goals.contains(source.rule.target) {
      let isNil = rule.keys.map { "\(key($0, of: source)) IS NULL" }.joined(separator: " OR ")
      let rows = "\(source.from)\(source.filter(source.survives + ["(\(isNil))"]))"
      if rule.nilKeys == .fail {
        count += try connection.count("SELECT count(*) FROM \(rows)")
        continue
      }
      let site = register.add("no '\(names)'", rule: source.number, property: names, place: rule.place)
      try makeFates(of: source)
      let refused = try execute(
        "reject records of \(rule.target) without a key",
        "INSERT INTO \(source.fates)(_id, site) SELECT \(source.key), \(site) FROM \(rows)", at: rule.place)
      source.hasFates = source.hasFates || refused > 0
      count += refused
    }
    guard rule.nilKeys == .fail, count > 0 else { return count > 0 }
    throw Finding(
      .nilKeys, "\(count) record\(count == 1 ? "" : "s") of '\(rule.target)' \(count == 1 ? "has" : "have") no '\(names)'",
      at: rule.place.map { .text($0) }, count: Int(count))
  }
}

internal import HeirloomMapping
internal import HeirloomSQLite
internal import HeirloomSchema

extension Conversion {
  /// Chooses how the keys of a rule's records follow from the source's: kept where possible, moved by a number where
  /// another rule fills the same table, numbered anew where they are too scattered for a primary key.
  func assignKeys(to source: RuleSource) throws {
    let table = try placement(of: source.rule.target).table
    let base = highestKeys[table] ?? 0
    let range = try connection.rows("SELECT min(\(source.key)), max(\(source.key)) FROM \(source.from)\(source.filter())").first ?? []
    guard let low = range.first?.integer, let high = range.last?.integer else { return }
    let (span, isTooWide) = high.subtractingReportingOverflow(low)
    // Core Data counts keys upwards from the highest: scattered ones, such as Realm's hashed keys, would use up the numbers.
    if isTooWide || span > 16 * source.count + 1_000_000 || high > 1 << 53 || low < -(1 << 53) {
      try connection.run("CREATE TEMP TABLE \"keys_\(source.number)\"(old INTEGER PRIMARY KEY, new INTEGER)")
      try execute(
        "number the records of \(source.rule.target)",
        """
        INSERT INTO \(source.keys) SELECT old, row_number() OVER (ORDER BY old) + \(base) FROM \
        (SELECT \(source.key) AS old FROM \(source.from)\(source.filter(source.survives)))
        """)
      source.policy = .map
      highestKeys[table] = base + source.count
      return
    }
    let isAlone = try base == 0 || isApart(source, in: table)
    let canStay = low >= 1 && isAlone
    let offset = canStay ? 0 : base + 1 - low
    source.policy = .offset(offset)
    highestKeys[table] = max(base, high + offset)
  }

  /// Whether the rules that fill the table so far come from the same source table, kept their keys, and share no record
  /// with this one, so that it may keep its keys too.
  private func isApart(_ source: RuleSource, in table: String) throws -> Bool {
    guard case .entity(let entity) = source.rule.origin else { return false }
    let root = plan.source.root(of: entity)
    for other in sources.prefix(while: { $0 !== source }) {
      guard try placement(of: other.rule.target).table == table else { continue }
      guard case .entity(let otherEntity) = other.rule.origin, plan.source.root(of: otherEntity) == root, case .offset(0) = other.policy else {
        return false
      }
      let mine = "SELECT \(source.key) FROM \(source.from)\(source.filter(source.survives))"
      let theirs = "SELECT \(other.key) FROM \(other.from)\(other.filter(other.survives))"
      if try connection.count("SELECT EXISTS (\(mine) INTERSECT \(theirs))") != 0 { return false }
    }
    return true
  }
}

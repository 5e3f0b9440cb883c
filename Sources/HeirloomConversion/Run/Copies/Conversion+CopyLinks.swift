internal import HeirloomFindings
internal import HeirloomMapping
internal import HeirloomSQLite
internal import HeirloomSchema

/// The links of copies: those of the record they are made of, where the other end allows it.
extension Conversion {
  /// Counts the links that the copies of a rule's records get, and collects the statements for those in tables of their own.
  func noteLinks(of source: RuleSource, _ group: CopiedRelationship, _ joins: inout [String: [String]]) throws {
    let entity = source.rule.target, place = try placement(of: entity), copies = self.copies(of: source, group)
    let own = try ownerColumns(group, place)?.key
    for relationship in plan.target.relationships(of: entity) where !relationship.isTransient {
      switch place.relationships[relationship.name] {
      case .joinTable(let table, let ownerColumn, let targetColumn, _):
        let rows = "\(copies) JOIN main.\(sqlName(table)) AS j ON j.\(sqlName(ownerColumn)) = cc.original"
        try note("SELECT cc.new AS a, j.\(sqlName(targetColumn)) AS b FROM \(rows)", of: relationship, entity)
        let columns = try connection.rows("SELECT name FROM pragma_table_info(\(sqlText(table)), 'main')").compactMap {
          $0[0].text
        }
        joins[table, default: []].append(
          "SELECT \(columns.map { $0 == ownerColumn ? "cc.new" : "j.\(sqlName($0))" }.joined(separator: ", ")) FROM \(rows)")
      case .column(let column, _, _) where column != own && !isExclusive(relationship):
        let rows = "\(copies) JOIN main.\(sqlName(place.table)) AS t ON t.\(sqlName(place.keyColumn)) = cc.original"
        let name = "t.\(sqlName(column))"
        try note("SELECT cc.new AS a, \(name) AS b FROM \(rows) WHERE \(name) IS NOT NULL", of: relationship, entity)
      default: break
      }
    }
    // What a copied owner was given by another copy.
    let later = "SELECT cc.owner AS a, cc.new AS b FROM \(copies) WHERE cc.owner IN (\(ownersThatAreCopies(group)))"
    try note(later, of: group.relationship, group.declarer)
  }

  private func isExclusive(_ relationship: Relationship) -> Bool {
    plan.target.inverse(of: relationship).map { !$0.isToMany } ?? false
  }

  private func ownersThatAreCopies(_ group: CopiedRelationship) -> String {
    let earlier = copies(in: layout.entities[group.declarer]?.table ?? "", before: group)
    return earlier.isEmpty
      ? "SELECT NULL WHERE 0" : earlier.map { "SELECT new FROM \($0.copies)" }.joined(separator: " UNION ALL ")
  }

  /// - Parameter pairs: a query of the keys `a` and `b` at the two ends of links that the copies add.
  private func note(_ pairs: String, of relationship: Relationship, _ owner: EntityName) throws {
    let inverse = plan.target.inverse(of: relationship).flatMap { inverse in
      inverse.name == relationship.name && inverse.destination == relationship.destination ? nil : inverse
    }
    func add(_ entity: EntityName, _ end: String, _ name: PropertyName) throws {
      for member in plan.target.family(of: entity) where !member.isAbstract {
        let place = try placement(of: member.name)
        let isOfIt = place.entityNumber.map { " AND w.\"Z_ENT\" = \($0)" } ?? ""
        let count = try connection.count(
          "SELECT count(*) FROM (\(pairs)) AS q JOIN main.\(sqlName(place.table)) AS w ON w.\(sqlName(place.keyColumn)) = q.\(end)\(isOfIt)"
        )
        if count > 0 { copiedLinks["\(member.name).\(name)", default: 0] += count }
      }
    }
    try add(owner, "a", relationship.name)
    if let inverse { try add(relationship.destination, "b", inverse.name) }
  }

  /// Several statements of a group may fill one table: the links are read before the first is written.
  func writeJoins(_ table: String, _ selects: [String], _ group: CopiedRelationship) throws {
    try execute(
      "copy the links in \(table) for other owners in \(group.declarer).\(group.relationship.name)",
      "INSERT OR IGNORE INTO main.\(sqlName(table)) \(selects.joined(separator: " UNION ALL "))", at: place(of: group))
  }

  /// Adds the links of copies to the ledger, on lines of their own.
  func settleLinksOfCopies() {
    for (name, count) in copiedLinks.sorted(by: { $0.key < $1.key }) {
      guard var line = ledger.links.first(where: { $0.target == name }) else { continue }
      (line.before, line.after, line.skipped, line.merged, line.dangling) = (count, count, 0, 0, 0)
      ledger.links.append(line)
    }
  }

  /// Copies stand in an ordered relationship where the records stand that they are made of.
  func placeCopies(in positions: String, _ relationship: Relationship, of owner: EntityName) throws {
    let ownerTable = try placement(of: owner).table, childTable = try placement(of: relationship.destination).table
    for group in copied where group.count > 0 {
      let table = try placement(of: group.relationship.destination).table
      if table == ownerTable {
        try connection.run(
          "INSERT OR IGNORE INTO \(positions) SELECT cc.new, q.b, q.p FROM \(positions) AS q JOIN \(group.copies) AS cc ON cc.original = q.a"
        )
      }
      if table == childTable {
        let isOwn = group.relationship.name == relationship.name && group.relationship.destination == relationship.destination
        try connection.run(
          """
          INSERT OR IGNORE INTO \(positions) SELECT q.a, cc.new, q.p FROM \(positions) AS q \
          JOIN \(group.copies) AS cc ON cc.original = q.b\(isOwn ? " AND cc.owner = q.a" : "")
          """)
      }
    }
  }

  // MARK: - What cannot be shared

  /// Looks at what the originals have and their copies cannot have too: it is copied by a policy of its own, stays with the
  /// original, or ends the run where the record owns it.
  func keepApart(_ source: RuleSource, _ group: CopiedRelationship) throws {
    let place = try placement(of: source.rule.target)
    let originals = "SELECT cc.original FROM \(copies(of: source, group))"
    let own = plan.target.inverse(of: group.relationship)?.name
    for relationship in plan.target.relationships(of: source.rule.target) where !relationship.isTransient {
      if copied.contains(where: { $0.relationship == relationship && $0.number > group.number }) { continue }
      let there = try placement(of: relationship.destination), column: String, table: EntityPlacement
      switch place.relationships[relationship.name] {
      case .inverse(let inverse):
        guard case .column(let name, _, _)? = there.relationships[inverse] else { continue }
        (column, table) = (name, there)
      case .destinationColumn(let name, _): (column, table) = (name, there)
      case .column(let name, _, _) where relationship.name != own && isExclusive(relationship): (column, table) = (name, place)
      default: continue
      }
      let end = table.table == place.table && !relationship.isToMany ? table.keyColumn : column
      let count = try connection.count(
        "SELECT count(*) FROM main.\(sqlName(table.table)) WHERE \(sqlName(column)) IS NOT NULL AND \(sqlName(end)) IN (\(originals))"
      )
      if count > 0 { try tellUnshared(relationship, of: source, group, count) }
    }
  }

  private func tellUnshared(
    _ relationship: Relationship, of source: RuleSource, _ group: CopiedRelationship, _ count: Int64
  ) throws {
    let carried = plan.links.first { $0.rule == source.number && $0.relationship.name == relationship.name }?.carries
    let legacy = carried.flatMap { plan.source.relationship($0.name, of: $0.declarer) }
    let isOwned =
      relationship.deleteRule == .cascade || legacy.map { $0.deleteRule == .cascade || $0.ownsDestination } ?? false
    let name = "\(source.rule.target).\(relationship.name)", records = "\(count) record\(count == 1 ? "" : "s")"
    let help = carried.map { "SharedChildren(\"\($0.declarer).\($0.name)\", .clone) copies them too" }
    guard isOwned else {
      findings.append(
        Finding(
          .staysWithOriginal,
          "\(records) of '\(relationship.destination)' in '\(name)' stay\(count == 1 ? "s" : "") with the original, and its copies have none",
          at: place(of: group).map { .text($0) }, help: help, count: Int(count)))
      return
    }
    throw Finding(
      .sharedChild, "copies of '\(source.rule.target)' would share \(records) of '\(relationship.destination)' in '\(name)'",
      at: place(of: group).map { .text($0) }, help: help, count: Int(count))
  }
}

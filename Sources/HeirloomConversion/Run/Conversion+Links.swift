internal import HeirloomFindings
internal import HeirloomMapping
internal import HeirloomSQLite
internal import HeirloomSchema

extension Conversion {
  /// Counts, for every to-one that is carried, the links whose two ends exist and those that lead nowhere.
  func countLinks() throws {
    for (index, link) in plan.links.enumerated() {
      guard case .record(let value) = link.value, case .record(let entity) = value.type.base else { continue }
      let source = sources[link.rule]
      let links = "(SELECT \(source.sql.sql(value)) AS x FROM \(source.from)\(source.filter())) AS q"
      let total: Int64, before: Int64
      if value.isColumnOfItsRow, let sound = try countSound(links, to: entity) {
        (total, before) = (sound, sound)
      } else {
        let exists = "EXISTS (SELECT 1 FROM \(source.sql.relation(entity)) AS s WHERE s._id = q.x)"
        let row = try connection.rows("SELECT count(q.x), sum(q.x IS NOT NULL AND \(exists)) FROM \(links)").first ?? []
        (total, before) = (row.first?.integer ?? 0, row.last?.integer ?? 0)
      }
      linkCounts[index] = (before, total - before)
      note(dangling: total - before, of: link)
    }
  }

  private func note(dangling count: Int64, of link: LinkAssignment) {
    guard count > 0 else { return }
    let name = link.carries.map { "\($0.declarer).\($0.name)" } ?? "\(plan.rules[link.rule].target).\(link.relationship.name)"
    findings.append(
      Finding(
        .danglingLink, "\(count) link\(count == 1 ? "" : "s") of '\(name)' lead\(count == 1 ? "s" : "") to no record",
        at: .store(StorePlace(entity: link.carries?.declarer.text, property: link.carries?.name.text)), count: Int(count)))
  }

  /// Writes the links of an assignment that are not columns of the records' own table, and the ledger's line.
  func connect(_ index: Int) throws {
    let link = plan.links[index]
    let source = sources[link.rule]
    let target = plan.rules[link.rule].target
    guard let place = try placement(of: target).relationships[link.relationship.name] else { return }
    var row = Ledger.Links(
      rule: link.rule, source: link.carries.map { "\($0.declarer).\($0.name)" } ?? "",
      target: "\(target).\(link.relationship.name)")
    switch link.value {
    case .empty, .inverse: return
    case .record:
      if case .column = place {
        try countColumn(index, link, source, &row)
        try mirror(link, target)
        try completeOwnInverse(of: link, target, &row)
        ledger.links.append(row)
        return
      }
    default: break
    }
    let queries = try pairs(of: link, in: source, all: true)
    try countMisses(of: link.value, link, in: source)
    if case .joinTable(let table, let ownerColumn, let targetColumn, let orderColumn) = place {
      tally = LinkTally()
      for query in queries {
        row.after += try write(query, of: link, target: target, to: table, ownerColumn, targetColumn, orderColumn)
      }
      (row.before, row.skipped) = (row.after + tally.doubled + tally.broken, tally.broken)
      if case .records(let collection) = link.value { try countDangling(of: collection, link, found: row.before) }
      row.merged = row.before - row.skipped - row.after
      try completeOwnInverse(of: link, target, &row)
      ledger.links.append(row)
      return
    }
    for query in queries {
      let counts = try connection.rows("SELECT count(*), sum(a IS NULL OR b IS NULL) FROM (\(query))").first ?? []
      row.before += counts.first?.integer ?? 0
      row.skipped += counts.last?.integer ?? 0
    }
    if case .records(let collection) = link.value { try countDangling(of: collection, link, found: row.before) }
    if case .column = place {
      row.after = try writeOnes(of: link, in: source, target: target, to: place)
    } else {
      for query in queries { row.after += try write(query, of: link, target: target, to: place) }
    }
    row.merged = row.before - row.skipped - row.after
    try mirror(link, target)
    try completeOwnInverse(of: link, target, &row)
    ledger.links.append(row)
  }

  /// - Parameter found: links whose two ends exist; when there are no others, that settles it.
  private func countDangling(of collection: Collection, _ link: LinkAssignment, found: Int64) throws {
    guard collection.filters.isEmpty, collection.limit == nil, let (owner, declarer, property) = collection.links,
      let element = collection.entity, case .parameter(0, _) = owner
    else { return }
    let sql = sources[link.rule].sql
    let all = try connection.count("SELECT count(*) FROM \(sql.relation(property, of: declarer))")
    if all == found { return }
    let count = try connection.count(
      """
      SELECT count(*) FROM \(sql.relation(property, of: declarer)) AS c \
      WHERE NOT EXISTS (SELECT 1 FROM \(sql.relation(element)) AS s WHERE s._id = c.target)
      """)
    note(dangling: count, of: link)
  }

  private func countColumn(_ index: Int, _ link: LinkAssignment, _ source: RuleSource, _ row: inout Ledger.Links) throws {
    let counts = linkCounts[index] ?? (0, 0)
    row.before = counts.before
    row.dangling = counts.dangling
    guard case .record(let value) = link.value, case .record(let entity) = value.type.base else { return }
    let destinations = candidates(from: entity, to: link.relationship.destination)
    let isWhole = !source.hasFates && self.isWhole(destinations, entity)
    if isWhole {
      row.after = counts.before
      return
    }
    // Where only owners were left out, and every link is sound, it is enough to look at those owners.
    if counts.dangling == 0, !source.hasSurvivors, self.isWhole(destinations, entity), case .entity = source.rule.origin {
      row.skipped = try connection.count(
        "SELECT count(\(source.sql.sql(value))) FROM \(source.fates) AS f CROSS JOIN \(source.from) ON o._id = f._id\(source.filter())"
      )
      row.after = row.before - row.skipped
      return
    }
    guard let query = try pairs(of: link, in: source, all: true).first else { return }
    let found = try connection.rows("SELECT count(*), sum(a IS NULL OR b IS NULL) FROM (\(query))").first ?? []
    row.skipped = found.last?.integer ?? 0
    if source.hasSurvivors {
      let merged = "EXISTS (SELECT 1 FROM \(source.fates) AS f WHERE f._id = \(source.key) AND f.survivor IS NOT NULL)"
      let key = resolution(of: value, in: source, to: link.relationship.destination).key
      row.merged = try connection.count("SELECT count(*) FROM \(source.from)\(source.filter([merged, "\(key) IS NOT NULL"]))")
      // A link that filled a survivor's nil is its own.
      row.merged -= filledLinks[index] ?? 0
    }
    row.after = (found.first?.integer ?? 0) - row.skipped - row.merged
  }

  /// Every record of the entity is written, by one rule.
  private func isWhole(_ destinations: [RuleSource], _ entity: EntityName) -> Bool {
    only == nil && destinations.count == 1
      && destinations.allSatisfy { candidate in
        guard case .entity(let origin) = candidate.rule.origin else { return false }
        return !candidate.hasFates && candidate.rule.excluded.isEmpty
          && plan.source.lineage(of: entity).contains { $0.name == origin }
      }
  }

  /// Writes pairs into a join table, and gives how many links came to be; what went by is in `tally`.
  private func write(
    _ pairs: String, of link: LinkAssignment, target: EntityName, to table: String, _ ownerColumn: String,
    _ targetColumn: String,
    _ orderColumn: String?
  ) throws -> Int64 {
    var columns = [ownerColumn, targetColumn], values = ["a", "b"]
    if let orderColumn {
      columns.append(orderColumn)
      values.append(layout.orderKey("row_number() OVER (PARTITION BY a ORDER BY p, b) - 1"))
    }
    // LIMIT -1 OFFSET 0 keeps the inner query whole: each pair is made once. Only what is not written goes by the tally.
    return try execute(
      "link \(target).\(link.relationship.name)",
      """
      INSERT INTO main.\(sqlName(table)) (\(columns.map { sqlName($0) }.joined(separator: ", ")))
      SELECT \(values.joined(separator: ", ")) FROM (SELECT a, b\(orderColumn == nil ? "" : ", p") FROM (\(pairs)) LIMIT -1 OFFSET 0)
      WHERE (a IS NOT NULL AND b IS NOT NULL) OR heirloom_link_is_broken()
      ON CONFLICT DO UPDATE SET \(sqlName(ownerColumn)) = \(sqlName(ownerColumn)) WHERE heirloom_link_is_double()
      """, at: link.place)
  }

  /// Writes pairs to where the relationship lives, and gives how many links came to be.
  func write(
    _ pairs: String, of link: LinkAssignment, target: EntityName, to place: RelationshipPlacement
  ) throws -> Int64 {
    let title = "link \(target).\(link.relationship.name)"
    let found = "SELECT a, b, n, p FROM (\(pairs)) WHERE a IS NOT NULL AND b IS NOT NULL"
    switch place {
    case .joinTable: return 0
    case .column(let column, let entityColumn, _):
      let owner = try placement(of: target)
      let entity = entityColumn.map { ", \(sqlName($0)) = s.n" } ?? ""
      return try execute(
        title,
        """
        UPDATE main.\(sqlName(owner.table)) SET \(sqlName(column)) = s.b\(entity)
        FROM (\(found)) AS s WHERE \(sqlName(owner.keyColumn)) = s.a
        """, at: link.place)
    case .inverse(let inverse):
      guard
        case .column(let column, let entityColumn, _)? = try placement(of: link.relationship.destination).relationships[inverse]
      else { return 0 }
      return try adopt(found, link, target, column, entityColumn, title)
    case .destinationColumn(let column, _):
      return try adopt(found, link, target, column, nil, title)
    }
  }

  /// Writes the owner's key into the targets: each target may have one owner.
  func adopt(
    _ found: String, _ link: LinkAssignment, _ target: EntityName, _ column: String, _ entityColumn: String?, _ title: String
  ) throws -> Int64 {
    let destination = try placement(of: link.relationship.destination), owner = try placement(of: target)
    let group = copied.first {
      $0.count > 0 && $0.declarer == link.declarer && $0.relationship.name == link.relationship.name
    }
    // Links that lead to copies are written with these.
    let toCopies = try group.map { group in
      try connection.count(
        "SELECT count(*) FROM (SELECT DISTINCT a, b FROM (\(found))) AS s WHERE \(group.isCopied("s.a", "s.b"))")
    }
    let found = group.map { "SELECT * FROM (\(found)) AS s WHERE NOT \($0.isCopied("s.a", "s.b"))" } ?? found
    var shared = try connection.count("SELECT count(*) FROM (SELECT b FROM (\(found)) GROUP BY b HAVING count(DISTINCT a) > 1)")
    if shared == 0, isFilledBySeveral(link) {
      shared = try connection.count(
        """
        SELECT count(*) FROM (SELECT DISTINCT a, b FROM (\(found))) AS s JOIN main.\(sqlName(destination.table)) AS w \
        ON w.\(sqlName(destination.keyColumn)) = s.b WHERE w.\(sqlName(column)) <> s.a
        """)
    }
    guard shared == 0 else { throw Finding(shared: shared, in: link, of: target) }
    let entity = entityColumn.flatMap { name in owner.entityNumber.map { ", \(sqlName(name)) = \($0)" } } ?? ""
    let written = try execute(
      title,
      """
      UPDATE main.\(sqlName(destination.table)) SET \(sqlName(column)) = s.a\(entity)
      FROM (\(found)) AS s WHERE \(sqlName(destination.keyColumn)) = s.b
      """, at: link.place)
    return written + (toCopies ?? 0)
  }

  /// Another rule's records are owners in the same relationship.
  private func isFilledBySeveral(_ link: LinkAssignment) -> Bool {
    plan.links.count { other in
      other.declarer == link.declarer && other.relationship.name == link.relationship.name && !other.value.isLeftToOthers
    } > 1
  }
}

internal import HeirloomFindings
internal import HeirloomMapping
internal import HeirloomSQLite
internal import HeirloomSchema

/// Which records are copied, for whom, and under which keys: known before a row is written.
extension Conversion {
  /// Finds the records that several owners would share, and gives each owner but the first a copy.
  ///
  /// Owners are taken before what they own, so that a copied owner gets copies in turn. Cost: the links of the relationships concerned,
  /// sorted; a pass over the rules that make owners and records, when there are copies.
  func allotCopies() throws {
    var groups: [(end: (declarer: EntityName, relationship: Relationship), links: [Int])] = []
    for index in plan.links.indices where !plan.links[index].value.isLeftToOthers {
      guard let end = ownersEnd(of: plan.links[index]) else { continue }
      if let known = groups.firstIndex(where: {
        $0.end.declarer == end.declarer && $0.end.relationship.name == end.relationship.name
      }) {
        groups[known].links.append(index)
      } else {
        groups.append((end, [index]))
      }
    }
    while !groups.isEmpty {
      // The checker allows no circle, so there is always one whose owners are not copied any more.
      let next =
        groups.firstIndex { group in
          let owner = plan.target.root(of: group.end.declarer)
          return !groups.contains { plan.target.root(of: $0.end.relationship.destination) == owner }
        } ?? 0
      let (end, links) = groups.remove(at: next)
      let group = CopiedRelationship(copied.count, links, end)
      try allot(group)
      copied.append(group)
    }
  }

  /// The relationship by which owners have what is copied; nil for links whose records are not.
  private func ownersEnd(of link: LinkAssignment) -> (declarer: EntityName, relationship: Relationship)? {
    guard let copies = link.copies else { return nil }
    guard copies.isBackward else { return (link.declarer, link.relationship) }
    let owner = link.relationship.destination
    return plan.target.inverse(of: link.relationship).map { (plan.target.declarer(of: $0.name, in: owner) ?? owner, $0) }
  }

  /// The relationships treated so far whose copies stand in the table.
  func copies(in table: String, before group: CopiedRelationship) -> [CopiedRelationship] {
    copied.filter {
      $0.number < group.number && $0.count > 0 && layout.entities[$0.relationship.destination]?.table == table
    }
  }

  private func allot(_ group: CopiedRelationship) throws {
    try connection.run(
      "CREATE TEMP TABLE \"shares_\(group.number)\"(a INTEGER, b INTEGER, rank INTEGER, PRIMARY KEY (a, b)) WITHOUT ROWID")
    try gatherShares(of: group.links, into: group.shares)
    let ownerTable = try placement(of: group.declarer).table
    for earlier in copies(in: ownerTable, before: group) {
      // What a copied owner has is shared by its copy.
      try connection.run(
        """
        INSERT OR IGNORE INTO \(group.shares) SELECT cc.new, s.b, \(group.links.count) FROM \(earlier.copies) AS cc \
        JOIN \(group.shares) AS s ON s.a = cc.original WHERE s.rank < \(group.links.count)
        """)
    }
    let table = try placement(of: group.relationship.destination).table, base = highestKeys[table] ?? 0
    try connection.run(
      "CREATE TEMP TABLE \"copies_\(group.number)\"(new INTEGER PRIMARY KEY, original INTEGER, owner INTEGER, seed TEXT)")
    group.count = try execute(
      "give each owner but the first a copy in \(group.declarer).\(group.relationship.name)",
      """
      INSERT INTO \(group.copies) SELECT row_number() OVER (ORDER BY b, place) + \(base), b, a, NULL FROM \
      (SELECT a, b, row_number() OVER (PARTITION BY b ORDER BY rank, a) AS place FROM \(group.shares)) WHERE place > 1
      """, at: place(of: group))
    guard group.count > 0 else { return }
    highestKeys[table] = base + group.count
    try connection.run(
      "CREATE UNIQUE INDEX temp.\"copies_of_\(group.number)\" ON \"copies_\(group.number)\"(original, owner)")
    try traceOrigins(of: group, in: table)
    try nameOwners(of: group, in: ownerTable)
  }

  /// The line of the mapping that asked for copies.
  func place(of group: CopiedRelationship) -> TextPlace? {
    plan.links[group.links[0]].copies.map { plan.sharedChildren[$0.policy] }?.place
  }

  /// Finds the rule and the row that each original was made by.
  private func traceOrigins(of group: CopiedRelationship, in table: String) throws {
    try connection.run(
      "CREATE TEMP TABLE \"origins_\(group.number)\"(new INTEGER PRIMARY KEY, rule INTEGER, old INTEGER, name TEXT)")
    for source in sources where try placement(of: source.rule.target).table == table {
      try connection.run(
        """
        INSERT OR IGNORE INTO \(group.origins) SELECT new, \(source.number), old, \(name(of: source, "old")) FROM \
        (SELECT \(source.newKey) AS new, \(source.key) AS old FROM \(source.from)\(source.filter(source.survives))) \
        WHERE new IN (SELECT original FROM \(group.copies))
        """)
    }
  }

  /// Tells the copies of a record apart by their owners, in terms of the old store: the same in every run.
  private func nameOwners(of group: CopiedRelationship, in table: String) throws {
    let names = "owners_\(group.number)"
    try connection.run("CREATE TEMP TABLE \(sqlName(names))(key INTEGER PRIMARY KEY, name TEXT)")
    for earlier in copies(in: table, before: group) {
      try connection.run(
        """
        INSERT INTO temp.\(sqlName(names)) SELECT cc.new, cc.seed || char(0) || gg.name FROM \(earlier.copies) AS cc \
        JOIN \(earlier.origins) AS gg ON gg.new = cc.original
        """)
    }
    for source in sources where try placement(of: source.rule.target).table == table {
      try connection.run(
        """
        INSERT OR IGNORE INTO temp.\(sqlName(names)) SELECT new, \(name(of: source, "old")) FROM \
        (SELECT \(source.newKey) AS new, \(source.key) AS old FROM \(source.from)\(source.filter(source.survives))) \
        WHERE new IN (SELECT owner FROM \(group.copies))
        """)
    }
    try connection.run(
      "UPDATE \(group.copies) SET seed = (SELECT n.name FROM temp.\(sqlName(names)) AS n WHERE n.key = owner)")
  }

  /// SQL of a row's name, of the parts that `UUID(stableFor:)` takes of a record.
  private func name(of source: RuleSource, _ key: String) -> String {
    let root = source.rule.sourceEntity.map { plan.source.root(of: $0).text } ?? ""
    let kind =
      switch source.rule.origin {
      case .entity: root
      case .links(_, let property): "\(root).\(property)"
      case .elements, .values, .constant: "\(root) \(source.number)"
      }
    return "\(sqlText(kind)) || char(0) || \(key)"
  }

  /// Tells how many copies are made.
  func tellCopies(as kind: FindingKind) {
    for group in copied where group.count > 0 {
      let name = "\(group.declarer).\(group.relationship.name)"
      let what =
        group.count == 1
        ? "1 copy of '\(group.relationship.destination)'" : "\(group.count) copies of '\(group.relationship.destination)'"
      findings.append(
        Finding(
          kind, "\(what) for '\(name)', since several owners share a record", at: place(of: group).map { .text($0) },
          count: Int(group.count)))
    }
  }
}

extension Finding {
  /// Records would have several owners, where the target allows one.
  init(shared count: Int64, in link: LinkAssignment, of owner: EntityName) {
    let policy = link.leads.map { "SharedChildren(\"\($0.declarer).\($0.name)\", .clone)" }
    self.init(
      .sharedChild,
      "\(count) record\(count == 1 ? "" : "s") of '\(link.relationship.destination)' would have several owners in '\(owner).\(link.relationship.name)'",
      at: link.place.map { .text($0) }, help: policy.map { "give each owner a copy: \($0)" }, count: Int(count))
  }
}

internal import HeirloomMapping
internal import HeirloomSQLite
internal import HeirloomSchema

/// Which owner has which record, once `Unique` has joined what is one.
extension Conversion {
  /// Fills a table `(a, b, rank)`: the owner, the record, and the place of the owner's assignment among `links`.
  ///
  /// A link to one record is the survivor's own; those of the records merged into it count only where it has none and `Unique` fills
  /// nils. Links to many are all the survivor's.
  func gatherShares(of links: [Int], into table: String) throws {
    var fillable: [Int] = []
    for (rank, index) in links.enumerated() {
      let link = plan.links[index], source = sources[link.rule], isBackward = link.copies?.isBackward == true
      let isOwn = source.hasSurvivors && !link.relationship.isToMany && !isBackward
      for query in try pairs(of: link, in: source, when: isOwn ? source.survives : []) {
        let ends = isBackward ? "b, a" : "a, b"
        try connection.run(
          "INSERT OR IGNORE INTO \(table) SELECT \(ends), \(rank) FROM (\(query)) WHERE a IS NOT NULL AND b IS NOT NULL")
      }
      if isOwn { fillable.append(rank) }
    }
    func isCarried(_ rank: Int) -> Bool { if case .record = plan.links[links[rank]].value { true } else { false } }
    // In the order in which they are filled: links that are carried, the nearest of all rules; then those that are looked up.
    for rule in plan.uniques where rule.fills {
      try addFilled(fillable.filter { isCarried($0) }, of: links, by: rule, to: table)
    }
    for rank in fillable where !isCarried(rank) {
      for rule in plan.uniques where rule.fills { try addFilled([rank], of: links, by: rule, to: table) }
    }
  }

  private func addFilled(_ ranks: [Int], of links: [Int], by rule: UniqueRule, to table: String) throws {
    let family = Set(plan.target.family(of: rule.target).map(\.name))
    var found: [String] = []
    for rank in ranks {
      let link = plan.links[links[rank]], source = sources[link.rule]
      guard family.contains(source.rule.target) else { continue }
      let losers = "temp.\(sqlName("losers_\(rule.table)")) AS lo WHERE lo.rule = \(source.number) AND lo.old = \(source.key)"
      let isLoser = "EXISTS (SELECT 1 FROM \(losers))", nearness = "(SELECT lo.rank FROM \(losers))"
      found += try pairs(of: link, in: source, when: [isLoser], position: nearness).map {
        "SELECT a, b, p, \(rank) AS rank FROM (\($0)) WHERE a IS NOT NULL AND b IS NOT NULL"
      }
    }
    guard !found.isEmpty else { return }
    try connection.run(
      """
      INSERT OR IGNORE INTO \(table) SELECT a, b, rank FROM \
      (SELECT a, b, rank, row_number() OVER (PARTITION BY a ORDER BY p) AS place FROM (\(found.joined(separator: " UNION ALL ")))) AS q \
      WHERE place = 1 AND NOT EXISTS (SELECT 1 FROM \(table) AS s WHERE s.a = q.a)
      """)
  }
}

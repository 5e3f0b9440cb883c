internal import HeirloomFindings
internal import HeirloomMapping
internal import HeirloomSQLite
internal import HeirloomSchema

extension Site {
  /// The record was left out by a rule, and not for a fault of its own.
  var isOnPurpose: Bool { kind == .skip || kind == .delete }
}

extension Conversion {
  /// Lets what was left out take others along: by the delete rules of deleted records, and by the mapping's word on orphans.
  ///
  /// Repeats until nothing more goes, so chains and cycles of any depth are followed. Cost: a join for each relationship
  /// concerned and round; a round takes at least one record.
  func spreadFates() throws {
    let isDeleting = sites.contains { $0.kind == .delete }
    guard isDeleting || !plan.orphans.isEmpty else { return }
    var more = true
    while more {
      more = false
      if isDeleting { for source in sources where source.hasFates { more = try cascade(from: source) || more } }
      for orphan in plan.orphans where orphan.policy == .drop { more = try dropOrphans(orphan) || more }
    }
    if isDeleting { for source in sources where source.hasFates { try enforceDenials(of: source) } }
    for orphan in plan.orphans where orphan.policy == .fail { try refuseOrphans(orphan) }
  }

  // MARK: - Delete rules

  private func deleted(_ source: RuleSource) -> String {
    let numbers = sites.indices.filter { sites[$0].kind == .delete }.map { String($0) }.joined(separator: ", ")
    let also = source.hasOthersDeleted ? " UNION ALL SELECT d._id FROM \(source.othersDeleted) AS d" : ""
    return "SELECT f._id FROM \(source.fates) AS f WHERE f.site IN (\(numbers))\(also)"
  }

  /// The `_id`s of the records at the other ends of a relationship of deleted records.
  private func followers(of source: RuleSource, by relationship: Relationship, _ declarer: EntityName) -> String {
    relationship.isToMany
      ? "SELECT c.target FROM \(source.sql.relation(relationship.name, of: declarer)) AS c WHERE c.owner IN (\(deleted(source)))"
      : "SELECT o.\(sqlName(relationship.name.text)) FROM \(source.from) WHERE o._id IN (\(deleted(source)))"
  }

  private func cascade(from source: RuleSource) throws -> Bool {
    guard case .entity(let entity) = source.rule.origin else { return false }
    var found = false
    for relationship in plan.source.relationships(of: entity) where relationship.deleteRule == .cascade {
      let declarer = plan.source.declarer(of: relationship.name, in: entity) ?? entity
      let gone = followers(of: source, by: relationship, declarer)
      found =
        try leaveOut(
          "deleted with its owner, by '\(declarer).\(relationship.name)'", .delete, of: relationship.destination, among: gone)
        || found
    }
    return found
  }

  private func enforceDenials(of source: RuleSource) throws {
    guard case .entity(let entity) = source.rule.origin else { return }
    for relationship in plan.source.relationships(of: entity) where relationship.deleteRule == .deny {
      let declarer = plan.source.declarer(of: relationship.name, in: entity) ?? entity
      var rest: Int64 = 0
      for other in sources(of: relationship.destination) {
        rest += try connection.count(
          "SELECT count(*) FROM \(other.from)\(other.filter(other.survives + ["\(other.key) IN (\(followers(of: source, by: relationship, declarer)))"]))"
        )
      }
      guard rest > 0 else { continue }
      throw Finding(
        .deleteDenied,
        "'\(declarer).\(relationship.name)' denies the deletion: \(rest) record\(rest == 1 ? "" : "s") of '\(relationship.destination)' still belong\(rest == 1 ? "s" : "") to what is deleted",
        at: source.rule.place.map { .text($0) }, count: Int(rest))
    }
  }

  // MARK: - Orphans

  private func sources(of entity: EntityName) -> [RuleSource] {
    let kin = Set(plan.source.family(of: entity).map(\.name) + plan.source.lineage(of: entity).map(\.name))
    return sources.filter { if case .entity(let from) = $0.rule.origin { kin.contains(from) } else { false } }
  }

  /// The `_id`s of the records without an owner that is carried.
  private func orphans(_ rule: OrphanRule) -> String {
    let sql = ExpressionSQL(source: plan.source, prefix: prefix)
    if let owner = rule.owner, let relationship = plan.source.relationship(owner, of: rule.entity) {
      return
        "SELECT c._id FROM \(sql.relation(rule.entity)) AS c WHERE NOT \(isCarried("c.\(sqlName(owner.text))", relationship.destination))"
    }
    var owners: [String] = []
    for entity in plan.source.entities {
      for relationship in entity.relationships
      where plan.source.lineage(of: rule.entity).contains(where: { $0.name == relationship.destination }) {
        // The way back from the child to its owner is not an owner's own relationship.
        if let inverse = plan.source.inverse(of: relationship), inverse.isToMany || inverse.ownsDestination,
          !owns(relationship, of: entity.name)
        {
          continue
        }
        let links =
          relationship.isToMany
          ? "SELECT c.owner AS owner, c.target AS target FROM \(sql.relation(relationship.name, of: entity.name)) AS c"
          : "SELECT c._id AS owner, c.\(sqlName(relationship.name.text)) AS target FROM \(sql.relation(entity.name)) AS c"
        owners.append("SELECT q.target FROM (\(links)) AS q WHERE q.target IS NOT NULL AND \(isCarried("q.owner", entity.name))")
      }
    }
    guard !owners.isEmpty else { return "SELECT NULL WHERE 0" }
    return "SELECT c._id FROM \(sql.relation(rule.entity)) AS c WHERE c._id NOT IN (\(owners.joined(separator: " UNION ALL ")))"
  }

  /// Whether a relationship of the store makes an owner: by its own delete rule, or by that of the relationship it becomes.
  private func owns(_ relationship: Relationship, of entity: EntityName) -> Bool {
    relationship.ownsDestination
      || plan.links.contains {
        ($0.carries ?? $0.leads) == SourceRelationship(entity, relationship.name)
          && ($0.relationship.ownsDestination || $0.relationship.deleteRule == .cascade)
      }
  }

  /// Whether the record of the entity with this `_id` becomes, or becomes part of, a record of the target.
  private func isCarried(_ identity: String, _ entity: EntityName) -> String {
    let tests = sources(of: entity).map { source in
      "EXISTS (SELECT 1 FROM \(source.from)\(source.filter(source.survives + ["\(source.key) = \(identity)"])))"
    }
    return tests.isEmpty ? "0" : "(\(tests.joined(separator: " OR ")))"
  }

  private func dropOrphans(_ rule: OrphanRule) throws -> Bool {
    let reason = rule.owner.map { "its '\($0)' is left out or missing" } ?? "no record owns it"
    return try leaveOut(reason, .skip, of: rule.entity, among: orphans(rule))
  }

  private func refuseOrphans(_ rule: OrphanRule) throws {
    var count: Int64 = 0
    for source in sources(of: rule.entity) {
      count += try connection.count(
        "SELECT count(*) FROM \(source.from)\(source.filter(source.survives + ["\(source.key) IN (\(orphans(rule)))"]))")
    }
    guard count > 0 else { return }
    let name = rule.owner.map { "\(rule.entity).\($0)" } ?? rule.entity.text
    throw Finding(
      .orphans, "\(count) record\(count == 1 ? "" : "s") of '\(name)' \(count == 1 ? "has" : "have") no owner",
      at: rule.place.map { .text($0) }, count: Int(count))
  }

  /// Leaves out the rows of an entity's rules whose keys a query gives; true when there was one.
  private func leaveOut(_ reason: String, _ kind: Site.Kind, of entity: EntityName, among keys: String) throws -> Bool {
    var found = false
    for source in sources(of: entity) {
      try connection.run(
        "CREATE TEMP TABLE IF NOT EXISTS \"fate_\(source.number)\"(_id INTEGER PRIMARY KEY, site INTEGER, survivor INTEGER)")
      let site = register.add(reason, rule: source.number, property: nil, kind: kind)
      let conditions = ["\(source.key) IN (\(keys))", "\(source.key) NOT IN (SELECT f._id FROM \(source.fates) AS f)"]
      let count = try execute(
        "leave out records of \(entity): \(reason)",
        "INSERT INTO \(source.fates)(_id, site) SELECT \(source.key), \(site) FROM \(source.from)\(source.filter(conditions))")
      if count > 0 {
        source.hasFates = true
        found = true
      }
      if kind == .delete { found = try noteDeletion(of: source, among: keys) || found }
    }
    return found
  }

  /// Remembers records that a deletion reaches and that were left out for another reason: the old app would have deleted them, and
  /// what they own with them.
  private func noteDeletion(of source: RuleSource, among keys: String) throws -> Bool {
    let deletions = sites.indices.filter { sites[$0].kind == .delete }.map { String($0) }.joined(separator: ", ")
    let reached = """
      SELECT f._id FROM \(source.fates) AS f WHERE f.site IS NOT NULL AND f.site NOT IN (\(deletions)) AND f._id IN (\(keys))
      """
    if !source.hasOthersDeleted {
      guard try connection.count("SELECT EXISTS (\(reached))") != 0 else { return false }
      try connection.run("CREATE TABLE IF NOT EXISTS \(source.othersDeleted)(_id INTEGER PRIMARY KEY)")
      source.hasOthersDeleted = true
    }
    try connection.run("INSERT OR IGNORE INTO \(source.othersDeleted) \(reached)")
    return connection.changes > 0
  }
}

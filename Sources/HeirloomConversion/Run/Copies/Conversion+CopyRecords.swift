internal import HeirloomFindings
internal import HeirloomMapping
internal import HeirloomSQLite
internal import HeirloomSchema

/// Copies of records, made once everything else is written.
extension Conversion {
  /// Writes the copies that were allotted, with their links, and the ledger's lines.
  ///
  /// A copy has the values of the record it is made of, as that one ended: with nils filled by `Unique`, and links settled. Its owner is
  /// its own; UUIDs made of the record are made anew, and values in files get files of their own.
  /// - Throws: a `Finding` when the copies would share what the record owns.
  func writeCopies() throws {
    for group in copied where group.count > 0 {
      var joins: [String: [String]] = [:]
      for source in sources {
        let count = try connection.count("SELECT count(*) FROM \(self.copies(of: source, group))")
        guard count > 0 else { continue }
        try keepApart(source, group)
        let written = try writeRecords(of: source, group)
        try noteLinks(of: source, group, &joins)
        try trace(source, group)
        var row = Ledger.Records(rule: source.number, source: source.rule.sourceEntity?.text ?? "", target: source.rule.target)
        (row.read, row.written) = (count, written)
        ledger.records.append(row)
      }
      for (table, selects) in joins.sorted(by: { $0.key < $1.key }) { try writeJoins(table, selects, group) }
      try leadToCopies(group)
    }
  }

  /// `FROM` clause of the copies of a rule's records: `cc` the copy, `gg` the record's origin.
  func copies(of source: RuleSource, _ group: CopiedRelationship) -> String {
    "\(group.copies) AS cc CROSS JOIN \(group.origins) AS gg ON gg.new = cc.original AND gg.rule = \(source.number)"
  }

  /// The columns of the record that say whose it is.
  func ownerColumns(_ group: CopiedRelationship, _ child: EntityPlacement) throws -> (key: String, entity: String?)? {
    let inverse: PropertyName
    switch try placement(of: group.declarer).relationships[group.relationship.name] {
    case .destinationColumn(let column, _): return (column, nil)
    case .inverse(let name): inverse = name
    case .column:
      guard let name = plan.target.inverse(of: group.relationship)?.name else { return nil }
      inverse = name
    case .joinTable, nil: return nil
    }
    guard case .column(let column, let entity, _)? = child.relationships[inverse] else { return nil }
    return (column, entity)
  }

  private func writeRecords(of source: RuleSource, _ group: CopiedRelationship) throws -> Int64 {
    let place = try placement(of: source.rule.target), owner = try placement(of: group.declarer)
    var values: [String: String] = [place.keyColumn: "cc.new"]
    if let (key, entity) = try ownerColumns(group, place) {
      values[key] = "cc.owner"
      if let entity {
        values[entity] =
          "(SELECT w.\"Z_ENT\" FROM main.\(sqlName(owner.table)) AS w WHERE w.\(sqlName(owner.keyColumn)) = cc.owner)"
      }
    }
    for relationship in exclusiveOnes(of: source.rule.target) {
      guard case .column(let column, let entity, _)? = place.relationships[relationship.name] else { continue }
      for name in [column, entity].compactMap({ $0 }) where values[name] == nil { values[name] = "NULL" }
    }
    let remade = self.remade(by: source, place)
    values.merge(remade) { $1 }
    let columns = try connection.rows("SELECT name FROM pragma_table_info(\(sqlText(place.table)), 'main')").compactMap {
      $0[0].text
    }
    let key = sqlName(place.keyColumn)
    let rows = remade.isEmpty ? "" : " CROSS JOIN \(source.from) ON \(source.key) = gg.old"
    return try execute(
      "copy \(source.rule.target) for other owners in \(group.declarer).\(group.relationship.name)",
      """
      INSERT INTO main.\(sqlName(place.table)) (\(columns.map { sqlName($0) }.joined(separator: ", ")))
      SELECT \(columns.map { values[$0] ?? "tt.\(sqlName($0))" }.joined(separator: ", "))
      FROM \(copies(of: source, group)) CROSS JOIN main.\(sqlName(place.table)) AS tt ON tt.\(key) = cc.original\(rows)
      """, at: self.place(of: group))
  }

  /// The to-ones of an entity whose other end is a to-one too, so that a copy cannot have the same.
  func exclusiveOnes(of entity: EntityName) -> [Relationship] {
    plan.target.relationships(of: entity).filter { relationship in
      !relationship.isToMany && !relationship.isTransient && plan.target.inverse(of: relationship).map { !$0.isToMany } ?? false
    }
  }

  /// SQL of the columns that are not copied but made again.
  private func remade(by source: RuleSource, _ place: EntityPlacement) -> [String: String] {
    let unique = Set(plan.target.lineage(of: source.rule.target).flatMap(\.uniqueness).flatMap { $0 })
    var result: [String: String] = [:]
    for attribute in source.rule.attributes {
      guard let column = place.columns[attribute.path] else { continue }
      let isKey = unique.contains(attribute.attribute) && attribute.value.makesStableUUID(source.rule.locals)
      var sql = source.sql
      sql.seed = UUIDSeed(sql: "cc.seed", isForAll: isKey)
      // What was computed beforehand is the original's.
      for number in source.rule.locals.indices where source.rule.locals[number].makesStableUUID(source.rule.locals) {
        sql.stored[number] = nil
      }
      let value = sql.sql(attribute.value)
      if attribute.leaf.allowsExternalStorage {
        result[column] = "COALESCE(heirloom_store_external(\(value)), tt.\(sqlName(column)))"
      } else if isKey || attribute.value.namesItsRecord(source.rule.locals) {
        result[column] = value
      }
    }
    return result
  }

  /// One-to-one links of the owners lead to the copies now.
  private func leadToCopies(_ group: CopiedRelationship) throws {
    let owner = try placement(of: group.declarer)
    guard case .column(let column, let entityColumn, _)? = owner.relationships[group.relationship.name] else { return }
    let child = try placement(of: group.relationship.destination)
    let entity =
      entityColumn.map {
        ", \(sqlName($0)) = (SELECT w.\"Z_ENT\" FROM main.\(sqlName(child.table)) AS w WHERE w.\(sqlName(child.keyColumn)) = cc.new)"
      } ?? ""
    try execute(
      "link \(group.declarer).\(group.relationship.name) to the copies",
      """
      UPDATE main.\(sqlName(owner.table)) SET \(sqlName(column)) = cc.new\(entity) FROM \(group.copies) AS cc \
      WHERE \(sqlName(owner.keyColumn)) = cc.owner
      """, at: place(of: group))
  }

  /// Remembers for the proof which source row each copy stems from.
  private func trace(_ source: RuleSource, _ group: CopiedRelationship) throws {
    let name = "copied_\(group.number)_\(source.number)"
    try connection.run(
      "CREATE TEMP TABLE \(sqlName(name)) AS SELECT gg.old AS old, cc.new AS new FROM \(copies(of: source, group))")
    try connection.run("CREATE INDEX temp.\(sqlName("i_" + name)) ON \(sqlName(name))(old, new)")
    copyOutcomes.append((source.number, "temp.\(sqlName(name))"))
  }
}

/// What sets the UUIDs of a copy apart from those of the record it is made of.
struct UUIDSeed {
  /// SQL of one more part of the name.
  var sql: String
  /// For every `UUID(stableFor:)`, and not only for those that name the record.
  var isForAll: Bool
}

extension Expression {
  /// Somewhere in it a name-based UUID names the rule's own record.
  func namesItsRecord(_ lets: [Expression]) -> Bool {
    switch kind {
    case .operation(.uuidStable, let operands) where operands.contains(where: \.isNameOfItsRow): true
    case .local(let number): lets.indices.contains(number) && lets[number].namesItsRecord(lets)
    default: parts.contains { $0.namesItsRecord(lets) }
    }
  }

  /// The key of the rule's own record as a part of a UUID's name.
  var isNameOfItsRow: Bool {
    guard case .operation(.textFromInt, let operands) = kind, case .identity(.parameter)? = operands.first?.kind else {
      return false
    }
    return true
  }
}

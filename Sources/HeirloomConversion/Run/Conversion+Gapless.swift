internal import HeirloomMapping
internal import HeirloomSQLite
internal import HeirloomSchema

extension Conversion {
  /// Whether every link of a to-many relationship leads from a record to a record, which a few look-ups can tell when keys have
  /// no gaps: then a key between the lowest and the highest is a record's.
  ///
  /// Stores from which little was deleted are like this; in the others every link is looked up.
  func isSound(_ property: PropertyName, of declarer: EntityName, from owner: EntityName, to target: EntityName) -> Bool {
    let sql = ExpressionSQL(source: plan.source, prefix: prefix)
    let relation = sql.relation(property, of: declarer)
    guard let owners = gaplessKeys(of: owner), let targets = gaplessKeys(of: target) else { return false }
    let ends = ["min(owner)", "max(owner)", "min(target)", "max(target)"].map { "(SELECT \($0) FROM \(relation))" }
    // NULL: there is no link at all.
    guard let row = try? connection.rows("SELECT \(ends.joined(separator: ", "))").first else { return false }
    let found = row.map(\.integer)
    return zip(found, [owners, owners, targets, targets]).allSatisfy { key, keys in key.map { keys.contains($0) } ?? false }
      && hasNoNullEnds(relation)
  }

  /// How many links the column `q.x` holds, when all are keys of an entity whose keys have no gap; nil when they must be looked up.
  func countSound(_ links: String, to entity: EntityName) throws -> Int64? {
    guard let keys = gaplessKeys(of: entity),
      let row = try connection.rows("SELECT count(q.x), min(q.x), max(q.x) FROM \(links)").first, let count = row[0].integer
    else { return nil }
    if count == 0 { return 0 }
    guard let low = row[1].integer, let high = row[2].integer else { return nil }
    return keys.contains(low) && keys.contains(high) ? count : nil
  }

  /// NULL is neither the lowest nor the highest, so it is asked for by itself; each end by its own index.
  private func hasNoNullEnds(_ relation: String) -> Bool {
    ["owner", "target"].allSatisfy { end in
      (try? connection.count("SELECT EXISTS (SELECT 1 FROM \(relation) WHERE \(end) IS NULL)")) == 0
    }
  }

  /// The keys of an entity's records, when there is no gap among them; nil otherwise.
  private func gaplessKeys(of entity: EntityName) -> ClosedRange<Int64>? {
    if let known = gaplessRanges[entity] { return known }
    let relation = ExpressionSQL(source: plan.source, prefix: prefix).relation(entity)
    var range: ClosedRange<Int64>?
    let query =
      "SELECT (SELECT min(_id) FROM \(relation)), (SELECT max(_id) FROM \(relation)), (SELECT count(*) FROM \(relation))"
    if let row = try? connection.rows(query).first, let low = row[0].integer, let high = row[1].integer,
      let count = row[2].integer
    {
      let (span, overflows) = high.subtractingReportingOverflow(low)
      if !overflows, span >= 0, span < .max, span + 1 == count { range = low...high }
    }
    gaplessRanges[entity] = .some(range)
    return range
  }
}

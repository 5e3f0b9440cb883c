internal import HeirloomFindings
internal import HeirloomSchema
internal import HeirloomSQLite

/// Records that are named by a key or an identity.
extension SchemaBuilder {
  /// The expression that finds the record that a key names, and findings for those it does not find.
  mutating func reference(
    _ destination: EntityName, _ column: String, _ table: String, _ property: StagedProperty, _ entity: EntityName,
    condition: String = "1"
  ) throws -> StagedExpression {
    if holdsKeys { return .converted(.int64, column) }
    let place = Place.store(StorePlace(entity: entity.text, property: property.name))
    guard let target = stager.entities.first(where: { names[$0.number] == destination && $0.owner == nil }) else {
      findings.append(Finding(.archiveDanglingReference, "there are no records of '\(destination)'", at: place))
      return .null
    }
    let links = "SELECT \(column) AS k FROM \(table) WHERE \(condition)"
    guard let key = try keys.key(of: target, links: links) else {
      findings.append(Finding(.archiveKeyUnclear, "it is not clear which property of '\(destination)' is its key", at: place))
      return .null
    }
    try countDangling(
      "SELECT count(*) FROM (\(links)) WHERE k IS NOT NULL AND k NOT IN (SELECT \(key) FROM \(target.table) WHERE \(key) IS NOT NULL)",
      property.name, entity)
    return .lookup(table: target.table, key: key, column: column)
  }

  mutating func countDangling(_ sql: String, _ property: String, _ entity: EntityName) throws {
    let count = Int(try stager.database.count(sql))
    guard count > 0 else { return }
    findings.append(
      Finding(
        .archiveDanglingReference, "\(shown(count)) references name records that are not there",
        at: .store(StorePlace(entity: entity.text, property: property)), count: count))
  }

  /// The entities of the records that identities in a column name.
  func identified(_ table: String, _ column: String, condition: String = "1") throws -> [Int] {
    try stager.database.rows(
      "SELECT DISTINCT i.entity FROM \(table) AS t JOIN identities AS i ON i.identity = t.\(column) WHERE \(condition) ORDER BY 1"
    ).compactMap { $0[0].integer.map(Int.init) }.filter { stager.entities.indices.contains($0) }
  }
}

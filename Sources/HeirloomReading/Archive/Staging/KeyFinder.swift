internal import HeirloomFindings
internal import HeirloomSchema
internal import HeirloomSQLite

/// Finds by which property links name the records of an entity.
struct KeyFinder {
  private let stager: Stager
  private let given: Schema?
  private var found: [Int: String?] = [:]

  init(_ stager: Stager, _ given: Schema?) {
    self.stager = stager
    self.given = given
  }

  /// The staged column that is the key of `entity`: what the schema says, else `_key`, else the one property that is
  /// unique, never null, and holds every value that `links` (a SELECT of one column `k`) names.
  mutating func key(of entity: StagedEntity, links: String?) throws -> String? {
    if let known = found[entity.number] { return known }
    let result = try search(entity, links)
    if let result {
      try stager.database.run("CREATE INDEX IF NOT EXISTS \(entity.table)_\(result) ON \(entity.table)(\(result))")
    }
    found[entity.number] = result
    return result
  }

  private func search(_ entity: StagedEntity, _ links: String?) throws -> String? {
    func column(_ name: String) -> String? { entity.property(named: name)?.scalarColumn.map { entity.columns[$0] } }
    if let declared = given?[EntityName(entity.givenName)] {
      let lineage = given?.lineage(of: declared.name) ?? []
      if let key = lineage.compactMap(\.primaryKey).first { return column(key.text) }
      if let unique = lineage.flatMap(\.uniqueness).first(where: { $0.count == 1 })?.first { return column(unique.text) }
    }
    if let key = column("_key") { return key }
    guard let links else { return nil }
    let preferred = ["id", "_id", "uuid", "key"]
    let names = entity.properties.filter { $0.scalarColumn != nil && Int64($0.profile.values) == entity.recordCount }.map(\.name)
    for name in preferred.filter(names.contains) + names.filter({ !preferred.contains($0) }) {
      guard let column = column(name) else { continue }
      guard try stager.database.count("SELECT count(DISTINCT \(column)) FROM \(entity.table)") == entity.recordCount else {
        continue
      }
      try stager.database.run("CREATE INDEX IF NOT EXISTS \(entity.table)_\(column) ON \(entity.table)(\(column))")
      let strangers = "SELECT count(*) FROM (\(links)) WHERE k IS NOT NULL AND k NOT IN (SELECT \(column) FROM \(entity.table))"
      if try stager.database.count(strangers) == 0 { return column }
    }
    return nil
  }
}

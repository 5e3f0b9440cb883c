internal import HeirloomFindings
internal import HeirloomSQLite

/// Finds objects within records that are records of a class of the same export, written out once more.
///
/// Realm Studio writes a linked object out in full wherever it is linked from. Where every such copy equals, in all its
/// plain values, exactly one record of a class with the same properties, the copies are links to those records.
struct CopyRecognition {
  /// By the number of the copies' staged entity.
  private(set) var records: [Int: (entity: StagedEntity, map: String)] = [:]
  private(set) var dropped: Set<Int> = []
  private(set) var findings: [Finding] = []

  init(_ stager: Stager) throws {
    let classes = stager.entities.filter { $0.owner == nil && $0.rows > 0 }
    for copies in stager.entities where copies.owner != nil && copies.recordCount > 0 && copies.key.contains("/") {
      if copies.chain.dropFirst().contains(where: { dropped.contains($0.number) }) {
        dropped.insert(copies.number)
        continue
      }
      let names = Set(copies.properties.map(\.name))
      let place = Place.store(StorePlace(entity: copies.owner?.entity.givenName, property: copies.owner?.property))
      var nearest: (name: String, matched: Int64)?
      for candidate in classes where names.count > 1 && Set(candidate.properties.map(\.name)) == names {
        let matched = try match(copies, candidate, stager.database)
        if matched == copies.recordCount {
          records[copies.number] = (candidate, "m\(copies.number)")
          dropped.insert(copies.number)
          findings.append(
            Finding(
              .archiveCopiesRecognised,
              "\(shown(Int(copies.recordCount))) written-out objects are records of '\(candidate.givenName)'", at: place,
              count: Int(copies.recordCount)))
          break
        }
        try stager.database.run("DROP TABLE IF EXISTS m\(copies.number)")
        if matched > nearest?.matched ?? 0 { nearest = (candidate.givenName, matched) }
      }
      if records[copies.number] == nil, let nearest {
        let strangers = Int(copies.recordCount - nearest.matched)
        findings.append(
          Finding(
            .archiveCopiesKept,
            "\(shown(strangers)) of \(shown(Int(copies.recordCount))) objects equal no single record of '\(nearest.name)'",
            at: place, count: strangers))
      }
    }
  }

  /// How many copies equal exactly one record; which one stands in the table `m<number>`.
  private func match(_ copies: StagedEntity, _ candidate: StagedEntity, _ database: Connection) throws -> Int64 {
    var conditions: [String] = [], indexed: [String] = []
    for property in copies.properties {
      let mine = property.scalarColumn.map { "x.\(copies.columns[$0])" } ?? "NULL"
      guard let column = candidate.property(named: property.name)?.scalarColumn else {
        if property.scalarColumn != nil { conditions.append("\(mine) IS NULL") }
        continue
      }
      conditions.append("t.\(candidate.columns[column]) IS \(mine)")
      if indexed.count < 4 { indexed.append(candidate.columns[column]) }
    }
    guard !indexed.isEmpty else { return -1 }
    try database.script(
      """
      CREATE INDEX IF NOT EXISTS \(candidate.table)_copies ON \(candidate.table)(\(indexed.joined(separator: ", ")));
      CREATE TABLE m\(copies.number)(copy INTEGER PRIMARY KEY, record INTEGER);
      INSERT INTO m\(copies.number) SELECT x._id, min(t._id) FROM \(copies.table) AS x CROSS JOIN \(candidate.table) AS t
        ON \(conditions.joined(separator: " AND ")) GROUP BY x._id HAVING count(*) = 1
      """)
    return try database.count("SELECT count(*) FROM m\(copies.number)")
  }
}

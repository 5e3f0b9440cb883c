import Foundation
import HeirloomFindings
import HeirloomReading
import HeirloomSQLite
import HeirloomSchema
import HeirloomTestSupport
import Testing

@Suite(.enabled(if: Corpus.isPresent, "skipped: no corpus")) struct CorpusCensusTests {
  /// What is wrong in real stores, each looked up with the sqlite3 shell. Stores that are not named have nothing.
  private static let oddities = [
    "photos-11-10.16.0.1": required,
    "photos-13.0": required + ["6 links of 'Person.mergeCandidates' lead to no record"],
    "photos-14.6": required + ["7 links of 'Person.mergeCandidates' lead to no record"],
    "plaso-notestore": ["28 links of 'ICCloudSyncingObject.cloudState' are not returned by its inverse"],
  ]
  private static let required = ["videoKeyFrameTimeScale", "videoKeyFrameValue"].map {
    "4 records have no 'Asset.\($0)', which the model requires"
  }
  /// Values in files of their own, whose folders did not come along.
  private static let missingFiles = ["wire-store1-24": 8, "wire-store2-21-2": 1, "wire-store2-45-0": 1]

  @Test(arguments: CorpusCounts.all.keys.sorted())
  func `the census of a real store equals counts made by another program`(name: String) throws {
    let counts = try #require(CorpusCounts.all[name])
    let store = try openStore(CorpusCounts.path(of: name))
    let connection = try Connection.inMemory()
    try store.present(on: connection, prefix: "")
    let census = try Census(of: store, on: connection)
    var compared = 0

    for (entity, known) in counts.entities where !known.isHistory {
      compared += 1
      #expect(census.records[EntityName(entity)] == known.rows, "\(name): \(entity)")
    }
    if counts.entities.values.contains(where: \.isHistory) {
      #expect(
        store.findings.contains { $0.id == "internal-tables" && $0.message.hasPrefix("the history is left out") }, "\(name)")
    }

    for (key, known) in counts.to_one {
      guard let dangling = known.dangling, let (entity, property) = split(key) else { continue }
      compared += 1
      #expect(
        census.links[entity]?[property] == .init(links: known.nonnull - dangling, dangling: dangling, ownerless: 0),
        "\(name): \(key)")
      // The same links seen from the other side, when that is a to-many.
      guard let relationship = store.schema.relationship(property, of: entity),
        let inverse = store.schema.inverse(of: relationship),
        inverse.isToMany, let declarer = store.schema.declarer(of: inverse.name, in: relationship.destination)
      else { continue }
      compared += 1
      #expect(
        census.links[declarer]?[inverse.name] == .init(links: known.nonnull - dangling, dangling: 0, ownerless: dangling),
        "\(name): \(declarer).\(inverse.name)")
    }

    let entities = Dictionary(counts.entities.map { ($1.ent, EntityName($0)) }, uniquingKeysWith: { first, _ in first })
    for (table, known) in counts.join_tables {
      compared += 1
      // `Z_12NOTES` belongs to entity 12's relationship `notes`, whose owners are in the first column.
      let digits = table.dropFirst(2).prefix(while: \.isNumber)
      let declarer = try #require(entities[Int(digits) ?? -1], "\(name): \(table)")
      let relationship = try #require(
        store.schema[declarer]?.relationships.first { $0.name.text.uppercased() == table.dropFirst(2 + digits.count) },
        "\(name): \(table)")
      let links = try #require(census.links[declarer]?[relationship.name])
      let dangling = known.columns.filter { !$0.hasPrefix("Z_FOK") }.map { known.dangling[$0] ?? 0 }
      #expect(links.links + links.dangling + links.ownerless == known.rows, "\(name): \(table)")
      #expect(links.dangling == dangling[1] && links.ownerless == dangling[0], "\(name): \(table)")
      #expect(relationship.isOrdered == known.columns.contains("Z_FOK_\(known.columns[1].dropFirst(2))"), "\(name): \(table)")
      // And from the other side.
      guard let inverse = relationship.inverse else { continue }
      let there = store.schema.declarer(of: inverse, in: relationship.destination).flatMap { census.links[$0]?[inverse] }
      #expect(there?.links == links.links, "\(name): \(table)")
    }
    try store.confirmUnchanged()
    let oddities = census.findings.filter { $0.id != "external-file-missing" }.map(\.message).sorted()
    #expect(oddities == CorpusCensusTests.oddities[name] ?? [], "\(name)")
    #expect(census.findings.count - oddities.count == CorpusCensusTests.missingFiles[name] ?? 0, "\(name)")
    print("census of \(name): \(compared) counts equal")
  }

  @Test(arguments: CorpusCounts.all.keys.sorted())
  func `SwiftData stores are told from Core Data's`(name: String) throws {
    let isSwiftData = name.hasPrefix("metacocktails") || name.hasPrefix("resourcesmanager")
    #expect(try openStore(CorpusCounts.path(of: name)).identity.kind == (isSwiftData ? .swiftData : .coreData))
  }

  @Test(
    arguments: CorpusCounts.all.keys.sorted().filter {
      CorpusCounts.all[$0]?.entities.values.contains(where: \.isHistory) ?? false
    })
  func `the history can be looked at when it is asked for`(name: String) throws {
    let counts = try #require(CorpusCounts.all[name])
    let store = try openStore(CorpusCounts.path(of: name), options: OpenOptions(internalTables: true))
    let connection = try Connection.inMemory()
    try store.present(on: connection, prefix: "")
    let census = try Census(of: store, on: connection)
    for known in counts.entities.values where known.isHistory {
      #expect(census.records[EntityName(known.table)] == known.rows, "\(name): \(known.table)")
    }
  }

  @Test(arguments: CorpusCounts.all.keys.sorted())
  func `a store without its model still gives every record and every many-to-many link`(name: String) throws {
    let counts = try #require(CorpusCounts.all[name])
    try withTemporaryFolder { folder in
      let path = folder.appending(path: "stripped.store").path
      let source = CorpusCounts.path(of: name)
      try Data(contentsOf: URL(fileURLWithPath: source)).write(to: URL(fileURLWithPath: path))
      if let log = FileManager.default.contents(atPath: source + "-wal") {
        try log.write(to: URL(fileURLWithPath: path + "-wal"))
      }
      try Connection(path, .readWrite).script("DROP TABLE IF EXISTS Z_MODELCACHE")

      let store = try openStore(path)
      #expect(store.findings.contains { $0.id == "model-guessed" })
      // Nothing but the places within ordered inverses, whose names only the model knows.
      for finding in store.findings where finding.id == "unknown-column" {
        #expect(finding.message.contains("'Z_FOK_"), "\(name): \(finding)")
      }
      #expect(!store.findings.contains { $0.id == "missing-column" }, "\(name)")
      let connection = try Connection.inMemory()
      try store.present(on: connection, prefix: "old.")
      let census = try Census(of: store, on: connection, prefix: "old.")
      for (entity, known) in counts.entities where !known.isHistory {
        #expect(census.records[EntityName(entity)] == known.rows, "\(name): \(entity)")
      }
      let entities = Dictionary(counts.entities.map { ($1.ent, EntityName($0)) }, uniquingKeysWith: { first, _ in first })
      for (table, known) in counts.join_tables {
        let digits = table.dropFirst(2).prefix(while: \.isNumber)
        let links = census.links[entities[Int(digits) ?? -1] ?? ""]?[PropertyName(table.dropFirst(2 + digits.count).lowercased())]
        #expect(links.map { $0.links + $0.dangling + $0.ownerless } == known.rows, "\(name): \(table)")
      }
    }
  }

  private func split(_ key: String) -> (EntityName, PropertyName)? {
    guard let dot = key.lastIndex(of: ".") else { return nil }
    return (EntityName(key[..<dot]), PropertyName(key[key.index(after: dot)...]))
  }
}

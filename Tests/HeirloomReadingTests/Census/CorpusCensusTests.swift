import Foundation
import HeirloomFindings
import HeirloomReading
import HeirloomSQLite
import HeirloomSchema
import HeirloomTestSupport
import Testing

@Suite(.enabled(if: Corpus.isPresent, "skipped: no corpus")) struct CorpusCensusTests {
  @Test(arguments: CorpusCounts.all.keys.sorted())
  func `the census of a real store equals counts made by another program`(name: String) throws {
    let counts = try #require(CorpusCounts.all[name])
    let store = try openStore(CorpusCounts.path(of: name))
    let connection = try Connection.inMemory()
    try store.present(on: connection, prefix: "")
    let census = try Census(of: store, on: connection)
    var compared = 0

    for (entity, known) in counts.entities {
      compared += 1
      #expect(census.records[EntityName(entity)] == known.rows, "\(name): \(entity)")
    }
    for (key, known) in counts.to_one {
      guard let dangling = known.dangling, let (entity, property) = split(key) else { continue }
      compared += 1
      let links = census.links[entity]?[property]
      #expect(links?.dangling == dangling, "\(name): \(key)")
      #expect(links?.links == known.nonnull - dangling, "\(name): \(key)")
    }
    for finding in store.findings + census.findings { print("   ", name, finding) }
    print("census of \(name): \(compared) counts equal")
  }

  private func split(_ key: String) -> (EntityName, PropertyName)? {
    guard let dot = key.lastIndex(of: ".") else { return nil }
    return (EntityName(key[..<dot]), PropertyName(key[key.index(after: dot)...]))
  }
}

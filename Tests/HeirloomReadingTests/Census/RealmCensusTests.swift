import Foundation
import HeirloomReading
import HeirloomSQLite
import HeirloomSchema
import HeirloomTestSupport
import Testing

@Suite(.enabled(if: Corpus.isPresent, "skipped: no corpus")) struct RealmCensusTests {
  @Test func `a Realm file is known by its content, and its census equals counts made by another reader`() throws {
    let keys = try RealmCorpus.keys()
    for (file, expected) in try RealmCorpus.counts() {
      let path = RealmCorpus.folder.appending(path: file).path
      let store = try openStore(path, options: OpenOptions(key: keys[String(file.prefix { $0 != "/" })]))
      #expect(store.identity.kind == .realm, "\(file)")
      let connection = try Connection.inMemory()
      try store.present(on: connection, prefix: "old.")
      let census = try Census(of: store, on: connection, prefix: "old.")
      for (name, count) in expected.classes { #expect(census.records[EntityName(name)] == Int64(count), "\(file): \(name)") }
      for (name, count) in expected.links {
        guard let dot = name.firstIndex(of: "."), store.schema[EntityName(name[..<dot])] != nil,
          let links = census.links[EntityName(name[..<dot])]?[PropertyName(name[name.index(after: dot)...])]
        else { continue }
        #expect(links.links + links.dangling == Int64(count), "\(file): \(name)")
      }
    }
  }
}

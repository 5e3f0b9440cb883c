import Foundation
import HeirloomReading
import HeirloomSchema
import HeirloomSQLite
import HeirloomTestSupport
import Testing

/// The key of the encrypted fixtures: 3n for the n-th byte. See fixtures/README.md.
let fixtureKey = (0..<64).map { UInt8($0 * 3) }

@Suite struct RealmGeneratedTests {
  @Test(arguments: [("types", false), ("notes", false), ("types", true), ("notes", true)])
  func `every value is the one that Realm's own library exports`(name: String, isEncrypted: Bool) throws {
    let file = Project.fixture("realm/\(name)\(isEncrypted ? "-encrypted" : "").realm")
    let store = try RealmStore.open(path: file.path, key: isEncrypted ? fixtureKey : nil)
    var export = try LibraryExport(of: store, json: Project.fixture("realm/\(name).json"))
    export.compare()
    #expect(export.differences == [])
    print("realm: \(export.compared) values of \(file.lastPathComponent) are the library's")
    // 14 objects with 40 properties and 5 with 2; 12 notes, 3 folders and 4 tags.
    #expect(export.compared > (name == "types" ? 600 : 80))
  }

  @Test(.enabled(if: Corpus.isPresent, "skipped: no corpus"))
  func `a tree of several levels holds what its maker counted`() throws {
    struct Expected: Decodable {
      var records, previous_links, related_links, payload_non_null, at_non_null: Int64
      var kinds: [String]
      var sum_n: Int64
    }
    let data = try Data(contentsOf: Project.fixture("realm/tree.expected.json"))
    let expected = try #require(try JSONDecoder().decode([String: Expected].self, from: data)["Event"])
    let folder = try #require(Corpus.folder)
    let store = try RealmStore.open(path: folder.appending(path: "realm-generated/tree.realm").path)
    let connection = try Connection.inMemory()
    try store.present(on: connection, prefix: "")
    let row = try connection.rows("SELECT count(*), count(previous), count(payload), count(at), sum(n) FROM Event")[0]
    #expect(
      row.map(\.integer) == [
        expected.records, expected.previous_links, expected.payload_non_null, expected.at_non_null, expected.sum_n,
      ])
    #expect(try connection.count("SELECT count(target) FROM \"Event.related\"") == expected.related_links)
    let kinds = try connection.rows("SELECT DISTINCT kind FROM Event ORDER BY 1").compactMap { $0[0].text }
    #expect(kinds == expected.kinds)
  }
}

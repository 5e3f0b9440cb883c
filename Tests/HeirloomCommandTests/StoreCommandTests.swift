import Foundation
import HeirloomCommand
import HeirloomTestSupport
import Testing

/// `inspect`, `query` and `schema` on real stores.
@Suite(.enabled(if: Corpus.isPresent, "skipped: no corpus"))
struct StoreCommandTests {
  static func store(_ path: String) -> String { Corpus.folder?.appending(path: "coredata/\(path)").path ?? "" }
  let moody = Self.store("objcio-moody5/Moody 5.moody")

  struct Inspection: Decodable {
    struct Entity: Decodable {
      struct Relationship: Decodable {
        var name: String
        var links: Int64
        var dangling: Int64
      }
      var name: String
      var records: Int64
      var relationships: [Relationship]
    }
    struct Store: Decodable { var kind: String }
    var contract: Int
    var store: Store
    var entities: [Entity]
  }

  // COUNTS.json: Country 3 records, Mood 4, Country.moods 4 links, none dangling.
  @Test func `inspect counts what the corpus says`() throws {
    let result = heirloom("inspect", moody, "--json")
    #expect(result.status == 0)
    let inspection = try JSONDecoder().decode(Inspection.self, from: Data(result.output.utf8))
    #expect(inspection.contract == 1)
    #expect(inspection.store.kind == "coredata")
    #expect(inspection.entities.map(\.name) == ["Country", "Mood"])
    #expect(inspection.entities.map(\.records) == [3, 4])
    #expect(inspection.entities.flatMap(\.relationships).map(\.links) == [4, 4])
    #expect(inspection.entities.flatMap(\.relationships).map(\.dangling) == [0, 0])
  }

  @Test func `query answers under the model's names, in three formats`() {
    let sql = #"SELECT "_entity" AS entity, count(*) AS records FROM Mood GROUP BY 1"#
    #expect(heirloom("query", moody, sql).output == "entity  records\nMood          4\n")
    #expect(heirloom("query", moody, sql, "--csv").output == "entity,records\r\nMood,4\r\n")
    #expect(heirloom("query", moody, sql, "--json").output == "[\n{\"entity\":\"Mood\",\"records\":4}\n]\n")
  }

  @Test(arguments: [
    "DELETE FROM Mood", "ATTACH '/tmp/x' AS x", "PRAGMA user_version = 3", "-- hello\n DROP TABLE Mood", "", "/* */",
  ])
  func `query takes nothing that writes`(sql: String) {
    let result = heirloom("query", moody, sql)
    #expect(result.status == 64)
    #expect(result.error.hasPrefix("error[query-refused]"))
  }

  @Test func `a misspelt relation gets the nearest name`() {
    let result = heirloom("query", moody, "SELECT * FROM Countri")
    #expect(result.status == 64)
    #expect(result.error == "error[query-faulty]: no such table: Countri\n  = help: did you mean 'Country'?\n")
  }

  @Test func `schema of a store tells the hashes it records`() throws {
    let result = heirloom("schema", moody, "--json")
    #expect(result.status == 0)
    #expect(result.output.contains("\"checksum\": \"T9Jx/VHN7IaqGrKA8N/gFknHOo8dAgPntzS9b1OsxDQ=\""))
  }

  @Test func `what is no store is told with status 65, what is not there with 66`() throws {
    try withTemporaryFolder { folder in
      let file = folder.appending(path: "noise")
      try Data((0..<300).map { UInt8($0 % 7) }).write(to: file)
      let status = heirloom("inspect", file.path).status
      #expect(status == 65)
    }
    #expect(heirloom("inspect", "/nowhere/x.sqlite").status == 66)
  }
}

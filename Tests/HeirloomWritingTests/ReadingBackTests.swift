import Foundation
import HeirloomCoreDataModel
import HeirloomFindings
import HeirloomReading
import HeirloomSQLite
import HeirloomSchema
import HeirloomTestSupport
import HeirloomWriting
import Testing

@Suite struct `A written store, read back` {
  @Test func `has the schema, records, links and external values that went in`() throws {
    try withTemporaryFolder { folder in
      let path = folder.appending(path: "Notes.store").path
      let writer = try notesTarget(at: path)
      let connection = try writer.begin()
      try fillNotes(connection)
      try connection.run("UPDATE main.ZNOTE SET ZIMAGE = heirloom_store_external(zeroblob(200000)) WHERE Z_PK = 2")
      try writer.finish()
      try writer.publish()

      let store = try openStore(path)
      #expect(store.identity.kind == .swiftData)
      #expect(store.identity.modelVersions == ["2.0.0"])
      #expect(VersionHashes(of: store.schema).entities == VersionHashes(of: notesSchema).entities)
      #expect(store.findings.filter { $0.severity != .note }.isEmpty)
      let reading = try Connection.inMemory()
      try store.present(on: reading, prefix: "")
      let census = try Census(of: store, on: reading)
      #expect(census.records == ["Folder": 1, "Note": 2, "Memo": 1])
      #expect(census.links["Folder"]?["notes"] == Census.Links(links: 2))
      #expect(census.links["Note"]?["folder"] == Census.Links(links: 2))
      #expect(try reading.count("SELECT length(image) FROM \"Note\" WHERE title = 'two'") == 200_000)
    }
  }
}

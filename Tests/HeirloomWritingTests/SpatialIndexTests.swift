import Foundation
import HeirloomCoreDataModel
import HeirloomFindings
import HeirloomSQLite
import HeirloomSchema
import HeirloomTestSupport
import HeirloomWriting
import Testing

@Suite struct `An R-tree index` {
  private static let schema: Schema = {
    var place = Entity("Place")
    var area = Attribute("area", .undefined, optional: true)
    area.isTransient = true
    area.userInfo = ["_NSLocationAttributeDerivedComponents": "latitude, longitude"]
    place.attributes = [Attribute("latitude", .double), Attribute("longitude", .double), area]
    return Schema(entities: [place])
  }()

  @Test func `is filled with the rows that were written, and kept by its triggers`() throws {
    let metadata = StoreMetadata(for: Self.schema, hashes: VersionHashes(of: Self.schema), uuid: Array(0..<16))
    let writer = SwiftDataTarget(Self.schema, metadata: metadata, at: nil)
    defer { writer.abandon() }
    // Berlin, Rome, Oslo.
    try writer.begin().run(
      """
      INSERT INTO main.ZPLACE (Z_PK, Z_ENT, Z_OPT, ZLATITUDE, ZLONGITUDE)
      VALUES (1, 1, 1, 52.5, 13.4), (2, 1, 1, 41.9, 12.5), (3, 1, 1, 59.9, 10.7)
      """)
    try writer.finish()
    #expect(writer.findings.isEmpty)
    let store = try Connection(writer.draftPath, .readWrite)
    // The app's SQLite trusts the schema of its own store.
    _ = try store.value("PRAGMA trusted_schema = ON")
    let north = "SELECT Z_PK FROM Z_RT_Place_area WHERE ZLATITUDE_MIN > 50 ORDER BY 1"
    #expect(try store.rows(north) == [[.integer(1)], [.integer(3)]])
    try store.run("UPDATE ZPLACE SET ZLATITUDE = 10 WHERE Z_PK = 3")
    try store.run("INSERT INTO ZPLACE (Z_PK, Z_ENT, Z_OPT, ZLATITUDE, ZLONGITUDE) VALUES (4, 1, 1, 64.1, -21.9)")
    try store.run("DELETE FROM ZPLACE WHERE Z_PK = 1")
    #expect(try store.rows(north) == [[.integer(4)]])
  }

  @Test func `of a template is filled with the rows that were added`() throws {
    try withTemporaryFolder { folder in
      let path = folder.appending(path: "Empty.store").path, out = folder.appending(path: "New.store").path
      let metadata = StoreMetadata(for: Self.schema, hashes: VersionHashes(of: Self.schema), uuid: Array(0..<16))
      let empty = SwiftDataTarget(Self.schema, metadata: metadata, at: path)
      _ = try empty.begin()
      try empty.finish()
      try empty.publish()
      let writer = TemplateTarget(Self.schema, template: path, at: out)
      try writer.begin().run("INSERT INTO main.ZPLACE (Z_PK, Z_ENT, Z_OPT, ZLATITUDE, ZLONGITUDE) VALUES (7, 1, 1, 52.5, 13.4)")
      try writer.finish()
      try writer.publish()
      #expect(writer.findings.isEmpty)
      let store = try Connection(out)
      #expect(try store.rows("SELECT Z_PK FROM Z_RT_Place_area WHERE ZLONGITUDE_MAX < 14") == [[.integer(7)]])
      #expect(try store.count("SELECT count(*) FROM sqlite_schema WHERE type = 'trigger'") == 3)
    }
  }

  @Test func `of a model's own declaration is made in the same form, and told`() {
    var schema = Self.schema
    schema["Place"]?.attributes.removeLast()
    schema["Place"]?.indexes = [
      FetchIndex(name: "byArea", elements: [.init("latitude", rtree: true), .init("longitude", rtree: true)])
    ]
    let writer = SwiftDataTarget(schema, metadata: .init(for: schema, hashes: .init(of: schema), uuid: []), at: nil)
    #expect(writer.findings.map(\.id) == ["target-index-inferred"])
    let index = SpatialIndex.all(in: CoreDataNames(schema)).first
    #expect(
      index?.creation
        == "CREATE VIRTUAL TABLE Z_RT_Place_byArea USING RTREE (Z_PK INTEGER PRIMARY KEY, ZLATITUDE_MIN FLOAT, ZLATITUDE_MAX FLOAT, "
        + "ZLONGITUDE_MIN FLOAT, ZLONGITUDE_MAX FLOAT)")
  }
}

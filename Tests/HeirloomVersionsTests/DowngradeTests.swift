import Foundation
import HeirloomFindings
import HeirloomKit
import HeirloomReporting
import HeirloomSchema
import HeirloomSwiftSource
import HeirloomTestSupport
import Testing

/// From a newer version back to an older one.
struct DowngradeTests {
  @Test func `going back is refused, and done on request where nothing is lost`() throws {
    try withTemporaryFolder { folder in
      let trips = MigrationPlanTests.trips
      let versions = try SwiftDataSource.read(paths: [trips]).versions
      let old = folder.path + "/1.store", new = folder.path + "/2.store", back = folder.path + "/back.store"
      try MadeStore(versions[1]).write(to: old)
      #expect(try migrate(old, trips, to: new, version: "3").exitStatus == .done)
      let refused = try migrate(new, trips, to: back, version: "2")
      #expect(refused.exitStatus == .mappingFaulty)
      #expect(
        try #require(refused.findings.last).drawing() == """
          \(trips):198:6: error[downgrade-refused]: the store is at 'TripsV3', which is newer than 'TripsV2'
          198 | enum TripsPlan: SchemaMigrationPlan {
              |      ^~~~~~~~~
              = help: --allow-downgrade goes back where no stage is custom, and tells what would be lost
          """)
      #expect(!FileManager.default.fileExists(atPath: back))
      // To-one became to-many: the way back would have to choose.
      let narrowed = try migrate(new, trips, to: back, version: "2", downgrade: true)
      #expect(
        narrowed.findings.contains {
          $0.id == "lightweight-not-enough" && $0.message.contains("'Stop.guide': cardinality changed from many to one")
        })
    }
  }

  @Test func `what would be lost is counted`() throws {
    try withTemporaryFolder { folder in
      let notes = MigrationPlanTests.notes
      let versions = try SwiftDataSource.read(paths: [notes]).versions
      let store = folder.path + "/2.store", back = folder.path + "/back.store"
      try MadeStore(versions[1]).write(to: store)
      let report = try migrate(store, notes, to: back, version: "1", downgrade: true)
      #expect(report.findings.last?.id == "downgrade-loses")
      // Of 40 notes every second is pinned, every fifth has no rating.
      #expect(
        try #require(report.findings.last).drawing() == """
          \(store): error[downgrade-loses]: going back from 'NotesV2' to 'NotesV1' would lose what 'NotesV1' has no place for
            = help: 20 values of 'Note.pinned', 32 values of 'Note.rating'
          """)
      #expect(report.exitStatus == .mappingFaulty)
      #expect(!FileManager.default.fileExists(atPath: back))
      // Straight from version 1, they are all nil or the default.
      let fresh = folder.path + "/fresh.store"
      #expect(try migrate(MigrationPlanTests.notesStore, notes, to: fresh, version: "2").exitStatus == .done)
      let gone = try migrate(fresh, notes, to: back, version: "1", downgrade: true)
      #expect(gone.exitStatus == .done, "\(gone.findings)")
      #expect(
        try texts("SELECT body FROM Note ORDER BY _id", in: back)
          == texts("SELECT body FROM Note ORDER BY _id", in: MigrationPlanTests.notesStore))
    }
  }

  @Test func `records and links that the older version lacks are counted as well`() throws {
    try withTemporaryFolder { folder in
      let text = plan(
        "@Model final class Note { var title: String; init() { fatalError() } }",
        """
        @Model final class Note { var title: String; var tags: [Tag] = []; init() { fatalError() } }
        @Model final class Tag { var name: String; @Relationship(inverse: \\Note.tags) var notes: [Note] = []; init() { fatalError() } }
        """)
      let file = folder.path + "/Plan.swift", store = folder.path + "/2.store", back = folder.path + "/back.store"
      try text.write(toFile: file, atomically: true, encoding: .utf8)
      try MadeStore(read(text).versions[1], count: 10).write(to: store)
      let report = try migrate(store, file, to: back, version: "1", downgrade: true)
      #expect(report.findings.last?.id == "downgrade-loses")
      // Ten notes with two tags each; what is lost with the tags is not told twice.
      #expect(report.findings.last?.help == "20 links of 'Note.tags', 10 records of 'Tag'")
    }
  }

  @Test func `a custom stage has no way back`() throws {
    try withTemporaryFolder { folder in
      let shop = Project.fixture("plans/shop.swift").path
      let versions = try SwiftDataSource.read(paths: [shop]).versions
      let store = folder.path + "/4.store"
      try MadeStore(versions[3]).write(to: store)
      let report = try migrate(store, shop, to: folder.path + "/back.store", version: "2", downgrade: true)
      #expect(report.findings.last?.message == "the stage from 'ShopV2' to 'ShopV3' is custom: no rule says how to undo it")
      #expect(report.findings.last?.help == "write a mapping to 'ShopV2' and use 'heirloom convert'")
    }
  }
}

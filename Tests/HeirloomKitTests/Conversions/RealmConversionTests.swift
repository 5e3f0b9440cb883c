import Foundation
import HeirloomFindings
import HeirloomKit
import HeirloomReporting
import HeirloomSQLite
import HeirloomTestSupport
import Testing

/// Realm files to SwiftData stores, by the mappings of mappings/realm. The counts are those of Realm's own export of each file.
@Suite struct RealmConversionTests {
  @Test func `the notes of a Realm become a SwiftData store`() throws {
    try withTemporaryFolder { folder in
      let target = folder.appending(path: "Notes.store")
      let report = try convert(Project.fixture("realm/notes.realm").path, by: "realm/notes", to: target)
      #expect(report.exitStatus == .done && report.isBalanced)
      #expect(
        report.ledger == [
          "Folder -> Folder: 3 read, 3 written, 0 merged, 0 skipped, 0 rejected, 3 verified",
          "Tag -> Tag: 4 read, 4 written, 0 merged, 0 skipped, 0 rejected, 4 verified",
          "Note -> Note: 25 read, 25 written, 0 merged, 0 skipped, 0 rejected, 25 verified",
        ])
      #expect(
        report.links == [
          "Note.folder -> Note.folder: 20 before, 20 after, 0 merged, 0 skipped, 20 verified",
          "Note.tags -> Note.tags: 24 before, 24 after, 0 merged, 0 skipped, 24 verified",
        ])
      // Note 0 of the export: 1450000000000 ms after 1970 are 471692800 s after 2001; SQLite keeps whole numbers of TIMESTAMP as integers.
      let note = try rows("SELECT ZTITLE, ZCREATED, hex(ZID) FROM ZNOTE WHERE ZTITLE = 'Note 0'", of: target.path)
      #expect(note == [[.text("Note 0"), .integer(471_692_800), .text("157C4A7FB979379E0000000000000000")]])
    }
  }

  @Test func `embedded objects, lists, sets and a property named _id are carried`() throws {
    try withTemporaryFolder { folder in
      let target = folder.appending(path: "Types.store")
      let report = try convert(Project.fixture("realm/types.realm").path, by: "realm/types/types", to: target)
      #expect(report.exitStatus == .done && report.isBalanced)
      // The 13 lists of dates hold 91, of which 13 differ; the dictionaries of numbers and of objects have 31 entries each.
      #expect(
        report.entities.map { "\($0.target) \($0.written)" } == [
          "Thing 14", "Peer 5", "Place 51", "Moment 13", "Score 31", "Role 31",
        ])
      // The sum of the numbers in the export, and the two entries of the object whose _id is 1.
      #expect(try number("SELECT sum(ZPOINTS) FROM ZSCORE", of: target.path) == 290)
      #expect(
        try rows(
          "SELECT r.ZNAME, p.ZNAME FROM ZROLE AS r JOIN ZTHING AS t ON t.Z_PK = r.ZTHING JOIN ZPEER AS p ON p.Z_PK = r.ZPEER WHERE t.ZNUMBER = 1 ORDER BY 1",
          of: target.path) == [[.text("p0"), .text("peer 0")], [.text("p1"), .text("peer 1")]])
      #expect(
        report.links.map { $0.prefix { $0 != "," } } == [
          "AllTypes.peer -> Thing.peer: 10 before", "AllTypes.next -> Thing.next: 13 before",
          "AllTypes.address -> Thing.address: 7 before", "AllTypes.addresses -> Thing.addresses: 13 before",
          "AllTypes.peerSet -> Thing.peers: 55 before", "- -> Score.thing: 31 before", "- -> Role.thing: 31 before",
          "- -> Role.peer: 31 before",
        ])
      // The first object of the export has the _id -5, the second -2.
      #expect(
        try rows("SELECT ZNUMBER, ZPRICE FROM ZTHING ORDER BY 1 LIMIT 2", of: target.path) == [
          [.integer(-5), .text("0")], [.integer(-2), .text("1")],
        ])
    }
  }

  /// Realm's migration example at its six schema versions, some of them in several spellings.
  @Test(
    .enabled(if: Corpus.isPresent, "skipped: no corpus"),
    arguments: [
      ("14d8eef2/default-v0", "people0", 3, 0), ("d65ad6fe/default-v1", "people1", 3, 0),
      ("2bc35e60/default-v2", "people2", 7, 4),
      ("537b61e0/default-v2", "people2-dogs", 7, 3), ("8fce87bd/default-v3", "people3", 7, 3),
      ("f79b2eda/default-v3", "people3-kind", 7, 3), ("356b1e4a/default-v4", "people4", 8, 4),
      ("775bba37/default-v5", "people5", 8, 4), ("fb8aa056/default-v5", "people5-type", 8, 4),
    ])
  func `every version of the migration example becomes the newest`(file: String, mapping: String, records: Int, links: Int) throws
  {
    try withTemporaryFolder { folder in
      let target = folder.appending(path: "People.store")
      let source = try #require(Corpus.folder).appending(path: "realm/realm-swift-\(file).realm")
      let report = try convert(source.path, by: "realm/people/\(mapping)", to: target)
      #expect(report.exitStatus == .done && report.isBalanced)
      #expect(report.entities.reduce(0) { $0 + Int($1.written) } == records)
      #expect(report.relationships.reduce(0) { $0 + Int($1.after) } == links)
      #expect(try number("SELECT count(*) FROM ZPET WHERE ZKIND <> 'dog'", of: target.path) == 0)
    }
  }
}

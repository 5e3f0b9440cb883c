import Foundation
import HeirloomFindings
import HeirloomKit
import HeirloomReporting
import HeirloomTestSupport
import LegacyNotes
import Testing

/// `verify` finds what was done to a converted store behind its back.
struct DamageTests {
  /// A store, its conversion, and the verification after `sql` was run on the conversion.
  private func verify(after sql: String) throws -> ConversionReport {
    try withTemporaryFolder { folder in
      let store = folder.appending(path: "Notes.sqlite"), target = folder.appending(path: "Notes.store")
      try NotesStore(notes: 60).write(to: store.path)
      let converted = try convert(store.path, by: "checklists/checklists", to: target)
      try #require(converted.exitStatus == .done, "\(converted.rendered(as: .text))")
      if !sql.isEmpty { try tamper(target, sql) }
      return try Mapping(contentsOf: mappingPath("checklists/checklists")).verify(store.path, target.path)
    }
  }

  @Test func `a store as it was converted is proven`() throws {
    let report = try verify(after: "")
    #expect(report.errors == [])
    #expect(report.exitStatus == .done && report.isBalanced)
  }

  /// Note 2 has a folder, two tags, a body, an identifier and a change date; folders and tags are shared by many.
  @Test(arguments: [
    ("a record that is gone", "DELETE FROM ZNOTE WHERE Z_PK = 2", "records-differ"),
    (
      "a record too many", "INSERT INTO ZTAG (Z_PK, Z_ENT, Z_OPT, ZNAME) SELECT 1000, Z_ENT, 1, 'new' FROM ZTAG LIMIT 1",
      "records-differ"
    ),
    ("a record under another key", "UPDATE ZNOTE SET Z_PK = 2000 WHERE Z_PK = 2", "records-differ"),
    ("a value that is carried as it is", "UPDATE ZNOTE SET ZCREATEDAT = ZCREATEDAT + 1 WHERE Z_PK = 2", "values-differ"),
    ("a value whose nils are refused", "UPDATE ZNOTE SET ZTITLE = 'x' WHERE Z_PK = 2", "values-differ"),
    ("a value whose nils are filled", "UPDATE ZNOTE SET ZCONTENT = ZCONTENT || ' ' WHERE Z_PK = 2", "values-differ"),
    ("a value that became nil", "UPDATE ZNOTE SET ZRATING = NULL WHERE Z_PK = 3 + 3", "values-differ"),
    ("a computed value", "UPDATE ZNOTE SET ZPRIORITY = 1 + ZPRIORITY % 3 WHERE Z_PK = 2", "values-differ"),
    ("a value that was made for a nil", "UPDATE ZNOTE SET ZID = randomblob(16) WHERE Z_PK = 20", "values-differ"),
    ("a link that leads elsewhere", "UPDATE ZNOTE SET ZFOLDER = 1 + ZFOLDER % 3 WHERE Z_PK = 2", "links-differ"),
    ("a link that is gone", "UPDATE ZNOTE SET ZFOLDER = NULL WHERE Z_PK = 2", "links-differ"),
    ("a link to nowhere", "UPDATE ZNOTE SET ZFOLDER = 999 WHERE Z_PK = 2", "links-differ"),
    (
      "two links that changed places", "UPDATE ZSTEP SET ZNOTE = CASE ZNOTE WHEN 6 THEN 9 ELSE 6 END WHERE ZNOTE IN (6, 9)",
      "links-differ"
    ),
    ("a join row that is gone", "DELETE FROM Z_2TAGS WHERE rowid IN (SELECT rowid FROM Z_2TAGS LIMIT 1)", "links-differ"),
    (
      "a join row that leads elsewhere",
      "INSERT INTO Z_2TAGS SELECT 4, Z_4TAGS FROM Z_2TAGS WHERE Z_2NOTES = 2; DELETE FROM Z_2TAGS WHERE Z_2NOTES = 2",
      "links-differ"
    ),
    ("an order that is another", "UPDATE ZSTEP SET ZPOSITION = 3 - ZPOSITION WHERE ZNOTE = 6", "values-differ"),
    ("a name in a table that others share", "UPDATE ZFOLDER SET ZNAME = lower(ZNAME) WHERE Z_PK = 1", "values-differ"),
  ])
  func `damage is found`(what: String, sql: String, finding: String) throws {
    let report = try verify(after: sql)
    #expect(report.errors.contains(finding), "\(what): \(report.rendered(as: .text))")
    #expect(report.exitStatus == .differences, "\(what)")
  }
}

import Foundation
import HeirloomFindings
import HeirloomKit
import HeirloomReporting
import HeirloomSQLite
import HeirloomTestSupport
import LegacyNotes
import Testing

/// The made-up store that the demo shows; what follows from its rules was worked out by hand.
struct NotesTests {
  /// Of 200 notes 20 end in 3; 33 and 143 say nothing about the trash, since 11 divides them: 18 are skipped. 97 and 194 have no title.
  /// Tags: 50 times 0 + 1 + 2 + 3 = 300 links; the 18 have nine times 3 and nine times 1, 97 has 1 and 194 has 2: 39 go.
  /// Folders: 15 notes of 200 have none, one of them (13) in the trash: 185 links; 17 + 2 go. Items: 66 notes times 4; 3, 63, 93, 123, 153
  /// and 183 are in the trash: 24 go.
  @Test(arguments: [0, 60]) func `every record and link of two hundred notes is accounted for`(inLog: Int) throws {
    try withTemporaryFolder { folder in
      let store = folder.appending(path: "Notes.sqlite"), target = folder.appending(path: "Notes.store")
      try NotesStore(notes: 200 - inLog, notesInLog: inLog).write(to: store.path)
      let report = try convert(store.path, by: "checklists/checklists", to: target)
      #expect(report.exitStatus == .differences && report.isBalanced)
      #expect(
        report.ledger == [
          "Folder -> Folder: 5 read, 5 written, 0 merged, 0 skipped, 0 rejected, 5 verified",
          "Tag -> Tag: 10 read, 10 written, 0 merged, 0 skipped, 0 rejected, 10 verified",
          "Note -> Note: 200 read, 180 written, 0 merged, 18 skipped, 2 rejected, 180 verified",
          "ChecklistItem -> Step: 264 read, 240 written, 0 merged, 24 skipped, 0 rejected, 240 verified",
        ])
      #expect(
        report.links == [
          "Note.notebook -> Note.folder: 185 before, 166 after, 0 merged, 19 skipped, 166 verified",
          "Note.labels -> Note.tags: 300 before, 261 after, 0 merged, 39 skipped, 261 verified",
          "ChecklistItem.note -> Step.note: 264 before, 240 after, 0 merged, 24 skipped, 240 verified",
          "Folder.notes -> Folder.notes: 185 before, 166 after, 0 merged, 19 skipped, 166 verified",
          "Tag.notes -> Tag.notes: 300 before, 261 after, 0 merged, 39 skipped, 261 verified",
        ])
      let refusals = report.findings.filter { $0.id == "rejected-record" }
      #expect(refusals.map(\.message) == ["of 'Note' 2 records are refused: a note without a title"])
      #expect(refusals.first?.place?.description.contains("checklists.mapping.swift:") == true)
      #expect(report.dropped.map(\.name) == ["SyncLog", "Note.legacyFlags"])
    }
  }

  @Test func `computed values are what the mapping says`() throws {
    try withTemporaryFolder { folder in
      let store = folder.appending(path: "Notes.sqlite"), target = folder.appending(path: "Notes.store")
      try NotesStore(notes: 200).write(to: store.path)
      _ = try convert(store.path, by: "checklists/checklists", to: target)
      let wrong = try compare(
        store.path, target.path,
        """
        SELECT count(*), sum(n.ZPRIORITY IS NOT CASE WHEN o.ZFLAG = 0 THEN 1 WHEN o.ZFLAG < 4 THEN 2 ELSE 3 END),
        sum(n.ZMODIFIEDAT IS NOT COALESCE(o.ZMODIFIED, o.ZCREATED)),
        sum(n.ZSUMMARY IS NOT o.ZTITLE || ' in ' || COALESCE((SELECT f.ZNAME FROM old.ZFOLDER AS f WHERE f.Z_PK = o.ZNOTEBOOK), 'no folder')),
        sum(n.ZCONTENT IS NOT COALESCE(o.ZBODY, '')), sum(length(n.ZID) <> 16), count(DISTINCT n.ZID)
        FROM new.ZNOTE AS n JOIN old.ZNOTE AS o USING (Z_PK)
        """)
      #expect(wrong == [[.integer(180)] + Array(repeating: .integer(0), count: 5) + [.integer(180)]])
    }
  }

  /// The generator numbers the items against their keys, and calls the first 'step 1'.
  @Test func `the order of checklist items is kept as their positions`() throws {
    try withTemporaryFolder { folder in
      let store = folder.appending(path: "Notes.sqlite"), target = folder.appending(path: "Notes.store")
      try NotesStore(notes: 200).write(to: store.path)
      _ = try convert(store.path, by: "checklists/checklists", to: target)
      #expect(try number("SELECT sum(ZTEXT IS NOT 'step ' || (ZPOSITION + 1)) FROM ZSTEP", of: target.path) == 0)
    }
  }

  @Test func `an empty store becomes an empty store`() throws {
    try withTemporaryFolder { folder in
      let store = folder.appending(path: "Notes.sqlite"), target = folder.appending(path: "Notes.store")
      try NotesStore(notes: 0).write(to: store.path)
      let report = try convert(store.path, by: "checklists/checklists", to: target)
      #expect(report.exitStatus == .done)
      #expect(report.entities.first { $0.target == "Note" }?.written == 0)
    }
  }
}

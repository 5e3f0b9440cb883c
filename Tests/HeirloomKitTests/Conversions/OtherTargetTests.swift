import Foundation
import HeirloomFindings
import HeirloomKit
import HeirloomSQLite
import HeirloomTestSupport
import Testing

/// Targets that are not a fresh store: one that the app made, one that holds records, plain tables, an archive.
@Suite struct OtherTargetTests {
  private static let source = Project.fixture("notes/Notes.sqlite").path

  /// An empty store of the schema, as the app would have made it: a converted one without its records.
  private func emptyStore(in folder: URL) throws -> URL {
    let store = folder.appending(path: "Empty.store")
    #expect(try convert(Self.source, by: "notes/notes", to: store).exitStatus == .done)
    try tamper(
      store,
      """
      DELETE FROM ZNOTE; DELETE FROM ZFOLDER; DELETE FROM ZTAG; DELETE FROM Z_2TAGS; UPDATE Z_PRIMARYKEY SET Z_MAX = 0;
      UPDATE Z_METADATA SET Z_UUID = '00000000-1111-4222-8333-444444444444';
      """)
    return store
  }

  @Test func `a template keeps its identity and gets the records`() throws {
    try withTemporaryFolder { folder in
      let template = try emptyStore(in: folder), target = folder.appending(path: "New.store")
      let report = try convert(
        Self.source, by: "notes/notes", to: target, options: ConversionOptions(templatePath: template.path))
      #expect(report.exitStatus == .done && report.metadata?.origin == .template)
      #expect(try rows("SELECT Z_UUID FROM Z_METADATA", of: target.path) == [[.text("00000000-1111-4222-8333-444444444444")]])
      // 120 notes of which 12 are in the trash.
      #expect(try number("SELECT count(*) FROM ZNOTE", of: target.path) == 108)
      #expect(try number("SELECT count(*) FROM ZNOTE", of: template.path) == 0)
    }
  }

  @Test func `a template that holds records is refused, or merged into without doubling`() throws {
    try withTemporaryFolder { folder in
      let full = folder.appending(path: "Full.store"), target = folder.appending(path: "New.store")
      #expect(try convert(Self.source, by: "notes/notes", to: full).exitStatus == .done)
      let refused = try convert(Self.source, by: "notes/notes", to: target, options: ConversionOptions(templatePath: full.path))
      #expect(refused.findings.contains { $0.id == "template-not-empty" } && refused.exitStatus == .targetRefused)
      let merged = try convert(
        Self.source, by: "notes/notes", to: target, options: ConversionOptions(templatePath: full.path, merges: true))
      #expect(merged.exitStatus == .done)
      #expect(try number("SELECT count(*) FROM ZNOTE", of: target.path) == 108)
      #expect(merged.findings.filter { $0.id == "merged-records" }.allSatisfy { $0.count == 0 })
      let again = folder.appending(path: "Again.store")
      let twice = try convert(
        Self.source, by: "notes/notes", to: again, options: ConversionOptions(templatePath: target.path, merges: true))
      #expect(twice.exitStatus == .done)
      for table in ["ZFOLDER", "ZNOTE", "ZTAG", "Z_2TAGS"] {
        #expect(
          try rows("SELECT * FROM \(table) ORDER BY 1, 2", of: again.path)
            == rows("SELECT * FROM \(table) ORDER BY 1, 2", of: full.path))
      }
    }
  }

  @Test(arguments: [true, false]) func `a template's trigger that calls a function of the app's own is put away and comes back`(
    merges: Bool
  ) throws {
    try withTemporaryFolder { folder in
      let template = try emptyStore(in: folder), target = folder.appending(path: "New.store")
      let calling = "CREATE TRIGGER Own AFTER INSERT ON ZNOTE BEGIN SELECT appFunction(new.Z_PK); END"
      let nested = "CREATE TRIGGER Nested AFTER UPDATE OF ZNAME ON ZTAG BEGIN INSERT INTO ZNOTE (Z_ENT) VALUES (2); END"
      try tamper(template, "\(calling); \(nested);")
      let report = try convert(
        Self.source, by: "notes/notes", to: target, options: ConversionOptions(templatePath: template.path, merges: merges))
      #expect(report.exitStatus == .done, "\(report.findings.map(\.description))")
      #expect(try number("SELECT count(*) FROM ZNOTE", of: target.path) == 108)
      #expect(
        Set(try rows("SELECT sql FROM sqlite_schema WHERE type = 'trigger'", of: target.path).compactMap { $0[0].text })
          == [calling, nested])
      #expect(report.findings.contains { $0.message == "the template's trigger 'Own' could not run while the rows went in" })
    }
  }

  @Test func `a template with damaged pages is told as the one that is damaged`() throws {
    try withTemporaryFolder { folder in
      let full = folder.appending(path: "Full.store"), target = folder.appending(path: "New.store")
      #expect(try convert(Self.source, by: "notes/notes", to: full).exitStatus == .done)
      let root = try #require(try number("SELECT rootpage FROM sqlite_schema WHERE name = 'ZNOTE'", of: full.path))
      var bytes = try Data(contentsOf: full)
      bytes.replaceSubrange(Int(root - 1) * 4096..<Int(root) * 4096, with: Data(repeating: 0xFF, count: 4096))
      try bytes.write(to: full)
      let report = try convert(
        Self.source, by: "notes/notes", to: target, options: ConversionOptions(templatePath: full.path, merges: true))
      #expect(report.exitStatus == .sourceUnreadable && report.errors == ["template-unreadable"])
      #expect(report.findings.last?.place?.description.contains("Full.store") == true)
      #expect(try names(in: folder) == ["Full.store"])
    }
  }

  @Test func `an archive whose ending is none that is written is refused before the source is read`() throws {
    try withTemporaryFolder { folder in
      let report = try convert(
        Self.source, by: "notes/notes", to: folder.appending(path: "New.rar"), options: ConversionOptions(layout: .archive))
      #expect(report.exitStatus == .targetRefused && report.errors == ["target-uncreatable"])
      #expect(report.entities.isEmpty, "nothing was read")
      #expect(try names(in: folder) == [])
    }
  }

  @Test func `a record that is there gives way to a newer one when a date says so`() throws {
    try withTemporaryFolder { folder in
      let full = folder.appending(path: "Full.store"), target = folder.appending(path: "New.store")
      #expect(try convert(Self.source, by: "notes/notes", to: full).exitStatus == .done)
      // The app has since changed note 1 and note 2; what it has of the first is older than the source, of the second newer, and the
      // third it has never dated.
      try tamper(
        full,
        """
        UPDATE ZNOTE SET ZTITLE = 'stale', ZMODIFIED = -1e9 WHERE Z_PK = (SELECT min(Z_PK) FROM ZNOTE WHERE ZMODIFIED IS NOT NULL);
        UPDATE ZNOTE SET ZTITLE = 'fresh', ZMODIFIED = 1e12 WHERE Z_PK = (SELECT max(Z_PK) FROM ZNOTE WHERE ZMODIFIED IS NOT NULL);
        """)
      var options = ConversionOptions(templatePath: full.path, merges: true)
      options.newerBy = ["Note.modified"]
      let report = try convert(Self.source, by: "notes/notes", to: target, options: options)
      #expect(report.exitStatus == .done, "\(report.findings.map(\.description))")
      #expect(
        report.findings.first { $0.message.hasPrefix("'Note': ") }?.message
          == "'Note': 0 added, 107 there already and kept, 1 updated")
      #expect(
        try rows(
          "SELECT count(*) FILTER (WHERE ZTITLE = 'stale'), count(*) FILTER (WHERE ZTITLE = 'fresh') FROM ZNOTE", of: target.path)
          == [[.integer(0), .integer(1)]])
      // Done again, nothing is newer.
      let again = folder.appending(path: "Again.store")
      options.templatePath = target.path
      let twice = try convert(Self.source, by: "notes/notes", to: again, options: options)
      #expect(twice.findings.contains { $0.message == "'Note': 0 added, 108 there already and kept, 0 updated" })
    }
  }

  @Test(arguments: [
    ("Note.title", "'Note.title' is no date or number by which records could be told newer", nil),
    ("Note.modfied", "'Note.modfied' is no date or number by which records could be told newer", "did you mean 'modified'?"),
    ("Nota.modified", "'Nota.modified' names no entity of the target", "did you mean 'Note'?"),
    ("Note", "'Note' names no attribute of an entity", nil), ("", "'' names no attribute of an entity", nil),
  ])
  func `a rule of a merge that names no date is refused`(_ rule: String, _ message: String, _ help: String?) throws {
    try withTemporaryFolder { folder in
      var options = ConversionOptions(templatePath: try emptyStore(in: folder).path, merges: true)
      options.newerBy = [rule]
      let report = try convert(Self.source, by: "notes/notes", to: folder.appending(path: "New.store"), options: options)
      let finding = report.findings.first { $0.id == "merge-rule" }
      #expect(finding?.message == message && finding?.help == help && report.exitStatus == .usage)
    }
  }

  @Test func `plain tables hold the same records, with real foreign keys`() throws {
    try withTemporaryFolder { folder in
      let target = folder.appending(path: "Notes.db")
      let report = try convert(Self.source, by: "notes/notes", to: target, options: ConversionOptions(layout: .sqlite))
      #expect(report.exitStatus == .done)
      #expect(try number("SELECT count(*) FROM Note", of: target.path) == 108)
      #expect(try rows("PRAGMA foreign_key_check", of: target.path) == [])
      let keys = try rows("SELECT count(*) FROM pragma_foreign_key_list('Note')", of: target.path)
      #expect(keys == [[.integer(1)]])
    }
  }

  @Test func `plain tables are verified as a store is, and a change in them is found`() throws {
    try withTemporaryFolder { folder in
      let target = folder.appending(path: "Notes.db")
      #expect(
        try convert(Self.source, by: "notes/notes", to: target, options: ConversionOptions(layout: .sqlite)).exitStatus == .done)
      let mapping = try Mapping(contentsOf: mappingPath("notes/notes"))
      let before = try snapshot(folder)
      let proof = try mapping.verify(Self.source, target.path)
      #expect(proof.exitStatus == .done && proof.findings.allSatisfy { $0.severity != .error })
      #expect(proof.entities.filter { $0.target == "Note" }.reduce(0) { $0 + ($1.verified ?? 0) } == 108)
      #expect(try snapshot(folder) == before)

      try tamper(target, "UPDATE note SET title = title || '!' WHERE id = (SELECT min(id) FROM note)")
      #expect(try mapping.verify(Self.source, target.path).errors.contains("values-differ"))
      try tamper(target, "PRAGMA foreign_keys = OFF; DELETE FROM note WHERE id = (SELECT max(id) FROM note)")
      #expect(try mapping.verify(Self.source, target.path).errors.contains("records-differ"))
    }
  }

  @Test func `a database that no conversion wrote is not verified, and its first lack is told`() throws {
    try withTemporaryFolder { folder in
      let target = folder.appending(path: "Notes.db")
      #expect(
        try convert(Self.source, by: "notes/notes", to: target, options: ConversionOptions(layout: .sqlite)).exitStatus == .done)
      try tamper(target, "ALTER TABLE note RENAME COLUMN title TO heading")
      let mapping = try Mapping(contentsOf: mappingPath("notes/notes"))
      let finding = #expect(throws: Finding.self) { try mapping.verify(Self.source, target.path) }
      #expect(finding?.id == "plain-database-differs")
      #expect(
        finding?.message == "'\(target.path)' has no column 'title' in its table 'note', which the conversion would have made")
    }
  }

  @Test func `an archive as target opens again with what was converted`() throws {
    try withTemporaryFolder { folder in
      let target = folder.appending(path: "Notes.zip")
      let report = try convert(Self.source, by: "notes/notes", to: target, options: ConversionOptions(layout: .archive))
      #expect(report.exitStatus == .done)
      let inspection = try Store.open(target.path).inspect()
      #expect(inspection.records == ["Folder": 6, "Note": 108, "Tag": 12])
      let again = try convert(Self.source, by: "notes/notes", to: target, options: ConversionOptions(layout: .archive))
      #expect(again.exitStatus == .targetRefused)
    }
  }
}

import Foundation
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

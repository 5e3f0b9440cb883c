import Foundation
import HeirloomCoreDataModel
import HeirloomFindings
import HeirloomSQLite
import HeirloomSchema
import HeirloomTestSupport
import HeirloomWriting
import Testing

@Suite struct `A target made from a template` {
  @Test func `keeps the template's metadata, numbers, tables, indexes and triggers`() throws {
    try withTemporaryFolder { folder in
      let template = try emptyTemplate(in: folder)
      // The trigger calls a function that exists only inside Core Data.
      let trigger =
        "CREATE TRIGGER ZT_X AFTER INSERT ON ZNOTE BEGIN SELECT NSCoreDataNobodyKnows('ZNOTE', 1); END"
      try Connection(template, .readWrite).run(trigger)
      let writer = TemplateTarget(notesSchema, template: template, at: folder.appending(path: "New.store").path)
      try writeNotes(writer)
      #expect(writer.findings.map(\.id) == ["derived-not-computed"])

      let old = try Connection(template), new = try Connection(folder.appending(path: "New.store").path)
      let objects = "SELECT type, name, sql FROM sqlite_schema ORDER BY name"
      #expect(try old.rows(objects) == new.rows(objects))
      #expect(try old.rows("SELECT * FROM Z_METADATA") == new.rows("SELECT * FROM Z_METADATA"))
      #expect(try new.count("SELECT count(*) FROM ZNOTE") == 3)
      #expect(try new.count("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Note'") == 7)
      #expect(try new.value("PRAGMA integrity_check").text == "ok")
    }
  }

  @Test func `is not made when the template holds records, and leaves nothing behind`() throws {
    try withTemporaryFolder { folder in
      let template = folder.appending(path: "Full.store").path
      try writeNotes(try notesTarget(at: template))
      let before = FileManager.default.contents(atPath: template)
      let finding = #expect(throws: Finding.self) {
        try TemplateTarget(notesSchema, template: template, at: folder.appending(path: "New.store").path).begin()
      }
      #expect(finding?.description == "error[template-not-empty]: the template holds records already, in 'ZFOLDER' for one")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["Full.store"])
      #expect(FileManager.default.contents(atPath: template) == before)
    }
  }

  @Test func `is not made from a store of another version, and says in what they differ`() throws {
    try withTemporaryFolder { folder in
      let template = try emptyTemplate(in: folder)
      var schema = notesSchema
      schema["Note"]?.attributes[0].type = .int64
      schema["Folder"]?.attributes.append(Attribute("color", .string))
      let writer = TemplateTarget(schema, template: template, at: nil)
      let finding = #expect(throws: Finding.self) { try writer.begin() }
      #expect(finding?.id == "template-differs")
      #expect(finding?.exitStatus == .mappingFaulty)
      #expect(
        writer.findings.map(\.message) == [
          "'Folder' differs from the target schema: attribute 'color' is new",
          "'Memo' differs from the target schema: its parent 'Note' differs",
          "'Note' differs from the target schema: attribute 'title' was String and is Int",
        ])
    }
  }

  @Test func `of the right version is refused for each table and column that it lacks`() throws {
    try withTemporaryFolder { folder in
      let template = try emptyTemplate(in: folder)
      try Connection(template, .readWrite).script("ALTER TABLE ZNOTE RENAME COLUMN ZTITLE TO ZOTHER; DROP TABLE ZFOLDER;")
      let writer = TemplateTarget(notesSchema, template: template, at: nil)
      let finding = #expect(throws: Finding.self) { try writer.begin() }
      #expect(finding?.message == "the template differs from the target schema in 2 places")
      #expect(
        writer.findings.map(\.message) == [
          "the template has no table 'ZFOLDER'", "the template's table 'ZNOTE' has no column 'ZTITLE'",
        ])
    }
  }

  @Test func `is not made from anything but a store`() throws {
    try withTemporaryFolder { folder in
      let path = folder.appending(path: "text").path
      try Data("not a store at all, but long enough to be looked at".utf8).write(to: URL(fileURLWithPath: path))
      let finding = #expect(throws: Finding.self) { try TemplateTarget(notesSchema, template: path, at: nil).begin() }
      #expect(finding?.id == "template-unreadable")
      let none = #expect(throws: Finding.self) { try TemplateTarget(notesSchema, template: path + "2", at: nil).begin() }
      #expect(none?.id == "no-such-input")
    }
  }

  @Test(.enabled(if: Corpus.isPresent, "skipped: no corpus"))
  func `can be made from the store of a real app, once it is empty`() throws {
    let corpus = try #require(Corpus.folder)
    try withTemporaryFolder { folder in
      let template = folder.appending(path: "default.store").path
      for suffix in ["", "-wal"] {
        try FileManager.default.copyItem(
          atPath: corpus.appending(path: "coredata/resourcesmanager-a/default.store\(suffix)").path, toPath: template + suffix)
      }
      let store = try Connection(template, .readWrite)
      for table in ["ZITEM", "ZCOMPONENT", "ZCRAFTINGRECIPE"] { try store.run("DELETE FROM \(table)") }
      let schema = try ModelCache.read(try #require(try store.value("SELECT Z_CONTENT FROM Z_MODELCACHE").blob)).0
      let writer = TemplateTarget(schema, template: template, at: folder.appending(path: "new.store").path)
      try writer.begin().run("INSERT INTO main.ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (9, 3, 1, 'iron')")
      try writer.finish()
      try writer.publish()
      // The store had given out keys up to 5; the record has 9.
      #expect(
        try Connection(folder.appending(path: "new.store").path).count("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Item'")
          == 9)
    }
  }
}

/// A store of the notes schema without records.
func emptyTemplate(in folder: URL) throws -> String {
  let path = folder.appending(path: "Empty.store").path
  let writer = try notesTarget(at: path)
  _ = try writer.begin()
  try writer.finish()
  try writer.publish()
  return path
}

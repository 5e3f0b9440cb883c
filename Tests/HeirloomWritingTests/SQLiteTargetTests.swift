import Foundation
import HeirloomFindings
import HeirloomSQLite
import HeirloomSchema
import HeirloomTestSupport
import HeirloomWriting
import Testing

@Suite struct `A plain SQLite target` {
  @Test func `has strict tables with real foreign keys`() {
    #expect(
      SQLiteLayout.make(for: notesSchema).tables.map(\.creation) == [
        """
        CREATE TABLE "folder" (
          "id" INTEGER PRIMARY KEY,
          "name" TEXT NOT NULL
        ) STRICT
        """,
        """
        CREATE TABLE "note" (
          "id" INTEGER PRIMARY KEY,
          "entity" TEXT NOT NULL,
          "folderID" INTEGER REFERENCES "folder"("id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
          "spoken" INTEGER,
          "created" REAL,
          "title" TEXT NOT NULL,
          "image" BLOB
        ) STRICT
        """,
      ])
  }

  @Test func `has a table of two keys for a many-to-many`() throws {
    var note = Entity("Note"), tag = Entity("Tag")
    note.relationships = [Relationship("tags", to: "Tag", many: true, inverse: "notes")]
    note.relationships[0].isOrdered = true
    tag.attributes = [Attribute("id", .uuid)]
    tag.relationships = [Relationship("notes", to: "Note", many: true, inverse: "tags")]
    let layout = SQLiteLayout.make(for: Schema(entities: [note, tag]))
    #expect(
      layout.tables.last?.creation == """
        CREATE TABLE "note_tags" (
          "noteID" INTEGER NOT NULL REFERENCES "note"("id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
          "tagID" INTEGER NOT NULL REFERENCES "tag"("recordID") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
          "tagsPosition" INTEGER,
          PRIMARY KEY ("noteID", "tagID")
        ) STRICT, WITHOUT ROWID
        """)
    #expect(
      layout.entities["Tag"]?.relationships["notes"]
        == .joinTable("note_tags", ownerColumn: "tagID", targetColumn: "noteID", orderColumn: nil))
    #expect(layout.orderKey("p") == "p")
  }

  /// SQLite refuses to make a table whose name begins with `sqlite_`, in any case.
  @Test func `has no table of a name that SQLite keeps for itself`() throws {
    let names = ["sqlite_master", "SQLite_thing", "Sqlite"]
    let layout = SQLiteLayout.make(for: Schema(entities: names.map { Entity(EntityName($0)) }))
    #expect(layout.tables.map(\.name).sorted() == ["_sQLite_thing", "_sqlite_master", "sqlite"])
    let connection = try Connection.inMemory()
    for table in layout.tables { try connection.run(table.creation) }
  }

  @Test func `is published when every link has its record, and refused when one has none`() throws {
    try withTemporaryFolder { folder in
      let path = folder.appending(path: "notes.db").path
      let writer = SQLiteTarget(notesSchema, at: path)
      let connection = try writer.begin()
      try connection.run("INSERT INTO main.note (id, entity, title, folderID) VALUES (1, 'Note', 'a', 1)")
      try connection.run("INSERT INTO main.folder (id, name) VALUES (1, 'f')")
      try writer.finish()
      try writer.publish()
      #expect(try Connection(path, .immutable).value("PRAGMA integrity_check").text == "ok")

      let second = SQLiteTarget(notesSchema, at: folder.appending(path: "broken.db").path)
      try second.begin().run("INSERT INTO main.note (id, entity, title, folderID) VALUES (1, 'Note', 'a', 9)")
      let finding = #expect(throws: Finding.self) { try second.finish() }
      #expect(finding?.description == "error[target-dangling]: a link from 'note' to 'folder' has no record at its end")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["notes.db"])
    }
  }
}

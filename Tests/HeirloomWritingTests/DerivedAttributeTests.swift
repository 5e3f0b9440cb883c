import Foundation
import HeirloomCoreDataModel
import HeirloomFindings
import HeirloomSQLite
import HeirloomSchema
import HeirloomTestSupport
import HeirloomWriting
import Testing

/// Folders with notes; each derived attribute in one of the forms that Apple documents.
@Suite("Derived attributes") struct DerivedAttributeTests {
  static let schema: Schema = {
    func derived(_ name: PropertyName, _ type: AttributeType, _ derivation: String) -> Attribute {
      var attribute = Attribute(name, type, optional: true)
      attribute.derivation = derivation
      return attribute
    }
    var folder = Entity("Folder"), note = Entity("Note"), memo = Entity("Memo", parent: "Note"), tag = Entity("Tag")
    folder.attributes = [
      Attribute("name", .string), derived("noteCount", .int64, "notes.@count"), derived("pages", .int64, "notes.@sum.pages"),
      derived("longest", .int64, "max:(notes.pages)"), derived("shout", .string, "uppercase:(name)"),
    ]
    folder.relationships = [
      Relationship("notes", to: "Note", many: true, inverse: "folder"),
      Relationship("tags", to: "Tag", many: true, inverse: "owner"),
    ]
    note.attributes = [
      Attribute("title", .string), Attribute("pages", .int64), derived("folderName", .string, "folder.name"),
      derived("plain", .string, "canonical:(title)"), derived("whisper", .string, "lowercase:(folder.shout)"),
      derived("tagCount", .int64, "tags.@count"), derived("saved", .date, "now()"), derived("odd", .string, "title ++ '!'"),
    ]
    note.relationships = [
      Relationship("folder", to: "Folder", inverse: "notes"), Relationship("tags", to: "Tag", many: true, inverse: "notes"),
    ]
    memo.attributes = [derived("folderNotes", .int64, "folder.noteCount")]
    tag.attributes = [Attribute("name", .string), derived("ownerName", .string, "owner.name")]
    tag.relationships = [
      Relationship("notes", to: "Note", many: true, inverse: "tags"), Relationship("owner", to: "Folder", inverse: "tags"),
    ]
    return Schema(entities: [folder, note, memo, tag])
  }()

  /// Two folders, three notes of which two are memos and one has no folder, two tags on the first note, one of a folder.
  static func fill(_ connection: Connection) throws {
    try connection.script(
      """
      INSERT INTO main.ZFOLDER (Z_PK, Z_ENT, Z_OPT, ZNAME, ZNOTECOUNT) VALUES (1, 1, 1, 'Straße', 99), (2, 1, 1, 'Empty', NULL);
      INSERT INTO main.ZNOTE (Z_PK, Z_ENT, Z_OPT, ZTITLE, ZPAGES, ZFOLDER) VALUES
        (1, 2, 1, 'Çédille', 3, 1), (2, 3, 1, 'Memo', 4, 1), (3, 3, 1, 'Loose', 5, NULL);
      INSERT INTO main.ZTAG (Z_PK, Z_ENT, Z_OPT, ZNAME, ZOWNER) VALUES (1, 4, 1, 'a', 1), (2, 4, 1, 'b', NULL);
      INSERT INTO main.Z_2TAGS (Z_2NOTES, Z_4TAGS) VALUES (1, 1), (1, 2);
      """)
  }

  static func text(_ store: Connection, _ sql: String) throws -> [String] {
    try store.rows(sql).map { row in row.map { $0.text ?? ($0.isNull ? "-" : $0.literal) }.joined(separator: "|") }
  }

  static let folders = ["Straße|2|7|4|STRASSE", "Empty|0|0|-|EMPTY"]
  static let notes = ["Çédille|Straße|cedille|strasse|2|-", "Memo|Straße|memo|strasse|0|2", "Loose|-|loose|-|0|-"]
  static let tags = ["a|Straße", "b|-"]
  static let tagSQL = "SELECT ZNAME, ZOWNERNAME FROM ZTAG ORDER BY Z_PK"
  static let folderSQL = "SELECT ZNAME, ZNOTECOUNT, ZPAGES, ZLONGEST, ZSHOUT FROM ZFOLDER ORDER BY Z_PK"
  static let noteSQL =
    "SELECT ZTITLE, ZFOLDERNAME, ZPLAIN, ZWHISPER, ZTAGCOUNT, ZFOLDERNOTES FROM ZNOTE ORDER BY Z_PK"

  static func target(_ schema: Schema = Self.schema, at path: String? = nil) -> SwiftDataTarget {
    let metadata = StoreMetadata(for: schema, hashes: VersionHashes(of: schema), uuid: Array(0..<16))
    return SwiftDataTarget(schema, metadata: metadata, at: path)
  }

  @Test func `of a new store hold what they are derived from, even in a chain, and what is not computed is told`() throws {
    let writer = Self.target()
    defer { writer.abandon() }
    try Self.fill(try writer.begin())
    try writer.finish()
    let store = try Connection(writer.draftPath)
    #expect(try Self.text(store, Self.folderSQL) == Self.folders)
    #expect(try Self.text(store, Self.noteSQL) == Self.notes)
    #expect(try Self.text(store, Self.tagSQL) == Self.tags)
    #expect(
      writer.findings.filter { $0.id == "derived-not-computed" }.map(\.message) == [
        "'Note.saved' is the time of saving: it holds what the mapping gives",
        "'Note.odd' is derived in a way that is not understood",
      ])
    // Only a key path through one link, between tables of one entity each, has triggers in real stores.
    #expect(writer.findings.filter { $0.id == "derived-not-kept" }.count == 9)
    let triggers = try Self.text(store, "SELECT name FROM sqlite_schema WHERE type = 'trigger' ORDER BY name")
    #expect(
      triggers == [
        "Z_DA_ZFOLDER_Tag_ownerName_PARAMETER_INSERT", "Z_DA_ZFOLDER_Tag_ownerName_PARAMETER_UPDATE",
        "Z_DA_ZTAG_Tag_ownerName_SOURCE_INSERT", "Z_DA_ZTAG_Tag_ownerName_SOURCE_UPDATE",
      ])
  }

  @Test func `of plain tables are computed, too`() throws {
    let writer = SQLiteTarget(Self.schema, at: nil)
    defer { writer.abandon() }
    try writer.begin().script(
      """
      INSERT INTO main.folder (id, name) VALUES (1, 'Straße');
      INSERT INTO main.note (id, entity, title, pages, folderID) VALUES (1, 'Note', 'a', 3, 1), (2, 'Memo', 'b', 4, 1);
      """)
    try writer.finish()
    let store = try Connection(writer.draftPath)
    #expect(try Self.text(store, "SELECT noteCount, pages, shout FROM folder") == ["2|7|STRASSE"])
    #expect(try Self.text(store, "SELECT folderName, folderNotes FROM note") == ["Straße|-", "Straße|2"])
  }

  /// The template's triggers are Apple's own for a key path, and for a count in the form of Photos' stores; that for `plain` calls a
  /// function that nobody but the framework knows.
  @Test func `of a template are kept by its own triggers, and computed where a trigger cannot run`() throws {
    try withTemporaryFolder { folder in
      var schema = Self.schema
      schema["Note"]?.attributes.removeAll { ["saved", "odd"].contains($0.name.text) }
      let template = folder.appending(path: "Empty.store").path
      let empty = Self.target(schema, at: template)
      _ = try empty.begin()
      try empty.finish()
      try empty.publish()
      try Connection(template, .readWrite).script(
        """
        CREATE TRIGGER ZT_ZFOLDER_ZNOTECOUNT_ZNOTE_INSERT_INCREMENT AFTER INSERT ON ZNOTE FOR EACH ROW BEGIN
          UPDATE ZFOLDER SET ZNOTECOUNT = IFNULL(ZNOTECOUNT,0) + 1 WHERE NEW.ZFOLDER = Z_PK;
          SELECT NSCoreDataTriggerUpdateAffectedObjectValue('ZFOLDER', Z_ENT, Z_PK, 'ZNOTECOUNT', ZNOTECOUNT) FROM ZFOLDER WHERE Z_PK = NEW.ZFOLDER; END;
        CREATE TRIGGER Z_DA_ZNOTE_Note_plain_INSERT AFTER INSERT ON ZNOTE FOR EACH ROW BEGIN
          UPDATE ZNOTE SET ZPLAIN = NSCoreDataUnknownFolding(ZTITLE) WHERE Z_PK = NEW.Z_PK; END;
        CREATE TRIGGER ZX_Unknown AFTER INSERT ON ZTAG FOR EACH ROW BEGIN SELECT NSCoreDataSomethingElse(1); END;
        """)
      let path = folder.appending(path: "New.store").path
      let writer = TemplateTarget(schema, template: template, at: path)
      try Self.fill(try writer.begin())
      try writer.finish()
      try writer.publish()
      let store = try Connection(path)
      #expect(try Self.text(store, Self.folderSQL) == Self.folders)
      #expect(try Self.text(store, Self.noteSQL) == Self.notes)
      #expect(try Self.text(store, Self.tagSQL) == Self.tags)
      #expect(
        writer.findings.map(\.message) == ["the template's trigger 'ZX_Unknown' could not run while the rows went in"])
      let triggers = "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' ORDER BY name"
      #expect(try store.rows(triggers) == Connection(template).rows(triggers))
    }
  }

  /// Of a folder 'Work' with notes of 3 and 5 pages; nil for what is not understood, which then stays as it is.
  @Test(arguments: [
    ("name", "Work"), ("lowercase:( name )", "work"), ("sum:(notes.pages)", "8"), ("notes.pages.@sum", "8"),
    ("notes.@sum.pages", "8"),
    ("notes.@avg.pages", "4.0"), ("notes.@min.pages", "3"), ("count:(notes)", "2"), ("notes.@count", "2"),
    ("name ++ name", nil), ("notes.@sum", nil), ("notes.@median.pages", nil), ("", nil), ("upper:(name)", nil),
    ("notes.pages", nil),
    ("name.length", nil), ("missing", nil),
  ])
  func `are understood in these forms and in no other`(_ text: String, _ value: String?) throws {
    var folder = Entity("Folder"), note = Entity("Note")
    var attribute = Attribute("d", .transformable, optional: true)
    attribute.derivation = text
    folder.attributes = [Attribute("name", .string), attribute]
    folder.relationships = [Relationship("notes", to: "Note", many: true, inverse: "folder")]
    note.attributes = [Attribute("pages", .int64)]
    note.relationships = [Relationship("folder", to: "Folder", inverse: "notes")]
    let writer = Self.target(Schema(entities: [folder, note]))
    defer { writer.abandon() }
    try writer.begin().script(
      """
      INSERT INTO main.ZFOLDER (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 1, 1, 'Work');
      INSERT INTO main.ZNOTE (Z_PK, Z_ENT, Z_OPT, ZPAGES, ZFOLDER) VALUES (1, 2, 1, 3, 1), (2, 2, 1, 5, 1);
      """)
    try writer.finish()
    #expect(try Self.text(try Connection(writer.draftPath), "SELECT ZD FROM ZFOLDER") == [value ?? "-"])
    #expect(writer.findings.contains { $0.id == "derived-not-computed" } == (value == nil))
  }
}

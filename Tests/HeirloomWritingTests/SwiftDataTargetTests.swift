import Foundation
import HeirloomCoreDataModel
import HeirloomFindings
import HeirloomSQLite
import HeirloomSchema
import HeirloomTestSupport
import HeirloomWriting
import Testing

@Suite struct `Writing a SwiftData store` {
  @Test func `leaves one file in WAL mode with the pragmas of a real store`() throws {
    try withTemporaryFolder { folder in
      let path = folder.appending(path: "Notes.store").path
      let writer = try notesTarget(at: path)
      try writeNotes(writer)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["Notes.store"])

      // Bytes 16–19 of the header: page size 4096, then 2 and 2 for WAL, as real stores have them.
      let header = try #require(FileManager.default.contents(atPath: path)).prefix(100)
      #expect(Array(header[16..<20]) == [0x10, 0x00, 0x02, 0x02])
      let store = try Connection(path, .immutable)
      #expect(try store.count("PRAGMA auto_vacuum") == 2)
      #expect(try store.value("PRAGMA encoding").text == "UTF-8")
      #expect(try store.value("PRAGMA integrity_check").text == "ok")
      #expect(try store.count("PRAGMA freelist_count") == 0)
    }
  }

  @Test func `keeps the books: keys in use, sub-entities at 0, history from 16001`() throws {
    try withTemporaryFolder { folder in
      let path = folder.appending(path: "Notes.store").path
      try writeNotes(try notesTarget(at: path))
      let store = try Connection(path, .immutable)
      let rows = try store.rows("SELECT Z_ENT, Z_NAME, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY ORDER BY Z_ENT")
      // Notes 1, 2 and the memo 7 share the keys of Note.
      #expect(
        rows.map { $0.map(\.literal).joined(separator: " ") } == [
          "1 'Folder' 0 1", "2 'Note' 0 7", "3 'Memo' 2 0", "16001 'CHANGE' 0 0", "16002 'TRANSACTION' 0 0",
          "16003 'TRANSACTIONSTRING' 0 0",
        ])
    }
  }

  @Test func `says which version of the model it holds`() throws {
    try withTemporaryFolder { folder in
      let path = folder.appending(path: "Notes.store").path
      try writeNotes(try notesTarget(at: path))
      let store = try Connection(path, .immutable)
      #expect(try store.value("SELECT Z_UUID FROM Z_METADATA").text == "000102030405060708090A0B0C0D0E0F".uuidText)
      let list = try PropertyList(try #require(try store.value("SELECT Z_PLIST FROM Z_METADATA").blob))
      #expect(
        list.dictionary?.keys.sorted() == [
          "NSPersistenceFrameworkVersion", "NSStoreModelVersionChecksumKey", "NSStoreModelVersionHashes",
          "NSStoreModelVersionHashesDigest",
          "NSStoreModelVersionHashesVersion", "NSStoreModelVersionIdentifiers", "NSStoreType", "_NSAutoVacuumLevel",
        ])
      #expect(list["NSStoreModelVersionIdentifiers"]?.array == [.string("2.0.0")])
      #expect(list["NSStoreModelVersionHashes"]?.dictionary?["Note"]?.data?.count == 32)
      #expect(list["_NSAutoVacuumLevel"]?.string == "2")
    }
  }

  @Test func `gives the same bytes for the same input`() throws {
    try withTemporaryFolder { folder in
      let paths = ["a", "b"].map { folder.appending(path: "\($0).store").path }
      for path in paths { try writeNotes(try notesTarget(at: path)) }
      #expect(FileManager.default.contents(atPath: paths[0]) == FileManager.default.contents(atPath: paths[1]))
    }
  }

  @Test func `can be read, but not seen by others, before it is published`() throws {
    try withTemporaryFolder { folder in
      let path = folder.appending(path: "Notes.store").path
      let writer = try notesTarget(at: path)
      let connection = try writer.begin()
      try fillNotes(connection)
      try writer.finish()
      #expect(!FileManager.default.fileExists(atPath: path))
      #expect(try Connection(writer.draftPath).count("SELECT count(*) FROM ZNOTE") == 3)
      #expect(try connection.count("SELECT count(*) FROM main.ZNOTE") == 3)
      try writer.publish()
      #expect(FileManager.default.fileExists(atPath: path))
    }
  }

  @Test func `names the values that are not unique`() throws {
    try withTemporaryFolder { folder in
      let writer = try notesTarget(at: folder.appending(path: "Notes.store").path)
      let connection = try writer.begin()
      try connection.run("INSERT INTO main.ZFOLDER (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 1, 1, 'a'), (2, 1, 1, 'a')")
      let finding = #expect(throws: Finding.self) { try writer.finish() }
      #expect(finding?.id == "target-not-unique")
      #expect(finding?.exitStatus == .mappingFaulty)
      #expect(finding?.message.contains("'Folder.name'") == true)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }
  }

  @Test func `tells which properties have no place`() throws {
    var entity = Entity("Note")
    entity.attributes = [Attribute("odd", .undefined), Attribute("latitude", .double)]
    entity.indexes = [
      FetchIndex(name: "byPlace", elements: [.init("latitude", rtree: true)]),
      FetchIndex(name: "plain", elements: [.init("latitude")]),
      FetchIndex(name: "strange", elements: [.init("latitude")], predicate: "latitude BETWEEN {1, 2}"),
    ]
    let schema = Schema(entities: [entity])
    let writer = SwiftDataTarget(schema, metadata: .init(for: schema, hashes: .init(of: schema), uuid: []), at: nil)
    #expect(
      writer.findings.map(\.message) == [
        "'Note.odd' cannot be stored in the target",
        "the index 'strange' of 'Note' is not created in the target",
        "the R-tree index 'byPlace' of 'Note' is created as 'Z_RT_Note_byPlace'",
      ])
  }

  @Test func `tells under which of two names the links within an entity stand`() {
    var item = Entity("Item")
    item.relationships = [
      Relationship("blocking", to: "Item", many: true, inverse: "blockedBy"),
      Relationship("blockedBy", to: "Item", many: true, inverse: "blocking"),
      Relationship("alike", to: "Item", many: true, inverse: "alike"),
    ]
    let schema = Schema(entities: [item])
    let writer = SwiftDataTarget(schema, metadata: .init(for: schema, hashes: .init(of: schema), uuid: []), at: nil)
    // Six entries make a hash table of 7 slots, in which 'blockedBy' has 0 and 'blocking' 6.
    #expect(
      writer.findings.map(\.description) == [
        "note[target-join-inferred]: the links of 'Item.blockedBy' and its inverse 'blocking' stand in 'Z_1BLOCKEDBY'"
      ])
  }
}

extension String {
  fileprivate var uuidText: String {
    let digits = Array(self)
    return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }.joined(separator: "-")
  }
}

/// Folders with unique names, notes and memos; a memo is a note.
func notesTarget(at path: String?, overwrites: Bool = false) throws -> SwiftDataTarget {
  let schema = notesSchema
  let metadata = StoreMetadata(for: schema, hashes: VersionHashes(of: schema), uuid: Array(0..<16))
  return SwiftDataTarget(schema, metadata: metadata, at: path, overwrites: overwrites)
}

let notesSchema: Schema = {
  var folder = Entity("Folder"), note = Entity("Note"), memo = Entity("Memo", parent: "Note")
  folder.attributes = [Attribute("name", .string)]
  folder.uniqueness = [["name"]]
  folder.relationships = [Relationship("notes", to: "Note", many: true, inverse: "folder")]
  folder.relationships[0].deleteRule = .cascade
  var image = Attribute("image", .data, optional: true)
  image.allowsExternalStorage = true
  note.attributes = [Attribute("title", .string), Attribute("created", .date, optional: true), image]
  note.relationships = [Relationship("folder", to: "Folder", inverse: "notes")]
  memo.attributes = [Attribute("spoken", .bool, optional: true)]
  return Schema(name: "V2", identifiers: ["2.0.0"], entities: [folder, note, memo])
}()

func fillNotes(_ connection: Connection) throws {
  try connection.script(
    """
    INSERT INTO main.ZFOLDER (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 1, 1, 'work');
    INSERT INTO main.ZNOTE (Z_PK, Z_ENT, Z_OPT, ZTITLE, ZFOLDER) VALUES (1, 2, 1, 'one', 1), (2, 2, 1, 'two', NULL), (7, 3, 1, 'memo', 1);
    """)
}

func writeNotes(_ writer: some TargetWriter) throws {
  try fillNotes(try writer.begin())
  try writer.finish()
  try writer.publish()
}

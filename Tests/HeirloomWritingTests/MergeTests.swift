import Foundation
import HeirloomCoreDataModel
import HeirloomFindings
import HeirloomSQLite
import HeirloomSchema
import HeirloomTestSupport
import HeirloomWriting
import Testing

/// A library: books with unique numbers, tags without, many-to-many between them, one cover for one book, chapters in order.
@Suite struct `Merging into a store with records` {
  @Test func `adds what is not there, translates links, and keeps what is there`() throws {
    try withTemporaryFolder { folder in
      let template = try library(in: folder, name: "Full.store") { connection in
        try connection.script(
          """
          INSERT INTO main.ZBOOK (Z_PK, Z_ENT, Z_OPT, ZNUMBER, ZTITLE, ZREAD) VALUES (1, 1, 1, 100, 'Kept', 50), (2, 1, 1, 101, 'Only here', 1);
          INSERT INTO main.ZCHAPTER (Z_PK, Z_ENT, Z_OPT, ZBOOK, Z_FOK_BOOK, ZNAME) VALUES (1, 2, 1, 1, 2048, 'First');
          INSERT INTO main.ZTAG (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 3, 1, 'old');
          INSERT INTO main.Z_1TAGS VALUES (1, 1);
          """)
      }
      let out = folder.appending(path: "Out.store").path
      let target = MergeTarget(librarySchema, into: template, at: out)
      try fillLibrary(target)
      // Book 100 is there, 102 is new; chapter 'First' of book 100 is there, 'Second' and the one of 102 are new; tag 'old' is there.
      #expect(
        target.counts == [
          count("Book", added: 1, kept: 1), count("Chapter", added: 2, kept: 1), count("Tag", added: 1, kept: 1),
        ])
      #expect(target.findings.map(\.id) == ["merge-without-key", "merge-without-key"])

      let store = try Connection(out)
      #expect(try text(store, "SELECT Z_PK, ZNUMBER, ZTITLE FROM ZBOOK ORDER BY 1") == "1|100|Kept 2|101|Only here 3|102|New")
      // New chapters follow what the book has: 2048 + 3072.
      #expect(
        try text(store, "SELECT ZBOOK, Z_FOK_BOOK, ZNAME FROM ZCHAPTER ORDER BY Z_PK")
          == "1|2048|First 1|5120|Second 3|2048|Alone")
      #expect(try text(store, "SELECT ZNAME FROM ZTAG ORDER BY Z_PK") == "old fresh")
      #expect(try text(store, "SELECT Z_1BOOKS, Z_3TAGS FROM Z_1TAGS ORDER BY 1, 2") == "1|1 1|2 3|1")
      #expect(try text(store, "SELECT Z_NAME, Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT < 16000") == "Book|3 Chapter|3 Tag|2")
      #expect(try store.value("PRAGMA integrity_check").text == "ok")
    }
  }

  @Test func `adds nothing when it is done again`() throws {
    try withTemporaryFolder { folder in
      let template = try library(in: folder, name: "Empty.store") { _ in }
      let once = folder.appending(path: "Once.store").path, twice = folder.appending(path: "Twice.store").path
      try fillLibrary(MergeTarget(librarySchema, into: template, at: once))
      let again = MergeTarget(librarySchema, into: once, at: twice)
      try fillLibrary(again)
      #expect(again.counts == [count("Book", kept: 2), count("Chapter", kept: 3), count("Tag", kept: 2)])
      for table in ["ZBOOK", "ZCHAPTER", "ZTAG", "Z_1TAGS"] {
        let rows = "SELECT * FROM \(table) ORDER BY 1, 2"
        #expect(try Connection(once).rows(rows) == Connection(twice).rows(rows))
      }
    }
  }

  @Test func `replaces the values of an older record when the rule says so`() throws {
    try withTemporaryFolder { folder in
      // 100 was read at 50 there and at 60 here; 102 at 99 there and at 60 here.
      let template = try library(in: folder, name: "Full.store") { connection in
        try connection.run(
          "INSERT INTO main.ZBOOK (Z_PK, Z_ENT, Z_OPT, ZNUMBER, ZTITLE, ZREAD) VALUES (1, 1, 4, 100, 'Old', 50), (2, 1, 4, 102, 'Newer', 99)"
        )
      }
      let out = folder.appending(path: "Out.store").path
      let target = MergeTarget(librarySchema, into: template, rule: .keepNewer(by: ["Book": "read"]), at: out)
      try fillLibrary(target)
      #expect(target.counts.first == count("Book", kept: 1, updated: 1))
      #expect(try text(try Connection(out), "SELECT Z_OPT, ZTITLE FROM ZBOOK ORDER BY Z_PK") == "5|Theirs 4|Newer")
    }
  }

  /// Book 100 is there as number 100 and as 'Old'; one of the two that are merged has its number, the other its title.
  @Test(arguments: [(60, 70), (70, 60)])
  func `takes the newest of two that are found in one record`(read: (Int, Int)) throws {
    var entities = librarySchema.entities
    entities[0].uniqueness = [["number"], ["title"]]
    let schema = Schema(identifiers: ["1.0.0"], entities: entities)
    try withTemporaryFolder { folder in
      let template = try library(schema, in: folder, name: "Full.store") { connection in
        try connection.run(
          "INSERT INTO main.ZBOOK (Z_PK, Z_ENT, Z_OPT, ZNUMBER, ZTITLE, ZREAD) VALUES (1, 1, 1, 100, 'Old', 50)")
      }
      let out = folder.appending(path: "Out.store").path
      let target = MergeTarget(schema, into: template, rule: .keepNewer(by: ["Book": "read"]), at: out)
      try target.begin().run(
        """
        INSERT INTO main.ZBOOK (Z_PK, Z_ENT, Z_OPT, ZNUMBER, ZTITLE, ZREAD)
        VALUES (10, 1, 1, 100, 'By number', \(read.0)), (20, 1, 1, 200, 'Old', \(read.1))
        """)
      try target.finish()
      try target.publish()
      #expect(target.counts.first == count("Book", kept: 1, updated: 1))
      #expect(
        try text(try Connection(out), "SELECT ZNUMBER, ZTITLE, ZREAD FROM ZBOOK")
          == (read.0 > read.1 ? "100|By number|70.0" : "200|Old|70.0"))
    }
  }

  @Test func `can replace the template itself`() throws {
    try withTemporaryFolder { folder in
      let path = try library(in: folder, name: "Library.store") { _ in }
      try fillLibrary(MergeTarget(librarySchema, into: path, at: path, overwrites: true))
      #expect(try Connection(path, .immutable).count("SELECT count(*) FROM ZBOOK") == 2)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["Library.store"])
    }
  }
}

private func count(_ entity: EntityName, added: Int = 0, kept: Int = 0, updated: Int = 0) -> MergeCount {
  MergeCount(entity: entity, added: added, kept: kept, updated: updated)
}

private func text(_ connection: Connection, _ sql: String) throws -> String {
  try connection.rows(sql).map { row in row.map { $0.text ?? $0.literal }.joined(separator: "|") }.joined(separator: " ")
}

private func library(
  _ schema: Schema = librarySchema, in folder: URL, name: String, _ fill: (Connection) throws -> Void
) throws -> String {
  let path = folder.appending(path: name).path
  let metadata = StoreMetadata(for: schema, hashes: .init(of: schema), uuid: Array(0..<16))
  let writer = SwiftDataTarget(schema, metadata: metadata, at: path)
  try fill(try writer.begin())
  try writer.finish()
  try writer.publish()
  return path
}

/// Two books, three chapters in order, two tags.
private func fillLibrary(_ target: MergeTarget) throws {
  try target.begin().script(
    """
    INSERT INTO main.ZBOOK (Z_PK, Z_ENT, Z_OPT, ZNUMBER, ZTITLE, ZREAD) VALUES (10, 1, 1, 100, 'Theirs', 60), (20, 1, 1, 102, 'New', 60);
    INSERT INTO main.ZCHAPTER (Z_PK, Z_ENT, Z_OPT, ZBOOK, Z_FOK_BOOK, ZNAME)
      VALUES (1, 2, 1, 10, 2048, 'First'), (2, 2, 1, 10, 3072, 'Second'), (3, 2, 1, 20, 2048, 'Alone');
    INSERT INTO main.ZTAG (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (5, 3, 1, 'old'), (6, 3, 1, 'fresh');
    INSERT INTO main.Z_1TAGS VALUES (10, 5), (10, 6), (20, 5);
    """)
  try target.finish()
  try target.publish()
}

private let librarySchema: Schema = {
  var book = Entity("Book"), chapter = Entity("Chapter"), tag = Entity("Tag")
  book.attributes = [Attribute("number", .int64), Attribute("title", .string), Attribute("read", .double)]
  book.uniqueness = [["number"]]
  book.relationships = [
    Relationship("chapters", to: "Chapter", many: true, inverse: "book"),
    Relationship("tags", to: "Tag", many: true, inverse: "books"),
  ]
  book.relationships[0].isOrdered = true
  chapter.attributes = [Attribute("name", .string)]
  chapter.relationships = [Relationship("book", to: "Book", inverse: "chapters")]
  tag.attributes = [Attribute("name", .string)]
  tag.relationships = [Relationship("books", to: "Book", many: true, inverse: "tags")]
  return Schema(identifiers: ["1.0.0"], entities: [book, chapter, tag])
}()

import Foundation
import HeirloomCoreDataModel
import HeirloomFindings
import HeirloomSQLite
import HeirloomSchema
import HeirloomTestSupport
import HeirloomWriting
import Testing

/// Folders with unique names and their notes: a count, a sum, a text and a key path, and the triggers of a store of the app itself.
@Suite struct `Derived attributes of a store that is merged into` {
  private static let schema: Schema = {
    func derived(_ name: PropertyName, _ type: AttributeType, _ derivation: String) -> Attribute {
      var attribute = Attribute(name, type, optional: true)
      attribute.derivation = derivation
      return attribute
    }
    var folder = Entity("Folder"), note = Entity("Note")
    folder.attributes = [
      Attribute("name", .string), derived("noteCount", .int64, "notes.@count"), derived("pages", .int64, "notes.@sum.pages"),
      derived("plain", .string, "canonical:(name)"), Attribute("openCount", .int64, optional: true),
    ]
    folder.uniqueness = [["name"]]
    folder.relationships = [Relationship("notes", to: "Note", many: true, inverse: "folder")]
    note.attributes = [
      Attribute("title", .string), Attribute("pages", .int64), Attribute("done", .bool),
      derived("folderName", .string, "folder.name"),
    ]
    note.uniqueness = [["title"]]
    note.relationships = [Relationship("folder", to: "Folder", inverse: "notes")]
    return Schema(entities: [folder, note])
  }()

  /// A count with a condition, which no derivation of the model says, in the form of a photo library's store; one for insertions on each
  /// side and one for a change of the condition.
  private static let triggers = """
    CREATE TRIGGER ZT_ZFOLDER_ZOPENCOUNT_ZNOTE_INSERT_INCREMENT AFTER INSERT ON ZNOTE FOR EACH ROW WHEN NEW.ZDONE == 0 BEGIN UPDATE ZFOLDER SET ZOPENCOUNT = IFNULL(ZOPENCOUNT,0) + 1 WHERE NEW.ZFOLDER = Z_PK; SELECT NSCoreDataTriggerUpdateAffectedObjectValue('ZFOLDER', Z_ENT, Z_PK, 'ZOPENCOUNT', ZOPENCOUNT) FROM ZFOLDER WHERE Z_PK = NEW.ZFOLDER; END;
    CREATE TRIGGER ZT_ZFOLDER_ZOPENCOUNT_ZNOTE_ZFOLDER_INSERT_INCREMENT AFTER INSERT ON ZFOLDER FOR EACH ROW BEGIN UPDATE ZFOLDER SET ZOPENCOUNT = (SELECT COUNT(Z_PK) FROM ZNOTE WHERE (ZFOLDER = NEW.Z_PK) AND (ZDONE == 0)) WHERE Z_PK = NEW.Z_PK; SELECT NSCoreDataTriggerUpdateAffectedObjectValue('ZFOLDER', Z_ENT, Z_PK, 'ZOPENCOUNT', ZOPENCOUNT) FROM ZFOLDER WHERE Z_PK = NEW.Z_PK; END;
    CREATE TRIGGER ZT_ZFOLDER_ZOPENCOUNT_ZNOTE_UPDATE_DECREMENT AFTER UPDATE OF ZDONE ON ZNOTE FOR EACH ROW WHEN (OLD.ZDONE == 0) AND (NEW.ZDONE != OLD.ZDONE) AND (OLD.ZFOLDER == NEW.ZFOLDER) BEGIN UPDATE ZFOLDER SET ZOPENCOUNT = MAX(0,IFNULL(ZOPENCOUNT,0) - 1) WHERE OLD.ZFOLDER = Z_PK; SELECT NSCoreDataTriggerUpdateAffectedObjectValue('ZFOLDER', Z_ENT, Z_PK, 'ZOPENCOUNT', ZOPENCOUNT) FROM ZFOLDER WHERE Z_PK = OLD.ZFOLDER; END;
    CREATE TRIGGER Z_DA_ZFOLDER_Folder_plain_SOURCE_INSERT AFTER INSERT ON ZFOLDER FOR EACH ROW BEGIN UPDATE ZFOLDER SET ZPLAIN = NSCoreDataUnknownFolding(ZNAME) WHERE Z_PK = NEW.Z_PK; END;
    """

  /// A store of the app with the triggers, and in it what `fill` writes.
  private func store(in folder: URL, _ fill: String) throws -> String {
    let path = folder.appending(path: "App.store").path
    let writer = DerivedAttributeTests.target(Self.schema, at: path)
    try writer.begin().script(fill)
    try writer.finish()
    try writer.publish()
    try Connection(path, .readWrite).script(Self.triggers)
    return path
  }

  private static func schemaObjects(_ path: String) throws -> [[SQLiteValue]] {
    try Connection(path).rows("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name")
  }

  /// Each folder as its values and, computed anew by the shell's own means, what they must be.
  private static func folders(_ path: String) throws -> [String] {
    try DerivedAttributeTests.text(
      Connection(path),
      """
      SELECT ZNAME, ZNOTECOUNT, ZPAGES, ZPLAIN, ZOPENCOUNT, (SELECT count(*) FROM ZNOTE n WHERE n.ZFOLDER = f.Z_PK),
      (SELECT total(ZPAGES) FROM ZNOTE n WHERE n.ZFOLDER = f.Z_PK), (SELECT count(*) FROM ZNOTE n WHERE n.ZFOLDER = f.Z_PK AND NOT ZDONE)
      FROM ZFOLDER f ORDER BY ZNAME
      """)
  }

  @Test func `are right for what was there and for what is added, and the schema stays as it is`() throws {
    try withTemporaryFolder { folder in
      let template = try store(
        in: folder,
        """
        INSERT INTO main.ZFOLDER (Z_PK, Z_ENT, Z_OPT, ZNAME, ZOPENCOUNT) VALUES (1, 1, 1, 'Été', 1), (2, 1, 1, 'Alone', 0);
        INSERT INTO main.ZNOTE (Z_PK, Z_ENT, Z_OPT, ZTITLE, ZPAGES, ZDONE, ZFOLDER) VALUES (1, 2, 1, 'a', 3, 0, 1), (2, 2, 1, 'b', 4, 1, 1);
        """)
      let once = folder.appending(path: "Once.store").path, twice = folder.appending(path: "Twice.store").path
      for (from, to) in [(template, once), (once, twice)] {
        let target = MergeTarget(Self.schema, into: from, at: to)
        // The notes come first, as a mapping may have it: one is there, two go to a folder that is there, one to a new folder.
        try target.begin().script(
          """
          INSERT INTO main.ZNOTE (Z_PK, Z_ENT, Z_OPT, ZTITLE, ZPAGES, ZDONE, ZFOLDER) VALUES
            (7, 2, 1, 'a', 3, 0, 5), (8, 2, 1, 'c', 10, 0, 5), (9, 2, 1, 'd', 20, 1, 5), (10, 2, 1, 'e', 40, 0, 6);
          INSERT INTO main.ZFOLDER (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (5, 1, 1, 'Été'), (6, 1, 1, 'Neu');
          """)
        try target.finish()
        try target.publish()
        #expect(try Self.folders(to) == ["Alone|0|0|alone|0|0|0.0|0", "Neu|1|40|neu|1|1|40.0|1", "Été|4|37|ete|2|4|37.0|2"])
        #expect(
          try DerivedAttributeTests.text(Connection(to), "SELECT ZTITLE, ZFOLDERNAME FROM ZNOTE ORDER BY 1")
            == ["a|Été", "b|Été", "c|Été", "d|Été", "e|Neu"])
        #expect(target.findings.map(\.id) == [])
        #expect(try Self.schemaObjects(to) == Self.schemaObjects(template))
      }
    }
  }

  @Test func `follow a record that takes newer values`() throws {
    try withTemporaryFolder { folder in
      let template = try store(
        in: folder,
        """
        INSERT INTO main.ZFOLDER (Z_PK, Z_ENT, Z_OPT, ZNAME, ZOPENCOUNT) VALUES (1, 1, 1, 'F', 1);
        INSERT INTO main.ZNOTE (Z_PK, Z_ENT, Z_OPT, ZTITLE, ZPAGES, ZDONE, ZFOLDER) VALUES (1, 2, 1, 'a', 3, 0, 1);
        """)
      let path = folder.appending(path: "New.store").path
      let target = MergeTarget(Self.schema, into: template, rule: .keepNewer(by: ["Note": "pages"]), at: path)
      try target.begin().script(
        """
        INSERT INTO main.ZFOLDER (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (5, 1, 1, 'F');
        INSERT INTO main.ZNOTE (Z_PK, Z_ENT, Z_OPT, ZTITLE, ZPAGES, ZDONE, ZFOLDER) VALUES (7, 2, 1, 'a', 9, 1, 5);
        """)
      try target.finish()
      try target.publish()
      #expect(try Self.folders(path) == ["F|1|9|f|0|1|9.0|0"])
    }
  }

  /// 1,000 folders and 20,000 notes: the square of that is 20 million rows, each of several steps of SQLite's machine.
  @Test(arguments: [false, true]) func `cost in proportion to the records`(_ usesTemplate: Bool) throws {
    try withTemporaryFolder { folder in
      let writer: any TargetWriter =
        usesTemplate
        ? TemplateTarget(Self.schema, template: try store(in: folder, ""), at: nil) : DerivedAttributeTests.target(Self.schema)
      defer { writer.abandon() }
      let connection = try writer.begin()
      nonisolated(unsafe) var steps = 0
      connection.onProgress(every: 10_000) {
        steps += 10_000
        return steps < 20_000_000
      }
      try connection.script(
        """
        WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
        INSERT INTO main.ZNOTE (Z_PK, Z_ENT, Z_OPT, ZTITLE, ZPAGES, ZDONE, ZFOLDER) SELECT i, 2, 1, 'n' || i, 1, 0, 1 + i % 1000 FROM n;
        WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
        INSERT INTO main.ZFOLDER (Z_PK, Z_ENT, Z_OPT, ZNAME) SELECT i, 1, 1, 'f' || i FROM n;
        """)
      try writer.finish()
      #expect(
        try connection.rows("SELECT count(*), min(ZNOTECOUNT), max(ZPAGES) FROM main.ZFOLDER") == [
          [.integer(1000), .integer(20), .integer(20)]
        ])
    }
  }

  @Test func `that nothing keeps up to date in plain tables are told without a word of templates`() {
    let findings = SQLiteTarget(Self.schema, at: nil).findings.filter { $0.id == "derived-not-kept" }
    #expect(findings.count == 4 && findings.allSatisfy { $0.help?.contains("trigger of the app's own") == true })
  }
}

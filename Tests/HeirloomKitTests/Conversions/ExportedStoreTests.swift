import Foundation
import HeirloomArchive
import HeirloomFindings
import HeirloomKit
import HeirloomReporting
import HeirloomSQLite
import HeirloomTestSupport
import LegacyNotes
import Testing

/// A store that was exported converts as the store itself does, and an export by Realm Studio as the Realm does.
@Suite struct ExportedStoreTests {
  /// What differs between two converted stores, table by table; nil when nothing does. Their identities follow from the source's bytes.
  static func difference(_ one: String, _ other: String) throws -> String? {
    let connection = try Connection.inMemory()
    try connection.attach(one, as: "one", .immutable)
    try connection.attach(other, as: "other", .immutable)
    let names = "SELECT name FROM %.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"
    let tables = try connection.rows(names.replacing("%", with: "one")).compactMap { $0[0].text }
    if try connection.rows(names.replacing("%", with: "other")).compactMap({ $0[0].text }) != tables { return "tables" }
    for table in tables where table != "Z_METADATA" {
      let columns = try connection.rows("SELECT name FROM one.pragma_table_info(\(sqlText(table)))").compactMap { $0[0].text }
      // Values compare by their types too: 1 is not 1.0.
      let list = columns.map { "\(sqlName($0)), typeof(\(sqlName($0)))" }.joined(separator: ", ")
      func missing(_ a: String, _ b: String) throws -> Int64 {
        let select = "SELECT \(list) FROM"
        return try connection.count(
          "SELECT count(*) FROM (\(select) \(a).\(sqlName(table)) EXCEPT \(select) \(b).\(sqlName(table)))")
      }
      let counts = try ["one", "other"].map { try connection.count("SELECT count(*) FROM \($0).\(sqlName(table))") }
      let (lost, added) = (try missing("one", "other"), try missing("other", "one"))
      if counts[0] != counts[1] || lost + added > 0 { return "\(table): \(counts), \(lost) lost, \(added) added" }
    }
    return nil
  }

  /// Every store of the corpus by a mapping that changes nothing: the schema of the target is the store's own as Swift source.
  @Test(.enabled(if: Corpus.isPresent, "skipped: no corpus"), arguments: ["coredata", "realm-generated", "realm"])
  func `every store of the corpus converts alike from itself and from its export`(_ part: String) throws {
    var same = 0, refused = 0, unreadable = 0
    let corpus = try #require(Corpus.folder).appending(path: part)
    for name in try FileManager.default.subpathsOfDirectory(atPath: corpus.path).sorted() {
      let url = corpus.appending(path: name)
      guard let head = try? FileHandle(forReadingFrom: url).read(upToCount: 24), head.count == 24,
        head.starts(with: Array("SQLite format 3\0".utf8)) || head[16..<20].elementsEqual("T-DB".utf8)
          || url.lastPathComponent == "xcmapping.xml"
      else { continue }
      guard let size = try url.resourceValues(forKeys: [.fileSizeKey]).fileSize, size <= 60 << 20 else { continue }
      try withTemporaryFolder { folder in
        let archive = folder.appending(path: "export.tar.zst").path
        let schema: String
        do {
          schema = try SchemaReport.reading([url.path]).swiftSource().text
          try Store.open(url.path).export(to: archive)
        } catch is Finding {
          unreadable += 1
          return
        }
        let mapping = try Mapping(
          contentsOf: write(mapping: "let source = Store()", schema: schema, in: folder))
        var options = ConversionOptions()
        options.allowsUnmapped = true
        let targets = ["own.store", "exported.store"].map { folder.appending(path: $0).path }
        let own = mapping.convert(url.path, to: targets[0], options: options)
        let exported = mapping.convert(archive, to: targets[1], options: options)
        #expect(own.exitStatus == exported.exitStatus, "\(name): \(own.errors) \(exported.errors)")
        #expect(own.ledger == exported.ledger && own.links == exported.links, "\(name)")
        guard own.outcome != .failed, exported.outcome != .failed else {
          #expect(Set(own.errors) == Set(exported.errors), "\(name)")
          refused += 1
          return
        }
        let difference = try Self.difference(targets[0], targets[1])
        #expect(difference == nil, "\(name): \(difference ?? "")")
        same += difference == nil ? 1 : 0
      }
    }
    print("converted alike from the store and its export, \(part): \(same); by neither: \(refused); not readable: \(unreadable)")
    // The rest cannot be written as Swift source that carries all they hold, with or without an export between.
    #expect(same > 0 && refused <= 2 + same / 10)
  }

  /// The mapping of the Realm, for any kind of store.
  private func mapping(in folder: URL) throws -> Mapping {
    let text = try String(contentsOfFile: mappingPath("realm/notes"), encoding: .utf8).replacing("Realm()", with: "Store()")
      .replacing("../notes/", with: mappingPath("notes/").replacing(".mapping.swift", with: ""))
    let path = folder.appending(path: "any.mapping.swift")
    try text.write(to: path, atomically: true, encoding: .utf8)
    return try Mapping(contentsOf: path.path)
  }

  /// Notes with their folder and tags by name, for keys are given anew.
  private func notes(_ store: String) throws -> [[SQLiteValue]] {
    let (tags, note, tag) = try joinTable(store)
    return try rows(
      """
      SELECT hex(n.ZID), n.ZTITLE, n.ZCONTENT, n.ZPRIORITY, n.ZCREATED, f.ZNAME,
        (SELECT group_concat(name) FROM (SELECT t.ZNAME AS name FROM \(tags) AS l JOIN ZTAG AS t ON t.Z_PK = l.\(tag)
          WHERE l.\(note) = n.Z_PK ORDER BY 1))
      FROM ZNOTE AS n LEFT JOIN ZFOLDER AS f ON f.Z_PK = n.ZFOLDER ORDER BY n.ZTITLE
      """, of: store)
  }

  private func joinTable(_ store: String) throws -> (table: String, note: String, tag: String) {
    let table = try #require(
      try rows("SELECT name FROM sqlite_schema WHERE name LIKE 'Z!_%TAGS' ESCAPE '!'", of: store).first?[0].text)
    let columns = try rows("SELECT name FROM pragma_table_info('\(table)')", of: store).compactMap { $0[0].text }
    return (
      table, try #require(columns.first { $0.hasSuffix("NOTES") }),
      try #require(columns.first { $0.hasSuffix("TAGS") || $0.hasSuffix("TAGS1") })
    )
  }

  /// Generations B and C hold what links lead to; A holds keys, and is told what they are keys of by the app's source beside it.
  @Test(arguments: ["a", "b", "c"]) func `each generation of Realm Studio's export gives the same store as the Realm`(
    _ generation: String
  ) throws {
    try withTemporaryFolder { folder in
      let mapping = try mapping(in: folder), export = folder.appending(path: "export")
      try FileManager.default.createDirectory(at: export, withIntermediateDirectories: true)
      try FileManager.default.copyItem(
        at: Project.fixture("archives/realm/notes.studio-\(generation).json"), to: export.appending(path: "notes.json"))
      if generation == "a" {
        try FileManager.default.copyItem(
          at: Project.fixture("sources/realm-notes.swift"), to: export.appending(path: "Models.swift"))
      }
      let targets = ["realm.store", "export.store"].map { folder.appending(path: $0).path }
      let own = mapping.convert(Project.fixture("realm/notes.realm").path, to: targets[0])
      let exported = mapping.convert(export.path, to: targets[1])
      #expect(own.exitStatus == .done && exported.exitStatus == .done, "\(exported.errors) \(exported.findings)")
      #expect(own.ledger.sorted() == exported.ledger.sorted())
      // The app's source knows an inverse that the Realm's file does not.
      #expect(own.links.sorted() == exported.links.filter { !$0.hasPrefix("Folder.notes") }.sorted())
      let expected = try notes(targets[0])
      #expect(expected.count == 25)
      // Note 2 of the fixture: in Recipes, blue and red.
      #expect(expected.contains { $0[1] == .text("Note 2") && $0[5] == .text("Recipes") && $0[6] == .text("blue,red") })
      #expect(try notes(targets[1]) == expected)
    }
  }

  /// SWIFTDATA case: the store's newest rows stand in its log only, and both lie in a zip.
  @Test(arguments: ["zip", "tar.gz", "tar.zst"])
  func `a store in an archive converts with the rows of its log`(_ ending: String) throws {
    try withTemporaryFolder { folder in
      let store = folder.appending(path: "Notes.sqlite").path
      try NotesStore(notes: 30, notesInLog: 12).write(to: store)
      let archive = folder.appending(path: "backup.\(ending)").path
      let writer = try ArchiveWriter(archive, try #require(ArchiveWriter.Form(path: archive)))
      for side in ["", "-wal"] { try writer.add("App/Documents/Notes.sqlite\(side)", file: store + side) }
      try writer.finish()
      let targets = ["own.store", "archived.store"].map { folder.appending(path: $0) }
      let own = try convert(store, by: "checklists/checklists", to: targets[0])
      let archived = try convert(archive, by: "checklists/checklists", to: targets[1])
      #expect(archived.exitStatus == own.exitStatus && archived.outcome != .failed)
      #expect(archived.entities.first { $0.source == "Note" }?.read == 42)
      #expect(archived.ledger == own.ledger && archived.links == own.links)
      #expect(try Self.difference(targets[0].path, targets[1].path) == nil)
      // Nothing that was unpacked stays, and nothing was added to the source.
      #expect(try names(in: folder) == ["Notes.sqlite", "Notes.sqlite-wal", "archived.store", "backup.\(ending)", "own.store"])
    }
  }

  @Test func `an encrypted zip converts with its password and is refused without`() throws {
    try withTemporaryFolder { folder in
      let mapping = try write(
        mapping: "let source = Archive()\nMap(\"\(try inner())\", to: Item.self)",
        schema: "@Model final class Item { var title: String; init() {} }", in: folder)
      let target = folder.appending(path: "new.store").path, archive = Project.fixture("archives/locked.zip").path
      func convert(_ password: String?) throws -> ConversionReport {
        var options = ConversionOptions()
        options.source.archive.password = password
        return try Mapping(contentsOf: mapping).convert(archive, to: target, options: options)
      }
      #expect(try convert(nil).errors == ["archive-encrypted"])
      #expect(try convert("wrong").errors == ["archive-wrong-password"])
      let report = try convert("sesame")
      #expect(report.exitStatus == .done, "\(report.findings)")
      #expect(try rows("SELECT ZTITLE FROM ZITEM", of: target) == [[.text("a")]])
    }
  }

  /// The entity that the locked archive's one file is.
  private func inner() throws -> String {
    try #require(try ArchiveReader(Project.fixture("archives/locked.zip").path).entries().first).stem
  }
}

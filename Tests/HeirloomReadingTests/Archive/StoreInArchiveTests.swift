import Foundation
import HeirloomArchive
import HeirloomFindings
import HeirloomReading
import HeirloomSchema
import HeirloomTestSupport
import Testing

@Suite struct ArchiveStoreInArchiveTests {
  /// An archive with a store whose second half is in its log, and whatever else is given.
  private func archive(_ form: ArchiveWriter.Form, in folder: URL, besides others: [String: [UInt8]] = [:]) throws -> String {
    let store = try StoreMaker.makeWithLog(
      later: "INSERT INTO ZNOTE VALUES (3, 2, 1, 1, 2, 'only in the log')", at: folder.appending(path: "Notes.sqlite"))
    let path = folder.appending(path: "backup.\(form.rawValue)").path
    let writer = try ArchiveWriter(path, form)
    for (name, bytes) in others.sorted(by: { $0.key < $1.key }) { try writer.add(name, bytes) }
    try writer.add("Library/Notes.sqlite", file: store)
    try writer.add("Library/Notes.sqlite-wal", file: store + "-wal")
    try writer.finish()
    return path
  }

  @Test(arguments: ArchiveWriter.Form.allCases) func `a store in an archive is opened together with its log`(
    _ form: ArchiveWriter.Form
  ) throws {
    try withTemporaryFolder { folder in
      let path = try archive(form, in: folder, besides: ["Library/Info.plist": Array("<plist><dict/></plist>".utf8)])
      let export = try OpenedExport(path)
      #expect(export.store.identity.kind == .coreData)
      #expect(export.store.identity.path == path)
      #expect(try export.rows("SELECT title FROM \"Note\" WHERE _id = 3") == ["only in the log"])
      #expect(export.message("archive-member-ignored") == "the store 'Library/Notes.sqlite' is read; 1 other data files are not")
    }
  }

  @Test func `of several stores one must be chosen, and the listing says which there are`() throws {
    try withTemporaryFolder { folder in
      let other = try StoreMaker.make(at: folder.appending(path: "Other.sqlite"))
      let path = try archive(
        .zip, in: folder, besides: ["Old/Other.sqlite": [UInt8](try Data(contentsOf: URL(fileURLWithPath: other)))])
      do {
        _ = try openStore(path)
        Issue.record("not refused")
      } catch let finding as Finding {
        #expect(finding.id == "archive-ambiguous")
        #expect(finding.help == "it holds Old/Other.sqlite (Core Data store), Library/Notes.sqlite (Core Data store)")
      }
      for member in ["Library/Notes.sqlite", "Notes.sqlite", "Notes", "Library"] {
        #expect(try OpenedExport(path, options: OpenOptions(member: member)).rows("SELECT count(*) FROM \"Note\"") == ["3"])
      }
      #expect(thrownID { _ = try openStore(path, options: OpenOptions(member: "Nope")) } == "archive-no-such-member")
    }
  }

  @Test func `a folder's store is opened where it is, and untouched`() throws {
    try withTemporaryFolder { folder in
      _ = try StoreMaker.makeWithLog(
        later: "INSERT INTO ZNOTE VALUES (3, 2, 1, 1, 2, 'x')", at: folder.appending(path: "Notes.sqlite"))
      let before = try snapshot(folder)
      #expect(try OpenedExport(folder.path).rows("SELECT count(*) FROM \"Note\"") == ["3"])
      #expect(try snapshot(folder) == before)
    }
  }

  /// The mark 0x02, the file's name in ASCII and a zero byte stand for a value in a file of its own.
  @Test(arguments: ArchiveWriter.Form.allCases)
  func `values that a store keeps in files of its support folder are read from the archive`(_ form: ArchiveWriter.Form) throws {
    try withTemporaryFolder { folder in
      let store = folder.appending(path: "Notes.sqlite"), name = "0E4A070F-D3C2-486F-975D-0EBAD1E159EC"
      let mark = "02" + name.utf8.map { String($0, radix: 16) }.joined() + "00"
      _ = try StoreMaker.make(
        StoreMaker.notes + "ALTER TABLE ZNOTE ADD COLUMN ZRAW BLOB; UPDATE ZNOTE SET ZRAW = x'\(mark)' WHERE Z_PK = 2", at: store)
      let path = folder.appending(path: "backup.\(form.rawValue)").path
      let writer = try ArchiveWriter(path, form)
      try writer.add("App/.Notes_SUPPORT/_EXTERNAL_DATA/\(name)", Array("from the file".utf8))
      try writer.add("App/.Other_SUPPORT/_EXTERNAL_DATA/\(name)", Array("not this".utf8))
      try writer.add("App/Notes.sqlite", file: store.path)
      try writer.finish()
      var schema = try OpenedExport(store.path).store.schema
      let place = try #require(schema["Note"]?.attributes.firstIndex { $0.name == "raw" })
      schema["Note"]?.attributes[place].type = .data
      schema["Note"]?.attributes[place].allowsExternalStorage = true
      let export = try OpenedExport(path, options: OpenOptions(model: schema))
      #expect(try export.rows("SELECT CAST(raw AS TEXT) FROM \"Note\" WHERE _id = 2") == ["from the file"])
      #expect(try export.store.examine(on: export.connection, prefix: "").isEmpty)
    }
  }

  @Test func `an archive within an archive is told, and opened by its name`() throws {
    try withTemporaryFolder { folder in
      let inner = try archive(.zip, in: folder), outer = folder.appending(path: "outer.tar.gz").path
      let writer = try ArchiveWriter(outer, .tarGzip)
      try writer.add("old/backup.zip", file: inner)
      try writer.finish()
      do {
        _ = try openStore(outer)
        Issue.record("not refused")
      } catch let finding as Finding {
        #expect(finding.id == "archive-nested")
        #expect(finding.message == "'\(outer)' holds no data itself, but an archive within: old/backup.zip")
        #expect(finding.help == "open one with --member old/backup.zip, or what it holds with --member old/backup.zip/NAME")
      }
      for member in ["old/backup.zip", "old/backup.zip/Library/Notes.sqlite"] {
        let export = try OpenedExport(outer, options: OpenOptions(member: member))
        #expect(try export.rows("SELECT count(*) FROM \"Note\"") == ["3"])
        #expect(export.store.identity.path == outer)
      }
      #expect(
        thrownID { _ = try openStore(outer, options: OpenOptions(member: "old/backup.zip/nope")) } == "archive-no-such-member")
    }
  }

  @Test func `what goes wrong in an unpacked store is told under the archive's name`() throws {
    try withTemporaryFolder { folder in
      let path = folder.appending(path: "x.zip").path
      let writer = try ArchiveWriter(path, .zip)
      try writer.add("App/Notes.sqlite", Array("SQLite format 3\0".utf8) + [UInt8](repeating: 7, count: 4096))
      try writer.finish()
      do {
        _ = try openStore(path)
        Issue.record("not refused")
      } catch let finding as Finding {
        #expect(finding.message.contains(path + "/App/Notes.sqlite"), "\(finding)")
        let told = "\(finding) \(finding.place?.description ?? "") \(finding.help ?? "")"
        #expect(!told.replacing(folder.path, with: "F").contains("/heirloom-"), "\(told)")
      }
    }
  }

  @Test func `an archive without data says so`() throws {
    try withTemporaryFolder { folder in
      let path = folder.appending(path: "x.zip").path
      let writer = try ArchiveWriter(path, .zip)
      try writer.add("README.txt", Array("hello".utf8))
      try writer.finish()
      #expect(thrownID { _ = try openStore(path) } == "archive-holds-nothing")
    }
  }

  @Test func `data in a packed tar is read as a stream`() throws {
    try withTemporaryFolder { folder in
      let path = folder.appending(path: "x.tar.zst").path
      let writer = try ArchiveWriter(path, .tarZstandard)
      try writer.add("export/Note.json", Array("[{\"a\":1},{\"a\":2}]".utf8))
      try writer.add("export/Tag.csv", Array("b\n3\n".utf8))
      try writer.finish()
      let export = try OpenedExport(path)
      #expect(try export.rows("SELECT sum(a), (SELECT b FROM \"Tag\") FROM \"Note\"") == ["3|3"])
      #expect(export.store.identity.formatVersion == "tar.zst, CSV, JSON")
    }
  }

  @Test func `nothing is left behind`() throws {
    let before = Set(TemporaryFiles.all)
    try withExport(["A.json": "[{\"a\":1}]"]) { (export: OpenedExport) throws in
      #expect(try export.rows("SELECT a FROM \"A\"") == ["1"])
    }
    #expect(thrownID { try withExport(["A.json": "[{\"a\":1}"]) { (_: OpenedExport) throws in } } == "json-damaged")
    for path in Set(TemporaryFiles.all).subtracting(before) { #expect(!path.contains("staged")) }
  }
}

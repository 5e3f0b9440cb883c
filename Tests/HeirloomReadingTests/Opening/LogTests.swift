import Foundation
import HeirloomFindings
import HeirloomReading
import HeirloomSQLite
import HeirloomTestSupport
import Testing

@Suite struct LogTests {
  /// SWIFTDATA case: two rows in the store, one only in the log.
  @Test func `rows that are only in the log come out, and the source stays as it was`() throws {
    try withTemporaryFolder { folder in
      let inside = folder.appending(path: "read only")
      try FileManager.default.createDirectory(at: inside, withIntermediateDirectories: true)
      let path = try StoreMaker.makeWithLog(
        later: "INSERT INTO ZNOTE VALUES (3, 2, 1, 1, 2, 'third')", at: inside.appending(path: "Notes.sqlite"))
      try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: inside.path)
      defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: inside.path) }
      let before = try snapshot(inside)
      #expect(before.keys.sorted() == ["Notes.sqlite", "Notes.sqlite-wal"])

      #expect(try titles(of: path) == ["first", "second", "third"])
      #expect(try snapshot(inside) == before)
    }
  }

  @Test func `a log that belongs to another store is SQLite's to ignore`() throws {
    try withTemporaryFolder { folder in
      let path = try StoreMaker.make(at: folder.appending(path: "Notes.sqlite"))
      let other = try StoreMaker.makeWithLog(
        later: "INSERT INTO ZNOTE VALUES (3, 2, 1, 1, 2, 'third')", at: folder.appending(path: "Other.sqlite"))
      // A log whose frames do not match their checksums: one byte of its salt is turned.
      var log = try #require(FileManager.default.contents(atPath: other + "-wal"))
      log[16] ^= 0xFF
      try log.write(to: URL(fileURLWithPath: path + "-wal"))
      #expect(try titles(of: path) == ["first", "second"])
    }
  }

  @Test func `a hot journal is rolled back in the copy alone`() throws {
    try withTemporaryFolder { folder in
      let path = folder.appending(path: "Notes.sqlite")
      let draft = folder.appending(path: "draft")
      _ = try StoreMaker.make(at: draft)
      do {
        let connection = try Connection(draft.path, .readWrite)
        // A cache of one page makes SQLite write changed pages before the commit, with the journal beside them.
        try connection.script("PRAGMA cache_size = 1; PRAGMA cache_spill = 1; BEGIN; UPDATE ZNOTE SET ZTITLE = 'changed'")
        try connection.script(
          "WITH RECURSIVE n(i) AS (SELECT 3 UNION ALL SELECT i + 1 FROM n WHERE i < 2000) "
            + "INSERT INTO ZNOTE SELECT i, 2, 1, NULL, 0, hex(zeroblob(100)) FROM n")
        try FileManager.default.copyItem(at: draft, to: path)
        try FileManager.default.copyItem(atPath: draft.path + "-journal", toPath: path.path + "-journal")
        try connection.run("ROLLBACK")
      }
      try FileManager.default.removeItem(at: draft)
      let before = try snapshot(folder)
      #expect(try titles(of: path.path) == ["first", "second"])
      #expect(try snapshot(folder) == before)
    }
  }

  @Test func `an empty log beside a store is no log`() throws {
    try withTemporaryFolder { folder in
      let path = try StoreMaker.make(at: folder.appending(path: "Notes.sqlite"))
      try Data().write(to: URL(fileURLWithPath: path + "-wal"))
      #expect(try StoreFile(path).log == nil)
      #expect(try titles(of: path) == ["first", "second"])
    }
  }

  @Test func `the log of a store that is named by a link is found beside the store`() throws {
    try withTemporaryFolder { folder in
      let path = try StoreMaker.makeWithLog(
        later: "DELETE FROM ZNOTE WHERE Z_PK = 1", at: folder.appending(path: "Notes.sqlite"))
      let link = folder.appending(path: "link.sqlite")
      try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: path)
      #expect(try titles(of: link.path) == ["second"])
    }
  }

  @Test func `the private copy goes when the store does`() throws {
    try withTemporaryFolder { folder in
      let path = try StoreMaker.makeWithLog(
        later: "DELETE FROM ZNOTE WHERE Z_PK = 1", at: folder.appending(path: "Private.sqlite"))
      let copy: String
      do {
        let file = try StoreFile(path)
        copy = file.readablePath
        #expect(FileManager.default.fileExists(atPath: copy))
        #expect(copy != path)
        let inside = (copy as NSString).deletingLastPathComponent
        #expect(TemporaryFiles.all.contains(inside))
        let mode = try FileManager.default.attributesOfItem(atPath: inside)[.posixPermissions] as? Int
        #expect(mode == 0o700)
      }
      #expect(!FileManager.default.fileExists(atPath: copy))
    }
  }

  @Test func `a change while the store is being read is noticed`() throws {
    try withTemporaryFolder { folder in
      let path = try StoreMaker.make(at: folder.appending(path: "Notes.sqlite"))
      let store = try openStore(path)
      try store.confirmUnchanged()
      try Connection(path, .readWrite).script("INSERT INTO ZNOTE VALUES (3, 2, 1, 1, 2, 'third')")
      #expect { try store.confirmUnchanged() } throws: { ($0 as? Finding)?.id == "source-changed" }
    }
  }

  private func titles(of path: String) throws -> [String] {
    let store = try openStore(path)
    let connection = try Connection.inMemory()
    try store.present(on: connection, prefix: "old.")
    let rows = try connection.rows("SELECT title FROM \"old.Note\" ORDER BY _id").compactMap { $0[0].text }
    try store.confirmUnchanged()
    return rows
  }
}

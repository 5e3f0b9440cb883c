import Foundation
import HeirloomFindings
import HeirloomReading
import HeirloomSQLite
import HeirloomTestSupport
import LegacyRealm
import Testing

/// Files that are larger than the memory they may take, and files that change while they are read.
@Suite struct RealmMemoryTests {
  /// A class of 700 objects, each with a text of 64 KiB that starts with its number, and a link to the object 350 further on.
  private func write(to path: String, key: [UInt8]?) throws {
    let writer = try RealmFileWriter(path: path, key: key, schemaVersion: 1)
    let filling = String(repeating: "x", count: 65_536)
    var row = 0
    try writer.addClass("Item", [.init("text", .text), .init("next", .link)]) {
      guard row < 700 else { return nil }
      defer { row += 1 }
      return [.text(String(format: "%06d", row) + filling), .link(Int64((row + 350) % 700))]
    }
    try writer.finish()
  }

  @Test func `texts of an encrypted file stay right when others take their places in memory`() throws {
    try withTemporaryFolder { folder in
      let path = folder.appending(path: "large.realm").path
      // 46 MB, and 32 MB of pages are kept.
      try write(to: path, key: fixtureKey)
      let store = try RealmStore.open(path: path, key: fixtureKey)
      #expect(store.identity.bytes > 46_000_000)
      let connection = try Connection.inMemory()
      try store.present(on: connection, prefix: "")
      let wrong = try connection.count(
        """
        SELECT count(*) FROM Item AS a JOIN Item AS b ON b._id = a.next
        WHERE substr(a.text, 1, 6) IS NOT printf('%06d', a._id) OR substr(b.text, 1, 6) IS NOT printf('%06d', b._id)
          OR length(a.text) IS NOT 65542 OR length(b.text) IS NOT 65542
        """)
      #expect(wrong == 0)
      // A sorter holds all of them at once, while every page comes and goes.
      let sorted = try connection.rows("SELECT substr(text, 1, 6) FROM (SELECT text FROM Item ORDER BY text DESC) LIMIT 2")
      #expect(sorted == [[.text("000699")], [.text("000698")]])
    }
  }

  @Test func `a damaged page of an encrypted file is told wherever something of it is read`() throws {
    let original = try Data(contentsOf: Project.fixture("realm/notes-encrypted.realm"))
    let whole = try everything(of: original)
    var told = 0
    // The first page of the file holds vectors and codes, the second one the header.
    for page in 2..<(original.count / 4096) {
      var damaged = original
      damaged[page * 4096 + 100] ^= 1
      do {
        // Free space may be damaged without harm.
        #expect(try everything(of: damaged) == whole)
      } catch {
        #expect("\(error)".contains("a page that does not fit the code that authenticates it"))
        told += 1
      }
    }
    #expect(told > 0)
  }

  @Test(arguments: [nil, fixtureKey])
  func `a file that is cut while it is read ends the reading, not the process`(key: [UInt8]?) throws {
    try withTemporaryFolder { folder in
      let path = folder.appending(path: "cut.realm").path
      try write(to: path, key: key)
      let store = try RealmStore.open(path: path, key: key)
      let connection = try Connection.inMemory()
      try store.present(on: connection, prefix: "")
      var statement = try connection.prepare("SELECT length(text) FROM Item")
      #expect(try statement.step())
      #expect(truncate(path, 100_000) == 0)
      // Zeros, or damage, but no signal.
      while (try? statement.step()) == true {}
      _ = try? connection.rows("SELECT * FROM Item")
      let change = #expect(throws: Finding.self) { try store.confirmUnchanged() }
      #expect(change?.id == "source-changed")
    }
  }

  /// All rows of all relations.
  private func everything(of file: Data) throws -> [[SQLiteValue]] {
    try withTemporaryFolder { folder in
      let path = folder.appending(path: "x.realm")
      try file.write(to: path)
      let store = try RealmStore.open(path: path.path, key: fixtureKey)
      if let damage = store.findings.first(where: { $0.severity == .error }) { throw damage }
      let connection = try Connection.inMemory()
      try store.present(on: connection, prefix: "")
      return try ["Folder", "Tag", "Note", "Note.tags"].flatMap { try connection.rows("SELECT * FROM \(sqlName($0))") }
    }
  }
}

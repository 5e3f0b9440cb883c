import Foundation
import HeirloomFindings
import HeirloomReading
import HeirloomSQLite
import HeirloomTestSupport
import Testing

@Suite struct BadInputTests {
  @Test func `a file that is not there`() throws {
    try expect("no-such-input", .noInput, "there is no file 'F/Missing.sqlite'") { $0.appending(path: "Missing.sqlite").path }
  }

  @Test func `an empty file`() throws {
    try expect("empty-file", .sourceUnreadable, "'F/Empty.sqlite' is empty") { try write([], $0, "Empty.sqlite") }
  }

  @Test func `a folder`() throws {
    try expect("archive-holds-nothing", .sourceUnreadable, "'F/' holds no data that can be read") { $0.path + "/" }
  }

  @Test func `a named pipe is refused, not waited for`() throws {
    try expect("input-unreadable", .inputOutput, "'F/pipe' is a named pipe, not a file") { folder in
      let path = folder.appending(path: "pipe").path
      #expect(mkfifo(path, 0o600) == 0)
      return path
    }
  }

  @Test func `bytes that are no database`() throws {
    // Zeros: neither text, nor any mark, nor random.
    try expect("not-a-store", .sourceUnreadable, "'F/zeros' is no store that Heirloom knows") {
      try write([UInt8](repeating: 0, count: 5000), $0, "zeros")
    }
  }

  @Test func `bytes that look encrypted`() throws {
    try expect(
      "store-encrypted", .sourceUnreadable,
      "'F/secret.sqlite' has no header and its bytes look random: it is encrypted, or no database at all"
    ) { folder in
      var random = Xorshift(state: 88_172_645_463_325_252)
      let bytes = (0..<8192).map { _ in UInt8(truncatingIfNeeded: random.next() >> 24) }
      return try write(bytes, folder, "secret.sqlite")
    }
  }

  @Test func `a store cut short`() throws {
    try expect("store-truncated", .sourceUnreadable, "'F/Notes.sqlite' has 9000 bytes of the 24576 that its header states") {
      folder in
      let path = try StoreMaker.make(at: folder.appending(path: "Notes.sqlite"))
      // Six pages of 4096: the schema, four tables and one index.
      return try write(Array(try Data(contentsOf: URL(fileURLWithPath: path)).prefix(9000)), folder, "Notes.sqlite")
    }
  }

  @Test func `a store cut within its header`() throws {
    try expect("store-truncated", .sourceUnreadable, "'F/Notes.sqlite' has 60 bytes, less than a header") { folder in
      try write(Array("SQLite format 3\0".utf8) + [UInt8](repeating: 1, count: 44), folder, "Notes.sqlite")
    }
  }

  @Test func `a store whose first page is overwritten`() throws {
    try withTemporaryFolder { folder in
      let path = try StoreMaker.make(at: folder.appending(path: "Notes.sqlite"))
      var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
      for index in 100..<4096 { bytes[index] = 0xAA }
      _ = try write(bytes, folder, "Notes.sqlite")
      #expect { try openStore(path) } throws: { ($0 as? Finding)?.id == "store-damaged" }
    }
  }

  @Test func `an SQLite database of another program`() throws {
    try expect(
      "not-a-core-data-store", .sourceUnreadable, "'F/other.db' is an SQLite database without Core Data's table 'Z_PRIMARYKEY'"
    ) { try StoreMaker.make("CREATE TABLE note(id INTEGER PRIMARY KEY)", at: $0.appending(path: "other.db")) }
  }

  @Test func `a table that the metadata names and the store lacks`() throws {
    try expect("missing-table", .sourceUnreadable, "the store has no table 'ZNOTE' for the entity 'Note'") {
      try StoreMaker.make(StoreMaker.notes + "; DROP TABLE ZNOTE", at: $0.appending(path: "Notes.sqlite"))
    }
  }

  @Test(arguments: [("-wal", "the log"), ("-shm", "the shared memory"), ("-journal", "the journal")])
  func `a companion of a store, given by itself, names the store`(suffix: String, noun: String) throws {
    try withTemporaryFolder { folder in
      let path = try StoreMaker.make(at: folder.appending(path: "Notes.sqlite"))
      _ = try write([UInt8](repeating: 7, count: 64), folder, "Notes.sqlite\(suffix)")
      let finding = #expect(throws: Finding.self) { try openStore(path + suffix) }
      #expect(finding?.message == "'\(path + suffix)' is \(noun) of a store, not the store")
      #expect(finding?.help == "give '\(path)'")
      #expect(finding?.exitStatus == .usage)
    }
  }

  #if os(Linux)
    @Test func `a store that another program is writing`() throws {
      try expect("source-locked", .tryAgain, "another program is writing 'F/Notes.sqlite'") { folder in
        let path = try StoreMaker.make(at: folder.appending(path: "Notes.sqlite"))
        let file = open(path, O_RDWR)
        // A lock of the open file, not of the process, stands against us as another program's would (F_OFD_SETLK, 37).
        var lock = flock(l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: 0x4000_0001, l_len: 1, l_pid: 0)
        #expect(fcntl(file, 37, &lock) == 0)
        return path
      }
    }
  #endif

  private func write(_ bytes: [UInt8], _ folder: URL, _ name: String) throws -> String {
    let url = folder.appending(path: name)
    try Data(bytes).write(to: url)
    return url.path
  }

  /// Opens what `make` made and compares the whole finding; the test's folder stands as F in the message.
  private func expect(_ id: String, _ status: HeirloomFindings.ExitStatus, _ message: String, make: (URL) throws -> String) throws
  {
    try withTemporaryFolder { folder in
      let path = try make(folder)
      let finding = #expect(throws: Finding.self) { try openStore(path) }
      #expect(finding?.id == id)
      #expect(finding?.exitStatus == status)
      #expect(finding?.message.replacing(folder.path, with: "F") == message)
    }
  }
}

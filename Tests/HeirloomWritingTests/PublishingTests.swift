import Foundation
import HeirloomFindings
import HeirloomSQLite
import HeirloomTestSupport
import HeirloomWriting
import Testing

#if canImport(Glibc)
  import Glibc
#endif

@Suite struct `Publishing a target` {
  @Test func `is refused where something stands already, and leaves it as it is`() throws {
    try withTemporaryFolder { folder in
      let path = folder.appending(path: "Notes.store").path
      try Data("old".utf8).write(to: URL(fileURLWithPath: path))
      let finding = #expect(throws: Finding.self) { try notesTarget(at: path).begin() }
      #expect(finding?.description == "error[target-exists]: '\(path)' is there already")
      #expect(finding?.exitStatus == .targetRefused)
      #expect(FileManager.default.contents(atPath: path) == Data("old".utf8))
    }
  }

  @Test func `replaces what stands there when asked to`() throws {
    try withTemporaryFolder { folder in
      let path = folder.appending(path: "Notes.store").path
      try Data("old".utf8).write(to: URL(fileURLWithPath: path))
      try writeNotes(try notesTarget(at: path, overwrites: true))
      #expect(try Connection(path, .immutable).count("SELECT count(*) FROM ZNOTE") == 3)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["Notes.store"])
    }
  }

  @Test func `never adopts a leftover -wal`() throws {
    try withTemporaryFolder { folder in
      let path = folder.appending(path: "Notes.store").path
      try leaveWriteAheadLog(at: path)
      try FileManager.default.removeItem(atPath: path)
      let finding = #expect(throws: Finding.self) { try notesTarget(at: path).begin() }
      #expect(finding?.id == "leftover-journal")
      #expect(finding?.exitStatus == .targetRefused)

      try writeNotes(try notesTarget(at: path, overwrites: true))
      #expect(try Connection(path).rows("SELECT name FROM sqlite_schema WHERE name = 'OLD'").isEmpty)
      #expect(try Connection(path).count("SELECT count(*) FROM ZNOTE") == 3)
    }
  }

  @Test func `replaces a store together with its -wal`() throws {
    try withTemporaryFolder { folder in
      let path = folder.appending(path: "Notes.store").path
      try leaveWriteAheadLog(at: path)
      try writeNotes(try notesTarget(at: path, overwrites: true))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["Notes.store"])
      #expect(try Connection(path).value("PRAGMA integrity_check").text == "ok")
    }
  }

  @Test func `needs a folder`() throws {
    try withTemporaryFolder { folder in
      let path = folder.appending(path: "nowhere/Notes.store").path
      let finding = #expect(throws: Finding.self) { try notesTarget(at: path).begin() }
      #expect(finding?.id == "target-uncreatable")
      #expect(finding?.message == "the folder '\(folder.path)/nowhere' does not exist")
    }
  }

  @Test(.enabled(if: geteuid() != 0, "skipped: root may write anywhere"))
  func `needs a folder that can be written`() throws {
    try withTemporaryFolder { folder in
      try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder.path)
      defer { try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path) }
      let finding = #expect(throws: Finding.self) { try notesTarget(at: folder.appending(path: "Notes.store").path).begin() }
      #expect(finding?.id == "target-uncreatable")
    }
  }

  @Test func `is refused while another run writes the same target`() throws {
    try withTemporaryFolder { folder in
      let path = folder.appending(path: "Notes.store").path
      let first = try notesTarget(at: path)
      _ = try first.begin()
      let finding = #expect(throws: Finding.self) { try notesTarget(at: path).begin() }
      #expect(finding?.id == "target-busy")
      #expect(finding?.exitStatus == .tryAgain)
      first.abandon()
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }
  }

  @Test func `takes over what a killed run left`() throws {
    try withTemporaryFolder { folder in
      let leftover = folder.appending(path: ".Notes.store.heirloom")
      try FileManager.default.createDirectory(at: leftover, withIntermediateDirectories: true)
      try Data("half".utf8).write(to: leftover.appending(path: "Notes.store"))
      try Data().write(to: leftover.appending(path: "lock"))
      let path = folder.appending(path: "Notes.store").path
      try writeNotes(try notesTarget(at: path))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["Notes.store"])
    }
  }

  @Test func `leaves nothing when the disk is full`() throws {
    try withTemporaryFolder { folder in
      let writer = try notesTarget(at: folder.appending(path: "Notes.store").path)
      let connection = try writer.begin()
      // A file that may not grow further gives the same refusal as a disk that is full.
      let pages = try connection.count("PRAGMA main.page_count")
      _ = try connection.value("PRAGMA main.max_page_count = \(pages)")
      let finding = #expect(throws: Finding.self) { try writer.finish() }
      #expect(finding?.id == "disk-full")
      #expect(finding?.exitStatus == .tryAgain)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }
  }

  @Test func `never happens for a trial run`() throws {
    let writer = try notesTarget(at: nil)
    try fillNotes(try writer.begin())
    try writer.finish()
    let draft = writer.draftPath
    #expect(FileManager.default.fileExists(atPath: draft))
    try writer.publish()
    writer.abandon()
    #expect(!FileManager.default.fileExists(atPath: draft))
  }

  @Test func `a draft is private, and gone when the run ends early`() throws {
    try withTemporaryFolder { folder in
      let writer = try notesTarget(at: folder.appending(path: "Notes.store").path)
      _ = try writer.begin()
      let draft = (writer.draftPath as NSString).deletingLastPathComponent
      let mode = try FileManager.default.attributesOfItem(atPath: draft)[.posixPermissions] as? Int
      #expect(mode == 0o700)
      #expect(TemporaryFiles.all.contains(draft))
      writer.abandon()
      #expect(!FileManager.default.fileExists(atPath: draft))
      #expect(!TemporaryFiles.all.contains(draft))
    }
  }
}

/// A store whose last write is only in its -wal, as a crashed app leaves it.
private func leaveWriteAheadLog(at path: String) throws {
  let live = path + ".live"
  let connection = try Connection(live, .create)
  try connection.script(
    "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE OLD (a); INSERT INTO OLD VALUES (1)")
  for suffix in ["", "-wal"] { try FileManager.default.copyItem(atPath: live + suffix, toPath: path + suffix) }
  withExtendedLifetime(connection) {}
  for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: live + suffix) }
}

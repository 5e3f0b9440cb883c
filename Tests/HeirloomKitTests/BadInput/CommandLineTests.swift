import Foundation
import HeirloomKit
import HeirloomTestSupport
import LegacyNotes
import Testing

/// What a shell can do to the command: pipes, full disks, empty variables, long names.
struct CommandLineTests {
  private let store = Project.fixture("notes/Notes.sqlite").path

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "skipped: no /dev/full"))
  func `a report that cannot be printed does not hide that the store is there`() throws {
    try withTemporaryFolder { folder in
      let result = try BuiltProgram.shell(
        "\"$H\" convert '\(store)' -m '\(mappingPath("notes/notes"))' -o new.store > /dev/full", in: folder)
      #expect(result.status == 75)
      #expect(result.error.contains("the new store 'new.store' is published and complete, only its report is missing"))
      #expect(!result.error.contains("nothing was published") && !result.error.contains("nothing was left behind"))
      // 120 notes of which 12 are in the trash.
      #expect(try number("SELECT count(*) FROM ZNOTE", of: folder.appending(path: "new.store").path) == 108)
    }
  }

  @Test func `a mapping may come through a pipe, its paths start at the current folder`() throws {
    try withTemporaryFolder { folder in
      let mapping = mappingPath("notes/notes")
      try FileManager.default.copyItem(
        atPath: mapping.replacing("notes.mapping.swift", with: "NotesSchema.swift"),
        toPath: folder.appending(path: "NotesSchema.swift").path)
      let result = try BuiltProgram.shell("\"$H\" convert '\(store)' -m <(cat '\(mapping)') -o new.store", in: folder)
      #expect(result.status == 0, "\(result.error)")
      #expect(try number("SELECT count(*) FROM ZNOTE", of: folder.appending(path: "new.store").path) == 108)
    }
  }

  @Test func `an empty name for the output is refused in words`() throws {
    try withTemporaryFolder { folder in
      for command in ["convert '\(store)' -m '\(mappingPath("notes/notes"))'", "export '\(store)'"] {
        let result = try BuiltProgram.shell("\"$H\" \(command) -o ''", in: folder)
        #expect(result.status == 64)
        #expect(result.error.contains("'--output' is empty"))
      }
    }
  }

  /// 255 bytes is what disks take; `-journal` needs 8 of them.
  @Test func `a name for the output may be as long as its companions allow`() throws {
    try withTemporaryFolder { folder in
      let name = String(repeating: "n", count: 247)
      let words = "'\(store)' -m '\(mappingPath("notes/notes"))' -o"
      let result = try BuiltProgram.shell(
        "\"$H\" convert \(words) \(name) && \"$H\" export '\(store)' -o \(String(name.dropLast(4))).zip; echo $?; ls -A",
        in: folder)
      #expect(result.output.hasSuffix("0\n.stderr\n.stdout\n\(name.dropLast(4)).zip\n\(name)\ntmp\n"), "\(result.error)")
      let long = try BuiltProgram.shell("\"$H\" convert \(words) \(name)n", in: folder)
      #expect(long.status == 73 && long.error.contains("too long for a store and its companions"))
    }
  }

  /// 81 signs of three bytes each. The draft's folder and the draft bear the name both, and SQLite opens no path of more than 512 bytes.
  @Test func `a long name for the output of signs of several bytes is one too`() throws {
    try withTemporaryFolder { folder in
      let name = String(repeating: "日", count: 81)
      let result = try BuiltProgram.shell(
        "\"$H\" convert '\(store)' -m '\(mappingPath("notes/notes"))' -o \(name); echo $?; ls -A", in: folder)
      #expect(result.output.hasSuffix("0\n.stderr\n.stdout\ntmp\n\(name)\n"), "\(result.error)")
    }
  }

  @Test func `records that a file of rejects names and the store has not are named`() throws {
    try withTemporaryFolder { folder in
      let rejects = folder.appending(path: "rejects.jsonl"), target = folder.appending(path: "new.store")
      func convert(_ lines: [(String, Int)]) throws -> ConversionReport {
        try Data(lines.map { #"{"entity":"\#($0.0)","key":\#($0.1)}"# + "\n" }.joined().utf8).write(to: rejects)
        return try HeirloomKitTests.convert(
          store, by: "notes/notes", to: target, options: ConversionOptions(overwrites: true, onlyRejectsPath: rejects.path))
      }
      let none = try convert([("Note", 90_001), ("Nothing", 7)])
      #expect(none.exitStatus == .noInput && none.outcome == .failed)
      #expect(
        none.findings.last?.message
          == "2 of 2 records of '\(rejects.path)' are not in the store: Note 90001, Nothing 7")
      // Note 1 has a folder and three labels, which are not among the records: its links are left out, and counted.
      let some = try convert([("Note", 1), ("Note", 90_001)])
      #expect(
        some.links.prefix(2) == [
          "Note.notebook -> Note.folder: 1 before, 0 after, 0 merged, 1 skipped, 0 verified",
          "Note.labels -> Note.tags: 3 before, 0 after, 0 merged, 3 skipped, 0 verified",
        ])
      #expect(some.isBalanced && some.errors == [])
      #expect(some.outcome != .failed)
      let finding = try #require(some.findings.first { $0.id == "rejects-unknown" })
      #expect(finding.severity == .warning && finding.message.hasSuffix("not in the store: Note 90001"))
    }
  }
}

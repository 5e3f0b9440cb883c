import Foundation
import HeirloomSQLite
import HeirloomTestSupport
import LegacyNotes
import Testing

/// What cannot be converted ends with its finding and exit status, and leaves nothing behind.
struct BadInputTests {
  /// Runs `convert` on what `prepare` puts into a folder, and expects a finding, a status and no file that was not there before.
  private func expect(
    _ id: String, _ status: Int32, mapping: String = mappingPath("checklists/checklists"), output: String = "out.store",
    options: String = "",
    prepare: (URL) throws -> Void
  ) throws {
    try withTemporaryFolder { folder in
      try prepare(folder)
      let before = try snapshot(folder)
      let result = try BuiltProgram.shell(
        "\"$H\" convert in.sqlite --mapping '\(mapping)' --output '\(output)' \(options)", in: folder)
      #expect(result.status == status, "\(result.error)")
      #expect(result.error.contains("error[\(id)]"), "\(result.error)")
      try FileManager.default.removeItem(at: folder.appending(path: "tmp"))
      #expect(try snapshot(folder) == before)
    }
  }

  private func put(_ bytes: [UInt8], _ folder: URL) throws { try Data(bytes).write(to: folder.appending(path: "in.sqlite")) }
  private func putNotes(_ folder: URL) throws { try NotesStore(notes: 30).write(to: folder.appending(path: "in.sqlite").path) }

  // MARK: - The source

  @Test func `no such store`() throws { try expect("no-such-input", 66) { _ in } }

  @Test func `no database at all`() throws { try expect("not-a-store", 65) { try put([UInt8](repeating: 0, count: 5000), $0) } }

  @Test func `text that is no store`() throws { try expect("not-a-store", 65) { try put(Array("Dear diary,\n".utf8), $0) } }

  @Test func `an empty file`() throws { try expect("empty-file", 65) { try put([], $0) } }

  @Test func `bytes that look encrypted`() throws {
    try expect("store-encrypted", 65) { folder in
      var state: UInt64 = 42
      let bytes = (0..<8192).map { _ -> UInt8 in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(truncatingIfNeeded: state >> 33)
      }
      try put(bytes, folder)
    }
  }

  @Test func `an SQLite database of another program`() throws {
    try expect("not-a-core-data-store", 65) { folder in
      _ = try BuiltProgram.shell("sqlite3 in.sqlite 'CREATE TABLE note(id); INSERT INTO note VALUES (1)'", in: folder)
      try FileManager.default.removeItem(at: folder.appending(path: "tmp"))
    }
  }

  @Test func `a table that the metadata names and the store lacks`() throws {
    try expect("missing-table", 65) { folder in
      try putNotes(folder)
      try tamper(folder.appending(path: "in.sqlite"), "DROP TABLE ZNOTE")
    }
  }

  @Test func `a join table that the model needs and the store lacks`() throws {
    try expect("missing-join-table", 65) { folder in
      try putNotes(folder)
      try tamper(folder.appending(path: "in.sqlite"), "DROP TABLE \(joinTable(folder))")
    }
  }

  private func joinTable(_ folder: URL) throws -> String {
    let found = try rows(
      "SELECT name FROM sqlite_schema WHERE name GLOB 'Z_[0-9]*' AND type = 'table'", of: folder.appending(path: "in.sqlite").path
    )
    return try #require(found.first?.first?.text)
  }

  // MARK: - The mapping

  private func mapping(_ text: String, _ folder: URL) throws {
    let schema = try String(
      contentsOfFile: Project.folder.appending(path: "mappings/checklists/ChecklistsSchema.swift").path, encoding: .utf8)
    try schema.write(to: folder.appending(path: "ChecklistsSchema.swift"), atomically: true, encoding: .utf8)
    let good = try String(contentsOfFile: mappingPath("checklists/checklists"), encoding: .utf8)
    try (good + text).write(to: folder.appending(path: "m.swift"), atomically: true, encoding: .utf8)
    try putNotes(folder)
  }

  @Test(arguments: [
    ("mapping-syntax", "\nMap(\"Folder\", to: Folder.self { old in\n"),
    ("unknown-entity", "\nDrop(\"SyncLogs\", because: \"gone\")\n"),
    ("unknown-attribute", "\nDrop(\"Note.colour\", because: \"gone\")\n"),
    ("wrong-type", "\nMap(\"Folder\", to: Tag.self) { old in\n  name = old.created\n}\n"),
  ])
  func `a faulty mapping`(id: String, text: String) throws {
    try expect(id, 78, mapping: "m.swift") { try mapping(text, $0) }
  }

  @Test func `all mistakes of a mapping are told at once, each with its line`() throws {
    try withTemporaryFolder { folder in
      try mapping("\nDrop(\"SyncLogs\", because: \"a\")\nDrop(\"Note.colour\", because: \"b\")\nDrop(\"Tag\")\n", folder)
      let result = try BuiltProgram.shell("\"$H\" convert in.sqlite -m m.swift -o out.store", in: folder)
      for id in ["unknown-entity", "unknown-attribute", "wrong-arguments"] { #expect(result.error.contains("error[\(id)]")) }
      #expect(result.error.contains("did you mean 'SyncLog'?"))
      #expect(result.error.contains("m.swift:"))
    }
  }

  @Test func `no such mapping`() throws { try expect("no-such-input", 66, mapping: "nowhere.swift") { try putNotes($0) } }

  // MARK: - The target

  @Test func `a target that exists stays as it is`() throws {
    try expect("target-exists", 73) { folder in
      try putNotes(folder)
      try Data("precious".utf8).write(to: folder.appending(path: "out.store"))
    }
  }

  @Test func `a folder that does not exist`() throws {
    try expect("target-uncreatable", 73, output: "nowhere/out.store") { try putNotes($0) }
  }

  @Test func `a folder that is a file`() throws {
    try expect("target-uncreatable", 73, output: "in.sqlite/out.store") { try putNotes($0) }
  }

  @Test func `a target that is a folder`() throws {
    try expect("target-uncreatable", 73, output: "out", options: "--overwrite") { folder in
      try putNotes(folder)
      try FileManager.default.createDirectory(at: folder.appending(path: "out"), withIntermediateDirectories: true)
    }
  }

  @Test func `the source is not taken for a target`() throws {
    try expect("target-is-source", 73, output: "in.sqlite") { try putNotes($0) }
  }
}

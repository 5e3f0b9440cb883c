import Foundation
import HeirloomSQLite
import HeirloomTestSupport
import HeirloomWriting
import Testing

@Suite struct `Values with external storage` {
  @Test func `stay in the row when they are small, behind 01`() throws {
    try withTemporaryFolder { folder in
      let connection = try Connection.inMemory()
      let values = ExternalValues(folder: folder.appending(path: "values").path)
      try values.register(on: connection)
      #expect(try connection.value("SELECT heirloom_store_external(x'AABB')") == .blob([0x01, 0xAA, 0xBB]))
      #expect(try connection.value("SELECT heirloom_store_external(NULL)") == .null)
      #expect(try connection.value("SELECT heirloom_store_external(x'')") == .blob([0x01]))
      #expect(values.count == 0)
    }
  }

  @Test func `go to a file when they are large, and are published with the store`() throws {
    try withTemporaryFolder { folder in
      let writer = try notesTarget(at: folder.appending(path: "Notes.store").path)
      let connection = try writer.begin()
      // Two records with equal bytes: each has a file of its own, since Core Data deletes a file with its record.
      try connection.run(
        "INSERT INTO main.ZNOTE (Z_PK, Z_ENT, Z_OPT, ZIMAGE) SELECT value, 2, 1, heirloom_store_external(zeroblob(102401)) "
          + "FROM json_each('[1,2]')")
      try writer.finish()
      try writer.publish()

      let store = try Connection(folder.appending(path: "Notes.store").path, .immutable)
      let columns = try store.rows("SELECT ZIMAGE FROM ZNOTE ORDER BY Z_PK").compactMap { $0[0].blob }
      #expect(columns.map(\.count) == [38, 38])
      for column in columns {
        #expect(column.first == 2 && column.last == 0)
        let name = String(decoding: column.dropFirst().dropLast(), as: UTF8.self)
        let file = folder.appending(path: ".Notes_SUPPORT/_EXTERNAL_DATA/\(name)")
        #expect(FileManager.default.contents(atPath: file.path) == Data(count: 102_401))
      }
      #expect(Set(columns).count == 2)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == [".Notes_SUPPORT", "Notes.store"])
    }
  }

  @Test func `take their old files along when a store is replaced, unless another store shares the folder`() throws {
    try withTemporaryFolder { folder in
      for name in ["Notes", "Shared"] {
        let values = folder.appending(path: ".\(name)_SUPPORT/_EXTERNAL_DATA")
        try FileManager.default.createDirectory(at: values, withIntermediateDirectories: true)
        try Data("old".utf8).write(to: values.appending(path: "OLD"))
        try Data("old".utf8).write(to: folder.appending(path: "\(name).store"))
        try writeNotesAfter(
          name == "Shared" ? { try Data().write(to: folder.appending(path: "Shared.sqlite")) } : {}, folder, name)
      }
      #expect(!FileManager.default.fileExists(atPath: folder.appending(path: ".Notes_SUPPORT/_EXTERNAL_DATA/OLD").path))
      #expect(FileManager.default.fileExists(atPath: folder.appending(path: ".Shared_SUPPORT/_EXTERNAL_DATA/OLD").path))
    }
  }
}

private func writeNotesAfter(_ preparation: () throws -> Void, _ folder: URL, _ name: String) throws {
  try preparation()
  try writeNotes(try notesTarget(at: folder.appending(path: "\(name).store").path, overwrites: true))
}

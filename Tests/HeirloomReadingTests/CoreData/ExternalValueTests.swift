import Foundation
import HeirloomFindings
import HeirloomReading
import HeirloomSQLite
import HeirloomSchema
import HeirloomTestSupport
import Testing

@Suite struct ExternalValueTests {
  private static let file = "0E4A070F-D3C2-486F-975D-0EBAD1E159EC"

  /// SWIFTDATA case: a value's file is missing. It must never come out as NULL.
  @Test func `a missing file fails the statement and is listed with its record`() throws {
    try withStore { connection, store, folder in
      // The first record is inline, the third has no value: both can be read.
      #expect(try table(connection, "SELECT picture FROM \"old.Photo\" WHERE _id <> 2 ORDER BY _id") == ["abc", "NULL", ""])
      let error = #expect(throws: SQLiteError.self) { try connection.rows("SELECT picture FROM \"old.Photo\"") }
      let finding = Finding(reading: "Album.sqlite", failed: try #require(error))
      #expect(finding.id == "external-file-missing")
      #expect(finding.message == "the file '\(Self.file)' of 'Photo.picture', record 2, is missing")

      let census = try Census(of: store, on: connection, prefix: "old.")
      #expect(census.findings.map(\.id) == ["external-file-missing"])
      #expect(
        census.findings.first?.drawing().replacing(folder.path, with: "F") == """
          F/Album.v1.sqlite: Photo.picture: record 2: error[external-file-missing]: the value's file '\(Self.file)' is missing
            = help: it belongs into 'F/.Album.v1_SUPPORT/_EXTERNAL_DATA'
          """)
    }
  }

  @Test func `a value in a file of its own is read from it`() throws {
    try withStore { connection, store, folder in
      let external = folder.appending(path: ".Album.v1_SUPPORT/_EXTERNAL_DATA")
      try FileManager.default.createDirectory(at: external, withIntermediateDirectories: true)
      try Data("from the file".utf8).write(to: external.appending(path: Self.file))
      #expect(try table(connection, "SELECT picture FROM \"old.Photo\" ORDER BY _id") == ["abc", "from the file", "NULL", ""])
      #expect(try Census(of: store, on: connection, prefix: "old.").findings.isEmpty)
    }
  }

  @Test func `a value without either mark is damage, whatever it looks like`() throws {
    // A name that leads out of the folder is no mark either.
    let outside = "02" + Digits.hex("../../../../../../../../../../etc/hosts") + "00"
    try withStore(more: "INSERT INTO ZPHOTO VALUES (5, 1, 1, x'\(outside)', NULL), (6, 1, 1, x'0701', NULL)") {
      connection, store, _ in
      for key in [5, 6] {
        let error = #expect(throws: SQLiteError.self) {
          try connection.rows("SELECT picture FROM \"old.Photo\" WHERE _id = \(key)")
        }
        #expect(error.map { Finding(reading: "", failed: $0).id } == "external-marker")
      }
      let census = try Census(of: store, on: connection, prefix: "old.")
      #expect(census.findings.last?.message == "2 values of 'Photo.picture' with neither mark, inline or in a file")
    }
  }

  @Test func `bytes of an attribute without external storage are nobody's mark`() throws {
    try withStore(more: "INSERT INTO ZPHOTO VALUES (5, 1, 1, NULL, x'0161')") { connection, _, _ throws in
      #expect(try table(connection, "SELECT hex(thumbnail) FROM \"old.Photo\" WHERE _id = 5") == ["0161"])
    }
  }

  private func withStore(more: String = "SELECT 1", _ body: (Connection, any LegacyStore, URL) throws -> Void) throws {
    var photo = Entity("Photo")
    var picture = Attribute("picture", .data, optional: true)
    picture.allowsExternalStorage = true
    photo.attributes = [picture, Attribute("thumbnail", .data, optional: true)]
    let sql = """
      CREATE TABLE ZPHOTO ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZPICTURE BLOB, ZTHUMBNAIL BLOB );
      \(StoreMaker.bookkeeping) INSERT INTO Z_PRIMARYKEY VALUES (1, 'Photo', 0, 4);
      INSERT INTO ZPHOTO VALUES (1, 1, 1, x'01616263', NULL), (2, 1, 1, x'02\(Digits.hex(Self.file))00', NULL), (3, 1, 1, NULL, NULL);
      INSERT INTO ZPHOTO VALUES (4, 1, 1, x'01', NULL);
      \(more)
      """
    try withTemporaryFolder { folder in
      let path = try StoreMaker.make(sql, at: folder.appending(path: "Album.v1.sqlite"))
      let store = try openStore(path, options: OpenOptions(model: Schema(entities: [photo])))
      let connection = try Connection.inMemory()
      try store.present(on: connection, prefix: "old.")
      try body(connection, store, folder)
    }
  }
}

private enum Digits {
  static func hex(_ text: String) -> String {
    text.utf8.map { String($0, radix: 16) }.map { $0.count < 2 ? "0" + $0 : $0 }.joined()
  }
}

import Foundation
import HeirloomKit
import HeirloomReporting
import HeirloomSQLite
import HeirloomTestSupport
import Testing

/// Values that Core Data kept in files of their own, whose files did not come along with the store.
struct MissingFileTests {
  private static let files = ["0E4A070F-D3C2-486F-975D-0EBAD1E159EC", "1E4A070F-D3C2-486F-975D-0EBAD1E159EC"]

  private static let model = """
    <?xml version="1.0" encoding="UTF-8"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" userDefinedModelVersionIdentifier="">
      <entity name="Photo">
        <attribute name="name" optional="YES" attributeType="String"/>
        <attribute name="picture" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES"/>
      </entity>
    </model>
    """

  /// Four photos: one with its value inline, one whose file is missing, one whose file is there, one without a value.
  private func withAlbum(
    dropping: Bool = false, _ body: (_ folder: URL, _ convert: (ConversionOptions) throws -> ConversionReport) throws -> Void
  ) throws {
    try withTemporaryFolder { folder in
      let store = folder.appending(path: "Album.sqlite").path
      let marks = Self.files.map { "02" + $0.utf8.map { String($0, radix: 16) }.joined() + "00" }
      try Connection(store, .create).script(
        """
        CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
        CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);
        INSERT INTO Z_PRIMARYKEY VALUES (1, 'Photo', 0, 4);
        CREATE TABLE ZPHOTO (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR, ZPICTURE BLOB);
        INSERT INTO ZPHOTO VALUES (1, 1, 1, 'a', x'01616263'), (2, 1, 1, 'b', x'\(marks[0])'), (3, 1, 1, 'c', x'\(marks[1])'), (4, 1, 1, 'd', NULL);
        """)
      try FileManager.default.createDirectory(
        at: folder.appending(path: ".Album_SUPPORT/_EXTERNAL_DATA"), withIntermediateDirectories: true)
      try Data("from the file".utf8).write(to: folder.appending(path: ".Album_SUPPORT/_EXTERNAL_DATA/\(Self.files[1])"))
      try FileManager.default.createDirectory(at: folder.appending(path: "Album.xcdatamodel"), withIntermediateDirectories: true)
      try Data(Self.model.utf8).write(to: folder.appending(path: "Album.xcdatamodel/contents"))
      let mapping = try write(
        mapping: "let source = CoreData()\n\(dropping ? #"Drop("Photo.picture", because: "taken anew")"# : "")",
        schema:
          "@Model final class Photo { var name: String?; \(dropping ? "" : "@Attribute(.externalStorage) var picture: Data?;") init() {} }",
        in: folder)
      try body(folder) { options in
        var options = options
        options.source.modelPath = folder.appending(path: "Album.xcdatamodel").path
        options.overwrites = true
        return try Mapping(contentsOf: mapping).convert(store, to: folder.appending(path: "new.store").path, options: options)
      }
    }
  }

  @Test(arguments: [false, true]) func `a check tells of missing files that the mapping carries`(_ dropping: Bool) throws {
    try withAlbum(dropping: dropping) { folder, _ in
      var options = StoreOptions()
      options.modelPath = folder.appending(path: "Album.xcdatamodel").path
      let mapping = try Mapping(contentsOf: folder.appending(path: "test.mapping.swift").path)
      let report = try mapping.check(against: [folder.appending(path: "Album.sqlite").path], options: options)
      let told = report.findings.filter { $0.id == "external-file-missing" }
      #expect(told.map(\.message) == (dropping ? [] : ["1 file of 'Photo.picture' is missing"]))
      #expect(told.allSatisfy { $0.severity == .warning })
    }
  }

  @Test func `a missing file ends the run, and nothing is written`() throws {
    try withAlbum { folder, convert in
      let report = try convert(ConversionOptions())
      #expect(report.exitStatus == .sourceUnreadable && report.outcome == .failed)
      #expect(report.errors == ["external-file-missing"])
      #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "new.store").path))
    }
  }

  @Test func `where it is asked for, the record alone is refused, and can be converted once its file is back`() throws {
    try withAlbum { folder, convert in
      var options = ConversionOptions()
      options.rejectsMissingFiles = true
      options.rejectsPath = folder.appending(path: "rejects.jsonl").path
      let report = try convert(options)
      #expect(report.exitStatus == .differences && report.isBalanced, "\(report.findings)")
      #expect(report.ledger == ["Photo -> Photo: 4 read, 3 written, 0 merged, 0 skipped, 1 rejected, 3 verified"])
      #expect(
        report.findings.contains {
          $0.id == "rejected-record" && $0.message == "of 'Photo' 1 record is refused: the file of 'Photo.picture' is missing"
        })
      let target = folder.appending(path: "new.store").path
      #expect(
        try rows("SELECT ZNAME, ZPICTURE IS NULL FROM ZPHOTO ORDER BY 1", of: target) == [
          [.text("a"), .integer(0)], [.text("c"), .integer(0)], [.text("d"), .integer(1)],
        ])
      let rejects = try String(contentsOfFile: folder.appending(path: "rejects.jsonl").path, encoding: .utf8)
      #expect(rejects.contains(#""entity":"Photo","key":2"#) && rejects.split(separator: "\n").count == 1)

      try Data("found again".utf8).write(to: folder.appending(path: ".Album_SUPPORT/_EXTERNAL_DATA/\(Self.files[0])"))
      var later = ConversionOptions()
      later.onlyRejectsPath = options.rejectsPath
      let again = try convert(later)
      #expect(again.exitStatus == .done)
      #expect(try rows("SELECT ZNAME FROM ZPHOTO", of: target) == [[.text("b")]])
    }
  }

  @Test func `the file of an attribute that is left behind is not missed`() throws {
    try withAlbum(dropping: true) { _, convert in
      var options = ConversionOptions()
      options.rejectsMissingFiles = true
      let report = try convert(options)
      #expect(report.exitStatus == .done)
      #expect(report.ledger == ["Photo -> Photo: 4 read, 4 written, 0 merged, 0 skipped, 0 rejected, 4 verified"])
    }
  }
}

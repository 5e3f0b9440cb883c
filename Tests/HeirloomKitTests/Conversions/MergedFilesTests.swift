import Foundation
import HeirloomKit
import HeirloomSQLite
import HeirloomTestSupport
import Testing

/// Merging into a store whose large values stand in files of their own.
@Suite struct `Merging values that stand in files` {
  private static func schema(isKeyed: Bool) -> String {
    """
    import SwiftData
    @Model final class Photo {
      \(isKeyed ? "@Attribute(.unique) " : "")var name: String
      var taken: Double
      @Attribute(.externalStorage) var picture: Data?
      init() {}
    }
    """
  }

  /// Photos as an app's store would hold them: name, date, and a picture of so many bytes of one kind; nil for none.
  private func store(
    _ name: String, _ photos: [(String, Double, (UInt8, Int)?)], isKeyed: Bool, in folder: URL
  ) throws -> URL {
    let records = photos.map { photo, taken, picture in
      let text = picture.map { "\"\(Data(repeating: $0.0, count: $0.1).base64EncodedString())\"" } ?? "null"
      return #"{"name": "\#(photo)", "taken": \#(taken), "picture": \#(text)}"#
    }
    let json = folder.appending(path: "album.json"), target = folder.appending(path: "\(name).store")
    try "[\(records.joined(separator: ", "))]".write(to: json, atomically: true, encoding: .utf8)
    let value = photos.contains { $0.2 == nil } ? "old.picture.flatMap { Data(base64: $0) }" : "Data(base64: old.picture)"
    let report = try convert(
      json.path, mapping: "Map(\"album\", to: Photo.self) { old in picture = \(value) }",
      schema: Self.schema(isKeyed: isKeyed), in: folder, to: target)
    #expect(report.exitStatus == .done, "\(report.findings.map(\.description))")
    return target
  }

  /// The pictures' first byte and size by name, read past every reader of ours, and how many files there are.
  private func pictures(of store: URL) throws -> ([String], files: Int) {
    let name = store.deletingPathExtension().lastPathComponent
    let values = store.deletingLastPathComponent().appending(path: ".\(name)_SUPPORT/_EXTERNAL_DATA")
    let texts = try rows("SELECT ZNAME, ZPICTURE FROM ZPHOTO ORDER BY Z_PK", of: store.path).map { row in
      let name = row[0].text ?? "", column = row[1].blob ?? []
      guard column.first == 2 else { return "\(name): \(column.dropFirst().first ?? 0) \(max(0, column.count - 1))" }
      let file = try Data(contentsOf: values.appending(path: String(decoding: column[1..<37], as: UTF8.self)))
      return "\(name): \(file.first ?? 0) \(file.count)"
    }
    return (texts, (try? names(in: values).count) ?? 0)
  }

  private static let album: [(String, Double, (UInt8, Int)?)] = [("a", 1, (65, 150_000)), ("b", 1, (66, 10)), ("c", 1, nil)]

  @Test(arguments: [true, false]) func `adds none that is there, with a key or without`(isKeyed: Bool) throws {
    try withTemporaryFolder { folder in
      let full = try store("Full", Self.album, isKeyed: isKeyed, in: folder)
      let source = try store("Source", Self.album, isKeyed: isKeyed, in: folder)
      let target = folder.appending(path: "New.store")
      let report = try convert(
        source.path, mapping: "", schema: Self.schema(isKeyed: isKeyed), in: folder, to: target,
        options: ConversionOptions(templatePath: full.path, merges: true))
      #expect(report.exitStatus == .done, "\(report.findings.map(\.description))")
      #expect(report.findings.contains { $0.message == "'Photo': 0 added, 3 there already and kept, 0 updated" })
      // Pictures were compared, those of 3 photos.
      #expect(report.attributes.first { $0.target == "Photo.picture" }?.compared == 3)
      #expect(try pictures(of: target) == (["a: 65 150000", "b: 66 10", "c: 0 0"], files: 1))
    }
  }

  @Test func `adds a record without a key that differs only in what stands in its file`() throws {
    try withTemporaryFolder { folder in
      let full = try store("Full", Self.album, isKeyed: false, in: folder)
      let source = try store("Source", [("a", 1, (97, 150_000))], isKeyed: false, in: folder)
      let target = folder.appending(path: "New.store")
      let report = try convert(
        source.path, mapping: "", schema: Self.schema(isKeyed: false), in: folder, to: target,
        options: ConversionOptions(templatePath: full.path, merges: true))
      #expect(report.exitStatus == .done, "\(report.findings.map(\.description))")
      #expect(try pictures(of: target) == (["a: 65 150000", "b: 66 10", "c: 0 0", "a: 97 150000"], files: 2))
    }
  }

  @Test func `tells of files that did not come along with the template`() throws {
    try withTemporaryFolder { folder in
      let full = try store("Full", Self.album, isKeyed: true, in: folder)
      let source = try store("Source", Self.album, isKeyed: true, in: folder)
      try FileManager.default.removeItem(at: folder.appending(path: ".Full_SUPPORT"))
      let report = try convert(
        source.path, mapping: "", schema: Self.schema(isKeyed: true), in: folder, to: folder.appending(path: "New.store"),
        options: ConversionOptions(templatePath: full.path, merges: true))
      #expect(report.exitStatus == .done, "\(report.findings.map(\.description))")
      // The picture of 'a' is the only one that stood in a file.
      let told = report.findings.filter { $0.id == "external-file-missing" }
      #expect(told.map(\.message) == ["1 file of 'Photo' is not beside the template, nor beside the new store"])
      #expect(told.first?.severity == .warning)
    }
  }

  @Test func `takes a newer record's file and leaves none of the older one`() throws {
    try withTemporaryFolder { folder in
      let full = try store("Full", Self.album, isKeyed: true, in: folder)
      // 'a' is newer, 'b' older than what is there.
      let source = try store("Source", [("a", 2, (97, 160_000)), ("b", 0, (98, 160_000))], isKeyed: true, in: folder)
      let target = folder.appending(path: "New.store")
      var options = ConversionOptions(templatePath: full.path, merges: true)
      options.newerBy = ["Photo.taken"]
      let report = try convert(
        source.path, mapping: "", schema: Self.schema(isKeyed: true), in: folder, to: target, options: options)
      #expect(report.exitStatus == .done, "\(report.findings.map(\.description))")
      #expect(report.findings.contains { $0.message == "'Photo': 0 added, 1 there already and kept, 1 updated" })
      #expect(try pictures(of: target) == (["a: 97 160000", "b: 66 10", "c: 0 0"], files: 1))
      #expect(try pictures(of: full) == (["a: 65 150000", "b: 66 10", "c: 0 0"], files: 1))
    }
  }
}

import Foundation
import HeirloomCommand
import HeirloomTestSupport
import Testing

/// The demo's conversion from the command line. 120 notes, 12 of them in the trash; 3 labels a note; 6 folders, 12 labels.
struct NotesConversionTests {
  let store = Project.fixture("notes/Notes.sqlite").path
  let mapping = Project.folder.appending(path: "mappings/notes/notes.mapping.swift").path

  func convert(into folder: URL, _ words: String...) -> (status: Int32, output: String, error: String) {
    heirloom(["convert", store, "--mapping", mapping, "--output", folder.path + "/Notes.store"] + words)
  }

  struct Report: Decodable {
    struct Entity: Decodable, Equatable {
      var target: String
      var read: Int
      var skipped: Int
      var written: Int
      var verified: Int?
    }
    struct Relationship: Decodable, Equatable {
      var target: String
      var before: Int
      var skipped: Int
      var after: Int
    }
    var status: String
    var balanced: Bool
    var entities: [Entity]
    var relationships: [Relationship]
  }

  @Test func `every record and link is accounted for`() throws {
    try withTemporaryFolder { folder in
      let result = convert(into: folder, "--json")
      #expect(result.status == 0)
      let report = try JSONDecoder().decode(Report.self, from: Data(result.output.utf8))
      #expect(report.status == "converted" && report.balanced)
      #expect(
        report.entities == [
          .init(target: "Folder", read: 6, skipped: 0, written: 6, verified: 6),
          .init(target: "Tag", read: 12, skipped: 0, written: 12, verified: 12),
          .init(target: "Note", read: 120, skipped: 12, written: 108, verified: 108),
        ])
      #expect(
        report.relationships == [
          .init(target: "Note.folder", before: 120, skipped: 12, after: 108),
          .init(target: "Note.tags", before: 360, skipped: 36, after: 324),
          .init(target: "Folder.notes", before: 120, skipped: 12, after: 108),
          .init(target: "Tag.notes", before: 360, skipped: 36, after: 324),
        ])
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(names == ["Notes.store"])
    }
  }

  @Test func `the same input gives the same bytes, and the source stays as it is`() throws {
    try withTemporaryFolder { folder in
      let before = FileManager.default.contents(atPath: store)
      #expect(convert(into: folder).status == 0)
      let first = FileManager.default.contents(atPath: folder.path + "/Notes.store")
      #expect(convert(into: folder, "--overwrite").status == 0)
      let isSame = first != nil && first == FileManager.default.contents(atPath: folder.path + "/Notes.store")
      #expect(isSame)
      let isUntouched = before == FileManager.default.contents(atPath: store)
      #expect(isUntouched)
    }
  }

  @Test func `a target that exists is left alone`() throws {
    try withTemporaryFolder { folder in
      try Data("mine".utf8).write(to: folder.appending(path: "Notes.store"))
      let result = convert(into: folder)
      #expect(result.status == 73)
      #expect(result.error.contains("error[target-exists]"))
      #expect(FileManager.default.contents(atPath: folder.path + "/Notes.store") == Data("mine".utf8))
    }
  }

  @Test func `a folder that is not there cannot take the target`() throws {
    try withTemporaryFolder { folder in #expect(convert(into: folder.appending(path: "nowhere")).status == 73) }
  }

  @Test func `a dry run writes nothing`() throws {
    try withTemporaryFolder { folder in
      let result = convert(into: folder, "--dry-run")
      #expect(result.status == 0)
      #expect(result.output.contains("would convert and balance: 126 records, 4 relationships"))
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(names.isEmpty)
    }
  }

  @Test func `the converted store is proved against the old one, and another one is not`() throws {
    try withTemporaryFolder { folder in
      #expect(convert(into: folder).status == 0)
      let good = heirloom("verify", store, folder.path + "/Notes.store", "--mapping", mapping)
      #expect(good.status == 0, "\(good.error)")
      let inspection = heirloom("inspect", folder.path + "/Notes.store")
      #expect(inspection.status == 0)
      #expect(inspection.output.contains("swiftdata"))
    }
  }

  @Test func `a mapping that is wrong is told with line and caret, and nothing is written`() throws {
    try withTemporaryFolder { folder in
      let text = try String(contentsOfFile: mapping, encoding: .utf8).replacingOccurrences(
        of: "old.notebook", with: "old.notbook")
      let schema = Project.folder.appending(path: "mappings/notes/NotesSchema.swift").path
      try FileManager.default.copyItem(atPath: schema, toPath: folder.path + "/NotesSchema.swift")
      let wrong = folder.path + "/wrong.mapping.swift"
      try text.write(toFile: wrong, atomically: true, encoding: .utf8)
      let check = heirloom("check", wrong, store)
      #expect(check.status == 78)
      #expect(check.output.contains("wrong.mapping.swift:21:20: error[unknown-attribute]"), "\(check.output)")
      #expect(check.output.contains("did you mean 'notebook'?"))
      let result = heirloom("convert", store, "--mapping", wrong, "--output", folder.path + "/new.store")
      #expect(result.status == 78)
      #expect(!FileManager.default.fileExists(atPath: folder.path + "/new.store"))
    }
  }

  @Test func `a conversion with unmapped parts is verified by the option it was made with`() throws {
    try withTemporaryFolder { folder in
      let text = try String(contentsOfFile: mapping, encoding: .utf8).split(separator: "\n").filter {
        !$0.hasPrefix("Drop(\"SyncLog\"")
      }
      let partial = folder.path + "/partial.swift", target = folder.path + "/Notes.store"
      try text.joined(separator: "\n").write(toFile: partial, atomically: true, encoding: .utf8)
      try FileManager.default.copyItem(
        atPath: Project.folder.appending(path: "mappings/notes/NotesSchema.swift").path,
        toPath: folder.path + "/NotesSchema.swift")
      #expect(heirloom("convert", store, "--mapping", partial, "--output", target, "--allow-unmapped").status == 0)
      #expect(heirloom("verify", store, target, "--mapping", partial).status == 78)
      #expect(heirloom("verify", store, target, "--mapping", partial, "--allow-unmapped", "--reject-missing-files").status == 0)
    }
  }
}

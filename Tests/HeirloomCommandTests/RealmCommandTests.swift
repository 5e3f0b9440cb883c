import Foundation
import HeirloomTestSupport
import Testing

/// Realm's own options and sources on the command line.
@Suite struct RealmCommandTests {
  private let notes = Project.fixture("realm/notes.realm").path

  @Test func `the classes of the app and its file are the same schema, linking objects notwithstanding`() {
    let same = heirloom("diff", Project.fixture("sources/realm-notes.swift").path, notes, "--json")
    #expect(same.status == 0)
    #expect(same.output.contains("\"changes\": []") || same.output.contains("\"changes\":[]"))
  }

  /// The file of notes with a node that can be no node; its place was found by trying each.
  private func damaged(at offset: Int, in folder: URL) throws -> String {
    var bytes = try Data(contentsOf: URL(fileURLWithPath: notes))
    bytes[offset + 4] |= 0x18
    let file = folder.appending(path: "damaged.realm")
    try bytes.write(to: file)
    return file.path
  }

  @Test func `a damaged file is refused, and with --salvage what it still holds is taken and what is lost is said`() throws {
    try withTemporaryFolder { folder in
      // The texts of all 25 bodies.
      let path = try damaged(at: 2088, in: folder)
      let loss = "25 values of 'Note.body' cannot be read: a node of an unknown kind (at byte 2088)"
      let words = [
        ["inspect", path], ["query", path, "SELECT count(body), count(title) FROM Note"],
        ["export", path, "--output", folder.appending(path: "x.zip").path],
        [
          "convert", path, "--mapping", Project.folder.appending(path: "mappings/realm/notes.mapping.swift").path, "--output",
          folder.appending(path: "x.store").path,
        ],
      ]
      for words in words {
        let refused = heirloom(words)
        #expect(refused.status == 65, "\(words[0]): \(refused.error)")
        #expect((refused.output + refused.error).contains("error[realm-damaged]"), "\(words[0])")
        #expect(words.count < 4 || !FileManager.default.fileExists(atPath: words[words.count - 1]))
        let salvaged = heirloom(words + ["--salvage"])
        #expect(salvaged.status == 1, "\(words[0]): \(salvaged.error)")
        #expect((salvaged.output + salvaged.error).contains("error[realm-salvaged]: \(loss)"), "\(words[0])")
        #expect(words.count < 4 || FileManager.default.fileExists(atPath: words[words.count - 1]))
      }
      #expect(heirloom(words[1] + ["--salvage", "--csv"]).output == "count(body),count(title)\r\n0,25\r\n")
      // One list of tags; the notes are whole.
      let other = try damaged(at: 2704, in: folder)
      #expect(heirloom("query", other, "SELECT count(*) FROM \"Note.tags\"").status == 65)
      let rest = heirloom("query", other, "SELECT count(*) FROM Note", "--salvage")
      #expect(rest.status == 1 && rest.error.contains("one value of 'Note.tags' cannot be read"))
      #expect(heirloom("inspect", notes, "--salvage").status == 0)
    }
  }

  @Test func `older classes that differ from the file are told apart property by property`() throws {
    try withTemporaryFolder { folder in
      let source = folder.appending(path: "Models.swift")
      try """
      import RealmSwift
      class Folder: Object {
        @objc dynamic var id = ""
        @objc dynamic var name = ""
        let notes = LinkingObjects(fromType: Note.self, property: "folder")
        override static func primaryKey() -> String? { "id" }
      }
      class Tag: Object {
        @objc dynamic var id = 0
        @objc dynamic var name = ""
        override static func primaryKey() -> String? { "id" }
      }
      class Note: Object {
        @objc dynamic var id = UUID()
        @objc dynamic var title: String? = nil
        @objc dynamic var body: String? = nil
        @objc dynamic var created = Date()
        @objc dynamic var folder: Folder?
        let tags = List<Tag>()
        @objc dynamic var pinned = 0
        @objc dynamic var colour = ""
        override static func primaryKey() -> String? { "id" }
      }
      """.write(to: source, atomically: true, encoding: .utf8)
      let result = heirloom("diff", notes, source.path, "--json")
      struct Report: Decodable {
        struct Change: Decodable {
          var kind: String
          var entity: String
          var property: String?
        }
        var changes: [Change]
      }
      let changes = try JSONDecoder().decode(Report.self, from: Data(result.output.utf8)).changes
      // 'title' became optional, 'pinned' a number, and 'colour' is new; defaults are the code's alone.
      let told = Set(changes.filter { $0.kind != "default-changed" }.map { "\($0.entity).\($0.property ?? "") \($0.kind)" })
      #expect(told == ["Note.title became-optional", "Note.pinned type-changed", "Note.colour attribute-added"])
    }
  }
}

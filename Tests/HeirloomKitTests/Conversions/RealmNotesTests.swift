import Foundation
import HeirloomFindings
import HeirloomKit
import HeirloomReporting
import HeirloomSQLite
import HeirloomTestSupport
import Testing

/// A Realm of notes becomes a SwiftData store; fixtures/realm/notes.json is what Realm itself says is in it.
struct RealmNotesTests {
  private struct Content: Decodable {
    struct Note: Decodable {
      var title: String
      var body: String?
      var folder: Link?
      var tags: [Link]
      var pinned: Bool
    }
    struct Named: Decodable { var name: String }
    struct Link: Decodable {}
    var Folder: [Named]
    var Tag: [Named]
    var Note: [Note]
  }

  @Test func `every object and link of a realm arrives`() throws {
    let content = try JSONDecoder().decode(Content.self, from: Data(contentsOf: Project.fixture("realm/notes.json")))
    try withTemporaryFolder { folder in
      let target = folder.appending(path: "Notes.store")
      let report = try convert(Project.fixture("realm/notes.realm").path, by: "realm/notes", to: target)
      #expect(report.exitStatus == .done && report.isBalanced)
      let written = Dictionary(uniqueKeysWithValues: report.entities.map { ($0.target, $0.verified) })
      #expect(written == ["Folder": Int64(content.Folder.count), "Tag": Int64(content.Tag.count), "Note": Int64(content.Note.count)])
      let links = Dictionary(uniqueKeysWithValues: report.relationships.map { ($0.target, $0.verified) })
      #expect(links["Note.folder"] == Int64(content.Note.count { $0.folder != nil }))
      #expect(links["Note.tags"] == Int64(content.Note.reduce(0) { $0 + $1.tags.count }))
      #expect(report.findings.contains { $0.id == "order-lost" })

      let notes = try rows("SELECT ZTITLE, ZPRIORITY FROM ZNOTE", of: target.path).map { "\($0[0].text ?? "") \($0[1].integer ?? -1)" }
      #expect(notes.sorted() == content.Note.map { "\($0.title) \($0.pinned ? 1 : 2)" }.sorted())
      #expect(try rows("SELECT ZNAME FROM ZTAG ORDER BY 1", of: target.path).map { $0[0].text } == content.Tag.map(\.name).sorted())
    }
  }
}

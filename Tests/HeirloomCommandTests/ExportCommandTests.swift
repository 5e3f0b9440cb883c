import Foundation
import HeirloomCommand
import HeirloomTestSupport
import Testing

@Suite struct ExportCommandTests {
  private let store = Project.fixture("notes/Notes.sqlite").path

  /// Every record and link of a converted store, as the command prints them.
  private func content(of store: String) -> [String] {
    [
      "SELECT * FROM \"Note\" ORDER BY _id", "SELECT * FROM \"Folder\" ORDER BY _id", "SELECT * FROM \"Tag\" ORDER BY _id",
      "SELECT owner, target FROM \"Note.tags\" ORDER BY 1, 2",
    ].map { heirloom("query", store, $0, "--csv").output }
  }

  @Test(arguments: ["jsonl", "csv"]) func `a store that was exported converts as the store itself does`(_ format: String) throws {
    try withTemporaryFolder { folder in
      let archive = folder.path + "/notes.tar.zst"
      #expect(heirloom("export", store, "--output", archive, "--format", format).status == 0)
      let mapping = Project.folder.appending(path: "mappings/notes/notes.mapping.swift").path
      let results = [(store, "a.store"), (archive, "b.store")].map { source, name in
        #expect(heirloom("convert", source, "--mapping", mapping, "--output", folder.path + "/" + name).status == 0)
        return content(of: folder.path + "/" + name)
      }
      #expect(results[0] == results[1])
      // 108 notes and a line of names.
      #expect(results[0][0].split(whereSeparator: \.isNewline).count >= 109)
    }
  }

  @Test func `an archive of several stores asks which, and opens the one that is named`() throws {
    try withTemporaryFolder { folder in
      for name in ["a", "b"] { try FileManager.default.copyItem(atPath: store, toPath: folder.path + "/\(name).sqlite") }
      let refused = heirloom("inspect", folder.path)
      #expect(refused.status == 64)
      #expect(refused.error.contains("it holds a.sqlite (Core Data store), b.sqlite (Core Data store)"))
      #expect(heirloom("inspect", folder.path, "--member", "b").status == 0)
    }
  }
}

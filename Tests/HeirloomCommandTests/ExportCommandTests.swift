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

  private func object(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  /// The fixture's figures as the sqlite3 shell counts them: 120 notes, 6 folders, 12 labels and 30 lines of a log.
  @Test func `an export answers as JSON`() throws {
    try withTemporaryFolder { folder in
      let answer = heirloom("export", store, "--output", folder.path + "/notes.zip", "--json")
      let json = try object(answer.output)
      let inspected = try object(heirloom("inspect", store, "--json").output)
      let entities = try #require(inspected["entities"] as? [[String: Any]])
      #expect(json["contract"] as? Int == 1 && json["status"] as? String == "exported" && json["exitCode"] as? Int == 0)
      #expect((json["target"] as? [String: Any])?["path"] as? String == folder.path + "/notes.zip")
      #expect((json["source"] as? [String: Any])?["kind"] as? String == "coredata")
      #expect(json["records"] as? Int == entities.reduce(0) { $0 + ($1["records"] as? Int ?? -1) })
      #expect(heirloom("export", store, "--output", folder.path + "/other.zip").output == "")
    }
  }

  @Test func `a plan is explained as JSON, each statement with the line that asked for it`() throws {
    let mapping = Project.folder.appending(path: "mappings/notes/notes.mapping.swift").path
    let json = try object(heirloom("explain", mapping, store, "--json").output)
    let statements = try #require(json["statements"] as? [[String: Any]])
    let text = heirloom("explain", mapping, store).output
    #expect(!statements.isEmpty && statements.allSatisfy { text.contains($0["sql"] as? String ?? "?") })
    // `Map("Folder", to: Folder.self)` stands in line 5.
    #expect(statements.contains { ($0["sql"] as? String)?.contains("ZFOLDER") == true && $0["line"] as? Int == 5 })
    #expect((json["plan"] as? [String])?.isEmpty == false && json["mapping"] as? String == mapping)
  }

  @Test func `a second statement is refused, a semicolon at the end is not`() {
    let refused = heirloom("query", store, "SELECT 1; SELECT 2")
    #expect(refused.status == 64 && refused.error.contains("there is more than one statement: 'SELECT 2'"))
    #expect(refused.output == "")
    for end in [";", " ; -- done", ";; /* end */ "] {
      #expect(
        heirloom("query", store, "SELECT ';'\(end)", "--csv").output.hasSuffix(";\r\n")
          || heirloom("query", store, "SELECT ';'\(end)", "--csv").output.contains(";"))
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

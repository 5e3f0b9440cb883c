import Foundation
import HeirloomBulk
import HeirloomFindings
import HeirloomTestSupport
import Testing

struct StoreListTests {
  /// Makes empty files and hands over the folder's path.
  func withFiles(_ names: [String], _ body: (String) throws -> Void) throws {
    try withTemporaryFolder { folder in
      for name in names {
        let file = folder.appending(path: name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data().write(to: file)
      }
      try body(folder.path)
    }
  }

  @Test func `a pattern finds stores in order and names outputs after them`() throws {
    try withFiles(["u/b.sqlite", "u/a.sqlite", "u/a.sqlite-wal", "u/.hidden.sqlite", "u/deep/c.sqlite"]) { folder in
      let items = try StoreList.pattern("\(folder)/u/*.sqlite").items(into: "out")
      #expect(items.map(\.id) == ["a.sqlite", "b.sqlite"])
      #expect(items.map(\.output) == ["out/a.store", "out/b.store"])
      #expect(items.map(\.source) == ["\(folder)/u/a.sqlite", "\(folder)/u/b.sqlite"])
    }
  }

  @Test func `two stars cross folders, none included`() throws {
    try withFiles(["a.sqlite", "x/b.sqlite", "x/y/c.sqlite", "x/y/d.txt"]) { folder in
      let items = try StoreList.pattern("\(folder)/**/*.sqlite").items(into: "out")
      #expect(items.map(\.output) == ["out/a.store", "out/x/b.store", "out/x/y/c.store"])
    }
  }

  @Test func `question marks and choices match one letter`() throws {
    try withFiles(["a1.db", "a2.db", "b1.db", "a10.db"]) { folder in
      func ids(_ pattern: String) throws -> [String] { try StoreList.pattern("\(folder)/\(pattern)").items(into: "o").map(\.id) }
      let found = [try ids("a?.db"), try ids("[!a]*.db"), try ids("[a-b]1*.db")]
      #expect(found == [["a1.db", "a2.db"], ["b1.db"], ["a1.db", "a10.db", "b1.db"]])
    }
  }

  @Test func `two stores whose outputs would meet keep their whole names`() throws {
    try withFiles(["a.sqlite", "a.realm", "b.realm"]) { folder in
      let items = try StoreList.pattern("\(folder)/*").items(into: "o")
      #expect(items.map(\.output) == ["o/a.realm.store", "o/a.sqlite.store", "o/b.store"])
    }
  }

  @Test func `a pattern that matches nothing is a finding`() {
    #expect { try StoreList.pattern("/nowhere/*.sqlite").items(into: "o") } throws: {
      ($0 as? Finding)?.id == "nothing-to-convert"
    }
  }

  func items(_ manifest: String) throws -> [BulkItem] {
    try withTemporaryFolder { folder in
      let file = folder.appending(path: "manifest")
      try Data(manifest.utf8).write(to: file)
      return try StoreList.manifest(file.path).items(into: "out")
    }
  }

  @Test func `a manifest has paths or objects, comments and empty lines`() throws {
    let items = try items(
      "# all users\n\nold/1.sqlite\n{\"source\": \"old/2.sqlite\", \"id\": \"two\", \"output\": \"sub/2.db\"}\r\n")
    #expect(items.map(\.id) == ["old/1.sqlite", "two"])
    #expect(items.map(\.output) == ["out/old/1.store", "out/sub/2.db"])
  }

  @Test(arguments: [
    "{\"id\": 1}", "{\"source\": \"\"}", "{", "a\na", "{\"source\":\"a\",\"output\":\"../x\"}",
    "{\"source\":\"a\",\"output\":\"/x\"}",
  ])
  func `a manifest that cannot be followed is refused before any run`(text: String) {
    #expect { try items(text) } throws: { ($0 as? Finding)?.id == "manifest-faulty" }
  }

  @Test func `an id cannot lead out of the output folder`() throws {
    #expect(try items("../../etc/1.sqlite").map(\.output) == ["out/etc/1.store"])
  }
}

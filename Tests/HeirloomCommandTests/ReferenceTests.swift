import Foundation
import HeirloomCommand
import HeirloomTestSupport
import Testing

struct ReferenceTests {
  @Test func `docs/findings.md is what the catalogue says`() throws {
    let page = try String(contentsOf: Project.folder.appending(path: "docs/findings.md"), encoding: .utf8)
    let isFresh = page == Reference.findings(FindingCatalogue.all)
    #expect(isFresh, "stale: run make docs")
  }

  @Test func `docs/commands.md is what --help prints`() throws {
    let page = try String(contentsOf: Project.folder.appending(path: "docs/commands.md"), encoding: .utf8)
    let isFresh = page == Reference.commands(CommandTable.all)
    #expect(isFresh, "stale: run make docs")
  }
}

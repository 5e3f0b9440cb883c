import Foundation
import HeirloomCommand
import HeirloomTestSupport
import Testing

/// What README and the pages of docs/ that are written by hand say of the command line.
struct DocumentNamesTests {
  static let pages = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md"] + docs()

  private static func docs() -> [String] {
    let walk = FileManager.default.enumerator(at: Project.folder.appending(path: "docs"), includingPropertiesForKeys: nil)
    var found: [String] = []
    while let page = walk?.nextObject() as? URL {
      // commands.md is made from the commands.
      if page.pathExtension == "md", page.lastPathComponent != "commands.md" {
        found.append(String(page.path.dropFirst(Project.folder.path.count + 1)))
      }
    }
    return found.sorted()
  }

  @Test(arguments: pages) func `only commands and options that exist are named`(page: String) throws {
    let text = try String(contentsOf: Project.folder.appending(path: page), encoding: .utf8)
    let commands = Set(CommandTable.all.map(\.name))
    for named in text.matches(of: /(?:`|\n|&& )heirloom ([a-z][a-z-]+)/) {
      #expect(commands.contains(String(named.1)), "'heirloom \(named.1)'")
    }
    let options = Set(CommandTable.all.flatMap(\.options).map(\.name)).union(["help", "version"])
    // Options of the tools that the sources are built with, where a line is about them.
    for line in text.split(separator: "\n") where line.firstMatch(of: /swift (build|test|run)|benchmark|git |cmake/) == nil {
      for named in line.matches(of: /(?:`| )--([a-z][a-z-]+)/) {
        #expect(options.contains(String(named.1)), "'--\(named.1)' in: \(line)")
      }
    }
  }

  @Test func `there are pages to look at`() {
    #expect(Self.pages.contains("docs/migrating.md") && Self.pages.contains("docs/formats/archives.md"))
  }
}

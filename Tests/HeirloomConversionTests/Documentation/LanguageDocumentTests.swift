internal import Foundation
internal import HeirloomFindings
internal import HeirloomSchema
internal import HeirloomTestSupport
import Testing

@testable internal import HeirloomMapping

/// docs/mapping-language.md: its examples run, and its reference leaves nothing out.
@Suite struct `The document of the language` {
  static let text = Result { try String(contentsOf: Project.folder.appending(path: "docs/mapping-language.md"), encoding: .utf8) }

  /// The fenced blocks that have a name after their language.
  static func blocks() throws -> [(name: String, text: String)] {
    var result: [(String, String)] = [], name: String?, lines: [Substring] = []
    for line in try text.get().split(separator: "\n", omittingEmptySubsequences: false) {
      guard line.hasPrefix("```") else {
        if name != nil { lines.append(line) }
        continue
      }
      if let open = name {
        result.append((open, lines.joined(separator: "\n")))
        name = nil
      } else {
        name = line.dropFirst(3).split(separator: " ").dropFirst().first.map { String($0) } ?? ""
        lines = []
      }
    }
    return result.filter { !$0.0.isEmpty }
  }

  static let steps = ((try? blocks()) ?? []).map(\.name).filter { $0.hasPrefix("step-") }

  func run(_ name: String) throws -> Trial {
    let blocks = Dictionary(uniqueKeysWithValues: try Self.blocks().map { ($0.name, $0.text) })
    return try Trial(
      legacy: try Schema(parsing: try #require(blocks["legacy"])), target: try Schema(parsing: try #require(blocks["target"])),
      records: records(in: try #require(blocks["records"])), mapping: try #require(blocks[name]), allowsUnmapped: false)
  }

  @Test(arguments: steps) func `has examples that run without a word`(_ name: String) throws {
    #expect(try run(name).warnings.map { $0.drawing() } == [], "\(name)")
  }

  @Test func `has examples that give what the text says`() throws {
    #expect(Self.steps.count == 4)
    #expect(try run("step-1")["SELECT ZTITLE, ZPRIORITY, ZFOLDER FROM ZNOTE ORDER BY Z_PK"] == ["'Tea', 0, 1", "'Old', 2, 2", "'Untitled', 9, 3"])
    let second = try run("step-2")
    #expect(second.ledger.first { $0.contains("→ Note") } == "Note → Note: 3 read, 1 written, 1 skipped, 1 rejected")
    #expect(try second["SELECT ZNAME, ZNOTECOUNT FROM ZFOLDER ORDER BY Z_PK"] == ["'Work', 1", "'Home', 0", "'Work', 1"])
    let third = try run("step-3")
    #expect(try third["SELECT ZNAME FROM ZTAG ORDER BY Z_PK"] == ["'a'", "'b'"])
    #expect(try third["SELECT ZCONTENT, ZPRIORITY FROM ZNOTE ORDER BY Z_PK"] == ["'Green (red, Red)', 1", "' ()', 0"])
    #expect(try third.related("Note.tags") == ["1: 1 2"])
    let fourth = try run("step-4")
    #expect(try fourth["SELECT ZNAME FROM ZTAG ORDER BY Z_PK"] == ["'red'"])
    #expect(try fourth.related("Note.tags") == ["1: 1", "3: 1"])
    #expect(try fourth["SELECT ZNAME, ZNOTECOUNT FROM ZFOLDER ORDER BY Z_PK"] == ["'Work', 1", "'Home', 1"])
    #expect(try fourth.related("Note.folder") == ["1: 1", "2: 2", "3: 1"])
  }

  @Test func `names every method, property and conversion`() throws {
    let text = try Self.text.get()
    let names = Builtin.all.map { $0.parameters == nil ? $0.name : "\($0.name)(" } + Checker.collectionMethods + NamedConversion.all.map { "\($0.name)(\($0.labels[0].map { "\($0):" } ?? "")" }
    #expect(Set(names).sorted().filter { !text.contains($0) } == [])
  }
}

import Foundation
import HeirloomKit
import HeirloomTestSupport
import Testing

@Suite struct OwnFunctionTests {
  static let example = Project.folder.appending(path: "docs/examples/own-functions/notes.mapping.swift").path

  @Test func `a function of the caller's own computes values, and its nil is the mapping's business`() throws {
    let slug = MappingFunction("slug") { (title: String) in title.lowercased().replacing(" ", with: "-") }
    let wordCount = MappingFunction("wordCount") { (body: String?) -> Int? in
      let words = (body ?? "").split(separator: " ")
      return words.isEmpty ? nil : words.count
    }
    try withTemporaryFolder { folder in
      let target = folder.appending(path: "Pages.store")
      let mapping = try Mapping(contentsOf: Self.example, functions: [slug, wordCount])
      let report = mapping.convert(Project.fixture("notes/Notes.sqlite").path, to: target.path)
      #expect(report.isBalanced)
      // Counted over the source's own table: a title is lower case with hyphens for blanks, and a body without words has none.
      let source = Project.fixture("notes/Notes.sqlite").path
      let expected = try rows(
        "SELECT lower(replace(ZTITLE, ' ', '-')) FROM ZNOTE WHERE ZTITLE IS NOT NULL ORDER BY Z_PK", of: source)
      #expect(try rows("SELECT ZADDRESS FROM ZPAGE ORDER BY Z_PK", of: target.path) == expected)
      let wordless = try number(
        "SELECT count(*) FROM ZNOTE WHERE ZTITLE IS NOT NULL AND trim(coalesce(ZBODY, '')) = ''", of: source)
      #expect(try number("SELECT count(*) FROM ZPAGE WHERE ZWORDS = 0", of: target.path) == wordless)
    }
  }

  @Test func `the checker knows a function's parameters`() throws {
    let wrong = MappingFunction("slug") { (number: Int) in String(number) }
    let count = MappingFunction("wordCount") { (body: String?) in body?.count }
    let mapping = try Mapping(contentsOf: Self.example, functions: [wrong, count])
    let report = try mapping.check(against: [Project.fixture("notes/Notes.sqlite").path])
    #expect(report.findings.contains { $0.id == "wrong-type" && $0.message == "expected Int, and this is String" })
  }

  @Test func `a mapping that calls a function which nobody registered is refused`() throws {
    let mapping = try Mapping(contentsOf: Self.example)
    let report = try mapping.check(against: [Project.fixture("notes/Notes.sqlite").path])
    #expect(report.findings.contains { $0.id == "unknown-function" && $0.message == "there is no function 'slug'" })
  }

  @Test func `an error that a function throws ends the run and leaves nothing behind`() throws {
    struct Refusal: Error, CustomStringConvertible { var description: String { "too long a title" } }
    let slug = MappingFunction("slug") { (_: String) -> String in throw Refusal() }
    let count = MappingFunction("wordCount") { (body: String?) in body?.count }
    try withTemporaryFolder { folder in
      let target = folder.appending(path: "Pages.store")
      let mapping = try Mapping(contentsOf: Self.example, functions: [slug, count])
      let report = mapping.convert(Project.fixture("notes/Notes.sqlite").path, to: target.path)
      #expect(report.exitStatus == .mappingFaulty)
      #expect(
        report.findings.filter { $0.severity == .error }.map { $0.drawing() } == [
          "error[function-failed]: 'slug': too long a title"
        ])
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }
  }
}

import Foundation
import HeirloomKit
import HeirloomSQLite
import HeirloomTestSupport
import Testing

/// Faults that people met, each with the smallest input that showed it.
@Suite struct FoundInUseTests {
  private func write(_ text: String, to file: URL) throws { try text.write(to: file, atomically: true, encoding: .utf8) }

  @Test func `names that differ in case only are refused, and never read as one another`() throws {
    try withTemporaryFolder { folder in
      let table = folder.appending(path: "T.csv")
      try write("url,URL\na,b\n", to: table)
      let refusal = #expect(throws: Finding.self) { try Store.open(table.path) }
      #expect(refusal?.id == "names-alike" && refusal?.exitStatus == .sourceUnreadable)
      #expect(refusal?.message == "names of 'T' differ in case only: 'URL', 'url'")
    }
  }

  @Test func `a link survives a destination that has a property of the link's own name`() throws {
    try withTemporaryFolder { folder in
      let source = folder.appending(path: "s.json"), target = folder.appending(path: "s.store")
      let link = #"{"$link":{"table":"User","key":"#
      try write(
        #"{"Comment":[{"author":\#(link)10}}},{"author":\#(link)11}}}],"#
          + #""User":[{"id":10,"name":"x","author":false},{"id":11,"name":"x","author":true}]}"#, to: source)
      let schema = """
        import SwiftData
        @Model final class Comment { var author: User?; init() {} }
        @Model final class User { var name: String?; init() {} }
        """
      let mapping = """
        Unique(User.self, by: \\.name, keep: .first)
        Drop("User.id", because: "the name is the key")
        Drop("User.author", because: "nobody knows what it was")
        """
      let report = try convert(source.path, mapping: mapping, schema: schema, in: folder, to: target)
      #expect(report.exitStatus == .done)
      // Two users of one name become one, and both comments are that one's.
      #expect(try number("SELECT count(*) FROM ZUSER", of: target.path) == 1)
      #expect(try number("SELECT count(*) FROM ZCOMMENT WHERE ZAUTHOR = (SELECT Z_PK FROM ZUSER)", of: target.path) == 2)
    }
  }

  @Test(arguments: ["junk\n", "x", String(repeating: "no realm ", count: 500)])
  func `a file that is called realm and is none ends in a finding`(text: String) throws {
    try withTemporaryFolder { folder in
      try write(text, to: folder.appending(path: "j.realm"))
      let refusal = #expect(throws: Finding.self) { try Store.open(folder.appending(path: "j.realm").path) }
      #expect(refusal?.exitStatus == .sourceUnreadable)
    }
  }

  @Test(arguments: [".", "./", "/"]) func `an output that is a folder is refused`(output: String) throws {
    let mapping = try Mapping(contentsOf: mappingPath("notes/notes"))
    let report = mapping.convert(Project.fixture("notes/Notes.sqlite").path, to: output)
    #expect(report.findings.map(\.id).contains("target-uncreatable") && report.exitStatus == .targetRefused)
  }

  @Test func `an export never takes the place of its source`() throws {
    try withTemporaryFolder { folder in
      let archive = folder.appending(path: "z.zip")
      try Store.open(Project.fixture("notes/Notes.sqlite").path).export(to: archive.path)
      let before = try Data(contentsOf: archive)
      let refusal = #expect(throws: Finding.self) { try Store.open(archive.path).export(to: archive.path, overwrite: true) }
      #expect(refusal?.id == "target-is-source")
      #expect(try Data(contentsOf: archive) == before)
    }
  }

  @Test func `a decimal is its number, and one with more digits than the store keeps is refused`() throws {
    try withTemporaryFolder { folder in
      let source = folder.appending(path: "d.json"), target = folder.appending(path: "d.store")
      try write(
        #"{"D":[{"m":{"$numberDecimal":"12.30"}},{"m":{"$numberDecimal":"99999999999999999999.99"}}]}"#, to: source)
      let schema = "import SwiftData\nimport Foundation\n@Model final class D { var m: Decimal?; init() {} }"
      let report = try convert(source.path, mapping: "", schema: schema, in: folder, to: target)
      #expect(report.exitStatus == .differences)
      #expect(report.ledger == ["D -> D: 2 read, 1 written, 0 merged, 0 skipped, 1 rejected, 1 verified"])
      #expect(try rows("SELECT ZM FROM ZD", of: target.path) == [[.real(12.3)]])
    }
  }

  @Test(arguments: [
    ("UPDATE Z_PRIMARYKEY SET Z_MAX = 1", "books-differ"), ("UPDATE ZNOTE SET Z_ENT = 7 WHERE Z_PK = 5", "books-differ"),
    ("UPDATE ZNOTE SET Z_ENT = NULL", "books-differ"), ("UPDATE Z_METADATA SET Z_PLIST = x'00'", "target-hashes-differ"),
  ])
  func `a store whose own books are wrong is not verified`(tampering: String, finding: String) throws {
    try withTemporaryFolder { folder in
      let target = folder.appending(path: "Notes.store"), source = Project.fixture("notes/Notes.sqlite").path
      #expect(try convert(source, by: "notes/notes", to: target).exitStatus == .done)
      try tamper(target, tampering)
      let report = try Mapping(contentsOf: mappingPath("notes/notes")).verify(source, target.path)
      #expect(report.findings.contains { $0.id == finding })
      #expect(report.exitStatus == .differences)
    }
  }

  @Test func `a store that is no conversion by the mapping is told apart from a fault of our own`() throws {
    try withTemporaryFolder { folder in
      let source = Project.fixture("notes/Notes.sqlite").path, archive = folder.appending(path: "Notes.zip").path
      let mapping = try Mapping(contentsOf: mappingPath("notes/notes"))
      let report = mapping.verifying(source, source)
      // The source itself: its notes have an 'identifier' where the new ones have an 'id'.
      #expect(report == ["schema-differs"])
      try Store.open(source).export(to: archive)
      #expect(mapping.verifying(source, archive) == ["schema-differs"])
    }
  }

  @Test func `a missing file is not taken for a version of the other side's store`() throws {
    let store = Project.fixture("notes/Notes.sqlite").path
    for word in ["9.9.9", "nothere"] {
      let refusal = #expect(throws: Finding.self) { try DifferenceReport.comparing(store, word) }
      #expect(refusal?.id == "no-such-version" && refusal?.exitStatus == .usage)
    }
    for word in ["", "old/Notes", "typo.store"] {
      let refusal = #expect(throws: Finding.self) { try DifferenceReport.comparing(word, store) }
      #expect(refusal?.id == "no-such-input" && refusal?.exitStatus == .noInput)
    }
    #expect(throws: Finding.self) { try DifferenceReport.comparing(store + "@bogus", store) }
    // What the store's own metadata say.
    #expect(try DifferenceReport.comparing(store, store + "@1.0.0").changes.isEmpty)
  }

  @Test func `a template whose links outlived their records is not empty`() throws {
    try withTemporaryFolder { folder in
      let source = Project.fixture("notes/Notes.sqlite").path, template = folder.appending(path: "t.store")
      #expect(try convert(source, by: "notes/notes", to: template).exitStatus == .done)
      try tamper(template, "DELETE FROM ZNOTE; DELETE FROM ZFOLDER; DELETE FROM ZTAG")
      let report = try convert(
        source, by: "notes/notes", to: folder.appending(path: "x.store"), options: ConversionOptions(templatePath: template.path))
      #expect(report.errors == ["template-not-empty"] && report.exitStatus == .targetRefused)
    }
  }

  @Test func `a mapping that is there and cannot be read is not called missing`() throws {
    try withTemporaryFolder { folder in
      let refusal = #expect(throws: Finding.self) { try Mapping(contentsOf: folder.path) }
      #expect(refusal?.id == "input-unreadable" && refusal?.exitStatus == .inputOutput)
      let missing = #expect(throws: Finding.self) { try Mapping(contentsOf: folder.path + "/none") }
      #expect(missing?.id == "no-such-input" && missing?.exitStatus == .noInput)
    }
  }

  @Test func `nothing is written in the place of a pipe, not even on request`() throws {
    try withTemporaryFolder { folder in
      let source = Project.fixture("notes/Notes.sqlite").path, pipe = folder.appending(path: "pipe.zip")
      #expect(mkfifo(pipe.path, 0o600) == 0)
      func isPipe() throws -> Bool {
        var status = stat()
        return lstat(pipe.path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
      }
      let report = try convert(source, by: "notes/notes", to: pipe, options: ConversionOptions(overwrites: true))
      #expect(report.findings.contains { $0.id == "target-uncreatable" } && report.exitStatus == .targetRefused)
      let rejects = try convert(
        source, by: "notes/notes", to: folder.appending(path: "x.store"), options: ConversionOptions(rejectsPath: pipe.path))
      #expect(rejects.findings.contains { $0.id == "target-uncreatable" } && rejects.exitStatus == .targetRefused)
      #expect(throws: Finding.self) { try Store.open(source).export(to: pipe.path, overwrite: true) }
      #expect(try isPipe())
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["pipe.zip"])
    }
  }

  @Test func `two rules that make the same records are an error`() throws {
    try withTemporaryFolder { folder in
      let rule = "Map(\"Folder\", to: Folder.self)\n"
      let schema = "import SwiftData\n@Model final class Folder { var name: String?; init() {} }"
      let report = try convert(
        Project.fixture("notes/Notes.sqlite").path, mapping: rule + rule, schema: schema, in: folder,
        to: folder.appending(path: "x.store"),
        options: ConversionOptions(allowsUnmapped: true))
      #expect(report.findings.contains { $0.id == "mapped-twice" } && report.exitStatus == .mappingFaulty)
    }
  }
}

extension Mapping {
  /// The findings that end a verification.
  fileprivate func verifying(_ before: String, _ after: String) -> [String] {
    do { return try verify(before, after).errors } catch let finding as Finding { return [finding.id] } catch {
      return ["\(error)"]
    }
  }
}

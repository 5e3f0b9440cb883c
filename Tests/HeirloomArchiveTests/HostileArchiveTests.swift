import Foundation
import HeirloomArchive
import HeirloomFindings
import HeirloomTestSupport
import Testing

@Suite struct HostileArchiveTests {
  /// The paths let in and the ids of what was found, of a handmade tar.
  private func judge(
    _ members: [(name: [UInt8], type: Character, link: String, content: [UInt8])], limits: ArchiveLimits = ArchiveLimits()
  ) throws -> (paths: [String], findings: [String]) {
    try withTemporaryFolder { folder in
      let path = try folder.appending(path: "x.tar").write(Handmade.tar(members))
      let reader = try ArchiveReader(path, limits: limits)
      return (try reader.entries().map(\.path), reader.findings.map(\.id))
    }
  }

  private func file(_ name: String, _ content: String = "x") -> (name: [UInt8], type: Character, link: String, content: [UInt8]) {
    (Array(name.utf8), "0", "", Array(content.utf8))
  }

  private func failure(_ body: () throws -> Void) -> String? {
    do { try body() } catch { return (error as? Finding)?.id ?? "\(error)" }
    return nil
  }

  @Test(arguments: ["../evil", "a/../../evil", "a\\..\\..\\evil", "..", "a/.."])
  func `a name that climbs out is left out`(_ name: String) throws {
    #expect(try judge([file(name), file("good")]) == (["good"], ["archive-path-traversal"]))
  }

  @Test(arguments: ["/etc/passwd", "C:\\evil", "c:/evil", "\\\\server\\share"])
  func `an absolute path is left out`(_ name: String) throws {
    #expect(try judge([file(name), file("good")]) == (["good"], ["archive-absolute-path"]))
  }

  @Test func `a link that leaves is told from one that stays`() throws {
    let found = try judge([
      (Array("a/out".utf8), "2", "../../etc/passwd", []), (Array("a/in".utf8), "2", "../good", []),
      (Array("hard".utf8), "1", "/etc/passwd", []), file("good"),
    ])
    #expect(found == (["good"], ["archive-link-leaves", "archive-link-skipped", "archive-link-leaves"]))
  }

  @Test func `of two members with one name the first counts`() throws {
    #expect(try judge([file("a", "1"), file("./a", "2")]) == (["a"], ["archive-duplicate-name"]))
  }

  @Test func `names that differ in case or accents' form only are told`() throws {
    #expect(try judge([file("Note.json"), file("note.json")]) == (["Note.json", "note.json"], ["archive-case-collision"]))
    #expect(try judge([file("\u{E9}"), file("e\u{301}")]).findings == ["archive-duplicate-name"])
  }

  @Test func `a name in an old encoding is read and told`() throws {
    // 0x81 is ü in code page 437.
    let found = try judge([(Array("M\u{0}".utf8.dropLast()) + [0x81, 0x6C, 0x6C], "0", "", [1])])
    #expect(found == (["Müll"], ["archive-name-encoding"]))
  }

  @Test func `more members than the limit are refused`() throws {
    var limits = ArchiveLimits()
    limits.entries = 3
    #expect(failure { _ = try judge((0..<4).map { file("f\($0)") }, limits: limits) } == "archive-too-many-entries")
    #expect(try judge((0..<3).map { file("f\($0)") }, limits: limits).paths.count == 3)
  }

  @Test func `a bomb is refused by ratio and by size`() throws {
    try withTemporaryFolder { folder in
      let path = folder.appending(path: "x.tar.zst").path
      let writer = try ArchiveWriter(path, .tarZstandard)
      try writer.add("zeros", [UInt8](repeating: 0, count: 40 << 20))
      try writer.finish()
      func drain(_ limits: ArchiveLimits) throws {
        try ArchiveReader(path, limits: limits).visit { _, content in
          while try content.next() != nil {}
          return .goOn
        }
      }
      #expect(failure { try drain(ArchiveLimits()) } == "archive-bomb")
      var limits = ArchiveLimits()
      limits.ratio = 1 << 40
      #expect(failure { try drain(limits) } == nil)
      limits.unpackedBytes = 1 << 20
      #expect(failure { try drain(limits) } == "archive-too-large")
    }
  }

  @Test func `a truncated archive is said to end early`() throws {
    try withTemporaryFolder { folder in
      let whole = Handmade.tar(files: [("a", String(repeating: "x", count: 5000))])
      let path = try folder.appending(path: "x.tar").write(Array(whole[..<3000]))
      let found = failure {
        try ArchiveReader(path).visit { _, content in
          while try content.next() != nil {}
          return .goOn
        }
      }
      #expect(found == "archive-truncated")
    }
  }

  @Test func `a wrong checksum is found`() throws {
    try withTemporaryFolder { folder in
      let path = folder.appending(path: "x.zip").path
      let writer = try ArchiveWriter(path, .zip)
      try writer.add("a", Array("hello hello hello".utf8))
      try writer.finish()
      var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
      // The central directory's CRC stands 16 bytes after its signature.
      let directory = try #require((0..<bytes.count - 4).first { Array(bytes[$0..<$0 + 4]) == [0x50, 0x4B, 1, 2] })
      bytes[directory + 16] ^= 0xFF
      _ = try URL(fileURLWithPath: path).write(bytes)
      let found = failure {
        try ArchiveReader(path).visit { _, content in
          while try content.next() != nil {}
          return .goOn
        }
      }
      #expect(found == "archive-checksum")
    }
  }

  @Test func `a gzip's wrong checksum is found`() throws {
    try withTemporaryFolder { folder in
      let path = folder.appending(path: "x.tar.gz").path
      let writer = try ArchiveWriter(path, .tarGzip)
      try writer.add("a", Array("hello hello hello".utf8))
      try writer.finish()
      #expect(failure { _ = try ArchiveReader(path) } == nil)
      var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
      bytes[bytes.count - 6] ^= 1
      _ = try URL(fileURLWithPath: path).write(bytes)
      #expect(failure { _ = try ArchiveReader(path) } == "archive-checksum")
    }
  }

  @Test func `an encrypted zip asks for its password and opens with it`() throws {
    let path = Project.fixture("archives/locked.zip").path
    func content(_ password: String?) throws -> String {
      let reader = try ArchiveReader(path, password: password)
      return String(decoding: try reader.bytes(of: try reader.entries()[0]), as: UTF8.self)
    }
    #expect(try ArchiveReader(path).entries().map(\.isEncrypted) == [true])
    #expect(failure { _ = try content(nil) } == "archive-encrypted")
    #expect(failure { _ = try content("wrong") } == "archive-wrong-password")
    #expect(try content("sesame") == "[{\"title\":\"a\"}]")
  }

  @Test func `a mutilated archive gives a finding, never a crash`() throws {
    try withTemporaryFolder { folder in
      var random = SplitMix(seed: 20_260_101)
      for form in ArchiveWriter.Form.allCases {
        let path = folder.appending(path: "good.\(form.rawValue)").path
        let writer = try ArchiveWriter(path, form)
        for index in 0..<5 { try writer.add("f\(index)", (0..<200).map { UInt8(($0 * index) & 255) }) }
        try writer.finish()
        let good = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        for _ in 0..<150 {
          var bad = good
          for _ in 0..<Int.random(in: 1...6, using: &random) {
            bad[Int.random(in: 0..<bad.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
          }
          if Bool.random(using: &random) { bad.removeLast(Int.random(in: 0..<bad.count, using: &random)) }
          let broken = try folder.appending(path: "bad").write(bad)
          do {
            try ArchiveReader(broken).visit { entry, content in
              #expect(!entry.path.contains("..") || !entry.path.split(separator: "/").contains(".."))
              while try content.next() != nil {}
              return .goOn
            }
          } catch { #expect(error is Finding) }
        }
      }
    }
  }
}

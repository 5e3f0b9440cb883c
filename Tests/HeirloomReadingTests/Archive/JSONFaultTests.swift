import Foundation
import HeirloomFindings
import HeirloomReading
import HeirloomSchema
import HeirloomTestSupport
import Testing

@Suite struct ArchiveJSONFaultTests {
  private func found(_ text: String) throws -> Set<String> { try withExport(["A.json": text]) { $0.ids } }
  private func thrown(_ text: String) -> String? { thrownID { _ = try found(text) } }

  @Test(arguments: [
    #"[{"a":1,"b":2,"a":3}]"#, #"{"x":1,"A":[{"a":3,"b":2}],"x":2}"#, #"[{"o":{"a":1,"a":2},"a":3,"b":2}]"#,
  ])
  func `a key that stands twice ends the reading, unless it is allowed`(_ text: String) throws {
    #expect(thrown(text) == "json-duplicate-key")
    var options = OpenOptions()
    options.allowsDuplicateKeys = true
    try withExport(["A.json": text], options: options) { (export: OpenedExport) throws in
      let finding = try #require(export.store.findings.first { $0.id == "json-duplicate-key" })
      #expect(finding.severity == .warning && finding.count == 1)
      #expect(try export.rows("SELECT a, b FROM \"A\" WHERE b = 2") == ["3|2"])
    }
  }

  @Test func `the place of a key that stands twice is told`() {
    do { _ = try found(#"[{"a":1,"a":3}]"#) } catch {
      // The second value ends before byte 13, counted from 0.
      #expect((error as? Finding)?.message == "a key stands twice in its object, at byte 13")
      return
    }
    Issue.record("not refused")
  }

  @Test func `NaN reads as null and Infinity as itself`() throws {
    try withExport(["A.json": "[{\"a\":NaN},{\"a\":Infinity},{\"a\":-Infinity},{\"a\":1.5}]"]) { (export: OpenedExport) throws in
      #expect(export.message("json-not-a-number") == "3 numbers are NaN or Infinity")
      #expect(try export.rows("SELECT a FROM \"A\"") == ["-", "inf", "-inf", "1.5"])
    }
  }

  @Test func `huge numbers keep their digits`() throws {
    try withExport(["A.json": "[{\"a\":123456789012345678901234567890,\"b\":1e999},{\"a\":1,\"b\":2}]"]) {
      (export: OpenedExport) throws in
      #expect(export.shape("A") == ["a: Decimal", "b: Decimal"])
      #expect(export.message("json-huge-number") == "2 numbers are too large for 64 bits")
      #expect(try export.rows("SELECT a, b FROM \"A\"") == ["123456789012345678901234567890|1e999", "1|2"])
    }
  }

  @Test func `half characters become the replacement character`() throws {
    try withExport(["A.json": #"[{"a":"x\ud83dy","b":"\ude00","c":"\ud83d\ude00","d":"\ud83d\u0041"}]"#]) {
      (export: OpenedExport) throws in
      #expect(export.message("json-lone-surrogate") == "3 lone surrogates in strings")
      #expect(try export.rows("SELECT a, b, c, d FROM \"A\"") == ["x\u{FFFD}y|\u{FFFD}|😀|\u{FFFD}A"])
    }
  }

  @Test func `ten thousand levels of nesting are refused`() {
    #expect(thrown(String(repeating: "[", count: 10_000)) == "json-too-deep")
    #expect(thrown(String(repeating: "{\"a\":", count: 10_000)) == "json-too-deep")
    #expect(thrown("[" + String(repeating: "{\"a\":", count: 400) + "1" + String(repeating: "}", count: 400) + "]") == nil)
  }

  @Test(arguments: [
    "[", "{", "[1,]", "[1 2]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "[\"abc", "[\"\\x\"]", "[\"\\u12\"]", "[tru]", "[1.]", "[-]",
    "[01x]", "[{]", "{\"a\":1]",
  ])
  func `what is no JSON is said with its place`(_ text: String) throws {
    #expect(thrown(text) == "json-damaged")
  }

  @Test func `invalid UTF-8 is repaired and counted`() throws {
    try withTemporaryFolder { folder in
      let file = folder.appending(path: "A.json")
      try Data(Array("[{\"a\":\"x".utf8) + [0xFF] + Array("y\"}]".utf8)).write(to: file)
      let export = try OpenedExport(file.path)
      #expect(export.ids.contains("json-invalid-text"))
      #expect(try export.rows("SELECT a FROM \"A\"") == ["x\u{FFFD}y"])
    }
  }

  @Test func `mutilated JSON gives a finding or is read, never a crash`() throws {
    let good = Array(
      #"{"Note":[{"id":{"$numberLong":"1"},"t":"a\u00e9\ud83d\ude00","f":{"$link":{"table":"F","key":"k"}},"l":[1,2.5,null,{"x":[]}]}],"F":[{"k":"k"}]}"#
        .utf8)
    var random = SeededGenerator(seed: 7)
    for _ in 0..<400 {
      var bad = good
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<bad.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bad[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bad.remove(at: place)
        default: bad.insert(bad[Int.random(in: 0..<bad.count, using: &random)], at: place)
        }
      }
      try withTemporaryFolder { folder in
        let file = folder.appending(path: "A.json")
        try Data(bad).write(to: file)
        do { _ = try OpenedExport(file.path) } catch is Finding {}
      }
    }
  }
}

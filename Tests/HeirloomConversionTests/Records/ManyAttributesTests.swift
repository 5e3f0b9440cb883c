import HeirloomConversion
internal import HeirloomFindings
import Testing

/// SQLite's functions take 127 arguments, and a mapping may say more than that.
@Suite struct `Many of a kind` {
  let wide = "@Model final class T { \((0..<300).map { "var a\($0): Int; " }.joined()) init() {} }"
  let narrow = "@Model final class T { var s: String; init() {} }"
  let row = "T(_id, \((0..<300).map { "a\($0)" }.joined(separator: ", ")))"

  @Test func `three hundred attributes that may reject, and as many guards`() throws {
    let values = (0..<300).map { String($0) }.joined(separator: ", ")
    let guards = (0..<300).map { "guard old.a\($0) != \($0 + 1000) else { skip(\"\($0)\") }" }.joined(separator: "\n")
    let assignments = (0..<300).map { "a\($0) = old.a\($0) + \($0)" }.joined(separator: "\n")
    let trial = try Trial(
      legacy: wide, target: wide,
      rows: [
        row: [
          "1, \(values)", "2, \(values.replacing(" 299", with: " 1299"))",
          "3, \(values.replacing(" 299", with: " 9223372036854775807"))",
        ]
      ],
      mapping: "Map(\"T\", to: T.self) { old in\n\(guards)\n\(assignments)\n}")
    #expect(try trial["SELECT Z_PK, ZA0, ZA150, ZA299 FROM ZT"] == ["1, 0, 300, 598"])
    #expect(trial.ledger == ["T → T: 3 read, 1 written, 1 skipped, 1 rejected"])
  }

  @Test func `a list of three hundred elements`() throws {
    let list = "[\((0..<300).map { "\"v\($0)\"" }.joined(separator: ", "))]"
    let trial = try Trial(
      legacy: narrow, target: "@Model final class T { var n: Int; var last: String; init() {} }",
      rows: ["T(_id, s)": ["1, 'v250'", "2, 'w'"]],
      mapping: "Map(\"T\", to: T.self) { old in\n  n = \(list).firstIndex(of: old.s) ?? -1\n  last = \(list).last ?? \"\"\n}")
    #expect(try trial["SELECT ZN, ZLAST FROM ZT ORDER BY Z_PK"] == ["250, 'v299'", "-1, 'v299'"])
  }

  @Test func `a UUID of more than a hundred values is a mistake`() throws {
    let parts = Array(repeating: "old.s", count: 101).joined(separator: ", ")
    let message = try mistake {
      _ = try Trial(
        legacy: narrow, target: "@Model final class T { var u: UUID; init() {} }", rows: [:],
        mapping: "Map(\"T\", to: T.self) { old in\n  u = UUID(stableFor: \(parts))\n}")
    }
    #expect(message?.contains("error[wrong-arguments]: a UUID is made of 100 values at most") == true)
  }

  @Test func `what is too deep for SQLite is a mistake of the mapping when it is foretold, too`() throws {
    let text = String(repeating: "\\(old.s)", count: 3000)
    #expect(throws: Finding.self) {
      _ = try Foretold(
        legacy: narrow, target: "@Model final class T { var n: Int; init() {} }", rows: ["T(_id, s)": ["1, 'a'"]],
        mapping: "Map(\"T\", to: T.self) { old in\n  n = Int(\"\(text)\") ?? reject(\"none\")\n}")
    }
  }
}

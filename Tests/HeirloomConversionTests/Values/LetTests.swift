internal import HeirloomFindings
internal import HeirloomMapping
internal import HeirloomConversion
internal import HeirloomSQLite
import Testing

/// `let`s that are made of others: short ones stand where they are used, long ones are computed beforehand.
@Suite struct `Names for values` {
  let legacy = """
    @Model final class In { var n: Int; var text: String?; var tasks: [Task]; init() {} }
    @Model final class Task { var rank: Int; @Relationship(inverse: \\In.tasks) var ins: [In]; init() {} }
    """
  let target = "@Model final class Out { var v: Int?; var w: String?; init() {} }"
  let rows: KeyValuePairs<String, [String]> = [
    "In(_id, n, text)": ["1, 1, 'a'", "2, 2, NULL", "3, 9000000000000000000, 'c'"], "Task(_id, rank)": ["1, 5", "2, 50"],
    "In.tasks": ["1, 1", "1, 2", "3, 1"],
  ]

  /// Fifty names, each made of the one before, used twice: 2^50 parts if they were written out.
  @Test func `nest fifty deep`() throws {
    let lets = (1...50).map { "let a\($0) = a\($0 - 1) / 2 + a\($0 - 1) / 2 + 2" }
    let trial = try Trial(
      legacy: legacy, target: target, rows: rows,
      mapping: "Map(\"In\", to: Out.self) { old in\nlet a0 = old.n\n\(lets.joined(separator: "\n"))\nv = a50\n}")
    // By hand: for n of 1 and 2 the steps go 1, 2, 4, 6 … and 2, 4, 6 …: an even number grows by 2, an odd one by 1 first.
    var expected: [String] = []
    for start in [1, 2, 9_000_000_000_000_000_000] {
      expected.append(String((1...50).reduce(start) { value, _ in value / 2 + value / 2 + 2 }))
    }
    #expect(try trial["SELECT ZV FROM ZOUT ORDER BY Z_PK"] == expected)
    #expect(expected[0] == "100" && expected[1] == "102")
    #expect(trial.conversion.statements.contains { $0.title.hasPrefix("compute") })
  }

  @Test func `refuse a record where they cannot be computed, with the reason and the attribute where they are used`() throws {
    let lets = (1...50).map { "let a\($0) = a\($0 - 1) + a\($0 - 1) / 50" }
    let trial = try Trial(
      legacy: legacy, target: target, rows: rows,
      mapping: "Map(\"In\", to: Out.self) { old in\nlet a0 = old.n\n\(lets.joined(separator: "\n"))\nv = a50\n}")
    #expect(try trial.rejects == ["Out 3 v: the result does not fit an Int"])
    #expect(trial.ledger == ["In → Out: 3 read, 2 written, 1 rejected"])
  }

  @Test func `are seen inside closures, and hold nil, texts and lists`() throws {
    let chain = (1...12).map { "let t\($0) = t\($0 - 1)?.replacing(\"x\", with: \"y\")" }
    let trial = try Trial(
      legacy: legacy, target: target, rows: rows,
      mapping: """
        Map("In", to: Out.self) { old in
          let t0 = old.text
          \(chain.joined(separator: "\n  "))
          let limit = (((((((old.n + 1) * 2 + 1) * 2 + 1) - 1) * 1 + 0) - 0) * 1 + 0) - 0
          v = old.tasks.filter { $0.rank > limit }.count
          w = t12
        }
        """)
    // The limit of the first is ((1 + 1) * 2 + 1) * 2 = 10: one rank of 5 and 50 is above.
    #expect(try trial["SELECT ZV, ZW FROM ZOUT ORDER BY Z_PK"] == ["1, 'a'", "0, NULL"])
    #expect(try trial.rejects == ["Out 3 v: the result does not fit an Int"])
  }

  @Test func `that are short cost nothing of their own`() throws {
    let trial = try Trial(
      legacy: legacy, target: target, rows: rows,
      mapping:
        "Map(\"In\", to: Out.self) { old in\nlet name = old.text?.trimmed() ?? \"\"\nguard !name.isEmpty else { skip(\"no name\") }\nw = name\n}"
    )
    #expect(!trial.conversion.statements.contains { $0.title.hasPrefix("compute") })
    #expect(try trial["SELECT ZW FROM ZOUT ORDER BY Z_PK"] == ["'a'", "'c'"])
  }

  @Test func `name the attribute in which they refuse, short and long, and none in a guard`() throws {
    let trial = try Trial(
      legacy: legacy, target: target, rows: rows,
      mapping: """
        Map("In", to: Out.self) { old in
          let text = old.text ?? reject("no text")
          v = old.n
          w = text
        }
        """)
    // Where in the mapping the reason stands is kept.
    #expect(try trial.rejects.allSatisfy { $0.hasSuffix(" w: no text") } && !trial.rejects.isEmpty)
    var lines: [Int?] = []
    try trial.conversion.forEachReject { lines.append($0.site.place?.line) }
    #expect(Set(lines) == [2])
    let guarded = try Trial(
      legacy: legacy, target: target, rows: rows,
      mapping: """
        Map("In", to: Out.self) { old in
          let text = old.text ?? reject("no text")
          guard text != "zzz" else { skip("no") }
          v = old.n
          w = text
        }
        """)
    #expect(try guarded.rejects.allSatisfy { $0.hasSuffix(": no text") && !$0.contains(" w:") })
  }
}

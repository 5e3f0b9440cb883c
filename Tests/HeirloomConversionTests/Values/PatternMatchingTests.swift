internal import HeirloomFindings
import Testing

/// `switch`, `if` and `guard` with patterns, as values and as statements.
@Suite struct `Patterns` {
  @Test func `of a switch are values, ranges, names and tuples of them`() throws {
    try expectValues([
      ValueCase("String", #"switch old.seven { case ..<3: "low" case 3...: "high" default: "none" }"#, "'high'"),
      ValueCase("String", #"switch old.seven { case ...6: "low" default: "high" }"#, "'high'"),
      ValueCase("Int", "switch old.seven { case let n where n > 100: 1 case let n where n == 7: n * 2 default: 0 }", "14"),
      ValueCase("Int", "switch old.none { case nil: -1 case let n?: n }", "-1"),
      ValueCase("String", #"switch old.noText { case let t?: t default: "none" }"#, "'none'"),
      ValueCase("String", #"switch (old.seven, old.yes) { case (7, false): "a" case (1...9, true): "b" default: "c" }"#, "'b'"),
      ValueCase(
        "String", #"switch (old.seven, old.noText) { case (..<5, _): "a" case (let n, nil) where n > 6: "b\(n)" default: "c" }"#,
        "'b7'"),
      ValueCase("String", #"switch (old.yes, old.half) { case let (a, b): "\(a) \(b)" }"#, "'true 0.5'"),
      ValueCase("String", #"switch old.mood { case Mood.good: "g" case .bad: "b" }"#, "'g'"),
      ValueCase("Bool", "(1...10).contains(old.seven)", "1"), ValueCase("Bool", "(1..<7).contains(old.seven)", "0"),
      ValueCase("Bool", "(8...).contains(old.seven)", "0"), ValueCase("Bool", "1...10 ~= old.seven", "1"),
      ValueCase("Bool", "(0.25...0.5).contains(old.half)", "1"), ValueCase("Bool", #"("A"..."I").contains(old.text)"#, "1"),
    ])
  }

  @Test func `of an if give a value`() throws {
    try expectValues([
      ValueCase("String", #"if let t = old.noText { t } else { "none" }"#, "'none'"),
      ValueCase("String", #"if let d = Int(old.digits), d > 40, old.yes { "\(d + 1)" } else { "none" }"#, "'43'"),
      ValueCase("Int", "if case 1...9 = old.seven { 1 } else if old.yes { 2 } else { 3 }", "1"),
      ValueCase("Int", "if case let n? = Int(old.text) { n } else { -1 }", "-1"),
      ValueCase("Int", "if case (7, let b) = (old.seven, old.yes), b { 1 } else { 0 }", "1"),
    ])
  }

  @Test func `of a value that may be nil map what is there`() throws {
    try expectValues([
      ValueCase("Int", "Int(old.digits).map { $0 + 1 }", "43"), ValueCase("Int", "old.none.map { $0 + 1 }", "NULL"),
      ValueCase("String", #"old.noText.map { _ in "there" } ?? "gone""#, "'gone'"),
      ValueCase("Int", "old.noText.flatMap { Int($0) } ?? 5", "5"), ValueCase("Int", "old.noText.flatMap(Int.init) ?? 5", "5"),
      ValueCase("String", "old.parent.map(\\.text)", "NULL"), ValueCase("String", "Int(old.digits).map(String.init)", "'42'"),
      ValueCase("Int", "old.children.map { c in Int(c.digits).map { $0 * c.seven } ?? 0 }.sum()", "0"),
    ])
  }

  let notes = "@Model final class Note { var kind: Int; var rank: Int?; var flag: Bool; var text: String?; init() {} }"
  let rows: KeyValuePairs<String, [String]> = [
    "Note(_id, kind, rank, flag, text)": [
      "1, 0, NULL, 0, 'a'", "2, 1, 5, 1, 'b'", "3, 2, 20, 0, NULL", "4, 3, 1, 1, 'd'", "5, 9, NULL, 0, 'e'", "6, 1, NULL, 0, 'f'",
    ]
  ]

  @Test func `of a switch over statements assign, and leave records out`() throws {
    let trial = try Trial(
      legacy: notes, target: "@Model final class Note { var title: String; var size: Int; init() {} }", rows: rows,
      mapping: """
        Map("Note", to: Note.self) { old in
          size = 1
          switch (old.kind, old.rank) {
          case (0, _): title = "zero"
          case (1, let rank?) where rank > 3:
            title = "one of \\(rank)"
            size = rank
          case (1, _), (2, _):
            title = old.text ?? reject("no text")
          case (9, _): skip("nine")
          default: title = "rest"
          }
        }
        """)
    #expect(
      try trial["SELECT Z_PK, ZTITLE, ZSIZE FROM ZNOTE ORDER BY 1"] == [
        "1, 'zero', 1", "2, 'one of 5', 5", "4, 'rest', 1", "6, 'f', 1",
      ])
    #expect(try trial.rejects == ["Note 3 title: no text"])
    #expect(trial.ledger == ["Note → Note: 6 read, 4 written, 1 skipped, 1 rejected"])
  }

  @Test func `of a guard and of an if name what fits`() throws {
    let trial = try Trial(
      legacy: notes, target: "@Model final class Note { var title: String; init() {} }", rows: rows,
      mapping: """
        Map("Note", to: Note.self) { old in
          guard case 0...5 = old.kind, let text = old.text else { skip("strange") }
          let kind: Int = old.kind
          let share: Double = 2
          title = text
          if case let rank? = old.rank, rank < 10 { title = "\\(text)\\(rank)/\\(share)" }
        }
        """)
    #expect(try trial["SELECT Z_PK, ZTITLE FROM ZNOTE ORDER BY 1"] == ["1, 'a'", "2, 'b5/2.0'", "4, 'd1/2.0'", "6, 'f'"])
    #expect(trial.warnings.map { $0.drawing() }.contains { $0.contains("'kind' is never used") })
  }
}

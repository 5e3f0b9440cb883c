internal import HeirloomSQLite
internal import HeirloomSchema
import Testing

/// What docs/mapping-language.md says under "Values at the edges", where no other test of the values shows it.
@Suite struct `Values at the edges` {
  @Test func `a negative zero loses its sign in the store alone`() throws {
    try expectValues([
      ValueCase("Double", "0.0 * -1.0", "0.0"),
      ValueCase("String", "String(0.0 * -1.0)", "'-0.0'"),
      ValueCase("Bool", "0.0 * -1.0 == 0.0", "1"),
    ])
  }

  func texts(_ value: String, _ assignments: String) throws -> [[SQLiteValue]] {
    let trial = try Trial(
      legacy: "@Model final class A { var t: String; var d: Data?; init() {} }",
      target: "@Model final class B { var plain: String; var upper: String; var n: Int; init() {} }", rows: ["A(_id, t)": ["1, \(value)"]],
      mapping: "Map(\"A\", to: B.self) { old in \(assignments) }")
    return try trial.connection.rows("SELECT hex(ZPLAIN), hex(ZUPPER), ZN FROM ZB")
  }

  @Test func `text that is not UTF-8 keeps its bytes when it is carried, and is mended when it is computed with`() throws {
    // 61 ff 62 is a, a byte that no UTF-8 has, b; U+FFFD is ef bf bd.
    #expect(
      try texts("CAST(x'61ff62' AS TEXT)", "plain = old.t; upper = old.t.uppercased(); n = old.t.count")
        == [[.text("61FF62"), .text("41EFBFBD42"), .integer(3)]])
  }

  @Test func `a list that is kept as JSON is nil when it is no list, and a lone surrogate in it is mended`() throws {
    var legacy = try Schema(parsing: "@Model final class A { var list: [String]; init() {} }")
    legacy["A"]?.attributes[0].type = .data
    let trial = try Trial(
      legacy: legacy, target: try Schema(parsing: "@Model final class B { var t: String?; var n: Int; var all: String?; init() {} }"),
      records: [
        (
          "A(_id, list)",
          [
            #"1, CAST('["a\ud800b", "c"]' AS BLOB)"#, "2, CAST('[1' AS BLOB)", "3, CAST('{}' AS BLOB)", "4, CAST('[ ]' AS BLOB)", "5, x'ff'", "6, NULL",
            #"7, CAST('["\u0041\ud83d\ude00"]' AS BLOB)"#,
          ]
        )
      ], mapping: "Map(\"A\", to: B.self) { old in t = old.list.first; n = old.list.count ?? -1; all = old.list.joined(separator: \"+\") }")
    #expect(
      try trial["SELECT ZT, ZN, ZALL FROM ZB ORDER BY Z_PK"] == [
        "'a\u{FFFD}b', 2, 'a\u{FFFD}b+c'", "NULL, -1, NULL", "NULL, -1, NULL", "NULL, 0, ''", "NULL, -1, NULL", "NULL, -1, NULL", "'A😀', 1, 'A😀'",
      ])
  }

  @Test func `an empty text and a nil are two things`() throws {
    try expectValues([
      ValueCase("String", "old.empty", "''"),
      ValueCase("Bool", "old.empty == nil", "0"),
      ValueCase("Bool", "old.noText == nil", "1"),
      ValueCase("String", "old.noText ?? \"none\"", "'none'"),
      ValueCase("String", "old.empty.isEmpty ? nil : old.empty", "NULL"),
    ])
  }
}

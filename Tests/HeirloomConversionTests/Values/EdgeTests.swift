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
      target: "@Model final class B { var plain: String; var upper: String; var n: Int; init() {} }",
      rows: ["A(_id, t)": ["1, \(value)"]],
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
      legacy: legacy,
      target: try Schema(parsing: "@Model final class B { var t: String?; var n: Int; var all: String?; init() {} }"),
      records: [
        (
          "A(_id, list)",
          [
            #"1, CAST('["a\ud800b", "c"]' AS BLOB)"#, "2, CAST('[1' AS BLOB)", "3, CAST('{}' AS BLOB)", "4, CAST('[ ]' AS BLOB)",
            "5, x'ff'", "6, NULL",
            #"7, CAST('["\u0041\ud83d\ude00"]' AS BLOB)"#,
          ]
        )
      ],
      mapping:
        "Map(\"A\", to: B.self) { old in t = old.list.first; n = old.list.count ?? -1; all = old.list.joined(separator: \"+\") }")
    #expect(
      try trial["SELECT ZT, ZN, ZALL FROM ZB ORDER BY Z_PK"] == [
        "'a\u{FFFD}b', 2, 'a\u{FFFD}b+c'", "NULL, -1, NULL", "NULL, -1, NULL", "NULL, 0, ''", "NULL, -1, NULL", "NULL, -1, NULL",
        "'A😀', 1, 'A😀'",
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

  @Test func `dates beyond four digits of the year, before the first and past every calendar have a text`() throws {
    try expectValues([
      // 8,000 Gregorian years after 2000-01-01 are 20 times 146,097 days; 2000 itself has 366.
      ValueCase("String", "String(Date(timeIntervalSinceReferenceDate: 252423993600.0))", "'10000-01-01T00:00:00Z'"),
      ValueCase("Date", "Date(iso8601: \"10000-01-01T00:00:00Z\")", "252423993600"),
      // The day before 0001-01-01, which is -63113904000.
      ValueCase("String", "String(Date(timeIntervalSinceReferenceDate: -63113990400.0))", "'0000-12-31T00:00:00Z'"),
      ValueCase("String", "(old.day + old.huge).iso8601()", "'1e+308'"),
      ValueCase("String", "(old.day + 0.0000004).iso8601()", "'2001-01-01T00:00:00Z'"),
      ValueCase("String", "(old.day - 0.0000004).iso8601()", "'2001-01-01T00:00:00Z'"),
      ValueCase("Date", "old.day + old.huge", "1e+308"),
      ValueCase("Bool", "Date(unixSeconds: old.small) < old.day", "1"),
      ValueCase("Bool", "Date(unixMilliseconds: old.big) > old.day", "1"),
    ])
  }

  @Test func `the digits of an ObjectId become its twelve bytes`() throws {
    var legacy = try Schema(parsing: "@Model final class A { var id: String; init() {} }")
    legacy["A"]?.attributes[0].type = .objectID
    let trial = try Trial(
      legacy: legacy, target: try Schema(parsing: "@Model final class B { var bytes: Data; var text: String; init() {} }"),
      records: [("A(_id, id)", ["1, '507f1f77bcf86cd799439011'", "2, 'no digits'"])],
      mapping: "Map(\"A\", to: B.self) { old in bytes = Data(hex: old.id)!; text = old.id }")
    #expect(try trial["SELECT ZBYTES, ZTEXT FROM ZB"] == ["x'507f1f77bcf86cd799439011', '507f1f77bcf86cd799439011'"])
    #expect(try trial.rejects == ["B 2 bytes: 'Data(hex: old.id)' is nil"])
  }
}

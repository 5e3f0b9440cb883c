internal import HeirloomSQLite
import Testing

@Suite struct `Collections` {
  let legacy = """
    @Model final class List { var name: String; @Relationship(inverse: \\Task.list) var tasks: [Task]; var owner: Person?; init() {} }
    @Model final class Task { var title: String?; var done: Bool; var rank: Int; var price: Decimal?; var effort: Double; var list: List?
      @Relationship(inverse: \\Task.parent) var parts: [Task]; var parent: Task?; init() {} }
    @Model final class Person { var name: String; @Relationship(inverse: \\List.owner) var lists: [List]; init() {} }
    """
  let rows: KeyValuePairs<String, [String]> = [
    "Person(_id, name)": ["1, 'Ada'"],
    "List(_id, name, owner)": ["1, 'full', 1", "2, 'empty', NULL"],
    "Task(_id, title, done, rank, price, effort, list, parent)": [
      "1, 'b', 1, 5, '10', 0.5, 1, NULL", "2, 'a', 0, 3, '9', 1.5, 1, 1", "3, NULL, 1, 9, NULL, 2.0, 1, 1",
      "4, 'z', 0, 1, '1', 4.0, NULL, 2",
    ],
  ]

  /// The value of an expression for the full list and for the empty one.
  func values(_ cases: [(String, String, String)]) throws -> [String] {
    let target =
      "@Model final class Out {\n\(cases.enumerated().map { "var v\($0): \($1.0)?" }.joined(separator: "\n"))\ninit() {} }"
    let trial = try Trial(
      legacy: legacy, target: target, rows: rows,
      mapping: "Map(\"List\", to: Out.self) { old in\n\(cases.enumerated().map { "v\($0) = \($1.1)" }.joined(separator: "\n"))\n}"
    )
    let found = try trial.connection.rows(
      "SELECT \(cases.indices.map { "ZV\($0)" }.joined(separator: ", ")) FROM ZOUT ORDER BY Z_PK")
    return cases.indices.map { "\(cases[$0].1) → \(found[0][$0].literal) | \(found[1][$0].literal)" }
  }

  @Test func `a to-many is counted, searched, ordered, summed and joined`() throws {
    let cases = [
      ("Int", "old.tasks.count", "3 | 0"),
      ("Bool", "old.tasks.isEmpty", "0 | 1"),
      ("Bool", "old.tasks.isEmpty == true", "0 | 1"),
      ("String", "String(old.tasks.isEmpty)", "'false' | 'true'"),
      ("Bool", "old.tasks.allSatisfy { $0.done } == false", "1 | 0"),
      ("Int", "old.tasks.filter { $0.done }.count", "2 | 0"),
      ("Int", "old.tasks.filter { $0.done }.filter { $0.rank > 5 }.count", "1 | 0"),
      ("Int", "old.tasks.filter { task in task.rank > old.tasks.count }.count", "2 | 0"),
      ("String", "old.tasks.first(by: \\.rank)?.title", "'a' | NULL"),
      ("String", "old.tasks.last(by: \\.rank)?.title", "NULL | NULL"),
      ("String", "old.tasks.first(where: { $0.rank > 4 })?.title", "'b' | NULL"),
      ("String", "old.tasks.first { $0.done == false }?.title", "'a' | NULL"),
      ("String", "old.tasks.first?.title", "'b' | NULL"),
      ("String", "old.tasks.sorted(by: \\.rank).first?.title", "'a' | NULL"),
      ("Int", "old.tasks.sorted(by: \\.rank, order: .reverse).first?.rank", "9 | NULL"),
      ("Int", "old.tasks.max(by: \\.rank)?.rank", "9 | NULL"),
      ("Int", "old.tasks.min(of: \\.rank)", "3 | NULL"),
      ("Int", "old.tasks.max(of: { $0.rank })", "9 | NULL"),
      ("Int", "old.tasks.sum(of: \\.rank)", "17 | 0"),
      ("Double", "old.tasks.sum(of: \\.effort)", "4.0 | 0.0"),
      // Of the owner's own values alone: still once for each element.
      ("Int", "old.tasks.max(of: { $0.rank * 0 + old.name.count })", "4 | NULL"),
      ("Int", "old.tasks.max { old.name.count }", "4 | NULL"),
      ("Int", "old.tasks.sum { old.name.count }", "12 | 0"),
      ("Double", "old.tasks.average(of: \\.effort)", "1.3333333333333333 | NULL"),
      ("Double", "old.tasks.average(of: \\.rank)", "5.666666666666667 | NULL"),
      ("String", "old.tasks.min(of: \\.title)", "'a' | NULL"),
      // By number, not by digits.
      ("Bool", "old.tasks.max(of: \\.price) == 10", "1 | 0"),
      ("Bool", "old.tasks.min(of: \\.price) == 9", "1 | 0"),
      ("String", "old.tasks.first(by: \\.price)?.title", "'a' | NULL"),
      ("String", "old.tasks.compactMap(\\.title).joined(separator: \", \")", "'b, a' | ''"),
      ("String", "old.tasks.map { $0.title ?? \"-\" }.joined(separator: \"\")", "'ba-' | ''"),
      ("String", "old.tasks.sorted(by: \\.rank).prefix(2).map { \"\\($0.rank)\" }.joined(separator: \" \")", "'3 5' | ''"),
      ("Int", "old.tasks.prefix(2).count", "2 | 0"),
      ("Int", "old.tasks.prefix(0).count", "0 | 0"),
      ("String", "old.tasks.prefix(0).compactMap { $0.title }.joined()", "'' | ''"),
      ("Int", "old.tasks.sorted(by: \\.rank).prefix(2).sum(of: \\.rank)", "8 | 0"),
      ("Bool", "old.tasks.sorted(by: \\.rank).prefix(2).contains { $0.rank == 9 }", "0 | 0"),
      ("Bool", "old.tasks.contains { $0.title == nil }", "1 | 0"),
      ("Bool", "old.tasks.allSatisfy { $0.rank > 1 }", "1 | 1"),
      ("Bool", "old.tasks.prefix(1).allSatisfy { $0.done }", "1 | 1"),
      ("Int", "old.tasks.filter { $0.parts.contains { $0.done } }.count", "1 | 0"),
      ("Int", "old.tasks.map { $0.parts.count }.first", "2 | NULL"),
      ("Int", "old.tasks.sum { $0.parts.sum { $0.rank } }", "13 | 0"),
      (
        "String",
        "old.tasks.map { task in task.parts.map { part in \"\\(task.rank)\\(part.rank)\" }.joined(separator: \"+\") }.joined(separator: \";\")",
        "'53+59;31;' | ''"
      ),
      ("String", "old.owner?.lists.map(\\.name).joined(separator: \",\") ?? \"nobody\"", "'full' | 'nobody'"),
      ("Int", "old.tasks.first(by: \\.rank)?.parts.count", "1 | NULL"),
      ("Int", "old.tasks.first(by: \\.rank)?.parts.first?.rank", "1 | NULL"),
      ("Int", "old.owner?.lists.first?.tasks.count", "3 | NULL"),
      // A pipeline in any order.
      ("Int", "old.tasks.prefix(2).filter { $0.done }.count", "1 | 0"),
      ("Int", "old.tasks.sorted(by: \\.rank).prefix(2).sorted(by: \\.rank, order: .reverse).first?.rank", "5 | NULL"),
      ("Int", "old.tasks.sorted(by: \\.rank).prefix(2).max(by: \\.rank)?.rank", "5 | NULL"),
      ("Int", "old.tasks.prefix(2).filter { $0.rank > 4 }.prefix(5).sum(of: \\.rank)", "5 | 0"),
      // The ranks are 5, 3 and 9, in the relationship's own order.
      ("Int", "old.tasks.prefix(2).last?.rank", "3 | NULL"),
      ("Int", "old.tasks.sorted(by: \\.rank).prefix(2).last?.rank", "5 | NULL"),
      ("Int", "old.tasks.sorted(by: \\.rank).prefix(2).first?.rank", "3 | NULL"),
      ("Int", "old.tasks.prefix(2).prefix(1).last?.rank", "5 | NULL"),
      ("Int", "old.tasks.sorted(by: \\.rank, order: .reverse).prefix(2).last(by: \\.rank)?.rank", "9 | NULL"),
      ("Int", "old.tasks.prefix(2).first { $0.rank < 5 }?.rank", "3 | NULL"),
      ("Int", "old.tasks.prefix(2).filter { $0.rank > 4 }.last?.rank", "5 | NULL"),
      ("Int", "old.tasks.map(\\.rank).prefix(2).last", "3 | NULL"),
      ("Int", "old.tasks.map(\\.rank).sorted().prefix(2).last", "5 | NULL"),
      ("Int", "old.tasks.map(\\.rank).sorted().filter { $0 > 3 }.prefix(1).first", "5 | NULL"),
      ("Bool", "old.tasks.map(\\.rank).prefix(2).contains(9)", "0 | 0"),
      ("Int", "old.tasks.flatMap { $0.parts }.sorted(by: \\.rank).prefix(2).last?.rank", "3 | NULL"),
      ("Int", "old.tasks.compactMap { $0.parts.first }.sorted(by: \\.rank).last?.rank", "3 | NULL"),
      ("Int", "old.tasks.sorted(by: \\.rank).prefix(2).flatMap { $0.parts }.count", "3 | 0"),
      ("Int", "old.tasks.sorted(by: \\.rank).prefix(1).flatMap { $0.parts.map(\\.rank) }.sum()", "1 | 0"),
      ("Int", "old.tasks.flatMap { $0.parts }.sum(of: \\.rank)", "13 | 0"),
      ("Int", "old.tasks.flatMap { $0.parts }.filter { $0.done }.count", "1 | 0"),
      (
        "String", "old.tasks.sorted(by: \\.rank).flatMap { $0.parts.map(\\.rank) }.map { String($0) }.joined(separator: \",\")",
        "'1,3,9' | ''"
      ),
      ("Int", "old.tasks.flatMap { $0.parent?.parts ?? [] }.count", "4 | 0"),
      ("Int", "(old.owner?.lists ?? []).flatMap { $0.tasks }.count", "3 | 0"),
      ("Int", "old.tasks.compactMap { $0.parent }.sum(of: \\.rank)", "10 | 0"),
      ("Int", "(old.name == \"full\" ? old.tasks : []).count", "3 | 0"),
      // A collection that has a name may be looked at inside a closure over another, or over itself.
      ("Int", "old.tasks.filter { a in old.tasks.filter { b in b.done }.contains { c in c.rank > a.rank } }.count", "2 | 0"),
    ]
    #expect(try values(cases) == cases.map { "\($0.1) → \($0.2)" })
  }

  @Test func `of equals the first or the last is taken, by the relationship's own order`() throws {
    let trial = try Trial(
      legacy: legacy,
      target: "@Model final class Out { var a: Int?; var b: Int?; var c: Int?; var d: Int?; var e: Int?; init() {} }",
      rows: [
        "List(_id, name)": ["1, 'x'"],
        "Task(_id, title, done, rank, effort, list)": [
          "1, 'a', 1, 7, 0, 1", "2, 'b', 1, 7, 0, 1", "3, 'c', 1, 2, 0, 1", "4, 'd', 1, 2, 0, 1",
        ],
      ],
      mapping: """
        Map("List", to: Out.self) { old in
          a = legacyKey(old.tasks.last(by: \\.rank)!)
          b = legacyKey(old.tasks.max(by: \\.rank)!)
          c = legacyKey(old.tasks.first(by: \\.rank)!)
          d = legacyKey(old.tasks.sorted(by: \\.rank).last!)
          e = legacyKey(old.tasks.sorted(by: \\.rank, order: .reverse).last!)
        }
        """)
    #expect(try trial["SELECT ZA, ZB, ZC, ZD, ZE FROM ZOUT"] == ["2, 1, 3, 2, 4"])
  }

  @Test func `a named collection is narrowed inside a closure over another`() throws {
    let trial = try Trial(
      legacy: legacy,
      target:
        "@Model final class Out { var v: Int?; var tasks: [Task]; init() {} }\n@Model final class Task { var rank: Int; @Relationship(inverse: \\Out.tasks) var outs: [Out]; init() {} }",
      rows: rows,
      mapping: """
        Map("List", to: Out.self) { old in
          let done = old.tasks.filter { $0.done }
          v = old.tasks.filter { a in done.filter { $0.rank > 5 }.contains { b in b.rank > a.rank } }.count
          tasks = old.owner?.lists.flatMap { $0.tasks }.prefix(2) ?? old.tasks
        }
        """)
    // Only the task of rank 9 is done and above 5: the two others are below it.
    #expect(try trial["SELECT ZV FROM ZOUT ORDER BY Z_PK"] == ["2", "0"])
    #expect(try trial.related("Out.tasks") == ["1: 1 2"])
  }

  @Test func `what cannot be computed for an element refuses the record`() throws {
    func rejects(_ expression: String) throws -> [String] {
      try Trial(
        legacy: legacy, target: "@Model final class Out { var v: Int?; var w: String?; init() {} }", rows: rows,
        mapping: "Map(\"List\", to: Out.self) { old in \(expression) }"
      ).rejects
    }
    #expect(try rejects("v = old.tasks.sum { $0.rank * 9223372036854775807 }") == ["Out 1 v: the result does not fit an Int"])
    #expect(try rejects("v = old.tasks.sum { $0.rank * 0 + 4611686018427387904 }") == ["Out 1 v: the sum does not fit an Int"])
    #expect(try rejects("w = old.tasks.map { $0.title! }.joined()") == ["Out 1 w: '$0.title' is nil"])
    #expect(try rejects("w = old.tasks.map { $0.title ?? reject(\"no title\") }.joined()") == ["Out 1 w: no title"])
    #expect(try rejects("w = old.tasks.filter { $0.done == false }.map { $0.title! }.joined()") == [])
    #expect(try rejects("v = old.tasks.filter { 10 / ($0.rank - 3) > 0 }.count").count == 1)
    #expect(try rejects("v = old.tasks.prefix(2).sum { 10 / ($0.rank - 9) }") == [])
  }
}

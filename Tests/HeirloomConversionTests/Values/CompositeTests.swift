internal import HeirloomSQLite
import Testing

@Suite struct `Composites and lists` {
  let target = """
    struct Author: Codable { var person: String?; var year: Int? }
    enum Shape: Codable { case round, square }
    @Model final class Quote { var text: String; var author: Author; var shape: Shape; init() {} }
    """

  @Test func `a composite is made whole or by its parts`() throws {
    let legacy = "@Model final class Quote { var text: String; var who: String?; var year: Int?; var kind: Int; init() {} }"
    for (assignment, expected) in [
      ("author = Author(person: old.who, year: old.year)", "'Ada', 1843, 'round', NULL"),
      ("author.person = old.who?.uppercased()", "'ADA', NULL, 'round', NULL"),
    ] {
      let trial = try Trial(
        legacy: legacy, target: target, rows: ["Quote(_id, text, who, year, kind)": ["1, 't', 'Ada', 1843, 1"]],
        mapping: "Map(\"Quote\", to: Quote.self) { old in\n \(assignment)\n shape = old.kind == 1 ? .round : .square }")
      #expect(try trial["SELECT ZPERSON, ZYEAR, ZROUND, ZSQUARE FROM ZQUOTE"] == [expected], "\(assignment)")
    }
  }

  @Test func `a composite is carried, and its parts are read`() throws {
    let flat = "@Model final class Quote { var text: String; var who: String?; var round: Bool; init() {} }"
    let trial = try Trial(
      legacy: target, target: flat,
      rows: [
        #"Quote(_id, text, "author.person", "author.year", "shape.round", "shape.square")"#: ["1, 't', 'Ada', 1, NULL, 'square'"]
      ],
      mapping: "Map(\"Quote\", to: Quote.self) { old in who = old.author.person\n round = old.shape == .round }")
    #expect(try trial["SELECT ZWHO, ZROUND FROM ZQUOTE"] == ["'Ada', 0"])
    let whole = try Trial(
      legacy: target, target: target,
      rows: [
        #"Quote(_id, text, "author.person", "author.year", "shape.round", "shape.square")"#: ["1, 't', 'Ada', 1, NULL, 'square'"]
      ], mapping: "")
    #expect(try whole["SELECT ZPERSON, ZYEAR, ZROUND, ZSQUARE FROM ZQUOTE"] == ["'Ada', 1, NULL, 'square'"])
  }

  /// Required parts: `person` of an author who is there.
  let strict = """
    struct Author: Codable { var person: String; var year: Int? }
    @Model final class Quote { var text: String; var author: Author; var editor: Author?; init() {} }
    """

  @Test func `a part that needs a value stops the run at a nil, or takes what the mapping says`() throws {
    let legacy = "@Model final class Quote { var text: String; var who: String?; init() {} }"
    func run(_ mapping: String) throws -> Trial {
      try Trial(
        legacy: legacy, target: strict, rows: ["Quote(_id, text, who)": ["1, 't', 'Ada'", "2, 'u', NULL"]],
        mapping: "Map(\"Quote\", to: Quote.self) { old in\n  \(mapping)\n}")
    }
    let message = try mistake { _ = try run("author = Author(person: old.who, year: 1)") }
    #expect(
      message == """
        test.mapping.swift:2:31: error[missing-values]: 'Quote.author.person' needs a value, and 1 record of 'Quote' has none
        2 |   author = Author(person: old.who, year: 1)
          |                               ^~~
          = help: add '?? …' or '?? reject("why")', or a default in the schema
        """)
    let half = try mistake { _ = try run("author = Author(year: 1)") }
    #expect(
      half == """
        test.mapping.swift:2:12: error[missing-value]: 'author.person' needs a value, and nothing gives it one
        2 |   author = Author(year: 1)
          |            ^~~~~~~~~~~~~~~
          = help: give it one: 'person: …'
        """)
    let part = try mistake { _ = try run("author.year = 1") }
    #expect(
      part == """
        test.mapping.swift:2:3: error[missing-value]: 'Quote.author.person' needs a value, and nothing gives it one
        2 |   author.year = 1
          |   ^~~~~~~~~~~
          = help: assign it: 'author.person = …'
        """)
    let none = try mistake { _ = try run("") }
    #expect(
      none?.split(separator: "\n").first
        == "test.mapping.swift:1:1: error[missing-value]: 'Quote.author.person' needs a value, and nothing gives it one")
    let given = try run(
      "author = Author(person: old.who ?? \"nobody\")\n editor = Author(person: old.who ?? reject(\"no editor\"))")
    #expect(try given.rejects == ["Quote 2 editor: no editor"])
    #expect(try given["SELECT ZPERSON, ZYEAR FROM ZQUOTE"] == ["'Ada', NULL"])
  }

  @Test func `a carried composite has all its required parts, or none`() throws {
    let trial = try Trial(
      legacy: strict.replacing("var person: String;", with: "var person: String?;"), target: strict,
      rows: [
        #"Quote(_id, text, "author.person", "author.year", "editor.person", "editor.year")"#: [
          "1, 't', 'Ada', 1, NULL, NULL", "2, 'u', 'Bob', NULL, NULL, 7", "3, 'v', 'Cid', 2, 'Dan', 3",
        ]
      ],
      mapping:
        "Map(\"Quote\", to: Quote.self) { old in author.person = old.author.person ?? \"\"\n author.year = old.author.year }")
    #expect(try trial.rejects == ["Quote 2 editor.person: 'editor.person' is nil, and other parts are not"])
    #expect(
      try trial["SELECT ZPERSON, ZYEAR, ZPERSON1, ZYEAR1 FROM ZQUOTE ORDER BY Z_PK"] == [
        "'Ada', 1, NULL, NULL", "'Cid', 2, 'Dan', 3",
      ])
  }

  @Test func `lists are read and written in the store's own form`() throws {
    let listed = "@Model final class Item { var names: [String]; var sizes: [Int]?; init() {} }"
    let made = try Trial(
      legacy: "@Model final class Item { var text: String; var a: Int; init() {} }", target: listed,
      rows: ["Item(_id, text, a)": ["1, 'x, y', 7", "2, '', 8"]],
      mapping: "Map(\"Item\", to: Item.self) { old in names = old.text.split(separator: \", \")\n sizes = [old.a, 2] }")
    let stored = try made.connection.rows("SELECT Z_PK, ZNAMES, ZSIZES FROM ZITEM ORDER BY 1")
    let back = try Trial(
      legacy: listed, target: "@Model final class Item { var text: String; var count: Int; var first: Int?; init() {} }",
      rows: [
        "Item(_id, names, sizes)": stored.map { "\($0[0].literal), \($0[1].literal), \($0[2].literal)" } + ["3, x'00', x'01'"]
      ],
      mapping: """
        Map("Item", to: Item.self) { old in
          text = old.names.joined(separator: "+") ?? "unreadable"
          count = old.names.count ?? -1
          first = old.sizes?.first
        }
        """)
    #expect(
      try back["SELECT ZTEXT, ZCOUNT, ZFIRST FROM ZITEM ORDER BY Z_PK"] == ["'x+y', 2, 7", "'', 0, 8", "'unreadable', -1, NULL"])
    let carried = try Trial(
      legacy: listed, target: listed,
      rows: ["Item(_id, names, sizes)": stored.map { "\($0[0].literal), \($0[1].literal), \($0[2].literal)" }], mapping: "")
    #expect(try carried.connection.rows("SELECT Z_PK, ZNAMES, ZSIZES FROM ZITEM ORDER BY 1") == stored)
  }
}

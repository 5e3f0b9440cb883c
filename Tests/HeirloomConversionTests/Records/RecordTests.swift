internal import HeirloomConversion
internal import HeirloomFindings
import Testing

@Suite struct `Records` {
  let notes = "@Model final class Note { var title: String?; var flag: Int?; var trashed: Bool; init() {} }"
  let rows: KeyValuePairs<String, [String]> = [
    "Note(_id, title, flag, trashed)": ["1, 'a', 1, 0", "2, NULL, 5, 0", "3, 'c', NULL, 1", "4, '', 2, 0"]
  ]

  @Test func `guards skip, rejects refuse, and each record is counted once`() throws {
    let trial = try Trial(
      legacy: notes, target: "@Model final class Note { var title: String; var priority: Int; init() {} }", rows: rows,
      mapping: """
        Map("Note", to: Note.self) { old in
          guard !old.trashed else { skip("in the trash") }
          title = old.title ?? reject("a note without a title")
          priority = switch old.flag { case 0: 1 case 1...3: 2 default: 3 }
        }
        """)
    #expect(try trial["SELECT Z_PK, ZTITLE, ZPRIORITY FROM ZNOTE ORDER BY 1"] == ["1, 'a', 2", "4, '', 2"])
    #expect(trial.ledger == ["Note → Note: 4 read, 2 written, 1 skipped, 1 rejected"])
    #expect(try trial.rejects == ["Note 2 title: a note without a title"])
  }

  @Test func `a name that a guard unwraps is not nil below`() throws {
    let trial = try Trial(
      legacy: notes, target: "@Model final class Note { var title: String; init() {} }", rows: rows,
      mapping: """
        Map("Note", to: Note.self) { old in
          guard let name = old.title, name != "" else { skip("no title") }
          title = name.uppercased()
        }
        """)
    #expect(try trial["SELECT ZTITLE FROM ZNOTE ORDER BY 1"] == ["'A'", "'C'"])
    #expect(trial.warnings.map(\.id) == ["unmapped-property", "unmapped-property"])
  }

  @Test func `statements under a condition`() throws {
    let trial = try Trial(
      legacy: notes, target: "@Model final class Note { var title: String; var size: Int; var kind: String; init() {} }",
      rows: rows,
      mapping: """
        Map("Note", to: Note.self) { old in
          title = old.title ?? "untitled"
          if old.flag == 1 { size = 10; kind = "one" }
          else if old.trashed { skip("trash") }
          else { size = 20; kind = "other" }
        }
        """)
    #expect(
      try trial["SELECT ZTITLE, ZSIZE, ZKIND FROM ZNOTE ORDER BY Z_PK"] == [
        "'a', 10, 'one'", "'untitled', 20, 'other'", "'', 20, 'other'",
      ])
  }

  @Test func `a value that is needed in one branch only comes from the other by default`() throws {
    let trial = try Trial(
      legacy: notes, target: "@Model final class Note { var title: String = \"none\"; var flag: Int = 7; init() {} }", rows: rows,
      mapping: "Map(\"Note\", to: Note.self) { old in\n if old.trashed { flag = 100 } }")
    #expect(try trial["SELECT ZTITLE, ZFLAG FROM ZNOTE ORDER BY Z_PK"] == ["'a', 1", "'none', 5", "'c', 100", "'', 2"])
    #expect(trial.defaults == ["Note.title: 1"])
  }

  @Test func `a nil where the target needs a value ends the run with the number of records`() throws {
    let message = try mistake {
      _ = try Trial(
        legacy: notes, target: "@Model final class Note { var title: String; var flag: Int; init() {} }",
        rows: ["Note(_id, title, flag, trashed)": ["1, NULL, 1, 0", "2, NULL, NULL, 0", "3, 'c', 3, NULL"]],
        mapping: "Map(\"Note\", to: Note.self) { old in\n  title = old.title\n  flag = old.flag! \n}")
    }
    #expect(
      message == """
        test.mapping.swift:2:15: error[missing-values]: 'Note.title' needs a value, and 2 records of 'Note' have none
        2 |   title = old.title
          |               ^~~~~
          = help: add '?? …' or '?? reject("why")', or a default in the schema
        """)
  }

  @Test func `a store that breaks its own model is noticed, however the value is used`() throws {
    for expression in ["old.title", "old.title.uppercased()", "old.title + \"!\"", "old.flag > 1 ? old.title : \"x\""] {
      let message = try mistake {
        _ = try Trial(
          legacy: "@Model final class Note { var title: String; var flag: Int; init() {} }",
          target: "@Model final class Note { var title: String; init() {} }",
          rows: ["Note(_id, title, flag)": ["1, 'a', 1", "2, NULL, 2"]],
          mapping: "Map(\"Note\", to: Note.self) { old in title = \(expression) }")
      }
      #expect(
        message?.contains("error[missing-values]: 'Note.title' needs a value, and 1 record of 'Note' has none") ?? false,
        "\(expression)")
    }
  }

  @Test func `values become records of their own, linked by key`() throws {
    let trial = try Trial(
      legacy: "@Model final class Item { var name: String; var tagNames: String?; var maker: String?; init() {} }",
      target: """
        @Model final class Item { var name: String; var tags: [Tag]; var maker: Maker?; init() {} }
        @Model final class Tag { var name: String; @Relationship(inverse: \\Item.tags) var items: [Item]; init() {} }
        @Model final class Maker { var name: String; @Relationship(inverse: \\Item.maker) var items: [Item]; init() {} }
        """,
      rows: [
        "Item(_id, name, tagNames, maker)": [
          "1, 'i', 'b, a', 'M'", "2, 'j', 'a, c, a', 'N'", "3, 'k', NULL, NULL", "4, 'l', '', 'M'",
        ]
      ],
      mapping: """
        Map("Item", to: Item.self) { old in
          tags = Tag(where: \\.name, in: old.tagNames?.split(separator: ", ") ?? [])
          maker = Maker(where: \\.name == old.maker)
        }
        Map(values: "Item.tagNames", separator: ", ", to: Tag.self) { tag in name = tag }
        Map(values: "Item.maker", to: Maker.self) { maker in name = maker }
        """)
    #expect(try trial["SELECT ZNAME FROM ZTAG ORDER BY Z_PK"] == ["'a'", "'b'", "'c'"])
    #expect(try trial.related("Item.tags") == ["1: 1 2", "2: 1 3"])
    #expect(try trial["SELECT ZNAME FROM ZMAKER ORDER BY Z_PK"] == ["'M'", "'N'"])
    #expect(try trial.related("Item.maker") == ["1: 1", "2: 2", "4: 1"])
    #expect(
      trial.ledger == ["Item → Item: 4 read, 4 written", "Item → Tag: 3 read, 3 written", "Item → Maker: 2 read, 2 written"])
  }

  @Test func `a single record is written from constants`() throws {
    let trial = try Trial(
      legacy: notes, target: "\(notes)\n@Model final class Settings { var theme: String; var size: Int = 12; init() {} }",
      rows: rows,
      mapping: "Insert(Settings.self) { theme = \"dark\" }")
    #expect(try trial["SELECT Z_PK, ZTHEME, ZSIZE FROM ZSETTINGS"] == ["1, 'dark', 12"])
    #expect(trial.ledger.contains(" → Settings: 1 read, 1 written"))
  }

  @Test func `every nil that another value takes the place of is counted, whoever gives it`() throws {
    let trial = try Trial(
      legacy: "@Model final class Note { var a: String?; var b: Int?; var c: String?; var d: Int?; var e: String?; init() {} }",
      target: """
        @Model final class Note { var a: String; var b: Int; var c: String = "none"; var d: Int16; var e: String?; var f: String
          init() {} }
        """,
      rows: [
        "Note(_id, a, b, c, d, e)": [
          "1, NULL, NULL, NULL, NULL, NULL", "2, 'x', NULL, NULL, 5, 'y'", "3, NULL, 1, 'z', NULL, NULL",
        ]
      ],
      mapping: """
        Map("Note", to: Note.self) { old in
          let short = (old.a ?? old.e ?? "?").trimmed()
          guard old.b != 1 else { skip("one") }
          a = old.a ?? "untitled"
          b = old.b ?? 3
          d = old.d ?? 7
          e = old.e
          f = short
        }
        """)
    // The record that is left out counts for nothing.
    #expect(trial.defaults == ["Note.a: 1", "Note.b: 2", "Note.c: 2", "Note.d: 1", "Note.f: 1"])
    #expect(trial.conversion.ledger.defaults.map(\.isByMapping) == [true, true, false, true, true])
  }
}

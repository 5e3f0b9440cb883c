internal import HeirloomConversion
internal import HeirloomFindings
import Testing

/// Look-ups that must find a record: what finds none is refused before a row is written.
@Suite struct `Look-ups that must find a record` {
  let legacy = """
    @Model final class Note { var code: String?; var flag: Bool; var folder: Folder?
      @Relationship(inverse: \\Page.note) var pages: [Page]; init() {} }
    @Model final class Page { var n: Int; var note: Note?; init() {} }
    @Model final class Folder { var code: String?; var name: String; var shelf: String?; init() {} }
    @Model final class Shelf { var code: String; var name: String?; init() {} }
    """
  let target = """
    @Model final class Note { var folder: Folder?; @Relationship(inverse: \\Page.note) var pages: [Page]; init() {} }
    @Model final class Page { var n: Int; var note: Note?; init() {} }
    @Model final class Folder { var code: String?; var name: String; var shelf: Shelf?; @Relationship(inverse: \\Note.folder) var notes: [Note]; init() {} }
    @Model final class Shelf { var code: String; var name: String?; @Relationship(inverse: \\Folder.shelf) var folders: [Folder]; init() {} }
    """
  let rows: KeyValuePairs<String, [String]> = [
    "Shelf(_id, code)": ["1, 'S'"],
    "Folder(_id, code, name, shelf)": ["1, 'W', 'work', 'S'", "2, 'H', 'home', NULL", "3, 'Z', 'work', 'gone'"],
    "Note(_id, code, flag, folder)": ["1, 'H', 0, NULL", "2, 'X', 1, 1", "3, NULL, 1, 2", "4, 'W', 0, NULL", "5, 'Z', 0, NULL"],
    "Page(_id, n, note)": ["1, 1, 1", "2, 2, 2", "3, 3, 5"],
  ]

  func run(_ assignment: String, _ others: String = "", rows: KeyValuePairs<String, [String]>? = nil) throws -> Trial {
    try Trial(
      legacy: legacy, target: target, rows: rows ?? self.rows,
      mapping: "Map(\"Note\", to: Note.self) { old in\n\(assignment)\n}\n\(others)")
  }

  @Test func `refuse the records that find none, and are told like any refusal`() throws {
    let trial = try run("folder = Folder(where: \\.code == old.code) ?? reject(\"no such folder\")")
    #expect(try trial.related("Note.folder") == ["1: 2", "4: 1", "5: 3"])
    #expect(try trial.rejects == ["Note 2 folder: no such folder", "Note 3 folder: no such folder"])
    #expect(trial.ledger.first == "Note → Note: 5 read, 3 written, 2 rejected")
    // A page of a note that is not there any more has none.
    #expect(try trial["SELECT ZN, ZNOTE FROM ZPAGE ORDER BY ZN"] == ["1, 1", "2, NULL", "3, 5"])
    #expect(trial.conversion.findings.map(\.id) == [])
  }

  @Test func `may name another way before the refusal`() throws {
    let trial = try run("folder = Folder(where: \\.code == old.code) ?? old.folder ?? reject(\"no folder\")")
    #expect(try trial.related("Note.folder") == ["1: 2", "2: 1", "3: 2", "4: 1", "5: 3"])
    #expect(try trial.rejects == [])
    // The record that the other way leads to is left out itself.
    let left = try run(
      "folder = Folder(where: \\.code == old.code) ?? old.folder ?? reject(\"no folder\")",
      "Map(\"Folder\", to: Folder.self) { old in guard old.code != \"W\" else { skip(\"no\") } }")
    #expect(try left.rejects == ["Note 2 folder: no folder", "Note 4 folder: no folder"])
    let forced = try run("folder = Folder(where: \\.code == old.code)!")
    #expect(try forced.rejects.map { $0.prefix(13) } == ["Note 2 folder", "Note 3 folder"])
  }

  @Test func `are asked only where a condition holds`() throws {
    let trial = try run("folder = old.flag ? old.folder : Folder(where: \\.code == old.code) ?? reject(\"none\")")
    #expect(try trial.related("Note.folder") == ["1: 2", "2: 1", "3: 2", "4: 1", "5: 3"])
    let other = try run(
      "if old.flag { folder = Folder(where: \\.code == old.code) ?? reject(\"none\") } else { folder = old.folder }")
    #expect(try other.rejects == ["Note 2 folder: none", "Note 3 folder: none"])
    #expect(try other["SELECT Z_PK, ZFOLDER FROM ZNOTE ORDER BY 1"] == ["1, NULL", "4, NULL", "5, NULL"])
    let plain = try run("folder = old.flag ? reject(\"flagged\") : Folder(where: \\.code == old.code)")
    #expect(try plain.rejects == ["Note 2 folder: flagged", "Note 3 folder: flagged"])
  }

  @Test func `refuse more where what they found is refused, also in orphans`() throws {
    let trial = try run(
      "folder = Folder(where: \\.code == old.code) ?? reject(\"no folder\")",
      """
      Map("Folder", to: Folder.self) { old in shelf = Shelf(where: \\.code == old.shelf) ?? reject("no shelf") }
      Orphans("Page.note", .drop)
      """)
    #expect(
      try trial.rejects == [
        "Note 1 folder: no folder", "Note 2 folder: no folder", "Note 3 folder: no folder", "Note 5 folder: no folder",
        "Folder 2 shelf: no shelf", "Folder 3 shelf: no shelf",
      ])
    #expect(try trial.related("Note.folder") == ["4: 1"])
    #expect(try trial["SELECT count(*) FROM ZPAGE"] == ["0"])
  }

  @Test func `in a circle stay together or go together`() throws {
    let schema = """
      @Model final class A { var code: String; var wants: String; init() {} }
      @Model final class B { var code: String; var wants: String; init() {} }
      @Model final class C { var code: String; var wants: String; init() {} }
      """
    let trial = try Trial(
      legacy: schema,
      target: """
        @Model final class A { var code: String; var b: B?; init() {} }
        @Model final class B { var code: String; var c: C?; init() {} }
        @Model final class C { var code: String; var a: A?; init() {} }
        """,
      rows: [
        // The first of each want one another; the second ones hang on what is not there, and A 3 on them.
        "A(_id, code, wants)": ["1, 'a1', 'b1'", "2, 'a2', 'b2'", "3, 'a3', 'b2'"],
        "B(_id, code, wants)": ["1, 'b1', 'c1'", "2, 'b2', 'c2'"],
        "C(_id, code, wants)": ["1, 'c1', 'a1'", "2, 'c2', 'a9'"],
      ],
      mapping: """
        Map("A", to: A.self) { old in b = B(where: \\.code == old.wants) ?? reject("no B") }
        Map("B", to: B.self) { old in c = C(where: \\.code == old.wants) ?? reject("no C") }
        Map("C", to: C.self) { old in a = A(where: \\.code == old.wants) ?? reject("no A") }
        """)
    #expect(try trial.rejects == ["A 2 b: no B", "A 3 b: no B", "B 2 c: no C", "C 2 a: no A"])
    #expect(try trial.related("A.b") == ["1: 1"])
    #expect(try trial.related("C.a") == ["1: 1"])
  }

  @Test func `know which values are gone once records of one key are one`() throws {
    // Folders 1 and 3 are both 'work': 'Z' goes with folder 3.
    let joined = try run(
      "folder = Folder(where: \\.code == old.code) ?? reject(\"no folder\")", "Unique(Folder.self, by: \\.name, keep: .first)")
    #expect(try joined.rejects == ["Note 2 folder: no folder", "Note 3 folder: no folder", "Note 5 folder: no folder"])
    #expect(try joined.related("Note.folder") == ["1: 2", "4: 1"])
    // The survivor has no code of its own and takes the loser's.
    let filled = try run(
      "folder = Folder(where: \\.code == old.code) ?? reject(\"no folder\")",
      "Unique(Folder.self, by: \\.name, keep: .first, fill: true)",
      rows: [
        "Folder(_id, code, name)": ["1, NULL, 'work'", "2, 'Z', 'work'", "3, 'Y', 'work'"],
        "Note(_id, code, flag)": ["1, 'Z', 0", "2, 'Y', 0"],
      ])
    #expect(try filled.rejects == ["Note 2 folder: no folder"])
    #expect(try filled.related("Note.folder") == ["1: 1"])
  }

  @Test func `of a record that survived others let one of these survive instead`() throws {
    // Both folders are 'work', both shelves 'n'. The first folder looks up the shelf that is gone when the shelves are one: the second
    // folder survives instead, and the note that looks this one up finds it.
    let trial = try run(
      "folder = Folder(where: \\.code == old.code) ?? reject(\"no folder\")",
      """
      Map("Folder", to: Folder.self) { old in shelf = Shelf(where: \\.code == old.shelf) ?? reject("no shelf") }
      Unique(Folder.self, by: \\.name, keep: .first)
      Unique(Shelf.self, by: \\.name, keep: .first)
      """,
      rows: [
        "Shelf(_id, code, name)": ["1, 'S', 'n'", "2, 'T', 'n'"],
        "Folder(_id, code, name, shelf)": ["1, 'F', 'work', 'T'", "2, 'G', 'work', 'S'"],
        "Note(_id, code, flag)": ["1, 'F', 0", "2, 'G', 0"],
      ])
    #expect(try trial.rejects == ["Note 1 folder: no folder", "Folder 1 shelf: no shelf"])
    #expect(try trial.related("Note.folder") == ["2: 2"])
  }

  @Test func `are required where the relationship is, and end the run before anything is written`() throws {
    let needing = target.replacing("var folder: Folder?", with: "var folder: Folder")
    func run(_ value: String) throws -> Trial {
      try Trial(
        legacy: legacy, target: needing, rows: rows, mapping: "Map(\"Note\", to: Note.self) { old in\n  folder = \(value)\n}")
    }
    let found = try mistake { _ = try run("Folder(where: \\.code == old.code)") }
    #expect(
      found == """
        test.mapping.swift:2:12: error[missing-values]: 'Note.folder' needs a record, and 2 records of 'Note' find none
        2 |   folder = Folder(where: \\.code == old.code)
          |            ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          = help: add '?? reject("why")', or another way with '??'
        """)
    #expect(try run("Folder(where: \\.code == old.code) ?? reject(\"none\")").rejects.count == 2)
  }

  @Test func `are foretold`() throws {
    let found = try Foretold(
      legacy: legacy, target: target, rows: rows,
      mapping: """
        Map("Note", to: Note.self) { old in folder = Folder(where: \\.code == old.code) ?? reject("no such folder") }
        Unique(Folder.self, by: \\.name, keep: .first)
        """)
    // 'X' and nil are nobody's, and 'Z' is gone when the two folders 'work' are one.
    #expect(found.findings.map(\.message) == ["3 of 5 records of 'Note' will be rejected: no such folder"])
  }

  @Test func `compare decimals by their numbers`() throws {
    let trial = try Trial(
      legacy:
        "@Model final class Sale { var price: Decimal; init() {} }\n@Model final class Rate { var price: Decimal; init() {} }",
      target: """
        @Model final class Sale { var price: Decimal; var rate: Rate?; init() {} }
        @Model final class Rate { var price: Decimal; init() {} }
        """,
      rows: ["Sale(_id, price)": ["1, '2.50'", "2, '0.1'", "3, '7'"], "Rate(_id, price)": ["1, '2.5'", "2, '0.10'"]],
      mapping: "Map(\"Sale\", to: Sale.self) { old in rate = Rate(where: \\.price == old.price) ?? reject(\"no rate\") }")
    #expect(try trial.related("Sale.rate") == ["1: 1", "2: 2"])
    #expect(try trial.rejects == ["Sale 3 rate: no rate"])
  }
}

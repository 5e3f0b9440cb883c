internal import HeirloomConversion
internal import HeirloomCoreDataModel
internal import HeirloomFindings
internal import HeirloomMapping
internal import HeirloomSQLite
internal import HeirloomSchema
import Testing

/// What a check with a store says of a conversion that was not made.
@Suite struct `Predictions` {
  let legacy = """
    @Model final class Note { var title: String?; var n: Int; var flag: Int?; init() {} }
    """
  let rows: KeyValuePairs<String, [String]> = [
    "Note(_id, title, n, flag)": ["1, 'a', 0, 1", "2, NULL, 5, NULL", "3, NULL, 5, 2", "4, 'd', 9, NULL"]
  ]

  func predict(_ target: String, _ mapping: String) throws -> [String] {
    try Foretold(legacy: legacy, target: target, rows: rows, mapping: mapping).findings.map { $0.drawing() }
  }

  @Test func `count what is rejected, left out and filled, each at its line`() throws {
    let found = try predict(
      "@Model final class Note { var title: String; var n: Int; var flag: Int = 7; init() {} }",
      """
      Map("Note", to: Note.self) { old in
        guard old.n != 9 else { skip("a nine") }
        title = old.title ?? "none"
        n = 10 / old.n
      }
      """)
    #expect(
      found == [
        """
        test.mapping.swift:2:27: note[will-be-skipped]: 1 of 4 records of 'Note' will be left out: a nine
        2 |   guard old.n != 9 else { skip("a nine") }
          |                           ^~~~~~~~~~~~~~
        """,
        """
        test.mapping.swift:4:7: warning[will-be-rejected]: 1 of 4 records of 'Note' will be rejected: division by zero, or a result that does not fit an Int
        4 |   n = 10 / old.n
          |       ^~~~~~~~~~
        """,
        """
        test.mapping.swift:1:1: note[will-be-defaulted]: 2 records will get what '??' gives for 'Note.title'
        1 | Map("Note", to: Note.self) { old in
          | ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        """,
        """
        test.mapping.swift:1:1: note[will-be-defaulted]: 1 record will get the default for 'Note.flag'
        1 | Map("Note", to: Note.self) { old in
          | ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        """,
      ])
  }

  @Test func `name the values that are missing`() throws {
    let found = try predict(
      "@Model final class Note { var title: String; var n: Int; init() {} }",
      "Map(\"Note\", to: Note.self) { old in\n  title = old.title\n}")
    #expect(
      found == [
        """
        test.mapping.swift:2:15: error[missing-values]: 'Note.title' needs a value, and 2 records of 'Note' have none
        2 |   title = old.title
          |               ^~~~~
          = help: add '?? …' or '?? reject("why")', or a default in the schema
        """
      ])
  }

  @Test func `count the records without a key that a uniqueness rule refuses`() throws {
    let found = try predict(
      "@Model final class Note { var title: String?; var n: Int; var flag: Int?; init() {} }",
      "Unique(Note.self, by: [\\.title, \\.flag], nils: .reject)")
    #expect(
      found == [
        """
        test.mapping.swift:1:1: warning[will-be-rejected]: 3 of 4 records of 'Note' will be rejected: no 'title, flag'
        1 | Unique(Note.self, by: [\\.title, \\.flag], nils: .reject)
          | ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        """
      ])
  }

  @Test func `records that repeat what the target wants unique are foretold, unless Unique joins them`() throws {
    let legacy = "@Model final class Note { var words: String; init() {} }"
    let target = "@Model final class Word { @Attribute(.unique) var text: String; init() {} }"
    func foretold(_ rest: String) throws -> [String] {
      try Foretold(
        legacy: legacy, target: target, rows: ["Note(_id, words)": ["1, 'a, b,a '", "2, 'b,c'"]],
        mapping: "Map(values: \"Note.words\", separator: \",\", to: Word.self) { word in text = word.trimmed() }\n" + rest
      ).findings.map { "\($0.id): \($0.message)" }
    }
    // The distinct values are 'a', ' b', 'a ', 'b' and 'c'.
    #expect(try foretold("") == ["duplicate-keys: 'Word' wants unique 'text', and 2 records repeat one"])
    #expect(
      try foretold("Insert(Word.self) { text = \"c\" }") == [
        "duplicate-keys: 'Word' wants unique 'text', and 3 records repeat one"
      ])
    #expect(try foretold("Unique(Word.self, by: \\.text, keep: .first)") == [])
  }
}

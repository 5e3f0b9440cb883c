internal import HeirloomFindings
internal import HeirloomMapping
internal import HeirloomSchema
import Testing

@Suite struct `Mistakes in declarations` {
  /// The first finding of a mapping, drawn whole.
  func first(_ mapping: String) throws -> String { try Notes.drawings(mapping).first ?? "nothing" }

  @Test(
    arguments: [
      ("Map(«\"Nite\"», to: Note.self)", "unknown-entity", "the store has no entity 'Nite'", "did you mean 'Note'?"),
      ("Map(\"Note\", to: «Notes».self)", "unknown-entity", "the target schema has no model 'Notes'", "did you mean 'Note'?"),
      ("Map(\"Note\", to: «Note»)", "wrong-arguments", "expected a model of the target, such as 'Folder.self'", nil),
      ("«Map(\"Note\")»", "wrong-arguments", "'Map' needs a target", "Map(\"Note\", to: Note.self)"),
      ("Map(«Note», to: Note.self)", "wrong-arguments", "expected the name of a source entity as a text", nil),
      (
        "Map(«\"Note.labels\"», to: Note.self)", "wrong-arguments",
        "'Map' takes an entity; for the links of a relationship write 'Map(links: \"Note.labels\", …)'", nil
      ),
      ("Map(links: «\"Note.stars\"», to: Tag.self)", "wrong-type", "'Note.stars' is not a relationship", nil),
      (
        "Map(links: «\"Note.lables\"», to: Tag.self)", "unknown-attribute", "'Note' has no attribute or relationship 'lables'",
        "did you mean 'labels'?"
      ),
      (
        "Map(values: «\"Note.stars\"», separator: \",\", to: Tag.self)", "wrong-type",
        "only a text can be split; 'Note.stars' is Int", nil
      ),
      (
        "Map(link: «\"Note.labels\"», to: Tag.self)", "wrong-arguments", "'Map' has no argument 'link'",
        "expected 'links', 'elements' or 'values'"
      ),
      (
        "Map(\"Note\", to: Note.self, where: «3»)", "wrong-arguments", "'Map' has no argument 'where'",
        "it takes a source, 'to:' and a block"
      ),
      ("«Drop(Note)»", "wrong-arguments", "'Drop' takes the name of an entity or 'Entity.property' as a text", nil),
      ("«Drop(\"Note\")»", "wrong-arguments", "'Drop' needs a reason", "Drop(\"Note\", because: \"…\")"),
      ("«Drop(\"Note\", because: \" \")»", "wrong-arguments", "'Drop' needs a reason", "Drop(\"Note\", because: \"…\")"),
      (
        "Drop(«\"Note.lables\"», because: \"x\")", "unknown-attribute", "'Note' has no attribute or relationship 'lables'",
        "did you mean 'labels'?"
      ),
      (
        "«SharedChildren(\"Note.labels\", .copy)»", "wrong-arguments",
        "'SharedChildren' takes the relationship of an owner to its children, and .clone or .fail",
        "SharedChildren(\"Customer.address\", .clone)"
      ),
      (
        "SharedChildren(«\"Note\"», .clone)", "wrong-arguments", "'SharedChildren' names a relationship, and 'Note' is an entity",
        "SharedChildren(\"Note.…\", .clone)"
      ),
      ("SharedChildren(«\"Note.stars\"», .clone)", "wrong-type", "'Note.stars' is not a relationship", nil),
      ("«Insert()»", "wrong-arguments", "'Insert' needs a model", "Insert(Settings.self) { … }"),
      ("«Unique(Tag.self)»", "wrong-arguments", "'Unique' needs a key", "by: \\.name"),
      ("Unique(Tag.self, by: «\\.nam»)", "unknown-attribute", "'Tag' has no attribute 'nam'", "did you mean 'name'?"),
      ("Unique(Tag.self, by: «\"name\"»)", "wrong-arguments", "expected a key path such as '\\.name'", nil),
      (
        "Unique(Tag.self, by: \\.name, keep: .«best»)", "wrong-arguments",
        "the survivor is one of .first, .last, .min(by:) and .max(by:)", nil
      ),
      (
        "Unique(Tag.self, by: \\.name, nils: .«drop»)", "wrong-arguments", "nil keys can be kept, rejected or fail the run",
        ".keep, .reject or .fail"
      ),
      (
        "Unique(Tag.self, by: \\.name, fil: «true»)", "wrong-arguments", "'Unique' does not take this argument",
        "it takes by:, keep:, fill:, nils: and ignoringCase:"
      ),
      ("«let limit = 3»", "mapping-syntax", "only 'let source = …' and 'let target = Schema(…)' can be declared here", nil),
      ("«func f() {}»", "mapping-syntax", "a declaration of this kind has no place in a mapping", nil),
      ("«3 + 4»", "mapping-syntax", "expected 'Map(…)', 'Drop(…)' or another declaration of a mapping", nil),
      ("«if true { }»", "mapping-syntax", "a statement can only stand inside the block of a rule", nil),
    ] as [(String, String, String, String?)])
  func `are each drawn with a caret and a way out`(_ text: String, _ id: String, _ message: String, _ help: String?) throws {
    let plain = text.replacing("«", with: "").replacing("»", with: "")
    let before = text.prefix { $0 != "«" }.count, covered = text.drop { $0 != "«" }.dropFirst().prefix { $0 != "»" }.count
    let expected = """
      notes.mapping.swift:1:\(before + 1): error[\(id)]: \(message)
      1 | \(plain)
        | \(String(repeating: " ", count: before))^\(String(repeating: "~", count: max(0, covered - 1)))
      """ + (help.map { "\n  = help: \($0)" } ?? "")
    let found = try first(plain)
    #expect(found == expected)
  }

  @Test func `syntax errors come from Swift's own parser`() throws {
    let found = try Notes.drawings("Map(\"Note\", to: Note.self) { old in\n  title = old.title ??\n}")
    #expect(
      found == [
        """
        notes.mapping.swift:2:23: error[mapping-syntax]: expected expression after operator
        2 |   title = old.title ??
          |                       ^
        """
      ])
  }

  @Test func `a required attribute without a value is told at the rule`() throws {
    #expect(
      try Notes.drawings(
        "Map(\"Label\", to: Tag.self)\nDrop(\"Note\", because: \"x\")\nDrop(\"Notebook\", because: \"x\")\nDrop(\"Person\", because: \"x\")"
      ) == [
        """
        notes.mapping.swift:1:1: error[missing-value]: 'Tag.name' needs a value, and nothing gives it one
        1 | Map("Label", to: Tag.self)
          | ^~~~~~~~~~~~~~~~~~~~~~~~~~
          = help: assign it: 'name = …'
        """
      ])
  }

  @Test func `a default that only the app can compute is told`() throws {
    #expect(
      try Notes.drawings(
        "Map(\"A\", to: B.self)", legacy: "@Model final class A { var x: Int; init() {} }",
        target: "@Model final class B { var x: Int; var id: UUID = UUID(); init() {} }") == [
          """
          notes.mapping.swift:1:1: error[default-unknown]: 'B.id' has the default 'UUID()', which only the app can compute
          1 | Map("A", to: B.self)
            | ^~~~~~~~~~~~~~~~~~~~
            = help: assign it: 'id = UUID(stableFor: old)'
          """
        ])
  }

  @Test func `what is assigned twice, or at both ends, is told`() throws {
    let found = try Notes.drawings(
      """
      Map("Label", to: Tag.self) { old in
        name = old.text
        name = "x"
        notes = old.notes
      }
      Map("Note", to: Note.self) { old in
        title = ""; rank = 1; mood = .good
        tags = old.labels.filter { $0.text != "" }
        folder = nil
      }
      Drop("Notebook", because: "x"); Drop("Person", because: "x")
      """)
    #expect(
      found == [
        """
        notes.mapping.swift:3:3: error[double-assignment]: 'name' is assigned twice
        3 |   name = "x"
          |   ^~~~
          = help: the first assignment is in line 2
        """,
        """
        notes.mapping.swift:8:3: error[double-inverse]: 'Note.tags' is the other end of 'Tag.notes', and both are assigned
        8 |   tags = old.labels.filter { $0.text != "" }
          |   ^~~~
          = help: assign one of them; the other follows
        """,
      ])
  }

  @Test func `a link to records that no rule makes is told`() throws {
    #expect(
      try Notes.drawings(
        """
        Map("Note", to: Note.self) { old in
          title = ""; rank = 1; mood = .good
          tags = old.labels
        }
        """) == [
          """
          notes.mapping.swift:3:3: error[unmapped-destination]: 'Note.tags' wants 'Tag', and no rule makes one of 'Label'
          3 |   tags = old.labels
            |   ^~~~
            = help: Map("Label", to: Tag.self)
          """
        ])
  }

  @Test func `an order that the target does not keep is told`() throws {
    var legacy = try Schema(
      parsing: "@Model final class A { var bs: [B]; init() {} }\n@Model final class B { var x: Int; init() {} }")
    let target = legacy
    legacy["A"]?.relationships[0].isOrdered = true
    var checker = Checker(source: legacy, target: target)
    _ = checker.check(
      MappingFile.read("Map(\"A\", to: A.self) { old in\n  bs = old.bs\n}\nMap(\"B\", to: B.self)", path: "test.mapping.swift"))
    #expect(
      checker.findings.map { $0.drawing() } == [
        """
        test.mapping.swift:2:3: warning[order-lost]: 'A.bs' is ordered, and the target keeps no order
        2 |   bs = old.bs
          |   ^~
          = help: keep it in an attribute: 'position(of: old, in: …)', or a third name in the block of a 'Map(links:)'
        """
      ])
  }

  @Test func `what is neither mapped nor dropped is told, and what is dropped but used`() throws {
    let found = try Notes.check(
      """
      Map("A", to: A.self) { old in y = old.x }
      Drop("A.x", because: "not needed")
      """, legacy: "@Model final class A { var x: Int; var z: Int; init() {} }\n@Model final class C { var x: Int; init() {} }",
      target: "@Model final class A { var y: Int; init() {} }", allowsUnmapped: false)
    #expect(
      found.map { $0.drawing() } == [
        """
        error[unmapped-property]: 'A.z', an attribute, is neither carried nor dropped
          = help: use it in a rule, or Drop("A.z", because: "…")
        """,
        """
        error[unmapped-entity]: 'C' is neither mapped nor dropped
          = help: Map("C", to: …) or Drop("C", because: "…")
        """,
        """
        notes.mapping.swift:2:1: warning[unused-drop]: 'A.x' is dropped, but a rule uses it
        2 | Drop("A.x", because: "not needed")
          | ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        """,
      ])
    let allowed = try Notes.check(
      "Map(\"A\", to: A.self) { old in y = old.x }", legacy: "@Model final class A { var x: Int; var z: Int; init() {} }",
      target: "@Model final class A { var y: Int; init() {} }")
    #expect(allowed.map(\.description) == ["warning[unmapped-property]: 'A.z', an attribute, is neither carried nor dropped"])
  }
}

internal import HeirloomFindings
internal import HeirloomMapping
internal import HeirloomSchema
import Testing

@Suite struct `Any text` {
  static let good = """
    let source = CoreData()
    let target = Schema("Notes.swift", version: NotesSchemaV2.self)
    Map("Notebook", to: Folder.self) { old in name = old.owner?.fullName ?? old.name }
    Map("Label", to: Tag.self) { old in name = old.text.trimmed() }
    Map("Note", to: Note.self) { old in
      guard old.trashed != true, let body = old.body else { skip("in the trash") }
      let words = body.split(separator: " ", maxSplits: 3)
      title = old.title ?? words.first ?? reject("no words")
      content = "\\(words.count) words, \\(old.labels.filter { $0.text != "" }.map(\\.text).joined(separator: ", "))"
      if old.seen { stars = old.stars + 1 } else { stars = -old.stars * 2 / 3 }
      rank = switch old.flag { case 0: 1 case 1...3, 7: 2 default: 3 }
      mood = old.mood ?? .good
      level = old.weight > 1.5e3 ? .high : .low
      origin = Origin(place: body.replacing(pattern: "[a-z]", with: "x"), year: Int(body))
      tags = old.labels.sorted(by: \\.text, order: .reverse).prefix(3)
      folder = old.notebook
    }
    Unique(Folder.self, by: \\.name, keep: .first(by: \\.name), fill: true, ignoringCase: true)
    Drop("Person", because: "folded into their folders")
    Drop("Note.data", because: "never read")
    """

  /// Checks without a word about what comes out, but that it comes.
  func check(_ text: String) throws -> [Finding] {
    try Notes.check(text)
  }

  @Test func `a right mapping is quiet`() throws {
    #expect(try Notes.drawings(Self.good) == [])
  }

  @Test func `with a byte left out is checked to its end`() throws {
    let bytes = Array(Self.good.utf8)
    for index in stride(from: 0, to: bytes.count, by: 13) {
      var damaged = bytes
      damaged.remove(at: index)
      for finding in try check(String(decoding: damaged, as: UTF8.self)) { _ = finding.drawing() }
    }
  }

  @Test func `with a byte replaced is checked to its end`() throws {
    let bytes = Array(Self.good.utf8), others = Array("\"({.,?!\\\n0\0-é".utf8)
    for index in stride(from: 1, to: bytes.count, by: 13) {
      var damaged = bytes
      damaged[index] = others[index % others.count]
      for finding in try check(String(decoding: damaged, as: UTF8.self)) { _ = finding.drawing() }
    }
  }

  @Test func `cut off anywhere is checked to its end`() throws {
    for end in stride(from: 0, to: Self.good.utf8.count, by: 37) {
      for finding in try check(String(decoding: Self.good.utf8.prefix(end), as: UTF8.self)) { _ = finding.drawing() }
    }
  }

  @Test(arguments: ["(", "[", "{", "!", "-", "a.", "a?", "a ?? ", "1 + ", "a ? b : ", "f(", "\"\\(", "if a { 1 } else ", "switch a { default: "])
  func `nested or chained without end is a finding and no crash`(_ piece: String) throws {
    for count in [300, 3000] {
      let found = try check("Map(\"Note\", to: Note.self) { old in\n  stars = \(String(repeating: piece, count: count))1\n}")
      #expect(!found.filter { $0.severity == .error }.isEmpty, "\(piece) × \(count)")
    }
  }

  @Test func `a long chain of alternatives in a block is a finding and no crash`() throws {
    let chain = String(repeating: "if old.seen { stars = 1 } else ", count: 2_000)
    #expect(!(try check("Map(\"Note\", to: Note.self) { old in\n  \(chain){ stars = 2 }\n}")).isEmpty)
    let members = "old" + String(repeating: ".notebook?", count: 2_000) + ".name"
    #expect(!(try check("Map(\"Note\", to: Note.self) { old in\n  content = \(members)\n}")).isEmpty)
  }

  @Test func `empty, blank, or of strange characters has findings at most`() throws {
    for text in ["", "\n", "\u{FEFF}", "// only a comment", "\0", "\u{2028}\u{85}", "😀", "Map", "Map(", "\"", "/*", "#if os(Linux)\n#endif", "import Foundation"] {
      for finding in try check(text) { _ = finding.drawing() }
    }
  }

  @Test func `line ends of every kind leave the caret in its place`() throws {
    for end in ["\n", "\r\n", "\r"] {
      let found = try check("// a\u{2028}b\u{0C}c\(end)Map(\"Nite\", to: Note.self)").filter { $0.id == "unknown-entity" }
      #expect(
        found.first?.drawing() == """
          notes.mapping.swift:2:5: error[unknown-entity]: the store has no entity 'Nite'
          2 | Map("Nite", to: Note.self)
            |     ^~~~~~
            = help: did you mean 'Note'?
          """)
    }
  }

  @Test func `a caret counts characters, not bytes`() throws {
    let found = try Notes.assignment("title = \"👨‍👩‍👧é\" + odl.title!")
    #expect(
      found == [
        """
        notes.mapping.swift:2:18: error[unknown-name]: 'odl' is not known here
        2 |   title = "👨‍👩‍👧é" + odl.title!
          |                  ^~~
          = help: did you mean 'old'?
        """
      ])
  }
}

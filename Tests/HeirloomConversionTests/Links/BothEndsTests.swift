internal import HeirloomSchema
import Testing

/// What stands at one end of a relationship stands at the other.
@Suite struct `Both ends of a relationship` {
  let library = Links().library, rows = Links().rows

  @Test func `one-to-one links stand at both ends`() throws {
    let pair = """
      @Model final class Car { var plate: String; @Relationship(inverse: \\Engine.car) var engine: Engine?; init() {} }
      @Model final class Engine { var power: Int; var car: Car?; init() {} }
      """
    let trial = try Trial(
      legacy: pair, target: pair,
      rows: ["Car(_id, plate, engine)": ["1, 'A', 2", "2, 'B', NULL"], "Engine(_id, power, car)": ["1, 5, NULL", "2, 6, 1"]],
      mapping: "")
    #expect(try trial.related("Car.engine") == ["1: 2"])
    #expect(try trial.related("Engine.car") == ["2: 1"])
    let written = try Trial(
      legacy: pair, target: pair,
      rows: ["Car(_id, plate, engine)": ["1, 'A', 2"], "Engine(_id, power, car)": ["1, 5, NULL", "2, 6, 1"]],
      mapping: "Map(\"Car\", to: Car.self) { old in engine = old.engine }")
    #expect(try written.related("Engine.car") == ["2: 1"])
  }

  @Test func `a record refers to others of its own kind`() throws {
    let tree = """
      @Model final class Node { var name: String; var parent: Node?; @Relationship(inverse: \\Node.parent) var children: [Node]
        var friends: [Node]; @Relationship(inverse: \\Node.friends) var friendOf: [Node]; init() {} }
      """
    let trial = try Trial(
      legacy: tree, target: tree,
      rows: [
        "Node(_id, name, parent)": ["1, 'a', NULL", "2, 'b', 1", "3, 'c', 1", "4, 'd', 4"],
        "Node.friends": ["1, 2", "2, 1", "3, 3"],
      ], mapping: "Map(\"Node\", to: Node.self) { old in guard old.name != \"c\" else { skip(\"c\") } }")
    #expect(try trial.related("Node.parent") == ["2: 1", "4: 4"])
    #expect(try trial.related("Node.children") == ["1: 2", "4: 4"])
    #expect(try trial.related("Node.friends") == ["1: 2", "2: 1"])
    #expect(try trial.related("Node.friendOf") == ["1: 2", "2: 1"])
  }

  @Test func `a child with two owners ends the run`() throws {
    let message = try mistake {
      _ = try Trial(
        legacy: library,
        target: """
          @Model final class Note { @Relationship(inverse: \\Tag.note) var tags: [Tag]; init() {} }
          @Model final class Tag { var name: String; var note: Note?; init() {} }
          """, rows: rows, mapping: "Map(\"Note\", to: Note.self) { old in\n  tags = old.tags\n}")
    }
    #expect(
      message == """
        test.mapping.swift:2:3: error[shared-child]: 1 record of 'Tag' would have several owners in 'Note.tags'
        2 |   tags = old.tags
          |   ^~~~
          = help: give each owner a copy: SharedChildren("Note.tags", .clone)
        """)
  }

  @Test func `records with links become a join entity, and back`() throws {
    let joined = """
      @Model final class Note { var title: String?; @Relationship(inverse: \\NoteTag.note) var links: [NoteTag]; init() {} }
      @Model final class Tag { var name: String; @Relationship(inverse: \\NoteTag.tag) var links: [NoteTag]; init() {} }
      @Model final class NoteTag { var label: String; var note: Note?; var tag: Tag?; init() {} }
      """
    let trial = try Trial(
      legacy: library, target: joined, rows: rows,
      mapping: """
        Map(links: "Note.tags", to: NoteTag.self) { note, tag in
          label = "\\(note.title ?? "?")-\\(tag.name)"
          self.note = note
          self.tag = tag
        }
        """)
    #expect(try trial["SELECT ZLABEL FROM ZNOTETAG ORDER BY Z_PK"] == ["'a-red'", "'a-green'", "'b-green'", "'c-blue'"])
    #expect(try trial.related("Note.links") == ["1: 1 2", "2: 3", "3: 4"])
    #expect(try trial.related("Tag.links") == ["1: 1", "2: 2 3", "3: 4"])
    #expect(trial.ledger.contains("Note → NoteTag: 4 read, 4 written"))

    let back = try Trial(
      legacy: joined, target: library,
      rows: [
        "Note(_id)": ["1", "2"], "Tag(_id, name)": ["1, 'x'", "2, 'y'"],
        "NoteTag(_id, label, note, tag)": ["1, 'l', 1, 1", "2, 'l', 1, 2", "3, 'l', 2, 2", "4, 'l', 2, NULL", "5, 'l', 1, 2"],
      ],
      mapping: """
        Map("Note", to: Note.self) { old in tags = old.links.compactMap { $0.tag } }
        Drop("NoteTag", because: "a plain relationship now")
        """)
    #expect(try back.related("Note.tags") == ["1: 1 2", "2: 2"])
  }
}

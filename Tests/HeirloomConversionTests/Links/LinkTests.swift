internal import HeirloomSchema
import Testing

@Suite struct `Links` {
  let library = """
    @Model final class Note { var title: String?; var folder: Folder?; var tags: [Tag]; var author: Person?; init() {} }
    @Model final class Folder { var name: String; @Relationship(inverse: \\Note.folder) var notes: [Note]; init() {} }
    @Model final class Tag { var name: String; @Relationship(inverse: \\Note.tags) var notes: [Note]; init() {} }
    @Model final class Person { var name: String; var folder: Folder?; @Relationship(inverse: \\Note.author) var wrote: [Note]; init() {} }
    """
  let rows: KeyValuePairs<String, [String]> = [
    "Folder(_id, name)": ["1, 'Work'", "2, 'Home'"],
    "Tag(_id, name)": ["1, 'red'", "2, 'green'", "3, 'blue'"],
    "Person(_id, name, folder)": ["1, 'Ada', 2", "2, 'Bob', NULL"],
    "Note(_id, title, folder, author)": ["1, 'a', 1, 1", "2, 'b', 1, 2", "3, 'c', 2, NULL", "4, NULL, NULL, 1"],
    "Note.tags": ["1, 1", "1, 2", "2, 2", "3, 3"],
  ]

  @Test func `links of every kind follow by themselves`() throws {
    let trial = try Trial(legacy: library, target: library, rows: rows, mapping: "", allowsUnmapped: false)
    #expect(try trial.related("Note.folder") == ["1: 1", "2: 1", "3: 2"])
    #expect(try trial.related("Folder.notes") == ["1: 1 2", "2: 3"])
    #expect(try trial.related("Note.tags") == ["1: 1 2", "2: 2", "3: 3"])
    #expect(try trial.related("Tag.notes") == ["1: 1", "2: 1 2", "3: 3"])
    #expect(trial.warnings.isEmpty)
  }

  @Test func `a link to a record that is left out ends as nil and is counted`() throws {
    let trial = try Trial(
      legacy: library, target: library, rows: rows,
      mapping: """
        Map("Folder", to: Folder.self) { old in guard old.name != "Work" else { skip("gone") } }
        Map("Tag", to: Tag.self) { old in guard old.name != "green" else { reject("no green") } }
        """)
    #expect(try trial.related("Note.folder") == ["3: 2"])
    #expect(try trial.related("Note.tags") == ["1: 1", "3: 3"])
    #expect(trial.links.contains("Note.folder → Note.folder: 3 before, 1 after, 2 skipped"))
    #expect(trial.links.contains { $0.hasSuffix(": 4 before, 2 after, 2 skipped") })
    #expect(try trial.rejects == ["Tag 2: no green"])
    #expect(trial.ledger.contains("Folder → Folder: 2 read, 1 written, 1 skipped"))
  }

  @Test func `links that lead nowhere are told and end as nil`() throws {
    let trial = try Trial(
      legacy: library, target: library,
      rows: ["Note(_id, folder)": ["1, 9"], "Tag(_id, name)": ["1, 'x'"], "Note.tags": ["1, 1", "1, 8"]], mapping: "")
    #expect(try trial.related("Note.folder") == [])
    #expect(try trial.related("Note.tags") == ["1: 1"])
    #expect(
      trial.messages == [
        "1 link of 'Note.folder' leads to no record", "1 link of 'Note.tags' leads to no record",
      ])
  }

  @Test func `a path of to-ones becomes a link`() throws {
    let trial = try Trial(
      legacy: library, target: library, rows: rows,
      mapping: "Map(\"Note\", to: Note.self) { old in folder = old.author?.folder\n author = nil }")
    #expect(try trial.related("Note.folder") == ["1: 2", "4: 2"])
    #expect(try trial.related("Note.author") == [])
  }

  @Test func `a choice of links becomes a link`() throws {
    let trial = try Trial(
      legacy: library, target: library, rows: rows,
      mapping: """
        Map("Note", to: Note.self) { old in
          folder = old.title == "a" ? old.author?.folder : old.folder
          author = old.author ?? old.folder?.notes.first(by: \\.title)?.author
        }
        """)
    #expect(try trial.related("Note.folder") == ["1: 2", "2: 1", "3: 2"])
    #expect(try trial.related("Note.author") == ["1: 1", "2: 2", "4: 1"])
  }

  @Test func `a to-many keeps what a filter lets through`() throws {
    let trial = try Trial(
      legacy: library, target: library, rows: rows,
      mapping: "Map(\"Note\", to: Note.self) { old in tags = old.tags.filter { $0.name.contains(\"re\") && old.title != \"b\" } }"
    )
    #expect(try trial.related("Note.tags") == ["1: 1 2"])
  }

  @Test func `one of many becomes a to-one`() throws {
    let trial = try Trial(
      legacy: library,
      target: """
        @Model final class Note { var first: Tag?; var last: Tag?; init() {} }
        @Model final class Tag { var name: String; init() {} }
        """, rows: rows,
      mapping: "Map(\"Note\", to: Note.self) { old in first = old.tags.first(by: \\.name)\n last = old.tags.last(by: \\.name) }")
    #expect(try trial.related("Note.first") == ["1: 2", "2: 2", "3: 3"])
    #expect(try trial.related("Note.last") == ["1: 1", "2: 2", "3: 3"])
  }

  @Test func `a to-one becomes a to-many`() throws {
    let trial = try Trial(
      legacy: library,
      target: """
        @Model final class Note { var folders: [Folder]; init() {} }
        @Model final class Folder { var name: String; @Relationship(inverse: \\Note.folders) var notes: [Note]; init() {} }
        """, rows: rows,
      mapping: "Map(\"Note\", to: Note.self) { old in folders = [old.folder, old.author?.folder] }")
    #expect(try trial.related("Note.folders") == ["1: 1 2", "2: 1", "3: 2", "4: 2"])
    #expect(try trial.related("Folder.notes") == ["1: 1 2", "2: 1 3 4"])
  }

  @Test func `records are found by the value of a key`() throws {
    let trial = try Trial(
      legacy:
        "@Model final class Note { var folderCode: String?; var tagNames: String?; init() {} }\n@Model final class Folder { var code: String; init() {} }\n@Model final class Tag { var name: String; init() {} }",
      target: """
        @Model final class Note { var folder: Folder?; var tags: [Tag]; init() {} }
        @Model final class Folder { var code: String; @Relationship(inverse: \\Note.folder) var notes: [Note]; init() {} }
        @Model final class Tag { var name: String; @Relationship(inverse: \\Note.tags) var notes: [Note]; init() {} }
        """,
      rows: [
        "Folder(_id, code)": ["1, 'W'", "2, 'H'"], "Tag(_id, name)": ["1, 'a'", "2, 'b'"],
        "Note(_id, folderCode, tagNames)": ["1, 'H', 'b, a, b'", "2, 'X', NULL", "3, NULL, 'c'"],
      ],
      mapping: """
        Map("Note", to: Note.self) { old in
          folder = Folder(where: \\.code == old.folderCode)
          tags = Tag(where: \\.name, in: (old.tagNames ?? "").split(separator: ", "))
        }
        """)
    #expect(try trial.related("Note.folder") == ["1: 2"])
    #expect(try trial.related("Note.tags") == ["1: 1 2"])
    #expect(try trial.related("Tag.notes") == ["1: 1", "2: 1"])
  }

  @Test func `the other end of a filtered relationship tells all its links, and those that were not let through`() throws {
    let trial = try Trial(
      legacy: library, target: library, rows: rows,
      mapping: "Map(\"Folder\", to: Folder.self) { old in notes = old.notes.filter { $0.title == \"a\" } }")
    #expect(try trial.related("Note.folder") == ["1: 1"])
    // Three notes have a folder; one of them is let through.
    #expect(trial.links.contains("Note.folder → Note.folder: 3 before, 1 after, 2 skipped"))
    #expect(trial.links.contains(" → Folder.notes: 1 before, 1 after"))
  }

  @Test func `the place of a record in an ordered relationship is a number`() throws {
    var legacy = try Schema(
      parsing: """
        @Model final class List { var name: String; var tasks: [Task]; init() {} }
        @Model final class Task { var title: String; @Relationship(inverse: \\List.tasks) var lists: [List]; var main: List?; init() {} }
        """)
    let index = try #require(legacy["List"]?.relationships.firstIndex { $0.name == "tasks" })
    legacy["List"]?.relationships[index].isOrdered = true
    let trial = try Trial(
      legacy: legacy,
      target: try Schema(
        parsing: """
          @Model final class Task { var title: String; var place: Int?; var last: Bool; var final: String?; init() {} }
          @Model final class Entry { var text: String; init() {} }
          """),
      records: [
        ("List(_id, name)", ["1, 'x'", "2, 'y'"]),
        ("Task(_id, title, main)", ["1, 'a', 1", "2, 'b', 1", "3, 'c', 2", "4, 'd', NULL"]),
        ("List.tasks", ["1, 2", "1, 1", "2, 4"]),
      ],
      mapping: """
        Map("Task", to: Task.self) { old in
          place = position(of: old, in: old.main?.tasks)
          final = old.main?.tasks.last?.title
          last = position(of: old, in: old.main?.tasks) == (old.main?.tasks.count ?? 0) - 1
        }
        Map(links: "List.tasks", to: Entry.self) { list, task, position in text = "\\(list.name)\\(position)\\(task.title)" }
        Drop("List", because: "an entry each")
        """)
    // The last of list 1 is task 1, which stands behind task 2.
    #expect(try trial["SELECT ZFINAL FROM ZTASK ORDER BY Z_PK"] == ["'a'", "'a'", "'d'", "NULL"])
    // The third is in no list of its own, and the fourth has no list.
    #expect(
      try trial["SELECT ZPLACE, ZLAST FROM ZTASK ORDER BY Z_PK"] == ["1, 1", "0, 0", "NULL, 0", "NULL, 0"])
    #expect(try trial["SELECT ZTEXT FROM ZENTRY ORDER BY Z_PK"] == ["'x0b'", "'x1a'", "'y0d'"])
  }
}

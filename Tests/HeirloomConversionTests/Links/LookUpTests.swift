internal import HeirloomConversion
internal import HeirloomFindings
internal import HeirloomSQLite
import Testing

/// New records found by the value of an attribute.
@Suite struct `Look-ups by key` {
  let legacy = """
    @Model final class Note { var code: String?; var codes: String?; var folder: Folder?; init() {} }
    @Model final class Folder { var code: String; init() {} }
    """
  let target = """
    @Model final class Note { var folder: Folder?; var folders: [Folder]; init() {} }
    @Model final class Folder { var code: String; var name: String?; @Relationship(inverse: \\Note.folder) var notes: [Note]
      @Relationship(inverse: \\Note.folders) var all: [Note]; init() {} }
    """
  let rows: KeyValuePairs<String, [String]> = [
    "Folder(_id, code)": ["1, 'W'", "2, 'H'", "3, 'W'"],
    "Note(_id, code, codes, folder)": [
      "1, 'H', 'H,X', NULL", "2, 'X', '', 1", "3, NULL, NULL, 2", "4, 'W', 'W', NULL", "5, 'Y', NULL, NULL",
    ],
  ]
  func run(_ assignment: String) throws -> Trial {
    try Trial(legacy: legacy, target: target, rows: rows, mapping: "Map(\"Note\", to: Note.self) { old in\n\(assignment)\n}")
  }

  @Test func `that find nothing, have no key, or find several are counted and told`() throws {
    let trial = try run("folder = Folder(where: \\.code == old.code)")
    #expect(try trial.related("Note.folder") == ["1: 2", "4: 1"])
    #expect(
      trial.messages == [
        "1 of 5 look-ups of a 'Folder' by its 'code' for 'Note.folder' finds several: the first is taken",
        "2 of 5 look-ups of a 'Folder' by its 'code' for 'Note.folder' find none; 1 more has no key",
      ])
    #expect(trial.conversion.findings.map(\.id).sorted() == ["look-up-ambiguous", "look-up-missed"])
    #expect(trial.conversion.findings.map(\.count).sorted { ($0 ?? 0) < ($1 ?? 0) } == [1, 2])
    #expect(trial.conversion.findings.allSatisfy { $0.severity == .warning })
  }

  @Test func `that only lack a key are told in a note`() throws {
    let trial = try run(
      "guard old.code != \"X\" && old.code != \"Y\" && old.code != \"W\" else { skip(\"no\") }\nfolder = Folder(where: \\.code == old.code)"
    )
    #expect(trial.messages == ["1 of 2 look-ups of a 'Folder' by its 'code' for 'Note.folder' has no key"])
    #expect(trial.conversion.findings.map(\.severity) == [.note])
  }

  @Test func `of a list tell how many elements find nothing`() throws {
    let trial = try run("folders = Folder(where: \\.code, in: old.codes?.split(separator: \",\") ?? [])")
    #expect(try trial.related("Note.folders") == ["1: 2", "4: 1"])
    #expect(
      trial.messages == [
        "1 of 3 look-ups of a 'Folder' by its 'code' for 'Note.folders' finds none",
        "1 of 3 look-ups of a 'Folder' by its 'code' for 'Note.folders' finds several: the first is taken",
      ])
  }

  @Test func `give way to another record where they find none`() throws {
    let trial = try run("folder = Folder(where: \\.code == old.code) ?? old.folder ?? Folder(where: \\.code == \"H\")")
    #expect(try trial.related("Note.folder") == ["1: 2", "2: 1", "3: 2", "4: 1", "5: 2"])
    let chosen = try run("folder = old.code == \"H\" ? old.folder : Folder(where: \\.code == old.code)")
    #expect(try chosen.related("Note.folder") == ["4: 1"])
    let branches = try run("if old.code == nil { folder = old.folder } else { folder = Folder(where: \\.code == old.code) }")
    #expect(try branches.related("Note.folder") == ["1: 2", "3: 2", "4: 1"])
  }
}

import Foundation
import HeirloomCommand
import HeirloomTestSupport
import Testing

/// `lint`, `diff`, `migrate` and `schema --plan` at the command line.
struct VersionCommandTests {
  let notes = Project.fixture("plans/notes.swift").path, trips = Project.fixture("plans/trips.swift").path
  let store = Project.fixture("notes/Notes.sqlite").path
  let mapping = Project.fixture("plans/notes3.mapping.swift").path

  @Test func `lint passes a sound plan and fails one with a fault`() throws {
    let sound = heirloom("lint", trips)
    #expect(sound.status == 0, "\(sound.output)")
    try withTemporaryFolder { folder in
      let file = folder.appending(path: "Plan.swift")
      let text = try String(contentsOfFile: trips, encoding: .utf8).replacing("var rating: Int = 3", with: "var rating: Int")
      try text.write(to: file, atomically: true, encoding: .utf8)
      let result = heirloom("lint", file.path, "--json")
      #expect(result.status == 78)
      #expect(result.output.contains("\"lightweight-not-enough\"") && result.output.contains("'Trip.rating': attribute added"))
    }
  }

  @Test func `diff ends with 1 when custom work is needed that nothing does`() {
    #expect(heirloom("diff", notes + "@1", notes + "@2").status == 0)
    let custom = heirloom("diff", store, notes + "@NotesV3", "--json")
    #expect(custom.output.contains("\"verdict\": \"custom\""))
    // The plan itself has a custom stage on the way.
    #expect(custom.status == 0)
    #expect(custom.output.contains("\"coveredBy\": \"the plan 'NotesPlan'\""))
  }

  @Test func `diff takes a mapping for the custom work`() throws {
    try withTemporaryFolder { folder in
      // Without its plan the source's versions are only versions.
      let file = folder.appending(path: "Versions.swift")
      let text = try String(contentsOfFile: notes, encoding: .utf8)
      try String(text.prefix(upTo: text.range(of: "enum NotesPlan")?.lowerBound ?? text.endIndex)).write(
        to: file, atomically: true, encoding: .utf8)
      #expect(heirloom("diff", file.path + "@2", "NotesV3").status == 1)
      let covered = heirloom("diff", file.path + "@2", "NotesV3", "--mapping", mapping)
      #expect(covered.status == 0, "\(covered.output)\(covered.error)")
      #expect(covered.output.contains("the mapping '\(mapping)' does it"))
    }
  }

  @Test func `migrate converts, reports each hop, and a dry run writes nothing`() throws {
    try withTemporaryFolder { folder in
      let output = folder.path + "/new.store"
      let dry = heirloom("migrate", store, "--plan", notes, "--run-closures", "--output", output, "--dry-run")
      #expect(dry.status == 0, "\(dry.error)")
      #expect(!FileManager.default.fileExists(atPath: output))
      let result = heirloom("migrate", store, "--plan", notes, "--run-closures", "--output", output, "--json")
      #expect(result.status == 0, "\(result.error)")
      #expect(result.output.contains("\"foundBy\": \"hashes\"") && result.output.contains("\"version\": \"5.0.0\""))
      #expect(heirloom("migrate", output, "--plan", notes, "--to", "1", "--output", folder.path + "/old.store").status == 78)
    }
  }

  @Test func `migrate stops at a custom stage without a mapping, and names the ways on`() throws {
    try withTemporaryFolder { folder in
      let output = folder.path + "/new.store"
      let result = heirloom("migrate", store, "--plan", notes, "--to", "3", "--output", output)
      #expect(result.status == 78)
      #expect(
        result.error.contains(
          "willMigrate of the stage from 'NotesV2' to 'NotesV3' has no mapping in its place; it fetches 'Label', 'Note', assigns 'name', 'title', deletes records"
        ))
      #expect(result.error.contains("--run-closures") && result.error.contains("--mapping \(notes)@NotesV3"))
      #expect(!FileManager.default.fileExists(atPath: output))
      // The skeleton that it names is the mapping that the run then wants.
      let skeleton = heirloom("schema", notes + "@NotesV2", "--mapping", notes + "@NotesV3")
      #expect(skeleton.status == 0 && skeleton.output.contains("Stage(NotesV2.self, to: NotesV3.self) {"))
      #expect(heirloom("migrate", store, "--plan", notes, "--to", "3", "--mapping", mapping, "--output", output).status == 0)
    }
  }

  @Test func `a wrong clock or version number is refused with what is wanted`() {
    let clock = heirloom("migrate", store, "--plan", notes, "--clock", "noon", "--output", "x.store")
    #expect(clock.status == 64 && clock.error.contains("'--clock' takes a date such as 2026-01-31T12:00:00Z, not 'noon'"))
    let version = heirloom("schema", store, "--swift", "--version", "2")
    #expect(version.status == 64 && version.error.contains("'--version' takes three numbers such as 2.0.0, not '2'"))
    #expect(heirloom("schema", store, "--swift", "--version", "3.1.4").output.contains("Schema.Version(3, 1, 4)"))
  }

  @Test func `lint holds the records of a store against the plan's constraints`() {
    // Twelve labels with names of their own: nothing is in the way of the unique name.
    let result = heirloom("lint", notes, "--store", store)
    #expect(result.status == 0 && !result.output.contains("duplicates-in-store"))
  }

  @Test func `convert refuses a mapping of stages, and says what it is for`() throws {
    try withTemporaryFolder { folder in
      let file = folder.appending(path: "both.mapping.swift")
      let stages = try String(contentsOfFile: mapping, encoding: .utf8)
      try "let target = Schema(\"\(notes)\", version: NotesV3.self)\n\(stages)".write(to: file, atomically: true, encoding: .utf8)
      let result = heirloom("convert", store, "--mapping", file.path, "--output", folder.path + "/new.store")
      #expect(result.error.contains("the stage from 'NotesV2' to 'NotesV3' belongs to a migration"))
    }
  }

  @Test func `schema --plan writes a plan that can be linted and migrated by`() throws {
    try withTemporaryFolder { folder in
      let file = folder.appending(path: "Plan.swift"), next = folder.appending(path: "Next.swift")
      let text = try String(contentsOfFile: Project.folder.path + "/mappings/notes/NotesLegacy.swift", encoding: .utf8)
      try text.replacing("var body: String?", with: "var body: String?; var rating: Int?").replacing(
        "NotesLegacy", with: "NotesNext"
      )
      .write(to: next, atomically: true, encoding: .utf8)
      let written = heirloom("schema", store, "--plan", next.path)
      #expect(written.output.contains(".lightweight(fromVersion: AppSchemaV1.self, toVersion: NotesNext.self)"))
      try written.output.write(to: file, atomically: true, encoding: .utf8)
      #expect(heirloom("lint", file.path).status == 0)
      let result = heirloom("migrate", store, "--plan", file.path, "--output", folder.path + "/new.store")
      #expect(result.status == 0, "\(result.error)")
    }
  }
}

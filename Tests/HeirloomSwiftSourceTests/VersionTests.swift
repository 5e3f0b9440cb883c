internal import HeirloomFindings
internal import HeirloomSchema
internal import HeirloomSwiftSource
internal import Testing

@Suite struct VersionTests {
  @Test func `models nested in a version are read`() throws {
    let source = try readFixtures("styles/01-nested")
    #expect(source.findings == [])
    let schema = try #require(source.version(named: "ReminderSchemaV1"))
    #expect(schema.identifiers == ["1.0.0"])
    #expect(schema.outline("List") == ["name: String", "reminders -> Reminder* / list cascade"])
    #expect(schema.outline("Reminder") == ["text: String", "list -> List? / reminders nullify"])
    #expect(schema.place?.line == 4 && schema["Reminder"]?.place?.line == 9)
  }

  @Test func `models in extensions of a version are read`() throws {
    let source = try readFixtures("styles/02-extension")
    #expect(source.findings == [])
    let schema = try #require(source.versions.first)
    #expect(schema.identifiers == ["1.1.0"])
    #expect(schema.outline("Bunny") == ["name: String", "carrots -> Carrot* / eater nullify"])
  }

  @Test func `models in another namespace are read`() throws {
    let source = try readFixtures("styles/03-namespace")
    #expect(source.findings == [])
    #expect(source.versions.first?.outline("Post") == ["title: String", "author -> User? / posts nullify"])
  }

  @Test func `the newest version may list top-level models of another file`() throws {
    for names in [["04-top-level-a", "04-top-level-b"], ["04-top-level-b", "04-top-level-a"]] {
      let source = try readFixtures("styles/\(names[0])", "styles/\(names[1])")
      #expect(source.findings == [])
      #expect(source.version(named: "CinemaSchemaV1")?.outline("Film") == ["title: String"])
      #expect(
        source.version(named: "CinemaSchemaV2")?.outline("Film") == [
          "title: String", "minutes: Int", "screenings -> Screening*? / film nullify",
        ])
    }
  }

  @Test func `versions and plans may be structs and actors`() throws {
    let source = try readFixtures("styles/05-struct-and-actor")
    #expect(source.findings == [])
    #expect(source.versions.map(\.name) == ["TasterSchemaV1", "TasterSchemaV2"])
    #expect(source.plans.first?.stages.map(\.kind) == [.lightweight])
  }

  @Test func `lists of models may be reused and joined`() throws {
    let source = try readFixtures("styles/07-lists")
    #expect(source.findings == [])
    #expect(
      source.versions.map { $0.entities.map(\.name.text) } == [["Note", "Tag"], ["Note", "Tag", "Folder"], ["Folder", "Note"]])
  }

  @Test func `stages are read from lists, constants and extensions, closures with their text`() throws {
    let source = try readFixtures("styles/08-stages")
    #expect(source.findings == [])
    #expect(source.plans.map(\.name) == ["ForwardPlan", "RollbackPlan"])
    let stages = try #require(source.plans.first).stages
    #expect(
      stages.map { "\($0.kind) \($0.from) \($0.to)" } == [
        "lightweight StageV1 StageV2", "custom StageV2 StageV3", "custom StageV3 StageV4",
      ])
    #expect(stages[1].willMigrate == nil)
    #expect(stages[1].didMigrate == "{ context in\n    try context.save()\n  }")
    #expect(stages[2].willMigrate?.contains("context.delete(item)") == true)
    #expect(stages[2].didMigrate == nil)
    #expect(stages[2].willMigratePlace?.line == 40)
    #expect(source.plans[1].schemas == ["StageV4", "StageV3"])
    #expect(source.plans[1].stages.map(\.kind) == [.custom])
  }

  @Test func `the plan's list orders the versions, not their declaration`() throws {
    let source = try readFixtures("styles/09-newest-first")
    #expect(source.findings == [])
    #expect(source.versions.map(\.name) == ["NewerSchema", "OlderSchema"])
    #expect(source.plans.first?.schemas == ["OlderSchema", "NewerSchema"])
    #expect(source.plans.first?.stages == [])
  }

  @Test func `type aliases are followed`() throws {
    let source = try readFixtures("styles/10-aliases")
    #expect(source.findings == [])
    #expect(source.version(named: "AliasSchemaV1")?.outline("Item") == ["name: String"])
    for version in ["AliasSchemaV2", "CurrentSchema"] {
      #expect(source.version(named: version)?.outline("Item") == ["name: String", "box -> Box? / items nullify"])
    }
  }

  @Test func `comments and strings declare nothing`() throws {
    let source = try readFixtures("styles/11-comments")
    #expect(source.findings == [])
    #expect(source.versions.first?.entities.map(\.name) == ["Book"])
    #expect(source.versions.first?["Book"]?.uniqueness == [])
    #expect(source.versions.first?.outline("Book") == ["title: String"])
  }

  @Test func `conditions are taken as with SwiftData at hand`() throws {
    let source = try readFixtures("styles/12-conditions")
    #expect(source.findings == [])
    #expect(source.versions.first?.entities.map(\.name) == ["Metric", "WatchReading"])
    #expect(source.versions.first?.outline("Metric") == ["name: String", "unit: String?"])
    #expect(source.versions.first?["Metric"]?.uniqueness == [["name"]])
  }

  @Test func `other macros and modifiers do not hide a model`() throws {
    let source = try readFixtures("styles/13-modifiers")
    #expect(source.findings == [])
    #expect(source.versions.first?.entities.map(\.name) == ["Script", "Taste", "Plain"])
    #expect(source.versions.first?.outline("Taste") == ["id: Int", "name: String"])
  }
}

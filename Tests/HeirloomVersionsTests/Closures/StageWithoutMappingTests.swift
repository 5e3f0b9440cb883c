import Foundation
import HeirloomFindings
import HeirloomKit
import HeirloomTestSupport
import Testing

/// Custom stages that nobody asked to be interpreted.
struct StageWithoutMappingTests {
  private static let closure = """
    { context in
      for item in try context.fetch(FetchDescriptor<V2.Item>()) { item.label = tag(item) }
      try context.save()
    }
    """
  private static let sources = "func tag(_ item: V2.Item) -> String { item.name.uppercased() }"

  @Test func `a custom stage without a mapping stops the run before it starts, and says what its closure seems to do`() throws {
    let report = try ClosureTrial.run(did: Self.closure, sources: Self.sources, runs: false).report
    #expect(report.exitStatus == .mappingFaulty)
    #expect(report.migration?.hops.isEmpty ?? false)
    let finding = try #require(report.findings.last)
    #expect(finding.id == "stage-without-mapping")
    #expect(
      finding.message
        == "didMigrate of the stage from 'V1' to 'V2' has no mapping in its place; it fetches 'Item', calls 'tag', assigns 'label'"
    )
    let help = try #require(finding.help)
    #expect(help.hasPrefix("write a mapping with 'Stage(V1.self, to: V2.self) { … }'; 'heirloom schema "))
    #expect(help.hasSuffix("/Plan.swift@V2' begins one. Or let the closure be interpreted: --run-closures"))
    if case .text(let place)? = finding.place { #expect(place.lineText.contains("{ context in")) }
  }

  @Test func `a closure that cannot be interpreted is not offered to be`() throws {
    let report = try ClosureTrial.run(did: "{ context in\n  let table = loadTable()\n  try context.save()\n}", runs: false).report
    let help = try #require(report.findings.last?.help)
    #expect(
      help.contains(
        " begins one. --run-closures cannot interpret it: 'loadTable()' is not interpreted".replacing(
          "loadTable()'", with: "loadTable(…)'")))
    #expect(!help.contains("Or let"))
  }

  @Test func `both closures of a stage are told`() throws {
    let report = try ClosureTrial.run(
      will: "{ context in try context.delete(model: V1.Shelf.self); try context.save() }", did: Self.closure,
      sources: Self.sources,
      runs: false
    ).report
    #expect(
      report.findings.filter { $0.severity == .error }.map(\.message) == [
        "willMigrate of the stage from 'V1' to 'V2' has no mapping in its place; it deletes records",
        "didMigrate of the stage from 'V1' to 'V2' has no mapping in its place; it fetches 'Item', calls 'tag', assigns 'label'",
      ])
  }

  @Test func `a custom stage whose closures are nil or empty needs no mapping`() throws {
    #expect(try ClosureTrial.run(runs: false).report.exitStatus == .done)
    #expect(try ClosureTrial.run(did: "{ _ in }", runs: false).report.exitStatus == .done)
  }

  @Test func `the skeleton that is named begins the mapping that is wanted`() throws {
    let (text, findings) = try SchemaReport.mappingSkeleton(
      from: MigrationPlanTests.notes + "@NotesV2", to: MigrationPlanTests.notes + "@NotesV3")
    #expect(findings == [])
    #expect(
      text == """
        // What has the same name and type in both versions follows by itself.
        Stage(NotesV2.self, to: NotesV3.self) {
          Map("Note", to: Note.self) { old in
              // 'title' needs a value, and 'title' may be nil. What instead, or refuse the record?
              //   title = old.title ?? ""
          }
        }

        """)
    // Answered, it takes the closures' place; labels with the same name become one by the mapping's own 'Unique'.
    try withTemporaryFolder { folder in
      let mapping = folder.path + "/stage.mapping.swift"
      try text.replacing("//   title", with: "title").replacing(
        "\n}\n", with: "\n  Unique(Label.self, by: \\.name, keep: .first)\n}\n"
      )
      .write(toFile: mapping, atomically: true, encoding: .utf8)
      let report = try migrate(
        MigrationPlanTests.notesStore, MigrationPlanTests.notes, to: folder.path + "/n.store", version: "3", mappings: [mapping],
        runs: false)
      #expect(report.exitStatus == .done, "\(report.findings)")
    }
  }
}

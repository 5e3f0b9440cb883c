internal import Foundation
internal import HeirloomFindings
internal import HeirloomKit
internal import HeirloomReporting
internal import HeirloomSchema
internal import HeirloomTestSupport
internal import HeirloomVersions
internal import Testing

/// What `lint` sees in the closures of custom stages.
@Suite struct LintClosureTests {
  /// The messages about a plan whose one stage has these closures, with more sources beside it.
  private func custom(_ will: String, _ did: String, _ sources: String = "") -> [String] {
    lint(
      plan(
        note("var a = 0"), note("var a = \"\""),
        stage: ".custom(fromVersion: V1.self, toVersion: V2.self, willMigrate: \(will), didMigrate: \(did))") + "\n" + sources
    ).map(\.message)
  }

  @Test func `closures that forget to save or reach for the other version are found`() {
    #expect(
      custom("{ c in for n in try c.fetch(FetchDescriptor<V1.Note>()) { n.a = 1 } /* save() */ }", "nil") == [
        "willMigrate of the stage to 'V2' changes records and never saves"
      ])
    #expect(custom("{ c in for n in try c.fetch(FetchDescriptor<V1.Note>()) { n.a = 1 }; try c.save() }", "nil") == [])
    #expect(
      custom("nil", "{ c in let old = try c.fetch(FetchDescriptor<V1.Note>()); print(\"V2.Note\", old) }") == [
        "didMigrate names models of 'V1', which its context does not have"
      ])
    #expect(custom("{ c in print(try c.fetchCount(FetchDescriptor<V1.Note>())) }", "nil") == [])
  }

  @Test func `words in comments and texts, and variables that only look alike, raise no alarm`() {
    #expect(custom("nil", "{ c in /* V1.Note, c.delete(note) */ print(\"V1.Note.a = 1; c.insert(x)\") // n.a = 1\n }") == [])
    #expect(
      custom("{ c in var seen = Set<Int>(); for n in try c.fetch(FetchDescriptor<V1.Note>()) { seen.insert(n.a) } }", "nil") == []
    )
    #expect(
      custom(
        "{ c in var d = FetchDescriptor<V1.Note>(); d.fetchLimit = 1; c.autosaveEnabled = false; _ = try c.fetch(d) }", "nil")
        == [])
    #expect(custom("{ c in let V1 = 1; print(V1.description) }", "nil") == [])
    // A save in a function that is called counts; one in a comment does not.
    #expect(
      custom(
        "{ c in for n in try c.fetch(FetchDescriptor<V1.Note>()) { n.a = 1 }; try finish(c) }", "nil",
        "func finish(_ context: ModelContext) throws { try context.save() }") == [])
    #expect(
      custom(
        "{ c in for n in try c.fetch(FetchDescriptor<V1.Note>()) { clear(n) } }", "nil",
        "func clear(_ note: V1.Note) { note.a = 0 } // try context.save()") == [
          "willMigrate of the stage to 'V2' changes records and never saves"
        ])
  }

  @Test func `the mark of a model of the other version stands where it is named`() throws {
    let finding = try #require(
      lint(
        plan(
          note("var a = 0"), note("var a = \"\""),
          stage: """
            .custom(fromVersion: V1.self, toVersion: V2.self, willMigrate: nil, didMigrate: { context in
              // V1.Note is only a word here
              for note in try context.fetch(FetchDescriptor<V1.Note>()) { context.delete(note) }
              try context.save()
            })
            """)
      ).first)
    #expect(finding.id == "wrong-version-in-closure")
    guard case .text(let place)? = finding.place else {
      Issue.record("the finding has no line")
      return
    }
    #expect(place.lineText.contains("FetchDescriptor<V1.Note>"))
    #expect(String(place.lineText.dropFirst(place.column - 1).prefix(2)) == "V1")
  }
}

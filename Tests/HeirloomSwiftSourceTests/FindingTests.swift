internal import HeirloomFindings
internal import HeirloomSchema
internal import HeirloomSwiftSource
internal import Testing

/// Faults of a source, each with the drawing that a user sees.
@Suite struct SourceFindingTests {
  private func drawings(_ text: String) -> String { read(text).findings.map { $0.drawing() }.joined(separator: "\n") }

  @Test func `a syntax error points at its spot and the rest is read`() {
    let source = read(
      """
      @Model final class Note {
        var title: String = "a
        init() {}
      }
      @Model final class Tag { var name = ""; init() {} }
      """)
    #expect(source.findings.first?.id == "swift-syntax")
    #expect(source.findings.first?.exitStatus == .mappingFaulty)
    #expect(source.versions.first?["Tag"] != nil)
  }

  @Test func `a version that lists an unknown model names the nearest one`() {
    #expect(
      drawings(
        """
        enum V1: VersionedSchema {
          static let versionIdentifier = Schema.Version(1, 0, 0)
          static var models: [any PersistentModel.Type] { [Note.self, Tagg.self] }
        }
        @Model final class Note { var title = ""; init() {} }
        @Model final class Tag { var name = ""; init() {} }
        """) == """
          Models.swift:3:63: error[unknown-model]: 'V1' lists 'Tagg', which the sources do not declare as a model
          3 |   static var models: [any PersistentModel.Type] { [Note.self, Tagg.self] }
            |                                                               ^~~~~~~~~
            = help: did you mean 'Tag'?
          Models.swift:6:20: note[model-in-no-version]: no version lists the model 'Tag'
          6 | @Model final class Tag { var name = ""; init() {} }
            |                    ^~~
          """)
  }

  @Test func `a model that is reached but not listed joins the version, with a finding`() {
    let source = read(
      """
      enum V1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Note.self] }
      }
      @Model final class Note { var tags: [Tag] = []; init() {} }
      @Model final class Tag { var name = ""; init() {} }
      """)
    #expect(source.versions.first?.entities.map(\.name) == ["Note", "Tag"])
    #expect(source.findings.map(\.message) == ["'Note.tags' leads to 'Tag', which 'V1' does not list"])
  }

  @Test func `a relationship into another version is found`() {
    let source = read(
      """
      enum V1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Note.self, Tag.self] }
        @Model final class Tag { var name = ""; init() {} }
        @Model final class Note { var tag: V2.Tag?; init() {} }
      }
      enum V2: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Tag.self] }
        @Model final class Tag { var name = ""; init() {} }
      }
      """)
    #expect(source.findings.map(\.message) == ["'Note.tag' leads to 'V2.Tag', but 'V1' has 'V1.Tag'"])
  }

  @Test func `a struct with @Model, a model without init and an unknown type are found`() {
    #expect(
      drawings(
        """
        @Model struct Point { var x: Int }
        @Model final class Note {
          var title: String
          var style: Styel?
          var when = Clock.shared.start
        }
        struct Style: Codable { var bold: Bool }
        """) == """
          Models.swift:1:15: error[model-not-a-class]: @Model stands on the struct 'Point'
          1 | @Model struct Point { var x: Int }
            |               ^~~~~
          Models.swift:4:7: error[unknown-type]: 'style' has the type 'Styel', which the sources do not declare
          4 |   var style: Styel?
            |       ^~~~~
            = help: did you mean 'Style'?
          Models.swift:5:7: error[unreadable-property]: the type of 'when' cannot be told from its initial value
          5 |   var when = Clock.shared.start
            |       ^~~~
            = help: write it after a colon: 'var when: …'
          Models.swift:2:20: warning[model-without-init]: 'Note' has no init, and 'title' has no initial value
          2 | @Model final class Note {
            |                    ^~~~
          """)
  }

  @Test func `inverses that do not exist, or do not point back, are found`() {
    let source = read(
      """
      @Model final class Note {
        @Relationship(inverse: \\Tag.nots) var tags: [Tag] = []
        @Relationship(inverse: \\Tag.folder) var more: [Tag] = []
        init() {}
      }
      @Model final class Tag { var notes: [Note] = []; var folder: Folder?; init() {} }
      @Model final class Folder { var name = ""; init() {} }
      """)
    #expect(
      source.findings.filter { $0.severity == .error }.map(\.message) == [
        "'Tag' has no relationship 'nots'", "'Tag.folder' leads to 'Folder', not back to 'Note'",
      ])
    #expect(source.findings.first?.help == "did you mean 'notes'?")
  }

  @Test func `several candidates for an inverse are named and none is inferred`() {
    let source = read(
      """
      @Model final class Person { var owned: [Plant] = []; var watered: [Plant] = []; init() {} }
      @Model final class Plant { var owner: Person?; init() {} }
      """)
    #expect(source.versions.first?.outline("Plant") == ["owner -> Person? / - nullify"])
    #expect(
      source.findings.last?.message
        == "the inverse of 'Plant.owner' is not said, and 'Person.owned' and 'Person.watered' could be it")
  }

  @Test func `a plan that names an unknown version is found`() {
    let source = read(
      """
      enum NotesV1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [] }
      }
      enum Plan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [NotesV1.self, NotesV2.self] }
        static var stages: [MigrationStage] { [makeStage()] }
      }
      """)
    #expect(
      source.findings.map(\.message) == [
        "'Plan' names the version 'NotesV2', which the sources do not declare",
        "the stage 'makeStage()' is neither lightweight nor custom",
      ])
    #expect(source.findings.first?.help == "did you mean 'NotesV1'?")
  }

  @Test func `aliases and models that go round in circles end`() {
    let source = read(
      """
      typealias A = B
      typealias B = A
      @Model class X: Y { var a: A?; init() {} }
      @Model class Y: X { var x: X?; init() {} }
      struct S: Codable { var s: [S]; var t: T? }
      struct T: Codable { var u: T? }
      @Model class Z { var s: S; init() { fatalError("only its shape matters") } }
      """)
    #expect(source.versions.first?.entities.count == 3)
    #expect(source.findings.contains { $0.id == "unknown-type" })
  }

  @Test func `a source without models is a finding`() {
    #expect(
      read("struct Note {}").findings.map { $0.drawing() } == [
        "Models.swift: error[no-models]: there is no model in 'Models.swift'"
      ])
    #expect(
      SwiftDataSource.read(files: []).findings.map(\.message) == ["there is no model in the folder: it holds no Swift file"])
  }
}

internal import Foundation
internal import HeirloomFindings
internal import HeirloomKit
internal import HeirloomReporting
internal import HeirloomSchema
internal import HeirloomTestSupport
internal import HeirloomVersions
internal import Testing

@Suite struct LintTests {
  @Test func `sound sources raise no alarm`() throws {
    for name in [
      "resources-manager", "styles/01-nested", "styles/02-extension", "styles/03-namespace", "styles/05-struct-and-actor",
      "styles/22-relationships", "styles/24-inheritance",
    ] {
      #expect(Lint.run(try readFixtures(name)).map { $0.drawing() } == [], "\(name)")
    }
    #expect(Lint.run(try readFixtures("styles/04-top-level-a", "styles/04-top-level-b")) == [])
  }

  @Test func `two versions with the same checksum are named, with what to do`() {
    #expect(
      lint(plan(note("var pinned = true"), note("var pinned = false"))).map { $0.drawing() } == [
        """
        Notes.swift:6:6: error[duplicate-checksum]: 'V1' and 'V2' have the same version checksum
        6 | enum V2: VersionedSchema {
          |      ^~
          = help: they differ only in what the checksum does not cover ('Note.pinned': default changed): remove 'V2' and its stage, and let 'V1' carry the change
        """
      ])
  }

  @Test func `two versions that share a live class are told to freeze it`() {
    let text = """
      enum V1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Note.self] }
      }
      enum V2: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Note.self] }
      }
      enum Plan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
        static var stages: [MigrationStage] { [.lightweight(fromVersion: V1.self, toVersion: V2.self)] }
      }
      @Model final class Note { var text = ""; init() {} }
      """
    #expect(lint(text).map(\.id) == ["duplicate-checksum"])
    #expect(lint(text).first?.help == "both list the same classes: freeze the old ones inside 'V1', as they were when it shipped")
  }

  @Test func `a lightweight stage that cannot do its work is found with the reason`() {
    let findings = lint(plan(note("var title: String?; var count = 0"), note("var title: String; var count = \"\"")))
    #expect(findings.map(\.id) == ["lightweight-not-enough", "lightweight-not-enough"])
    #expect(
      findings.first?.drawing() == """
        Notes.swift:9:33: error[lightweight-not-enough]: the lightweight stage from 'V1' to 'V2' cannot do this: 'Note.title': became required
        9 |   @Model final class Note { var title: String; var count = ""; init() {} }
          |                                 ^~~~~
          = help: records without a value must get one first
        """)
  }

  // Core Data's documentation lists it among what a lightweight migration does.
  @Test func `optional to required with a default is no fault of a lightweight stage`() {
    #expect(lint(plan(note("var title: String?"), note("var title: String = \"\""))) == [])
  }

  @Test func `a likely rename is asked about`() {
    let findings = lint(plan(note("var bodyText = \"\""), note("var body = \"\"")))
    #expect(findings.map(\.id) == ["likely-rename"])
    #expect(
      findings.first?.help
        == "was 'bodyText' renamed to 'body'? Then write originalName: \"bodyText\"; without it the values are lost")
  }

  @Test func `a new uniqueness constraint on a lightweight stage is a warning`() {
    #expect(
      lint(plan(note("var a = 0"), note("@Attribute(.unique) var a = 0"))).map(\.message) == [
        "'Note' gets the unique 'a' on the lightweight stage from 'V1' to 'V2'"
      ])
  }

  @Test func `a plan without stages is held to the same`() {
    #expect(lint(plan(note("var a = 0"), note("var a = \"\""), stage: "")).map(\.id) == ["lightweight-not-enough"])
    #expect(lint(plan(note("var a = 0"), note("var a = 0; var b: Int?"), stage: "")) == [])
  }

  @Test func `stages that do not connect, go back or pass over a version are found`() {
    func versions(_ stages: String) -> String {
      (1...3).map { number in
        """
        enum V\(number): VersionedSchema {
          static let versionIdentifier = Schema.Version(\(number), 0, 0)
          static var models: [any PersistentModel.Type] { [Note.self] }
          @Model final class Note { var a\(number)\(number)\(number) = \(number == 1 ? "0" : number == 2 ? "true" : "\"\""); init() {} }
        }

        """
      }.joined() + """
        enum Plan: SchemaMigrationPlan {
          static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self, V3.self] }
          static var stages: [MigrationStage] { [\(stages)] }
        }
        """
    }
    func light(_ from: Int, _ to: Int) -> String { ".lightweight(fromVersion: V\(from).self, toVersion: V\(to).self)" }
    #expect(lint(versions(light(1, 2) + ", " + light(2, 3))) == [])
    #expect(
      lint(versions(light(1, 3))).map(\.message) == [
        "no stage of 'Plan' leads to 'V2'", "the stage from 'V1' to 'V3' passes over 'V2'",
      ])
    #expect(lint(versions(light(1, 2))).map(\.message) == ["no stage of 'Plan' leads to 'V3'"])
    #expect(
      lint(versions(light(2, 3) + ", " + light(1, 2))).map(\.message) == ["a stage leads to 'V3', and the next begins at 'V1'"])
    #expect(
      lint(versions(light(1, 2) + ", " + light(3, 2))).map(\.id) == [
        "version-without-stage", "stages-disconnected", "stages-disconnected",
      ])
  }

  @Test func `numbers that do not rise are found, and a backward plan is a note`() throws {
    #expect(
      lint(plan(note("var a = 0"), note("var a = 0; var b: Int?"), numbers: ("1, 1, 0", "1, 0, 9"))).map(\.message) == [
        "'Plan' leads from newer versions to older ones"
      ])
    #expect(
      Lint.run(try readFixtures("styles/09-newest-first")).map(\.message) == [
        "'OlderSchema' and then 'NewerSchema' have the same number 1.0.0"
      ])
    let backward = Lint.run(try readFixtures("styles/08-stages")).map(\.id)
    #expect(backward == ["plan-backward"])
  }

  @Test func `a model that skips a version is found`() {
    let text = """
      enum V1: VersionedSchema { static let versionIdentifier = Schema.Version(1, 0, 0); static let models: [any PersistentModel.Type] = [Note.self, Log.self] }
      enum V2: VersionedSchema { static let versionIdentifier = Schema.Version(2, 0, 0); static let models: [any PersistentModel.Type] = [Note.self] }
      enum V3: VersionedSchema { static let versionIdentifier = Schema.Version(3, 0, 0); static let models: [any PersistentModel.Type] = [Note.self, Log.self, Tag.self] }
      enum Plan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self, V3.self] }
        static var stages: [MigrationStage] { [] }
      }
      @Model final class Note { var a = 0; init() {} }
      @Model final class Log { var b = 0; init() {} }
      @Model final class Tag { var c = 0; init() {} }
      """
    #expect(lint(text).map(\.message) == ["'V2' does not list 'Log', which 'V1' and 'V3' have"])
  }

  @Test func `many to many needs an explicit inverse, plain arrays, and on iOS 17 defaults`() {
    let findings = lint(
      """
      @Model final class Post { var tags: [Tag]; init() { tags = [] } }
      @Model final class Tag { var posts: [Post]?; init() {} }
      @Model final class Author { @Relationship(inverse: \\Book.authors) var books: [Book] = []; init() {} }
      @Model final class Book { var authors: [Author] = []; init() {} }
      """)
    #expect(
      findings.map { $0.drawing() } == [
        """
        Notes.swift:1:31: warning[many-to-many-inverse]: 'Post.tags' and 'Tag.posts' are many to many, and neither names its inverse
        1 | @Model final class Post { var tags: [Tag]; init() { tags = [] } }
          |                               ^~~~
          = help: write '@Relationship(inverse: \\Tag.posts)' here
        """,
        """
        Notes.swift:2:30: warning[many-to-many-optional]: 'Tag.posts' is many to many and an optional array
        2 | @Model final class Tag { var posts: [Post]?; init() {} }
          |                              ^~~~~
        """,
      ])
    let unordered = lint(
      """
      @Model final class Tag { @Relationship(inverse: \\Post.tags) var posts: [Post]; init() { posts = [] } }
      @Model final class Post { var tags: [Tag] = []; init() {} }
      """)
    #expect(unordered.map(\.id) == ["many-to-many-default"])
  }

  @Test func `cascades in both directions are found`() {
    #expect(
      lint(
        """
        @Model final class A { @Relationship(deleteRule: .cascade, inverse: \\B.a) var bs: [B] = []; init() {} }
        @Model final class B { @Relationship(deleteRule: .cascade) var a: A?; init() {} }
        """
      ).map(\.message) == ["'A.bs' and 'B.a' delete each other's records"])
  }

  // `diff` and `lint` say the same: nils must get a value, and with a default a lightweight stage gives it.
  @Test func `optional to required is custom to diff, and covered by a default, to which lint agrees`() throws {
    try withTemporaryFolder { folder in
      func judge(_ new: String) throws -> (diff: String, covered: String?, status: Int32, lint: [String]) {
        let file = folder.path + "/Plan.swift"
        // Without a stage, so that nothing but the default can cover it.
        let text = plan(note("var title: String?"), note(new))
        try String(text.prefix(upTo: text.range(of: "enum Plan")?.lowerBound ?? text.endIndex)).write(
          toFile: file, atomically: true, encoding: .utf8)
        let report = try DifferenceReport.comparing(file + "@V1", file + "@V2")
        return (
          report.changes.filter { $0.kind == "became-required" }.map { "\($0.migration): \($0.why)" }.joined(), report.coveredBy,
          report.exitStatus.rawValue,
          lint(text).map(\.id)
        )
      }
      let without = try judge("var title: String")
      #expect(without.diff == "custom: records without a value must get one first")
      #expect(without.covered == nil && without.status == 1 && without.lint == ["lightweight-not-enough"])
      let with = try judge("var title: String = \"\"")
      #expect(
        with.diff
          == "custom: nils that exist must get a value first: a lightweight stage gives them the default, a custom stage any other"
      )
      #expect(with.covered == "a lightweight stage, by the defaults of what became required,")
      #expect(with.status == 0 && with.lint == [])
    }
  }

  @Test func `the plans of the fixtures are sound`() throws {
    for name in ["notes", "trips", "shop"] {
      let report = try FindingsReport.linting([Project.fixture("plans/\(name).swift").path])
      #expect(report.findings.filter { $0.severity == .error }.map { $0.drawing() } == [], "\(name)")
      // Which of the notes' attributes was renamed to which is a question that only their author can answer.
      #expect(
        report.findings.filter { $0.severity == .warning }.map(\.id) == (name == "notes" ? ["likely-rename"] : []), "\(name)")
    }
  }

  @Test func `what CloudKit does not take is found when asked for`() {
    let text = """
      @Model final class Note {
        @Attribute(.unique) var id: UUID = UUID()
        var title: String
        var body: String?
        @Relationship(deleteRule: .deny) var tags: [Tag] = []
        init() { fatalError() }
      }
      @Model final class Tag { var name = ""; var note: Note?; init() {} }
      """
    #expect(lint(text) == [])
    #expect(
      lint(text, cloudKit: true).map(\.message) == [
        "'Note' has the unique 'id'", "'Note.title' is neither optional nor has a default", "'Note.tags' is not optional",
        "'Note.tags' has the delete rule '.deny'",
      ])
  }
}

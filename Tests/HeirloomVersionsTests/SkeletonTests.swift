internal import HeirloomCoreDataModel
internal import HeirloomFindings
internal import HeirloomMapping
internal import HeirloomSchema
internal import HeirloomSwiftSource
internal import HeirloomVersions
internal import Testing

@Suite struct SkeletonTests {
  /// The lines under each question made part of the mapping.
  private func answered(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let body = line.drop(while: \.isWhitespace)
      return body.hasPrefix("//   ") ? String(body.dropFirst(5)) : String(line)
    }.joined(separator: "\n")
  }

  private func check(_ text: String, _ source: Schema, _ target: Schema) -> [Finding] {
    var checker = Checker(source: source, target: target)
    _ = checker.check(MappingFile.read(text, path: "skeleton.mapping.swift"))
    return checker.findings
  }

  private var legacy: Schema {
    read(
      """
      @Model final class Note {
        var identifier: String
        var heading: String?
        var body: String?
        var flag: Int
        var count: Int
        var legacyFlags: Int?
        var notebook: Folder?
        init() { fatalError() }
      }
      @Model final class Folder { var name: String?; @Relationship(inverse: \\Note.notebook) var notes: [Note] = []; init() {} }
      @Model final class SyncLog { var line = ""; init() {} }
      @Model final class Label { var name = ""; var colour: Int?; init() {} }
      """
    ).versions[0]
  }

  private var target: Schema {
    read(
      """
      enum NotesSchemaV2: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Note.self, Folder.self, Tag.self] }
        @Model final class Note {
          var id: UUID = UUID()
          @Attribute(originalName: "heading") var title: String
          var bodyText: String?
          var flag: String
          var count: Int
          var rating: Int
          enum State: String, Codable { case new, read }
          var state: State
          var folder: Folder?
          init() { fatalError() }
        }
        @Model final class Folder { var name: String = "untitled"; @Relationship(inverse: \\Note.folder) var notes: [Note] = []; init() {} }
        @Model final class Tag { var name = ""; var colour: Int?; init() {} }
      }
      """
    ).versions[0]
  }

  @Test func `a skeleton fills in what is likely and asks the rest`() {
    let skeleton = MappingSkeleton(from: legacy, to: target, in: .mapping(store: "CoreData", file: "NotesSchema.swift"))
    #expect(
      skeleton.text == """
        // CoreData store to NotesSchemaV2. What has the same name and type on both sides follows by itself.
        let source = CoreData()
        let target = Schema("NotesSchema.swift", version: NotesSchemaV2.self)

        Map("Note", to: Note.self) { old in
            // 'title' needs a value, and 'heading' may be nil. What instead, or refuse the record?
            //   title = old.heading ?? ""
            flag = String(old.flag)
            id = UUID(stableFor: old)
            // Is 'bodyText' the old 'body', or is that dropped: Drop("Note.body", because: "…")?
            //   bodyText = old.body
            // Is 'rating' the old 'legacyFlags', or is that dropped: Drop("Note.legacyFlags", because: "…")?
            //   rating = old.legacyFlags ?? 0
            // 'state' is State and needs a value, and nothing in the store is like it. Which value?
            //   state = .new
            // Is 'folder' the old 'notebook'?
            //   folder = old.notebook
        }

        // 'SyncLog' has no counterpart. Map it, or drop it and say why?
        //   Drop("SyncLog", because: "…")

        // 'Label' looks like 'Tag'. Is it, or is it dropped: Drop("Label", because: "…")?
        //   Map("Label", to: Tag.self)

        // 'Note.identifier' goes nowhere. Use it in a rule, or drop it and say why?
        //   Drop("Note.identifier", because: "…")

        // 'Tag' starts without records unless a rule fills it.

        """)
    #expect(skeleton.questionCount == 8)
  }

  @Test func `a skeleton passes the check as soon as its questions are answered`() {
    let skeleton = MappingSkeleton(from: legacy, to: target, in: .mapping(store: "CoreData", file: "NotesSchema.swift"))
    #expect(check(skeleton.text, legacy, target).contains { $0.severity == .error })
    #expect(check(answered(skeleton.text), legacy, target).filter { $0.severity != .note }.map { $0.drawing() } == [])
  }

  @Test func `a skeleton between a schema and itself is empty and passes`() throws {
    for name in ["cocktails", "styles/22-relationships", "styles/24-inheritance", "styles/02-extension"] {
      for version in try readFixtures(name).versions {
        let skeleton = MappingSkeleton(from: version, to: version, in: .mapping(store: "SwiftData", file: "Models.swift"))
        #expect(
          check(answered(skeleton.text), version, version).filter { $0.severity == .error }.map { $0.drawing() } == [],
          "\(name) \(version.name)")
      }
    }
  }

  @Test func `names that Swift does not accept stand in backticks, and quotation marks are escaped`() {
    var source = Schema(name: "Archive")
    var odd = Entity("a \"b\"")
    odd.attributes = [
      Attribute("first name", .string, optional: true), Attribute("class", .int64), Attribute("left over", .string),
    ]
    source[odd.name] = odd
    var target = Schema(name: "T")
    var thing = Entity("Thing")
    thing.renamingIdentifier = "a \"b\""
    thing.attributes = [Attribute("firstName", .string), Attribute("class", .string)]
    target[thing.name] = thing
    let skeleton = MappingSkeleton(from: source, to: target, in: .mapping(store: "Archive", file: "a\"b.swift"))
    #expect(
      skeleton.text == #"""
        // Archive store to T. What has the same name and type on both sides follows by itself.
        let source = Archive()
        let target = Schema("a\"b.swift")

        Map("a \"b\"", to: Thing.self) { old in
            `class` = String(old.`class`)
            // Is 'firstName' the old 'first name', or is that dropped: Drop("a \"b\".first name", because: "…")?
            //   firstName = old.`first name` ?? ""
        }

        // 'a "b".left over' goes nowhere. Use it in a rule, or drop it and say why?
        //   Drop("a \"b\".left over", because: "…")

        """#)
    #expect(check(answered(skeleton.text), source, target).filter { $0.severity == .error }.map { $0.drawing() } == [])
  }
}

import Foundation
import HeirloomCommand
import HeirloomTestSupport
import Testing

@Suite(.enabled(if: Corpus.isPresent, "skipped: no corpus"))
struct SchemaCommandTests {
  let moody1 = StoreCommandTests.store("objcio-moody1/Moody.moody")
  let moody5 = StoreCommandTests.store("objcio-moody5/Moody 5.moody")

  /// Core Data's own checksum of the store stands in its metadata; the text that was written must lead to the same.
  @Test func `source written for a store has the store's own checksum`() throws {
    try withTemporaryFolder { folder in
      let file = folder.appending(path: "Moody5.swift")
      try heirloom("schema", moody5, "--swift").output.write(to: file, atomically: true, encoding: .utf8)
      let json = heirloom("schema", file.path, "--json").output
      #expect(json.contains("\"checksum\": \"T9Jx/VHN7IaqGrKA8N/gFknHOo8dAgPntzS9b1OsxDQ=\""))
      #expect(json.contains("\"name\": \"AppSchemaV1\""))
    }
  }

  // Moody 1 has Continent, which Moody 5 has not; Country and Mood follow by their names.
  @Test func `a mapping skeleton asks about what has no counterpart`() throws {
    try withTemporaryFolder { folder in
      let file = folder.appending(path: "Moody5.swift")
      try heirloom("schema", moody5, "--swift").output.write(to: file, atomically: true, encoding: .utf8)
      let skeleton = heirloom("schema", moody1, "--mapping", file.path).output
      #expect(skeleton.contains("let source = CoreData()\nlet target = Schema(\"Moody5.swift\", version: AppSchemaV1.self)\n"))
      #expect(skeleton.contains("Drop(\"Continent\", because: \"…\")"))
      #expect(!skeleton.contains("\"Mood\""))
    }
  }

  @Test func `several Swift files are one source, and a plan is shown`() throws {
    try withTemporaryFolder { folder in
      let one = folder.appending(path: "A.swift"), two = folder.appending(path: "B.swift")
      try """
      enum V1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Note.self] }
        @Model final class Note { var title: String = "" }
      }
      """.write(to: one, atomically: true, encoding: .utf8)
      try """
      enum V2: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Note.self] }
        @Model final class Note { var title: String = ""; var stars: Int = 0 }
      }
      enum Plan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
        static var stages: [MigrationStage] { [.lightweight(fromVersion: V1.self, toVersion: V2.self)] }
      }
      """.write(to: two, atomically: true, encoding: .utf8)
      let json = heirloom("schema", one.path, two.path, "--json").output
      #expect(json.contains("\"schemas\": [\n        \"V1\",\n        \"V2\"\n      ]"))
      #expect(json.contains("\"kind\": \"lightweight\""))
      #expect(json.contains("\"identifier\": \"2.0.0\""))
    }
  }
}

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

  @Test func `a folder is source where it has any, and exported data where it has none or its source describes the data`() throws
  {
    try withTemporaryFolder { folder in
      func write(_ text: String, _ name: String) throws {
        let file = folder.appending(path: name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: file, atomically: true, encoding: .utf8)
      }
      let model = "@Model final class Note { var id: Int; var stars: Double?; init() {} }"
      let data = #"[{"id":1,"stars":3},{"id":2,"stars":4}]"#
      try write(model, "app/Note.swift")
      // As Xcode keeps an app's pictures.
      try write(#"{"info":{"author":"xcode","version":1}}"#, "app/Assets.xcassets/Contents.json")
      try write(data, "data/Note.json")
      try write(data, "both/Note.json")
      try write(model, "both/Note.swift")

      let app = heirloom("schema", folder.path + "/app")
      #expect(app.status == 0 && app.output.contains("Note") && !app.output.contains("author"), "\(app.output)\(app.error)")
      #expect(heirloom("diff", folder.path + "/app", folder.path + "/app/Note.swift").status == 0)
      let exported = heirloom("schema", folder.path + "/data")
      #expect(exported.status == 0 && exported.output.contains("stars"), "\(exported.output)\(exported.error)")
      let described = heirloom("schema", folder.path + "/both", "--json")
      #expect(described.status == 0 && described.output.contains("archive-schema-used"), "\(described.output)\(described.error)")
    }
  }
}

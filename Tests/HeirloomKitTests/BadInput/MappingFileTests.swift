import Foundation
import HeirloomFindings
import HeirloomKit
import HeirloomTestSupport
import Testing

/// A mapping that does not fit its store, or its schema's source.
@Suite struct `Mappings that do not fit` {
  static let schema = """
    import SwiftData
    enum V1: VersionedSchema {
      static let versionIdentifier = Schema.Version(1, 0, 0)
      static var models: [any PersistentModel.Type] { [Note.self] }
      @Model final class Note { var title: String?; init() {} }
    }
    enum V2: VersionedSchema {
      static let versionIdentifier = Schema.Version(2, 0, 0)
      static var models: [any PersistentModel.Type] { [Note.self] }
      @Model final class Note { var title: String?; var body: String?; init() {} }
    }
    """

  /// What is said of a mapping with these first lines, with the folder's path left out.
  func drawing(_ head: String) throws -> String {
    try withTemporaryFolder { folder in
      try Self.schema.write(to: folder.appending(path: "Schema.swift"), atomically: true, encoding: .utf8)
      let path = folder.appending(path: "notes.mapping.swift").path
      try "\(head)\nMap(\"Note\", to: Note.self)\n".write(toFile: path, atomically: true, encoding: .utf8)
      let found: Finding
      do {
        let report = try Mapping(contentsOf: path).check(
          against: [Project.fixture("notes/Notes.sqlite").path], allowsUnmapped: true)
        guard let first = report.findings.first(where: { $0.severity == .error }) else { return "nothing" }
        found = first
      } catch let finding as Finding { found = finding }
      return found.drawing().replacing(folder.path + "/", with: "").replacing(Project.folder.path + "/", with: "")
    }
  }

  @Test func `are told by the kind of store they were written for`() throws {
    #expect(
      try drawing("let source = Realm()\nlet target = Schema(\"Schema.swift\", version: V2.self)") == """
        notes.mapping.swift:1:1: error[wrong-source-kind]: the mapping is for Realm, and 'fixtures/notes/Notes.sqlite' is coredata
        1 | let source = Realm()
          | ^~~~~~~~~~~~~~~~~~~~
        """)
    #expect(
      try drawing("let source = Notebook()\nlet target = Schema(\"Schema.swift\", version: V2.self)") == """
        notes.mapping.swift:1:1: error[wrong-source-kind]: there is no kind of store 'Notebook'
        1 | let source = Notebook()
          | ^~~~~~~~~~~~~~~~~~~~~~~
          = help: CoreData(), SwiftData(), Realm(), Archive() or Store()
        """)
  }

  @Test func `are told by the schema that is missing`() throws {
    #expect(
      try drawing("let source = CoreData()") == """
        notes.mapping.swift: error[missing-schema]: the mapping names no target schema
          = help: let target = Schema("Schema.swift", version: SchemaV2.self)
        """)
    #expect(
      try drawing("let target = Schema(\"Other.swift\", version: V2.self)") == """
        notes.mapping.swift:1:21: error[missing-schema]: there is no schema file 'Other.swift'
        1 | let target = Schema("Other.swift", version: V2.self)
          |                     ^~~~~~~~~~~~~
          = help: paths start at the mapping's folder
        """)
    #expect(
      try drawing("let target = Schema(\"Schema.swift\", version: V3.self)") == """
        notes.mapping.swift:1:46: error[missing-schema]: the schema has no version 'V3'
        1 | let target = Schema("Schema.swift", version: V3.self)
          |                                              ^~
          = help: did you mean 'V1'?
        """)
    #expect(
      try drawing("let target = Schema(\"Schema.swift\")") == """
        notes.mapping.swift:1:1: error[missing-schema]: the schema has several versions: V1, V2
        1 | let target = Schema("Schema.swift")
          | ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          = help: add 'version: V1.self'
        """)
  }
}

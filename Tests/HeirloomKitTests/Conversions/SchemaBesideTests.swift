import Foundation
import HeirloomArchive
import HeirloomFindings
import HeirloomKit
import HeirloomReporting
import HeirloomTestSupport
import Testing

/// A schema that stands beside exported data says its types and links.
@Suite struct SchemaBesideTests {
  private static let data = [
    "Note.json":
      #"[{"id":1,"folder":"f2","when":"2015-01-01T00:00:00Z","stars":3},{"id":2,"folder":null,"when":null,"stars":4}]"#,
    "Folder.json": #"[{"id":"f1","name":"A"},{"id":"f2","name":"B"}]"#,
  ]
  private static let source = """
    @Model final class Note {
      @Attribute(.unique) var id: Int
      var folder: Folder?
      var when: Date?
      var stars: Double
      var extra: String?
      init() {}
    }
    @Model final class Folder { @Attribute(.unique) var id: String; var name: String; init() {} }
    """
  private static let model = """
    <?xml version="1.0" encoding="UTF-8"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" userDefinedModelVersionIdentifier="">
      <entity name="Note">
        <attribute name="id" attributeType="Integer 64"/>
        <attribute name="when" optional="YES" attributeType="Date"/>
        <attribute name="stars" attributeType="Double"/>
        <relationship name="folder" optional="YES" maxCount="1" destinationEntity="Folder"/>
      </entity>
      <entity name="Folder">
        <attribute name="id" attributeType="String"/>
        <attribute name="name" attributeType="String"/>
        <uniquenessConstraints><uniquenessConstraint><constraint value="id"/></uniquenessConstraint></uniquenessConstraints>
      </entity>
    </model>
    """

  private func open(
    _ files: [String: String], zipped: Bool = false, as choice: String? = nil
  ) throws -> Opened {
    try withTemporaryFolder { folder in
      let store = try Self.open(files, in: folder, zipped: zipped, as: choice)
      // Asked while the export is there: a query makes sure that its source has not changed.
      return Opened(store: store, links: (try? links(store)) ?? [])
    }
  }

  /// A store, and its notes with the names of their folders where they are linked.
  private struct Opened {
    var store: Store
    var links: [String]
    var findings: [Finding] { store.findings }
  }

  private static func open(
    _ files: [String: String], in folder: URL, zipped: Bool = false, as choice: String? = nil
  ) throws -> Store {
    for (name, text) in files.merging(Self.data, uniquingKeysWith: { first, _ in first }) {
      let file = folder.appending(path: "export/" + name)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    var path = folder.appending(path: "export").path
    if zipped {
      let writer = try ArchiveWriter(path + ".zip", .zip)
      for (name, text) in files.merging(Self.data, uniquingKeysWith: { first, _ in first }).sorted(by: { $0.key < $1.key }) {
        try writer.add(name, Array(text.utf8))
      }
      try writer.finish()
      path += ".zip"
    }
    var options = StoreOptions()
    options.archive.dataSchema = choice
    return try Store.open(path, options: options)
  }

  private func links(_ store: Store) throws -> [String] {
    var result: [String] = []
    try store.query("SELECT n.id, f.name, typeof(n.stars) FROM Note AS n LEFT JOIN Folder AS f ON f._id = n.folder ORDER BY 1") {
      _ in
    } row: { cells in
      result.append(
        cells.map { cell in
          switch cell {
          case .integer(let value): "\(value)"
          case .text(let value): value
          default: "-"
          }
        }.joined(separator: "|"))
      return true
    }
    return result
  }

  private func message(_ store: Opened, _ id: String) -> String? { store.findings.first { $0.id == id }?.message }

  /// 'stars' are integers in the data and doubles by the schema; the folder is a key in the data and a link by the schema.
  @Test(arguments: [false, true]) func `SwiftData source is used, and said`(zipped: Bool) throws {
    let store = try open(["Models.swift": "import SwiftData\n" + Self.source], zipped: zipped)
    #expect(store.links == ["1|B|real", "2|-|real"])
    #expect(message(store, "archive-schema-used") == "types and links are those of 'Models' of 'Models.swift'")
    #expect(message(store, "archive-types-inferred") == nil)
  }

  @Test(arguments: [false, true]) func `a Core Data model is used, and said`(zipped: Bool) throws {
    let store = try open(["Notes.xcdatamodel/contents": Self.model], zipped: zipped)
    #expect(store.links == ["1|B|real", "2|-|real"])
    #expect(message(store, "archive-schema-used") == "types and links are those of 'Notes' of 'Notes.xcdatamodel'")
  }

  private static let versions = [
    "V.swift": """
    enum V1: VersionedSchema {
      static let versionIdentifier = Schema.Version(1, 0, 0)
      static var models: [any PersistentModel.Type] { [Note.self] }
      @Model final class Note { var id: Int; var when: Date?; init() {} }
    }
    """,
    "W.swift": """
    enum V2: VersionedSchema {
      static let versionIdentifier = Schema.Version(2, 0, 0)
      static var models: [any PersistentModel.Type] { [Note.self, Folder.self] }
      \(source)
    }
    """,
  ]

  @Test func `of several versions the one is taken that knows most of the data`() throws {
    let store = try open(Self.versions)
    #expect(message(store, "archive-schema-used") == "types and links are those of 'V2' of '2 Swift files', of 2 the nearest")
    #expect(store.links == ["1|B|real", "2|-|real"])
  }

  @Test func `of schemas that fit alike one must be named, or none`() throws {
    let files = ["Models.swift": Self.source, "Notes.xcdatamodel/contents": Self.model]
    do {
      _ = try open(files)
      Issue.record("not refused")
    } catch let finding as Finding {
      #expect(finding.id == "archive-schema-ambiguous" && finding.exitStatus == .usage)
      #expect(
        finding.help == "name one with --data-schema: 'Models' of 'Models.swift', 'Notes' of 'Notes.xcdatamodel'")
    }
    for name in ["Models", "Models.swift", "Notes.xcdatamodel"] {
      #expect(try open(files, as: name).links == ["1|B|real", "2|-|real"])
    }
    let bare = try open(files, as: "none")
    #expect(message(bare, "archive-types-inferred") == "types were inferred from all 4 records")
    do {
      _ = try open(files, as: "Nope")
      Issue.record("not refused")
    } catch let finding as Finding { #expect(finding.id == "archive-schema-ambiguous") }
  }

  @Test func `a schema of other data, or a damaged one, is told and left aside`() throws {
    let store = try open([
      "Other.swift": "@Model final class Planet { var mass: Double; init() {} }", "Bad.xcdatamodel/contents": "<model",
    ])
    #expect(store.findings.filter { $0.id == "archive-schema-unused" }.count == 2)
    #expect(message(store, "archive-types-inferred") != nil)
  }

  @Test func `the skeleton asks whether keys are links`() throws {
    try withTemporaryFolder { folder in
      let target = folder.appending(path: "T.swift").path
      try Self.source.write(toFile: target, atomically: true, encoding: .utf8)
      let store = try Self.open([:], in: folder)
      let text = try SchemaReport.mappingSkeleton(from: store.path, to: target).text
      #expect(
        text.contains(
          """
              // All 1 values of 'folder' are values of 'Folder.id'. Are they these links?
              //   folder = Folder(where: \\.id == old.folder)
          """), "\(text)")
      let other =
        "@Model final class Note { var id: Int; var folder: Folder?; init() {} }\n@Model final class Folder { var name: String; init() {} }"
      try other.write(toFile: target, atomically: true, encoding: .utf8)
      let second = try SchemaReport.mappingSkeleton(from: store.path, to: target).text
      #expect(second.contains("The new 'Folder' has no 'id' to find it by"))
    }
  }
}

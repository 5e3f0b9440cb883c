import Foundation
import HeirloomCoreDataModel
import HeirloomKit
import HeirloomReporting
import HeirloomSQLite
import HeirloomSchema
import HeirloomTestSupport
import Testing

/// Every report says where the target's version metadata came from, and what that means for opening the store.
@Suite struct `The origin of version metadata` {
  private static let source = Project.fixture("notes/Notes.sqlite").path

  /// The sentence of a conversion, and the report as people read it.
  private func told(
    _ options: ConversionOptions, to target: URL, from source: String = Self.source, by mapping: String = "notes/notes"
  )
    throws -> (VersionMetadata?, String)
  {
    let report = try convert(source, by: mapping, to: target, options: options)
    #expect(report.exitStatus == .done, "\(report.findings.map(\.description))")
    return (report.metadata, report.rendered(as: .text))
  }

  @Test func `is told when hashes are computed`() throws {
    try withTemporaryFolder { folder in
      let (metadata, text) = try told(ConversionOptions(), to: folder.appending(path: "New.store"))
      #expect(metadata?.origin == .computed)
      #expect(
        text.contains("version hashes computed by rules confirmed on real stores: the app should open it without migration"))
    }
  }

  @Test func `is told when a template gives it, and when records are merged into one`() throws {
    try withTemporaryFolder { folder in
      let full = folder.appending(path: "Full.store"), empty = folder.appending(path: "Empty.store")
      for store in [full, empty] { #expect(try convert(Self.source, by: "notes/notes", to: store).exitStatus == .done) }
      try tamper(empty, "DELETE FROM ZNOTE; DELETE FROM ZFOLDER; DELETE FROM ZTAG; DELETE FROM Z_2TAGS;")
      for options in [
        ConversionOptions(templatePath: empty.path), ConversionOptions(templatePath: full.path, merges: true),
      ] {
        let (metadata, text) = try told(options, to: folder.appending(path: "New\(options.merges).store"))
        #expect(metadata?.origin == .template && metadata?.path == options.templatePath)
        #expect(text.contains("metadata taken from a store of the app itself: the app should open it without migration"))
      }
    }
  }

  @Test func `is told when plain tables have none`() throws {
    try withTemporaryFolder { folder in
      let (metadata, text) = try told(ConversionOptions(layout: .sqlite), to: folder.appending(path: "New.db"))
      #expect(metadata?.origin == VersionMetadata.Origin.none)
      #expect(text.contains("the target carries no version metadata: it is not a store that SwiftData or Core Data opens"))
    }
  }

  /// The model's Xcode source, of the same entities as the target schema.
  @Test func `is told when a compiled model gives it`() throws {
    try withTemporaryFolder { folder in
      let model = folder.appending(path: "Note.xcdatamodel")
      try FileManager.default.createDirectory(at: model, withIntermediateDirectories: true)
      try """
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" userDefinedModelVersionIdentifier="7">
        <entity name="Note" representedClassName="Note"><attribute name="title" attributeType="String"/></entity>
      </model>
      """.write(to: model.appending(path: "contents"), atomically: true, encoding: .utf8)
      let schema = """
        import SwiftData
        enum V1: VersionedSchema {
          static var versionIdentifier = Schema.Version(1, 0, 0)
          static var models: [any PersistentModel.Type] { [Note.self] }
          @Model final class Note { var title: String = "" }
        }
        """
      let source = folder.appending(path: "notes.json")
      try #"[{"title": "a"}, {"title": "b"}]"#.write(to: source, atomically: true, encoding: .utf8)
      let report = try convert(
        source.path, mapping: #"Map("notes", to: Note.self)"#, schema: schema, in: folder,
        to: folder.appending(path: "New.store"),
        options: ConversionOptions(modelPath: model.path))
      #expect(report.exitStatus == .done, "\(report.findings.map(\.description))")
      #expect(report.metadata?.origin == .model && report.metadata?.compared == 1 && report.metadata?.different == [])
      #expect(
        report.rendered(as: .text).contains(
          "version hashes taken from the compiled model: the app should open it without migration"))
    }
  }

  /// A bundle whose current version has an attribute more than the target; the one before has just the target's.
  @Test func `is that of the version of a bundle whose hashes are the target's, current or not`() throws {
    try withTemporaryFolder { folder in
      let bundle = folder.appending(path: "App.xcdatamodeld")
      let more = #"<attribute name="rating" attributeType="Integer 64"/>"#
      for (version, attribute) in [("App", ""), ("App 2", more), ("App 3", more)] {
        let model = bundle.appending(path: "\(version).xcdatamodel")
        try FileManager.default.createDirectory(at: model, withIntermediateDirectories: true)
        try """
        <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" userDefinedModelVersionIdentifier="\(version)">
          <entity name="Note" representedClassName="Note"><attribute name="title" attributeType="String"/>\(attribute)</entity>
        </model>
        """.write(to: model.appending(path: "contents"), atomically: true, encoding: .utf8)
      }
      try PropertyListSerialization.data(
        fromPropertyList: ["_XCCurrentVersionName": "App 2.xcdatamodel"], format: .xml, options: 0
      ).write(to: bundle.appending(path: ".xccurrentversion"))
      let source = folder.appending(path: "notes.json")
      try #"[{"title": "a"}]"#.write(to: source, atomically: true, encoding: .utf8)
      func metadata(_ declarations: String, _ version: String? = nil) throws -> VersionMetadata? {
        let report = try convert(
          source.path, mapping: #"Map("notes", to: Note.self)"#,
          schema: "import SwiftData\n@Model final class Note { var title: String = \"\"; \(declarations) }", in: folder,
          to: folder.appending(path: "New.store"),
          options: ConversionOptions(modelPath: bundle.path, modelVersion: version, overwrites: true))
        #expect(report.exitStatus == .done, "\(report.findings.map(\.description))")
        return report.metadata
      }
      #expect(try metadata("")?.different == [])
      #expect(try metadata("var rating: Int = 0")?.different == [])
      // What is asked for by name is taken as it is; and where no version is the target's, the current one.
      #expect(try metadata("", "App 3")?.different == ["Note"])
      #expect(try metadata("var stars: Int = 0")?.different == ["Note"])
    }
  }

  /// A price is a Decimal, whose part in the hash no real store shows. A compiled bundle records its hashes; a single file does not.
  @Test(arguments: [true, false]) func `is sure when the compiled model records its hashes`(_ isRecorded: Bool) throws {
    try withTemporaryFolder { folder in
      var note = Entity("Note")
      note.attributes = [Attribute("title", .string), Attribute("price", .decimal)]
      let schema = Schema(entities: [note]), bundle = folder.appending(path: "App.momd")
      try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
      let model = bundle.appending(path: "App.mom"), hash = Data(repeating: 7, count: 32)
      try Data(try ModelCache.archive(try ModelCache.write(schema))).write(to: model)
      try PropertyListSerialization.data(
        fromPropertyList: [
          "NSManagedObjectModel_CurrentVersionName": "App", "NSManagedObjectModel_VersionHashes": ["App": ["Note": hash]],
        ] as [String: Any], format: .xml, options: 0
      ).write(to: bundle.appending(path: "VersionInfo.plist"))
      let source = folder.appending(path: "notes.json")
      try #"[{"title": "a", "price": 1.5}]"#.write(to: source, atomically: true, encoding: .utf8)
      let report = try convert(
        source.path, mapping: #"Map("notes", to: Note.self) { old in price = Decimal(old.price) }"#,
        schema: "import SwiftData\n@Model final class Note { var title: String = \"\"; var price: Decimal = 0 }", in: folder,
        to: folder.appending(path: "New.store"), options: ConversionOptions(modelPath: isRecorded ? bundle.path : model.path))
      #expect(report.exitStatus == .done, "\(report.findings.map(\.description))")
      let uncertain =
        "version hashes computed from the model, uncertain for 'Note.price'; pass the .momd of the built app, which records them, or "
        + "--template to be sure"
      // The hash of the bundle is none that could be computed: it is taken as it is, and the difference told.
      let different =
        "version hashes taken from the model, which differs from the source in Note: the app would take the store for its own and not find "
        + "there what its model says; give the model of this very version"
      #expect(report.metadata?.meaning == (isRecorded ? different : uncertain))
      #expect(report.findings.contains { $0.id == "hash-outside-evidence" } == !isRecorded)
    }
  }

  @Test(.enabled(if: Corpus.isPresent, "skipped: no corpus"))
  func `metadata of the app's own are named, and carried when asked for`() throws {
    let source = try #require(Corpus.folder).appending(path: "coredata/objcio-moody1/Moody.moody").path
    try withTemporaryFolder { folder in
      func own(_ options: ConversionOptions) throws -> ([String], Bool) {
        let target = folder.appending(path: "Moody\(options.keepsMetadata).store")
        let report = try convert(source, by: "moody/moody1", to: target, options: options)
        #expect(report.exitStatus == .done, "\(report.findings.map(\.description))")
        // The key stands in the property list as ASCII.
        let list = try rows(
          "SELECT instr(Z_PLIST, CAST('io.objc.Moody.CloudKitUserID' AS BLOB)) > 0 FROM Z_METADATA", of: target.path)
        return (report.findings.filter { $0.id == "metadata-left-out" }.map(\.message), list == [[.integer(1)]])
      }
      let left = try own(ConversionOptions()), kept = try own(ConversionOptions(keepsMetadata: true))
      #expect(left == (["metadata of the app's own are not carried over: 'io.objc.Moody.CloudKitUserID'"], false))
      #expect(kept == ([], true))
    }
  }
}

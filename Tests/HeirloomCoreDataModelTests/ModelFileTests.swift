import Foundation
import HeirloomCoreDataModel
import HeirloomFindings
import HeirloomSchema
import HeirloomTestSupport
import Testing

@Suite struct ModelFileTests {
  @Test(arguments: ["App.momd", "App.xcdatamodeld", "App.xcdatamodel"]) func `an empty bundle is told to hold no model`(
    name: String
  ) throws {
    try withTemporaryFolder { folder in
      let bundle = folder.appending(path: name).path
      #expect(!ModelFile.isModel(bundle))
      try FileManager.default.createDirectory(atPath: bundle, withIntermediateDirectories: true)
      #expect(ModelFile.isModel(bundle) && ModelFile.isModel(bundle + "/"))
      let refusal = #expect(throws: Finding.self) { try ModelFile.read(bundle) }
      #expect(refusal?.id == "model-damaged")
    }
  }

  @Test(.enabled(if: Corpus.isPresent, "skipped: no corpus"))
  func `every model of the corpus is read, and nothing in it is unknown`() throws {
    var versions = 0
    for path in try Self.bundles() {
      let contents = try ModelFile.read(path)
      versions += contents.versions.count
      let unknown = contents.findings.filter { $0.id == "model-part-unknown" || $0.severity == .error }
      #expect(unknown.map(\.message) == [], "\(path)")
      #expect(ModelFile.isModel(path), "\(path)")
    }
    print("model versions read: \(versions)")
    #expect(versions > 180)
  }

  @Test(.enabled(if: Corpus.isPresent, "skipped: no corpus"))
  func `compiled and source models give the hashes of VersionInfo.plist`() throws {
    let compiled = try ModelFile.read(Self.corpus("models/xcserver-momd/XCServerCoreData.momd"))
    let source = try ModelFile.read(Self.corpus("models/xcserver/XCServerCoreData.xcdatamodeld"))
    #expect(compiled.current == "XCServerCoreData2.0.2")
    #expect(source.versions.count == 7 && compiled.versions.count == 6 && compiled.recordedHashes.count == 6)
    var good = [0, 0], all = 0
    for (version, recorded) in compiled.recordedHashes {
      let fromCompiled = VersionHashes(of: try #require(compiled.version(named: version))).entities
      let fromSource = VersionHashes(of: try #require(source.version(named: version))).entities
      for (entity, hash) in recorded {
        all += 1
        good[0] += fromCompiled[entity] == hash ? 1 : 0
        good[1] += fromSource[entity] == hash ? 1 : 0
      }
    }
    print("VersionInfo hashes: \(good[0]) of \(all) from .mom, \(good[1]) of \(all) from XML")
    #expect(good == [138, 138] && all == 138)
  }

  @Test(.enabled(if: Corpus.isPresent, "skipped: no corpus"))
  func `the source and the compiled form of a version are one schema`() throws {
    let compiled = try ModelFile.read(Self.corpus("models/xcserver-momd/XCServerCoreData.momd"))
    let source = try ModelFile.read(Self.corpus("models/xcserver/XCServerCoreData.xcdatamodeld"))
    for version in compiled.versions {
      var other = try #require(source.version(named: version.name))
      // Xcode writes `.Build` for a class of the module that is being compiled, and older tools plain `Build`.
      for entity in other.entities { other[entity.name]?.className = version[entity.name]?.className }
      for (mine, theirs) in zip(version.entities, other.entities) {
        #expect(mine.attributes == theirs.attributes, "\(version.name) \(mine.name)")
        #expect(mine.relationships == theirs.relationships, "\(version.name) \(mine.name)")
        #expect(mine == theirs, "\(version.name) \(mine.name)")
      }
      #expect(version == other, "\(version.name)")
    }
  }

  @Test(.enabled(if: Corpus.isPresent, "skipped: no corpus"))
  func `the source models beside the stores have the stores' hashes`() throws {
    var matched: [String] = [], unmatched: [String] = []
    for store in CorpusStore.all where !store.recordedHashes.isEmpty {
      let names = try FileManager.default.contentsOfDirectory(atPath: store.folder.path).filter { $0.contains(".xcdatamodel") }
      guard !names.isEmpty else { continue }
      var found: [String] = []
      for name in names {
        guard let contents = try? ModelFile.read(store.folder.appending(path: name).path) else { continue }
        found += contents.versions(matching: store.recordedHashes)
      }
      if found.isEmpty { unmatched.append(store.slug) } else { matched.append(store.slug) }
    }
    print("stores whose source model has their hashes: \(matched.count); none of the versions: \(unmatched)")
    // Three models are of Xcode 3; the two stores are at a version between those that EasyLife's bundle kept.
    #expect(matched.count == 14)
    #expect(unmatched == ["digitalorder", "easylife-10", "easylife-13", "magicalrecord-recipes", "restkit-seed-a"])
  }

  @Test(.enabled(if: Corpus.isPresent, "skipped: no corpus"))
  func `a store of 2010 has the hashes of its compiled model`() throws {
    let store = try #require(CorpusStore.all.first { $0.slug == "digitalorder" })
    #expect(store.metadata?["NSPersistenceFrameworkVersion"]?.integer == 248)
    let contents = try ModelFile.read(Self.corpus("models/digitalorder-mom/Hotel.mom"))
    #expect(contents.versions(matching: store.recordedHashes) == ["Hotel"])
  }

  @Test(.enabled(if: Corpus.isPresent, "skipped: no corpus"))
  func `every type of attribute comes out of a compiled model with its default`() throws {
    let contents = try ModelFile.read(Self.corpus("models/cdu-testfiles/fetchRequest.mom"))
    let schema = contents.versions[0]
    let types = Set(schema.entities.flatMap(\.attributes).map(\.type))
    #expect(
      types.isSuperset(of: [.int16, .int32, .int64, .decimal, .double, .float, .string, .bool, .date, .data, .transformable]))
    #expect(schema.name == "fetchRequest")
    #expect(contents.findings.map(\.message) == ["fetch request templates of the model are left out"])
    let decimal = schema.entities.flatMap(\.attributes).first { $0.type == .decimal }
    #expect(decimal?.defaultValue == .decimal("0"))
  }

  @Test(.enabled(if: Corpus.isPresent, "skipped: no corpus"))
  func `a model of Xcode 3 is named for what it is`() throws {
    #expect { try ModelFile.read(Self.corpus("models/mogenerator-elements/MyModel.xcdatamodeld")) } throws: {
      ($0 as? Finding)?.id == "model-xcode3" && ($0 as? Finding)?.exitStatus == .sourceUnreadable
    }
    #expect(ModelFile.isModel(try Self.corpus("coredata/restkit-seed-a/RKTwitterCoreData.xcdatamodel")))
  }

  @Test(.enabled(if: Corpus.isPresent, "skipped: no corpus"))
  func `versions are in natural order and the current one is known`() throws {
    let meshtastic = try ModelFile.read(Self.corpus("models/meshtastic-coredata/Meshtastic.xcdatamodeld"))
    #expect(
      meshtastic.versions.map(\.name).prefix(3) == ["MeshtasticDataModel", "MeshtasticDataModelV2", "MeshtasticDataModelV3"])
    #expect(meshtastic.versions.map(\.name).suffix(2) == ["MeshtasticDataModelV 57", "MeshtasticDataModelV 58"])
    // The bundle's own marker was never moved on.
    #expect(meshtastic.current == "MeshtasticDataModel")
    let wire = try ModelFile.read(Self.corpus("models/wire-event/ZMEventModel.xcdatamodeld"))
    #expect(wire.versions.map(\.name) == ["ZMEventModel", "ZMEventModel2.0", "ZMEventModel3.0"])
  }

  @Test func `a damaged version of a bundle is reported and the others are read`() throws {
    try withTemporaryFolder { folder in
      let bundle = folder.appending(path: "App.xcdatamodeld")
      for (name, text) in [("App", Self.sample), ("App 2", "<model><entity"), ("App 10", Self.sample)] {
        let version = bundle.appending(path: "\(name).xcdatamodel")
        try FileManager.default.createDirectory(at: version, withIntermediateDirectories: true)
        try text.write(to: version.appending(path: "contents"), atomically: true, encoding: .utf8)
      }
      let contents = try ModelFile.read(bundle.path)
      #expect(contents.versions.map(\.name) == ["App", "App 10"])
      #expect(contents.current == nil)
      #expect(
        contents.findings.map(\.id) == ["model-part-unknown", "model-damaged", "model-part-unknown", "model-current-unknown"])
    }
    #expect { try ModelFile.read("/nowhere/App.momd") } throws: { ($0 as? Finding)?.id == "no-such-input" }
  }

  @Test func `what Xcode writes into a model comes out as the schema says it`() throws {
    try withTemporaryFolder { folder in
      let file = folder.appending(path: "contents")
      try Self.sample.write(to: file, atomically: true, encoding: .utf8)
      let contents = try ModelFile.read(file.path)
      let note = try #require(contents.versions.first?["Note"])
      #expect(note.attributes.map(\.name) == ["body", "created", "flag", "fullName"])
      #expect(note.attributes[0].renamingIdentifier == "text" && note.attributes[0].allowsExternalStorage)
      #expect(note.attributes[1].defaultValue == .date(978_307_200) && note.attributes[2].defaultValue == .integer(0))
      #expect(note.attributes[3].derivation == "first ++ \" \" ++ last" && note.attributes[3].isReadOnly)
      #expect(note.relationships[0].isToMany && note.relationships[0].isOrdered && note.relationships[0].deleteRule == .cascade)
      #expect(note.relationships[1].maximumCount == 1 && note.relationships[1].inverse == "notes")
      #expect(note.uniqueness == [["body", "created"]] && note.userInfo == ["color": "red"])
      #expect(
        note.indexes == [
          FetchIndex(name: "byDate", elements: [FetchIndex.Element("created", ascending: false)], predicate: "flag == 1")
        ])
      #expect(contents.findings.map(\.message) == ["the model holds an unknown attribute 'futureFlag' of <attribute>"])
    }
  }

  static let sample = """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" userDefinedModelVersionIdentifier="2.0">
      <!-- a comment -->
      <entity name="Note" representedClassName=".Note" syncable="YES">
        <attribute name="body" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES" elementID="text"/>
        <attribute name="created" attributeType="Date" defaultDateTimeInterval="978307200" usesScalarValueType="NO" futureFlag="YES"/>
        <attribute name="flag" attributeType="Integer 32" defaultValueString="NO" usesScalarValueType="YES"/>
        <attribute name="fullName" optional="YES" attributeType="String" derived="YES" derivationExpression="first ++ &quot; &quot; ++ last"/>
        <relationship name="pages" toMany="YES" ordered="YES" deletionRule="Cascade" destinationEntity="Note"/>
        <relationship name="parent" maxCount="1" deletionRule="Nullify" destinationEntity="Note" inverseName="notes" inverseEntity="Note"/>
        <fetchIndex name="byDate" partialIndexPredicate="flag == 1">
          <fetchIndexElement property="created" type="Binary" order="descending"/>
        </fetchIndex>
        <uniquenessConstraints><uniquenessConstraint><constraint value="body"/><constraint value="created"/></uniquenessConstraint>
        </uniquenessConstraints>
        <userInfo><entry key="color" value="red"/></userInfo>
      </entity>
    </model>
    """

  static func corpus(_ path: String) throws -> String { try #require(Corpus.folder).appending(path: path).path }

  /// Every bundle and loose model of the corpus, without those of Xcode 3.
  static func bundles() throws -> [String] {
    let root = try corpus("")
    let endings = [".xcdatamodeld", ".xcdatamodel", ".momd", ".mom"]
    let all = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    return all.filter { path in
      let folders = path.split(separator: "/").dropLast()
      return endings.contains { path.hasSuffix($0) } && !folders.contains { folder in endings.contains { folder.hasSuffix($0) } }
        && !["mogenerator-elements", "digitalorder/", "magicalrecord-recipes", "restkit-seed-a", "tavanttrade"].contains(
          where: path.contains)
    }.map { root + "/" + $0 }.sorted()
  }
}

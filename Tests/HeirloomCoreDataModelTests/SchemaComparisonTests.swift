import Foundation
import HeirloomCoreDataModel
import HeirloomFindings
import HeirloomSchema
import HeirloomTestSupport
import Testing

@Suite struct SchemaComparisonTests {
  @Test func `each difference that changes a hash is said in words`() {
    var old = Entity("Note"), new = Entity("Note")
    old.attributes = [
      Attribute("body", .string), Attribute("count", .int16), Attribute("headline", .string), Attribute("image", .data),
      Attribute("size", .composite),
    ]
    old.attributes[4].elements = [Attribute("width", .float, optional: true)]
    old.relationships = [Relationship("tags", to: "Tag", many: true, inverse: "notes"), Relationship("owner", to: "User")]
    new.attributes = [
      Attribute("body", .string, optional: true), Attribute("count", .int32), Attribute("image", .data),
      Attribute("title", .string),
      Attribute("size", .composite),
    ]
    new.attributes[2].allowsExternalStorage = true
    new.attributes[3].renamingIdentifier = "headline"
    new.attributes[4].elements = [Attribute("width", .double, optional: true), Attribute("height", .double, optional: true)]
    new.relationships = [Relationship("tags", to: "Label", many: false), Relationship("owner", to: "User")]
    new.uniqueness = [["title"]]
    let difference = SchemaComparison(from: Schema(entities: [old]), to: Schema(entities: [new, Entity("Label")]))
    #expect(difference.differences.map(\.entity) == ["Label", "Note"] && difference.differences[0].kind == .added)
    #expect(
      difference.differences[1].changes == [
        "(title) is unique now", "attribute 'body' is optional now", "attribute 'count' was Int16 and is Int32",
        "attribute 'image' may be stored outside now",
        "attribute 'size' has a new element 'height'",
        "attribute 'size' has an element 'width' that was Float and is Double",
        "attribute 'title' was called 'headline'",
        "relationship 'tags' led to 'Tag' and leads to 'Label'", "relationship 'tags' had the inverse 'notes' and has no inverse",
        "relationship 'tags' was to-many and is to-one",
      ])
  }

  @Test func `a changed parent is the reason its children differ`() {
    var parent = Entity("Media")
    let child = Entity("Photo", parent: "Media")
    let old = Schema(entities: [parent, child])
    parent.attributes = [Attribute("size", .int64)]
    let comparison = SchemaComparison(from: old, to: Schema(entities: [parent, child]))
    #expect(
      comparison.findings(model: "'App.momd'").map(\.description) == [
        "warning[hashes-differ]: 'Media' differs from 'App.momd': attribute 'size' is new",
        "warning[hashes-differ]: 'Photo' differs from 'App.momd': its parent 'Media' differs",
      ])
  }

  @Test func `what the hashes do not take in is no difference`() {
    var note = Entity("Note")
    note.attributes = [Attribute("title", .string)]
    let old = Schema(entities: [note])
    note.attributes[0].defaultValue = .string("")
    note.className = "Note2"
    #expect(SchemaComparison(from: old, to: Schema(entities: [note])).isSame)
  }

  @Test(.enabled(if: Corpus.isPresent, "skipped: no corpus"))
  func `every difference between versions of real models is explained`() throws {
    var explained = 0
    for path in try ModelFileTests.bundles() {
      let versions = try ModelFile.read(path).versions
      for (old, new) in zip(versions, versions.dropFirst()) {
        for difference in SchemaComparison(from: old, to: new).differences where difference.kind == .changed {
          explained += 1
          #expect(!difference.changes.isEmpty, "\(old.name) → \(new.name): \(difference.entity)")
        }
      }
    }
    print("changed entities between neighbouring versions, all explained: \(explained)")
    #expect(explained > 100)
  }

  @Test(.enabled(if: Corpus.isPresent, "skipped: no corpus"))
  func `a store finds its version among those of a compiled model`() throws {
    let model = try ModelFile.read(ModelFileTests.corpus("models/xcserver-momd/XCServerCoreData.momd"))
    let store = try #require(CorpusStore.all.first { $0.slug == "xcserver-1.2.0" })
    let matches = model.matches(for: store.recordedHashes)
    #expect(matches.map(\.same).prefix(2) == [23, 21])
    #expect(matches[0].version == "XCServerCoreData1.2.0" && matches[0].isExact)
    #expect(model.versions(matching: store.recordedHashes) == ["XCServerCoreData1.2.0"])
    let other = try #require(model.version(named: matches[1].version))
    let (schema, _) = try ModelCache.read(try #require(store.cache))
    #expect(SchemaComparison(from: schema, to: other).differences.map(\.entity) == matches[1].differing)
  }
}

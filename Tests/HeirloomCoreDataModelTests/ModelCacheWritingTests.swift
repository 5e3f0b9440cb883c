import HeirloomBytes
import HeirloomCoreDataModel
import HeirloomFindings
import HeirloomSchema
import HeirloomTestSupport
import Testing

@Suite struct ModelCacheWritingTests {
  @Test(.enabled(if: Corpus.isPresent, "skipped: no corpus"))
  func `every cache of the corpus, read and written, is the same schema`() throws {
    for store in CorpusStore.withCache {
      let (schema, _) = try ModelCache.read(try #require(store.cache))
      let written = try ModelCache.write(schema)
      let (again, findings) = try ModelCache.read(written)
      #expect(again == schema, "\(store.slug)")
      #expect(findings.isEmpty && ModelCache.leftOut(of: schema).isEmpty, "\(store.slug)")
      #expect(try ModelCache.write(again) == written, "\(store.slug): the same schema gives the same bytes")
    }
  }

  @Test(.enabled(if: Corpus.isPresent, "skipped: no corpus"))
  func `a real cache, read and written, keeps the keys of every object`() throws {
    var same = 0, all = 0
    for store in CorpusStore.withCache {
      let original = try KeyedArchive(try ModelCache.archive(try #require(store.cache)))
      let (schema, _) = try ModelCache.read(try #require(store.cache))
      let written = try KeyedArchive(try ModelCache.archive(try ModelCache.write(schema)))
      let (theirs, ours) = (Self.parts(of: original), Self.parts(of: written))
      #expect(Set(theirs.keys).subtracting(ours.keys).sorted() == [], "\(store.slug)")
      for (name, shape) in theirs {
        all += 1
        if ours[name] == shape { same += 1 } else { Issue.record("\(store.slug) \(name): \(shape), written \(ours[name] ?? "")") }
      }
    }
    print("objects of caches written with the keys and flags of the real ones: \(same) of \(all)")
    #expect(all > 10_000 && same == all)
  }

  /// The shape of the model, of each entity, property, composite element, index and index element: its class, its keys, and the
  /// numbers that are flags. Lists that are there but empty are the same as none; proxies of inherited properties have no shape of
  /// their own, for the writer makes copies.
  private static func parts(of archive: KeyedArchive) -> [String: String] {
    guard let root = archive.root else { return [:] }
    var result = ["model": shape(root)]
    for (name, entity) in root["NSEntities"]?.namedEntries ?? [] {
      result[name] = shape(entity)
      for (property, node) in entity["NSProperties"]?.namedEntries ?? [] {
        let real = node.className == "_NSPropertyDescriptionProxy" ? node["NSUnderlyingProperty"] ?? node : node
        result["\(name).\(property)"] = shape(real)
        for element in real["NSCompositeElements"]?.elements ?? [] {
          result["\(name).\(property).\(element["NSPropertyName"]?.string ?? "")"] = shape(element)
        }
        for (number, limit) in (real["NSValidationPredicates"]?.elements ?? []).enumerated() {
          result["\(name).\(property) limit \(number)"] = "\(shape(limit)) \(shape(limit["NSPredicateOperator"]))"
        }
      }
      for (number, index) in (entity["NSFetchIndexDescriptions"]?.elements ?? []).enumerated() {
        result["\(name) index \(number)"] = shape(index) + shape(index["NSPartialIndexPredicate"])
        for (position, element) in (index["NSIndexElements"]?.elements ?? []).enumerated() {
          result["\(name) index \(number) \(position)"] = shape(element) + shape(element["NSIndexedProperty"])
        }
      }
    }
    return result
  }

  private static func shape(_ node: KeyedArchive.Node?) -> String {
    guard let node else { return "" }
    let optionalLists = ["NSUniqueTuples", "NSFetchIndexDescriptions", "NSCompoundIndexes"]
    let keys = node.keys.filter { !optionalLists.contains($0) || node[$0]?.elements?.isEmpty == false }
    let flags = [
      "_P", "NSFlagsKey", "NSAttributeType", "NSMaxCount", "NSMinCount", "NSDeleteRule", "NSExpressionType", "NSOperatorType",
    ]
    let values = flags.compactMap { flag in node[flag]?.integer.map { "\(flag)=\($0)" } }
    return "\(node.classNames) \(keys) \(values)"
  }

  @Test func `a schema made by hand comes back from its cache whole`() throws {
    var note = Entity("Note"), tag = Entity("Tag"), pinned = Entity("PinnedNote", parent: "Note")
    note.attributes = [Attribute("amount", .decimal), Attribute("id", .uuid), Attribute("link", .url, optional: true)]
    note.attributes[0].defaultValue = .decimal("-123.45")
    note.attributes[1].defaultValue = .uuid([UInt8](1...16))
    note.attributes[2].defaultValue = .string("https://example.org/ü")
    for index in note.attributes.indices { note.attributes[index].valueClass = note.attributes[index].type.archiveValueClass }
    note.relationships = [Relationship("tags", to: "Tag", many: true, inverse: "notes")]
    note.uniqueness = [["id"]]
    note.isAbstract = true
    tag.relationships = [Relationship("notes", to: "Note", many: true, inverse: "tags")]
    pinned.attributes = [Attribute("since", .date)]
    pinned.attributes[0].valueClass = "NSDate"
    let byState = #"state == 1 OR (kind != nil AND NOT (label == "a \"b\""))"#
    pinned.indexes = [FetchIndex(name: "byState", elements: [FetchIndex.Element("since", ascending: false)], predicate: byState)]
    let schema = Schema(identifiers: ["1.0.0"], entities: [note, pinned, tag])
    #expect(try ModelCache.read(try ModelCache.write(schema)).0 == schema)
  }

  @Test func `what a cache cannot say is listed`() {
    var note = Entity("Note")
    note.attributes = [Attribute("label", .string)]
    note.attributes[0].derivation = "uppercase:(title)"
    note.attributes[0].validation.pattern = "[a-z]+"
    note.indexes = [FetchIndex(name: "recent", elements: [FetchIndex.Element("label")], predicate: "created > now()")]
    note.fetchedProperties = ["all"]
    #expect(
      ModelCache.leftOut(of: Schema(entities: [note])).map(\.message) == [
        "the written model leaves out the predicate of the index 'recent'",
        "the written model leaves out the derivation of 'Note.label'",
        "the written model leaves out the pattern of 'Note.label'",
        "the written model leaves out the fetched property 'Note.all'",
      ])
  }

  @Test func `a Swift array becomes the transformable that SwiftData makes of it`() throws {
    var note = Entity("Note")
    note.attributes = [Attribute("names", .transformable, optional: true)]
    note.attributes[0].swiftType = "[String]?"
    let read = try ModelCache.read(try ModelCache.write(Schema(entities: [note]))).0["Note"]?.attributes.first
    // As in the caches of a SwiftData app: class Array<String>, transformer NSSecureUnarchiveFromData.
    #expect(read?.valueClass == "Array<String>" && read?.transformer == "NSSecureUnarchiveFromData")
  }
}

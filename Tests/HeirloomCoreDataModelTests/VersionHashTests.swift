import Foundation
import HeirloomCoreDataModel
import HeirloomFindings
import HeirloomSchema
import HeirloomTestSupport
import Testing

@Suite struct VersionHashTests {
  @Test(.enabled(if: Corpus.isPresent, "skipped: no corpus"))
  func `every entity definition of the corpus hashes to what its store recorded`() throws {
    let pairs = try HashPair.all()
    var good = 0
    for (source, rows) in Dictionary(grouping: pairs, by: \.source) {
      let hashes = VersionHashes(of: HashPair.schema(rows))
      for row in rows {
        if hashes.hex(EntityName(row.entity)) == row.hash { good += 1 } else { Issue.record("\(source) \(row.entity)") }
      }
    }
    print("hashes: \(good) of \(pairs.count)")
    #expect(good == 990)
  }

  @Test(.enabled(if: Corpus.isPresent, "skipped: no corpus"))
  func `digests and checksums of the corpus follow from the entity hashes`() throws {
    var digests = 0, checksums = 0, good = 0
    for store in CorpusStore.withCache {
      let hashes = VersionHashes(recorded: store.recordedHashes)
      if let digest = store.metadata?["NSStoreModelVersionHashesDigest"]?.string {
        digests += 1
        if digest == hashes.digest { good += 1 } else { Issue.record("\(store.slug): digest") }
      }
      if let checksum = store.metadata?["NSStoreModelVersionChecksumKey"]?.string {
        checksums += 1
        if checksum == hashes.checksum { good += 1 } else { Issue.record("\(store.slug): checksum") }
      }
    }
    print("digests and checksums: \(good) of \(digests) + \(checksums)")
    #expect(digests > 0 && checksums > 0 && good == digests + checksums)
  }

  @Test(.enabled(if: Corpus.isPresent, "skipped: no corpus"))
  func `every entity of a store's cache hashes to what the metadata records`() throws {
    var good = 0, all = 0
    for store in CorpusStore.withCache {
      let (schema, _) = try ModelCache.read(try #require(store.cache))
      let hashes = VersionHashes(of: schema)
      #expect(Set(hashes.entities.keys) == Set(store.recordedHashes.keys), "\(store.slug)")
      for (name, recorded) in store.recordedHashes {
        all += 1
        if hashes.entities[name] == recorded { good += 1 } else { Issue.record("\(store.slug) \(name)") }
      }
      if let digest = store.metadata?["NSStoreModelVersionHashesDigest"]?.string { #expect(hashes.digest == digest) }
    }
    print("cache hashes: \(good) of \(all)")
    #expect(all > 400 && good == all)
  }

  @Test func `the entity of Xcode's template has the hash that stores record for it`() {
    // Event { timeStamp: Date? }, from docs/formats/version-hashes.md.
    var event = Entity("Event")
    event.attributes = [Attribute("timeStamp", .date, optional: true)]
    let hex = VersionHashes(of: Schema(entities: [event])).hex("Event") ?? ""
    #expect(hex.hasPrefix("5431c046d30e7f32") && hex.hasSuffix("af01cc79"))
  }

  @Test func `facets that no real store confirmed are findings`() {
    var price = Entity("Price")
    price.attributes = [Attribute("amount", .decimal), Attribute("prix_été", .string)]
    var old = Entity("OldPrice", parent: "Price")
    old.uniqueness = [["amount"]]
    let messages = VersionHashes(of: Schema(entities: [price, old])).findings.map(\.message)
    #expect(
      messages == [
        "the version hash of 'Price' is not certain: 'Price.amount' is of type Decimal",
        "the version hash of 'Price' is not certain: the name 'Price.prix_été' is not ASCII",
        "the version hash of 'OldPrice' is not certain: the sub-entity 'OldPrice' has a uniqueness constraint",
      ])
  }

  @Test func `names of classes, defaults and delete rules do not change a hash`() {
    var plain = Entity("Note")
    plain.attributes = [Attribute("title", .string)]
    plain.relationships = [Relationship("tags", to: "Note", many: true)]
    var dressed = plain
    dressed.className = "App.Note"
    dressed.attributes[0].defaultValue = .string("untitled")
    dressed.attributes[0].renamingIdentifier = "headline"
    dressed.relationships[0].deleteRule = .cascade
    let hashes = [plain, dressed].map { VersionHashes(of: Schema(entities: [$0])) }
    #expect(hashes[0].checksum == hashes[1].checksum)
    dressed.attributes[0].isOptional = true
    #expect(VersionHashes(of: Schema(entities: [dressed])).checksum != hashes[0].checksum)
  }

  @Test func `a cycle of parents ends`() {
    let a = Entity("A", parent: "B"), b = Entity("B", parent: "A")
    #expect(VersionHashes(of: Schema(entities: [a, b])).entities.count == 2)
  }
}

/// A row of hash-pairs.jsonl: an entity's definition, and the hash that a real store or VersionInfo.plist holds for it.
struct HashPair: Decodable {
  var source: String
  var entity: String
  var hash: String
  var definition: Definition

  struct Definition: Decodable {
    var abstract: Bool
    var modifier: String?
    var `super`: String?
    var unique: [[String]]
    var properties: [Property]
  }

  struct Property: Decodable {
    var kind: String?
    var name: String
    var type: Int?
    var optional, transient, readOnly, ordered, externalBinary, preserveOnDeletion: Bool?
    var modifier, dest, inverse, derivation: String?
    var max, min: Int?
    var leaves: [Property]?
  }

  static func all() throws -> [HashPair] {
    let file = try #require(Corpus.folder).appending(path: "models/hash-pairs.jsonl")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    return try lines.map { try JSONDecoder().decode(HashPair.self, from: Data($0.utf8)) }
  }

  /// The entities of one store or model; the file repeats inherited properties, which a schema does not.
  static func schema(_ rows: [HashPair]) -> Schema {
    let definitions = Dictionary(uniqueKeysWithValues: rows.map { ($0.entity, $0.definition) })
    return Schema(
      entities: rows.map { row in
        var entity = Entity(EntityName(row.entity), parent: row.definition.super.map { EntityName($0) })
        entity.isAbstract = row.definition.abstract
        entity.hashModifier = row.definition.modifier
        entity.uniqueness = row.definition.unique.map { $0.map { PropertyName($0) } }
        let inherited = Set(row.definition.super.flatMap { definitions[$0] }?.properties.map(\.name) ?? [])
        for property in row.definition.properties where !inherited.contains(property.name) {
          if property.kind == "Relationship" {
            entity.relationships.append(property.relationship)
          } else {
            entity.attributes.append(property.attribute)
          }
        }
        return entity
      })
  }
}

extension HashPair.Property {
  var attribute: Attribute {
    var attribute = Attribute(
      PropertyName(name), AttributeType(archiveCode: type ?? 0) ?? .undefined, optional: optional ?? false)
    attribute.isTransient = transient ?? false
    attribute.isReadOnly = readOnly ?? false
    attribute.hashModifier = modifier
    attribute.allowsExternalStorage = externalBinary ?? false
    attribute.preservesValueOnDeletion = preserveOnDeletion ?? false
    attribute.derivation = derivation
    attribute.elements = leaves?.map(\.attribute) ?? []
    return attribute
  }

  var relationship: Relationship {
    var relationship = Relationship(PropertyName(name), to: EntityName(dest ?? ""), inverse: inverse.map { PropertyName($0) })
    relationship.maximumCount = max ?? 0
    relationship.minimumCount = min ?? 0
    relationship.isOptional = optional ?? false
    relationship.isOrdered = ordered ?? false
    relationship.isTransient = transient ?? false
    relationship.hashModifier = modifier
    return relationship
  }
}

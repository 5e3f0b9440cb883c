import HeirloomBytes
import HeirloomCoreDataModel
import HeirloomFindings
import HeirloomSchema
import HeirloomTestSupport
import Testing

@Suite struct ModelCacheTests {
  @Test(.enabled(if: Corpus.isPresent, "skipped: no corpus"))
  func `every cache of the corpus is read, and nothing in it is unknown`() throws {
    for store in CorpusStore.withCache {
      let (schema, findings) = try ModelCache.read(try #require(store.cache))
      #expect(findings.map(\.message) == [], "\(store.slug)")
      #expect(schema.entities.map(\.name) == schema.entities.map(\.name).sorted())
      for entity in schema.entities {
        let inherited = Set(schema.lineage(of: entity.name).dropFirst().flatMap(\.attributes).map(\.name))
        #expect(inherited.isDisjoint(with: entity.attributes.map(\.name)), "\(store.slug) \(entity.name)")
      }
    }
  }

  @Test(.enabled(if: Corpus.isPresent, "skipped: no corpus"))
  func `a SwiftData store's cache shows its composites, enums, defaults and uniqueness`() throws {
    let schema = try schema(of: "metacocktails-default-a")
    let cocktail = try #require(schema["Cocktail"])
    let author = try #require(schema.attribute("author", of: "Cocktail"))
    #expect(schema.identifiers == ["1.0.0"])
    #expect(schema.configurations == ["default": ["Cocktail", "Garnish", "Ingredient", "IngredientBase"]])
    #expect(author.type == .composite && author.isOptional && !author.isEnumeration)
    #expect(
      author.elements.map { "\($0.name):\($0.type.rawValue)" } == ["id:UUID", "person:String", "place:String", "year:String"])
    #expect(schema.attribute("historicSpec", of: "Cocktail")?.enumeration?.cases.first?.name == "algonquin")
    #expect(schema.attribute("historicSpec", of: "Cocktail")?.elements.count == 15)
    #expect(schema.attribute("glasswareType", of: "Cocktail")?.isEnumeration == true)
    #expect(schema.attribute("compiledTags", of: "Cocktail")?.defaultValue == .emptyCollection)
    #expect(cocktail.relationships.map(\.name) == ["garnish", "spec"])
    #expect(schema.relationship("spec", of: "Cocktail")?.deleteRule == .cascade)
    #expect(schema["Garnish"]?.uniqueness == [["name"]])
  }

  @Test(.enabled(if: Corpus.isPresent, "skipped: no corpus"))
  func `inheritance, copied or by proxy, leaves each property with the entity that declares it`() throws {
    let copied = try schema(of: "objcio-moody1")
    #expect(copied["Continent"]?.parent == "GeographicRegion" && copied["GeographicRegion"]?.isAbstract == true)
    #expect(copied["Continent"]?.attributes.map(\.name) == ["numberOfCountries"])
    #expect(copied["Mood"]?.compoundIndexes == [["markedForRemoteDeletion", "markedForDeletionDate", "date"]])
    let proxied = try schema(of: "plaso-knowledgec-10.13")
    #expect(proxied["Category"]?.attributes.map(\.name) == ["categoryType", "integerValue"])
    #expect(proxied.attribute("uuid", of: "Category") != nil)
  }

  @Test(.enabled(if: Corpus.isPresent, "skipped: no corpus"))
  func `indexes, derived attributes, limits and renaming come through`() throws {
    let photos = try schema(of: "photos-13.0")
    let derived = photos.attributes(of: "Asset").first { $0.derivation != nil }
    #expect(derived?.name == "derivedCameraCaptureDevice" && derived?.derivation == "additionalAttributes.cameraCaptureDevice")
    let raw = photos["Asset"]?.indexes.first { $0.name == "forRAWAlbum" }
    #expect(raw?.predicate == "packedBadgeAttributes > 1")
    #expect(raw?.elements[2].expression == "SELF")
    #expect(
      try schema(of: "easylife-10").entities.flatMap(\.attributes).first { $0.name == "repeats" }?.validation.minimum == "0")
    let wire = try schema(of: "wire-store2-75-0")
    #expect(wire.entities.flatMap(\.attributes).contains { $0.renamingIdentifier == "messageDestructionTimeout" })
  }

  @Test func `a damaged cache is a finding that says what to do`() throws {
    #expect { try ModelCache.read([1, 2, 3]) } throws: { ($0 as? Finding)?.id == "model-damaged" }
    let packed = try Deflate.pack(Array("no archive, but deflated as one is in a store".utf8))
    #expect { try ModelCache.read(packed) } throws: {
      ($0 as? Finding)?.description == "error[model-damaged]: the model cannot be read: not a binary property list"
    }
  }

  @Test func `a composite that holds itself is read as far as it goes`() throws {
    var writer = KeyedArchiveWriter()
    let attribute = writer.reserve(), entity = writer.reserve()
    let name = writer.add("loop"), elements = writer.array([attribute, attribute])
    writer.fill(
      attribute, ["NSCompositeAttributeDescription", "NSAttributeDescription", "NSPropertyDescription", "NSObject"],
      ["NSPropertyName": name.value, "NSAttributeType": .integer(2100), "NSCompositeElements": elements.value])
    let properties = writer.dictionary([(name, attribute)], mutable: true)
    writer.fill(entity, ["NSEntityDescription", "NSObject"], ["NSEntityName": name.value, "NSProperties": properties.value])
    let entities = writer.dictionary([(name, entity)], mutable: true)
    let root = writer.add(["NSManagedObjectModel", "NSObject"], ["NSEntities": entities.value])
    let (schema, findings) = try ModelArchive.read(writer.finish(root: root))
    #expect(schema.entities.map(\.name) == ["loop"])
    #expect(findings.map(\.message) == ["the model holds an unknown composite that nests without end"])
  }

  private func schema(of slug: String) throws -> Schema {
    let store = try #require(CorpusStore.withCache.first { $0.slug == slug })
    return try ModelCache.read(try #require(store.cache)).0
  }
}

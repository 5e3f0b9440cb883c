internal import HeirloomFindings
internal import HeirloomSchema
internal import HeirloomSwiftSource
internal import Testing

@Suite struct ModelTests {
  @Test func `source without a version is one version of all its models`() throws {
    let source = try readFixtures("resources-manager")
    #expect(source.findings == [])
    let schema = try #require(source.versions.first)
    #expect(source.versions.count == 1)
    #expect(schema.name == "resources-manager")
    #expect(schema.identifiers == ["1.0.0"])
    #expect(schema.entities.map(\.name) == ["Item", "Component", "CraftingRecipe"])
  }

  @Test func `inverses are inferred where each side has one candidate`() throws {
    // As the store's own model cache has them; Component.item has no other end.
    let schema = try #require(try readFixtures("resources-manager").versions.first)
    #expect(
      schema.outline("Component") == [
        "id: UUID", "count: Int", "item -> Item? / - nullify", "craftingRecipe -> CraftingRecipe? / requiredComponents nullify",
      ])
    #expect(
      schema.outline("CraftingRecipe") == [
        "producedItemCount: String", "producedItem -> Item? / craftingRecipe nullify",
        "requiredComponents -> Component* / craftingRecipe nullify",
      ])
    #expect(schema["Component"]?.attributes.map(\.defaultValue) == [.expression("UUID()"), .integer(1)])
    #expect(schema["Item"]?.uniqueness == [["name"]])
  }

  @Test func `codable structs, enums and arrays become what real stores keep`() throws {
    let source = try readFixtures("cocktails")
    #expect(source.findings == [])
    let early = try #require(source.version(named: "EarlyCocktails"))
    let cocktail = try #require(early["Cocktail"])
    func attribute(_ name: PropertyName) throws -> Attribute { try #require(cocktail.attributes.first { $0.name == name }) }
    let author = try attribute("author")
    #expect(author.type == .composite && author.isOptional)
    #expect(
      author.elements.map { "\($0.name) \($0.type.rawValue) \($0.isOptional)" } == [
        "id UUID true", "person String true", "place String true", "year String true",
      ])
    #expect(try attribute("compiledTags").elements.map(\.type) == Array(repeating: .data, count: 5))
    let glass = try attribute("glasswareType")
    #expect(glass.elements.map { "\($0.name) \($0.type.rawValue)" } == ["glasswareType String"])
    #expect(glass.enumeration?.cases.map(\.rawValue) == ["Coupe", "Rocks", "highball"])
    #expect(try attribute("collection").enumeration?.cases.map(\.rawValue) == ["1", "2"])
    #expect(try attribute("historicSpec").elements.map(\.name.text).prefix(2) == ["algonquin", "alaska"])
    #expect(try attribute("historicSpec").elements.count == 15)
    let image = try #require(source.version(named: "Cocktails")?["CocktailImage"])
    let garnishes = try #require(image.attributes.first { $0.name == "garnishes" })
    #expect(
      garnishes.type == .transformable && garnishes.valueClass == "Array<String>"
        && garnishes.transformer == "NSSecureUnarchiveFromData")
    #expect(image.attributes.first?.elements.map(\.isOptional) == [false, false, false, false])
    #expect(
      source.version(named: "Cocktails")?["Cocktail"]?.indexes.map(\.name) == [
        "SwiftDataIndexOnBinarycocktailName", "SwiftDataIndexOnBinarycollectionName",
      ])
  }
}

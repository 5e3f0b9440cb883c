internal import HeirloomCoreDataModel
internal import HeirloomSchema
internal import HeirloomSwiftSource
internal import Testing

/// Hashes of schemas read from Swift source, against what Apple's SwiftData wrote into real stores of those apps.
///
/// The expected values stand in the metadata (`NSStoreModelVersionHashes`, digest, checksum) of the stores named.
@Suite struct VersionHashTests {
  @Test func `a small app's entities hash as in its store`() throws {
    // resourcesmanager-a
    let schema = try #require(try readFixtures("resources-manager").versions.first)
    let hashes = VersionHashes(of: schema)
    #expect(hashes.hex("Item")?.prefix(12) == "683a2c663d51")
    #expect(hashes.hex("Component")?.prefix(12) == "fc80203a8a33")
    #expect(hashes.hex("CraftingRecipe")?.prefix(12) == "acc6c8202690")
    #expect(hashes.checksum == "6T24D3nNvz6qsg0dO7y7IA3tlbZ0QpK/AwmP5KiXXgw=")
  }

  @Test func `composites, enums, transformables and inferred inverses hash as in the stores of the app`() throws {
    let source = try readFixtures("cocktails")
    // metacocktails-default-a and -preloaded
    let early = VersionHashes(of: try #require(source.version(named: "EarlyCocktails")))
    #expect(early.hex("Cocktail")?.prefix(12) == "78b8be45a61c")
    #expect(early.hex("Ingredient")?.prefix(12) == "4a3b9f32df42")
    #expect(early.hex("Garnish")?.prefix(12) == "76a9959e90e7")
    #expect(early.hex("IngredientBase")?.prefix(12) == "a017653989a9")
    #expect(early.checksum == "PfzOF+B8xFeHy7FWO/cFMC/dVCdmD0mbo1VdzPPozKA=")
    // metacocktails-default-big
    let later = VersionHashes(of: try #require(source.version(named: "Cocktails")))
    #expect(later.hex("Cocktail")?.prefix(12) == "bdc26e41ffeb")
    #expect(later.hex("CocktailImage")?.prefix(12) == "e5242d181d1e")
    #expect(later.hex("Garnish")?.prefix(12) == "76a9959e90e7")
    #expect(later.hex("Ingredient")?.prefix(12) == "4a3b9f32df42")
    #expect(later.hex("IngredientBase")?.prefix(12) == "a017653989a9")
    #expect(later.checksum == "WE83DWHgzfebeqtzaLbqWrrVUIvhHlD7e50aySCbBjU=")
  }
}

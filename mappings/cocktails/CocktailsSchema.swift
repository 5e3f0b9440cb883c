import Foundation
import SwiftData

// The next version of a cocktail app's models, written for this mapping: a rename, a new attribute, an enum that became a text.
enum CocktailsSchemaV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Cocktail.self, Garnish.self, Ingredient.self, IngredientBase.self] }

  struct Author: Codable {
    var id: UUID
    var person: String?
    var place: String?
    var year: String?
  }

  struct Instruction: Codable { var id: UUID; var step: String }
  struct Build: Codable { let instructions: [Instruction] }

  struct Tags: Codable {
    var flavors: [String]?
    var profiles: [String]?
    var styles: [String]?
    var booze: [String]?
    var nA: [String]?
  }

  struct Prep: Codable {
    var id: UUID
    var prepIngredientName: String
    var prepRecipe: [Instruction]
  }

  enum Ice: String, Codable {
    case column = "Column ice", cracked = "Cracked Kold Draft", koldDraft = "Kold Draft ice", largeCube = "Large cube", pebble = "Pebble ice"
  }
  enum Season: String, Codable { case always, summer, winter }
  enum Shelf: Int, Codable { case bar = 1, house, classics, friends, guests, originals }
  enum Unit: String, Codable {
    case none = "", barSpoon = "bar-spoon", dash, drop, gentlyMuddled = "gently muddled", muddled, nitroMuddled = "nitro muddled", ounce = "oz",
      pinch, slice = "slice of", splash = "splash of", spray, tablespoon = "tbsp", teaspoon = "tsp", whole
  }

  @Model final class Cocktail {
    #Index<Cocktail>([\.cocktailName], [\.collectionName])

    var id: UUID
    @Attribute(.unique) var cocktailName: String
    var author: Author?
    var buildOrder: Build?
    var collection: Shelf?
    var collectionName: String
    var compiledTags: Tags
    @Attribute(originalName: "favorite") var isFavorite: Bool
    var glassware: String
    var ice: Ice?
    var isCustomCocktail: Bool
    @Attribute(originalName: "notes") var remarks: String?
    var season: Season = Season.always
    var servings: Int = 1
    var variation: String?
    var variationName: String?
    var garnish: [Garnish]
    @Relationship(deleteRule: .cascade) var spec: [Ingredient]

    init(cocktailName: String) { fatalError("only its shape matters") }
  }

  @Model final class Garnish {
    @Attribute(.unique) var name: String
    @Relationship(inverse: \Cocktail.garnish) var cocktails: [Cocktail]?

    init(name: String) { self.name = name }
  }

  @Model final class Ingredient {
    var id: UUID
    var ingredientBase: IngredientBase?
    var value: Double
    var unit: Unit

    init(value: Double) { fatalError("only its shape matters") }
  }

  @Model final class IngredientBase {
    var id: UUID
    @Attribute(.unique) var name: String
    var info: String?
    var isCustom: Bool
    var baseCategory: String
    var umbrellaCategory: String
    var specialtyCategory: String
    var tags: Tags?
    var prep: Prep?

    init(name: String) { fatalError("only its shape matters") }
  }
}

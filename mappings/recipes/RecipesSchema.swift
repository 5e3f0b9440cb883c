import Foundation
import SwiftData

// The target of recipes.mapping.swift: the recipe book of 2010 with its relationships told from both ends.
enum RecipesSchemaV3: VersionedSchema {
  static let versionIdentifier = Schema.Version(3, 0, 0)
  static var models: [any PersistentModel.Type] { [Image.self, Ingredient.self, Recipe.self, RecipeType.self] }

  @Model final class Image {
    var image: Data?
    var recipe: Recipe?

    init() {}
  }

  @Model final class Ingredient {
    var amount: String?
    var displayOrder: Int
    var name: String
    var recipe: Recipe?

    init(name: String, displayOrder: Int) {
      self.name = name
      self.displayOrder = displayOrder
    }
  }

  @Model final class Recipe {
    var instructions: String?
    var name: String
    var overview: String?
    var preparationTime: String?
    var thumbnail: Data?
    @Relationship(deleteRule: .cascade, inverse: \Image.recipe) var image: Image?
    @Relationship(deleteRule: .cascade, inverse: \Ingredient.recipe) var ingredients: [Ingredient]
    @Relationship(inverse: \RecipeType.recipes) var type: RecipeType?

    init(name: String) {
      self.name = name
      self.ingredients = []
    }
  }

  @Model final class RecipeType {
    var name: String
    var recipes: [Recipe]

    init(name: String) {
      self.name = name
      self.recipes = []
    }
  }
}

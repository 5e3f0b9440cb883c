// A recipe book of 2010. The store keeps no model of itself, so its names are in lower case here.
let source = CoreData()
let target = Schema("RecipesSchema.swift", version: RecipesSchemaV3.self)

Map("Recipe", to: Recipe.self) { old in
  name            = old.name ?? reject("a recipe without a name")
  preparationTime = old.preptime
  thumbnail       = old.thumbnailimage
  image           = old.image
}

Map("Ingredient", to: Ingredient.self) { old in
  name         = old.name ?? reject("an ingredient without a name")
  displayOrder = old.displayorder ?? 0
}

Map("RecipeType", to: RecipeType.self) { old in
  name = old.name ?? reject("a type without a name")
}

Drop("Image.recipe", because: "the other end of Recipe.image, which is carried")

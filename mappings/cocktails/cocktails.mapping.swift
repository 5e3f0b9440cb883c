// A cocktail app's SwiftData store to the app's next version.
let source = SwiftData()
let target = Schema("CocktailsSchema.swift", version: CocktailsSchemaV2.self)

// 'isFavorite' and 'remarks' follow by themselves: the schema remembers their original names.
Map("Cocktail", to: Cocktail.self) { old in
  glassware = old.glasswareType
  variation = old.variation
}

// The units were in capitals once: "Pinch", "Slice of".
Map("Ingredient", to: Ingredient.self) { old in
  unit = old.unit.lowercased()
}

Drop("Cocktail.historicSpec", because: "told by the variation's name")
Drop("Cocktail.titleCocktail", because: "worked out when shown")

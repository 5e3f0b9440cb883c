// Moody 1 (Core Data, with regions that inherit) to the shape of Moody 5 (flat).
let source = CoreData()
let target = Schema("MoodySchema.swift", version: MoodySchemaV5.self)

// 'remoteID' follows by itself: the schema remembers its original name.
Map("Mood", to: Mood.self) { old in
  rating = 0
}

// What a region had, its countries keep: inherited attributes need no line.
Map("Country", to: Country.self) { old in
  isoContinent = old.continent?.numericISO3166Code
}

Drop("Continent", because: "a country knows its continent by code now")

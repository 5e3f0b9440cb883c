// EasyLife 1.0 to 1.5: everything of 1.0 has its name still, and the new relationships start empty.
let source = CoreData()
let target = Schema("EasyLifeSchema.swift", version: EasyLifeSchemaV15.self)

// Schema version 1: one full name.
let source = Realm()
let target = Schema("PeopleSchema.swift", version: PeopleSchema.self)

Map("Person", to: Person.self)

// Schema version 5: all as today, kinds as words again.
let source = Realm()
let target = Schema("PeopleSchema.swift", version: PeopleSchema.self)

Map("Person", to: Person.self)

Map("Address", to: Address.self)

Map("Pet", to: Pet.self)

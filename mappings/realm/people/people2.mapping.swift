// Schema version 2: pets, whose type is a word.
let source = Realm()
let target = Schema("PeopleSchema.swift", version: PeopleSchema.self)

Map("Person", to: Person.self)

Map("Pet", to: Pet.self) { old in
  kind = old.type
}

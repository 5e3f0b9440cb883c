// Schema version 2 of another branch: every pet is a dog.
let source = Realm()
let target = Schema("PeopleSchema.swift", version: PeopleSchema.self)

Map("Person", to: Person.self) { old in
  pets = old.dogs
}

Map("Dog", to: Pet.self)

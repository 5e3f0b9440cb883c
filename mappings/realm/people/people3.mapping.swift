// Schema version 3: the type of a pet is a number.
let source = Realm()
let target = Schema("PeopleSchema.swift", version: PeopleSchema.self)

Map("Person", to: Person.self)

Map("Pet", to: Pet.self) { old in
  kind = switch old.type { case 1: "dog" default: "other" }
}

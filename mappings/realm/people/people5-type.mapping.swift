// Schema version 5 of another branch: a number called type.
let source = Realm()
let target = Schema("PeopleSchema.swift", version: PeopleSchema.self)

Map("Person", to: Person.self)

Map("Address", to: Address.self)

Map("Pet", to: Pet.self) { old in
  kind = switch old.type { case 1: "dog" default: "other" }
}

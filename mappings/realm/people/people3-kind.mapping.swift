// Schema version 3 of another branch: the number is called kind.
let source = Realm()
let target = Schema("PeopleSchema.swift", version: PeopleSchema.self)

Map("Person", to: Person.self)

Map("Pet", to: Pet.self) { old in
  kind = switch old.kind { case 1: "dog" default: "other" }
}

// Schema version 0: first and last names apart.
let source = Realm()
let target = Schema("PeopleSchema.swift", version: PeopleSchema.self)

Map("Person", to: Person.self) { old in
  fullName = old.firstName + " " + old.lastName
}

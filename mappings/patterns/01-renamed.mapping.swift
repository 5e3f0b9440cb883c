// Entities and attributes get new names. What has the same name follows by itself, and so does what the schema remembers
// with `originalName`.
let source = Store()
let target = Schema("NewShop.swift", version: Renamed.self)

Map("Address", to: Place.self)
Map("Customer", to: Client.self) { old in
  name = old.fullName
  home = old.address
}

// check: SELECT ZNAME, ZMAIL, ZHOME FROM ZCLIENT WHERE Z_PK = 1
// gives: 'Lovelace, Ada', 'ada@a.example', 1

// A record becomes a Codable struct inside another record.
let source = Store()
let target = Schema("NewShop.swift", version: ToComposite.self)

Map("Customer", to: Customer.self) { old in
  home = Home(street: old.address?.street, city: old.address?.city?.uppercased())
}
Drop("Address", because: "customers hold their own")

// check: SELECT ZSTREET, ZCITY FROM ZCUSTOMER ORDER BY Z_PK
// gives: 'Main Street 1', 'OSLO'
// gives: 'Main Street 1', 'OSLO'
// gives: 'Side Street 2', NULL
// gives: NULL, NULL

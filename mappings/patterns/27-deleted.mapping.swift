// Records are deleted as the old app would have deleted them: its delete rules take their orders, and their items, along.
let source = Store()
let target = Schema("NewShop.swift", version: Deleted.self)

Map("Customer", to: Customer.self) { old in
  guard old.fullName.contains(",") else { delete("a customer without a first name") }
}

// check: SELECT Z_PK FROM ZCUSTOMER ORDER BY Z_PK
// gives: 1
// gives: 3
// gives: 4
// check: SELECT Z_PK FROM ZORDER ORDER BY Z_PK
// gives: 1
// gives: 2
// gives: 4
// check: SELECT Z_PK FROM ZITEM ORDER BY Z_PK
// gives: 1
// gives: 2
// gives: 3
// gives: 5
// gives: 6

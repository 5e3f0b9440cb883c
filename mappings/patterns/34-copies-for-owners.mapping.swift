// Customers shared an address; now each owns a home. The first customer keeps the home that the address's own rule makes, and each
// other one gets a copy of it, whose UUID is its own. (Without the policy the run ends with 'shared-child'.)
let source = Store()
let target = Schema("NewShop.swift", version: Copies.self)

Map("Address", to: Home.self) { old in
  id = UUID(stableFor: old)
  line = "\(old.street), \(old.city ?? "?")"
}
Map("Customer", to: Customer.self) { old in homes = [old.address] }
SharedChildren("Customer.address", .clone)

// check: SELECT Z_PK, ZLINE, ZOWNER FROM ZHOME ORDER BY Z_PK
// gives: 1, 'Main Street 1, Oslo', 1
// gives: 2, 'Side Street 2, ?', 3
// gives: 3, 'Main Street 1, Oslo', 2
// check: SELECT count(DISTINCT ZID) FROM ZHOME
// gives: 3

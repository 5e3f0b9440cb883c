// To-ones become a to-many.
let source = Store()
let target = Schema("NewShop.swift", version: ManyFromToOne.self)

Map("Customer", to: Customer.self) { old in
  addresses = [old.address, old.referrer?.address]
}

// check: related Customer.addresses
// gives: 1: 1
// gives: 2: 1
// gives: 3: 1 2
// gives: 4: 1

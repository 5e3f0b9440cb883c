// Of many records one is kept.
let source = Store()
let target = Schema("NewShop.swift", version: ToOneFromMany.self)

Map("Customer", to: Customer.self) { old in
  favourite = old.orders.filter { $0.state < 7 }.first(by: \.placed)
}

// check: related Customer.favourite
// gives: 1: 1

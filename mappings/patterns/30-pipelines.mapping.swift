// To-many relationships are put together, filtered, sorted and cut in any order.
let source = Store()
let target = Schema("NewShop.swift", version: Pipelines.self)

Map("Customer", to: Customer.self) { old in
  let items = old.orders.flatMap { $0.items }
  name = old.fullName
  // The two products that cost most, each once.
  bought = items.sorted(by: \.price, order: .reverse).prefix(2).compactMap { $0.product }
  spent = items.sum { Double($0.quantity) * $0.price }
}
Map("Product", to: Product.self)

// check: related Customer.bought
// gives: 1: 1 2
// gives: 2: 3
// check: SELECT ZNAME, ZSPENT FROM ZCUSTOMER ORDER BY Z_PK
// gives: 'Lovelace, Ada', 18.5
// gives: 'Bob', 1.0
// gives: 'Bohr, Niels', 0.0
// gives: 'Curie, Marie', 0.0

// Only some of the links are kept.
let source = Store()
let target = Schema("NewShop.swift", version: FilteredLinks.self)

Map("Order", to: Order.self) { old in
  items = old.items.filter { $0.quantity > 1 }
}

// check: related Order.items
// gives: 1: 1
// gives: 2: 3

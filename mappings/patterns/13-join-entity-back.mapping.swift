// Records that join two others become a plain many-to-many relationship; a product that an order has twice is linked once.
let source = Store()
let target = Schema("NewShop.swift", version: JoinEntityBack.self)

Map("Order", to: Order.self) { old in
  products = old.items.compactMap { $0.product }
}
Drop("Item", because: "prices are in the invoices")

// check: related Order.products
// gives: 1: 1 2
// gives: 2: 1
// gives: 3: 3

// A code that named a record becomes a link to it; a code that names none becomes nil.
let source = Store()
let target = Schema("NewShop.swift", version: ByKey.self)

Map("Product", to: Product.self) { old in
  category = Category(where: \.code == old.categoryCode)
}

// check: related Product.category
// gives: 1: 1
// gives: 2: 2

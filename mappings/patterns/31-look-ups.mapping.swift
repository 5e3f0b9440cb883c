// A look-up that finds nothing goes another way. How many find nothing is told.
let source = Store()
let target = Schema("NewShop.swift", version: LookUps.self)

Map("Category", to: Category.self)
Map("Product", to: Product.self) { old in
  category = Category(where: \.code == old.categoryCode) ?? Category(where: \.code == "food")
}

// check: related Product.category
// gives: 1: 1
// gives: 2: 2
// gives: 3: 1
// gives: 4: 1

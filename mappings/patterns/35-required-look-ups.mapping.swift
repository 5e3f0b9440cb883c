// Products hold the code of their category. A product whose code is nobody's is refused, and its items go with it.
let source = Store()
let target = Schema("NewShop.swift", version: RequiredLookUps.self)

Map("Category", to: Category.self)
Map("Product", to: Product.self) { old in
  category = Category(where: \.code == old.categoryCode) ?? reject("no such category")
}
Map("Item", to: Item.self)
Orphans("Item.product", .drop)

// check: SELECT Z_PK, ZNAME, ZCATEGORY FROM ZPRODUCT ORDER BY Z_PK
// gives: 1, 'Tea', 1
// gives: 2, 'Book', 2
// check: SELECT Z_PK, ZPRODUCT FROM ZITEM ORDER BY Z_PK
// gives: 1, 1
// gives: 2, 2
// gives: 3, 1
// gives: 6, 1

// Optional values become required ones: by a default of the schema (counted in the report), a derived value, or a rejection.
let source = Store()
let target = Schema("NewShop.swift", version: Required.self)

Map("Product", to: Product.self) { old in
  name = old.name ?? "Product \(legacyKey(old))"
  code = old.categoryCode ?? reject("a product of no category")
}

// check: SELECT ZNAME, ZGRAMS, ZCODE FROM ZPRODUCT ORDER BY Z_PK
// gives: 'Tea', 100, 'food'
// gives: 'Book', 400, 'read'
// gives: 'Product 3', 0, 'none'

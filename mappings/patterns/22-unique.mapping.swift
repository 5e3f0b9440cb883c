// Doubles become one: the lighter survives, takes what it lacks from the other, and the items of both.
let source = Store()
let target = Schema("NewShop.swift", version: Unique.self)

Map("Product", to: Product.self) { old in
  code = old.kind == 3 ? "K3" : nil
}
Unique(Product.self, by: \.name, keep: .min(by: \.grams), fill: true, ignoringCase: true)

// check: SELECT Z_PK, ZNAME, ZGRAMS, ZCODE FROM ZPRODUCT ORDER BY Z_PK
// gives: 1, 'Tea', 100, 'K3'
// gives: 2, 'Book', 400, NULL
// gives: 3, NULL, NULL, NULL
// check: related Product.items
// gives: 1: 1 3 5 6
// gives: 2: 2
// gives: 3: 4

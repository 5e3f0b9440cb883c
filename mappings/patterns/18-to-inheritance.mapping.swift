// A number that told kinds apart becomes classes of their own. Every record is read by each rule and kept by one.
let source = Store()
let target = Schema("NewShop.swift", version: ToInheritance.self)

Map("Product", to: Food.self) { old in guard old.kind == 1 else { skip("no food") } }
Map("Product", to: Print.self) { old in guard old.kind == 2 else { skip("no print") } }
Map("Product", to: Product.self) { old in guard old.kind > 2 else { skip("food or print") } }

// check: SELECT Z_PK, Z_ENT, ZNAME, ZGRAMS FROM ZPRODUCT ORDER BY Z_PK
// gives: 1, 2, 'Tea', 100
// gives: 2, 3, 'Book', NULL
// gives: 3, 2, NULL, NULL
// gives: 4, 1, 'tea', NULL

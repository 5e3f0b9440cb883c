// Two entities become one. The keys of the first stay; those of the second move past them.
let source = Store()
let target = Schema("NewShop.swift", version: OneFromSeveral.self)

Map("Category", to: Entry.self) { old in
  text = old.title
  kind = "category"
}
Map("Product", to: Entry.self) { old in
  guard let name = old.name else { skip("nameless") }
  text = name
  kind = "product"
}

// check: SELECT Z_PK, ZTEXT, ZKIND FROM ZENTRY ORDER BY Z_PK
// gives: 1, 'Food', 'category'
// gives: 2, 'Reading', 'category'
// gives: 3, 'Tea', 'product'
// gives: 4, 'Book', 'product'
// gives: 6, 'tea', 'product'

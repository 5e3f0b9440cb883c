// A relationship of an entity with itself: both ends agree, and a record that is left out takes its links with it.
let source = Store()
let target = Schema("NewShop.swift", version: SelfReference.self)

Map("Product", to: Product.self) { old in
  guard old.name != "tea" else { skip("a double of 'Tea'") }
}

// check: related Product.related
// gives: 1: 2
// gives: 2: 1
// check: related Product.relatedTo
// gives: 1: 2
// gives: 2: 1

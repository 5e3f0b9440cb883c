// Items whose order is left out, or that never had one, are left out too.
let source = Store()
let target = Schema("NewShop.swift", version: Orphans.self)

Map("Order", to: Order.self) { old in guard old.state != 7 else { skip("a cart") } }
Orphans("Item.order", .drop)

// check: SELECT Z_PK, ZORDER FROM ZITEM ORDER BY Z_PK
// gives: 1, 1
// gives: 2, 1
// gives: 3, 2
// gives: 6, 1

// Values at the end of a path of to-ones; each `?` that finds nil makes the whole nil.
let source = Store()
let target = Schema("NewShop.swift", version: Path.self)

Map("Order", to: Order.self) { old in
  city = old.customer?.address?.city
  buyer = old.customer?.fullName ?? "nobody"
}

// check: SELECT ZNUMBER, ZCITY, ZBUYER FROM ZORDER ORDER BY Z_PK
// gives: 100, 'Oslo', 'Lovelace, Ada'
// gives: 101, 'Oslo', 'Lovelace, Ada'
// gives: 102, 'Oslo', 'Bob'
// gives: 103, NULL, 'nobody'

// A text becomes an array, kept the way SwiftData keeps arrays.
let source = Store()
let target = Schema("NewShop.swift", version: Lists.self)

Map("Order", to: Order.self) { old in
  let names = old.tagNames?.split(separator: ", ") ?? []
  tags = names
  first = names.first ?? "none"
}

// check: SELECT ZFIRST FROM ZORDER ORDER BY Z_PK
// gives: 'gift'
// gives: 'urgent'
// gives: 'none'
// gives: 'none'

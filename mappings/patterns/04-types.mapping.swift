// Values change their type: a conversion is always named, and what may not work gives nil.
let source = Store()
let target = Schema("NewShop.swift", version: Types.self)

Map("Order", to: Order.self) { old in
  number = String(old.number).padded(to: 6, with: "0")
  placed = Date(unixSeconds: old.placed)
  total = Double(old.total ?? 0)
  open = Bool(old.state)
  tags = old.tagNames?.split(separator: ", ") ?? []
}

// check: SELECT ZNUMBER, ZPLACED, ZTOTAL, ZOPEN FROM ZORDER ORDER BY Z_PK LIMIT 2
// gives: '000100', 60, 12.5, 0
// gives: '000101', 86400, 0.0, 1

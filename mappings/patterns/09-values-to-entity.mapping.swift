// Names in a text become records of their own, one for each distinct name, and the orders are linked to them.
let source = Store()
let target = Schema("NewShop.swift", version: ValuesToEntity.self)

Map(values: "Order.tagNames", separator: ", ", to: Tag.self) { tag in name = tag }
Map("Order", to: Order.self) { old in
  tags = Tag(where: \.name, in: old.tagNames?.split(separator: ", ") ?? [])
}

// check: SELECT ZNAME FROM ZTAG ORDER BY Z_PK
// gives: 'gift'
// gives: 'urgent'
// check: related Order.tags
// gives: 1: 1 2
// gives: 2: 2

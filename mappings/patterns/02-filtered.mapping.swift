// Records are left out on purpose with `skip`, or refused as faulty with `reject`. Both are counted; refused ones are listed.
let source = Store()
let target = Schema("NewShop.swift", version: Filtered.self)

Map("Order", to: Order.self) { old in
  guard old.state != 7 else { skip("a cart that was never ordered") }
  guard let words = old.note, !words.isEmpty else { reject("an order without a note") }
  note = words
}

// check: SELECT ZNUMBER, ZNOTE FROM ZORDER
// gives: 100, 'leave at door'

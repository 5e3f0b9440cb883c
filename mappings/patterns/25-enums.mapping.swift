// Numbers become cases. A `switch` that does not name a value says what happens with it.
let source = Store()
let target = Schema("NewShop.swift", version: Enums.self)

Map("Order", to: Order.self) { old in
  state = switch old.state { case 0: .cart case 1: .ordered case 2...3: .sent default: reject("a state that no version of the app wrote") }
}
Map("Product", to: Product.self) { old in
  if let grams = old.grams { weight = grams > 200 ? .heavy : .light }
}

// check: SELECT ZNUMBER, ZSTATE FROM ZORDER ORDER BY Z_PK
// gives: 100, 'cart'
// gives: 101, 'ordered'
// gives: 103, 'sent'
// check: SELECT ZWEIGHT FROM ZPRODUCT ORDER BY Z_PK
// gives: 1
// gives: 2
// gives: NULL
// gives: 2

// What is computed over a to-many: counts, sums, the first by a value, texts joined.
let source = Store()
let target = Schema("NewShop.swift", version: Aggregates.self)

Map("Customer", to: Customer.self) { old in
  orders = old.orders.filter { $0.state != 7 }.count
  pieces = old.orders.sum { $0.items.sum(of: \.quantity) }
  dearest = old.orders.max(by: \.total)?.note
  list = old.orders.sorted(by: \.number, order: .reverse).map { String($0.number) }.joined(separator: " ")
  vip = old.vip == 1 || old.orders.contains { $0.items.count > 2 }
}

// check: SELECT ZORDERS, ZPIECES, ZDEAREST, ZLIST, ZVIP FROM ZCUSTOMER ORDER BY Z_PK
// gives: 2, 7, 'leave at door', '101 100', 1
// gives: 0, 1, '', '102', 0
// gives: 0, 0, NULL, '', 0
// gives: 0, 0, NULL, '', 1

// Values of a to-many become an array inside a Codable struct, in the form in which Foundation encodes it.
let source = Store()
let target = Schema("NewShop.swift", version: Instants.self)

Map("Customer", to: Customer.self) { old in
  // The old shop kept seconds since 1970.
  let days = old.orders.sorted(by: \.placed).map { Date(unixSeconds: $0.placed) }
  visits = Visits(days: days, count: days.filter { $0 > .distantPast }.count)
}

// check: SELECT CAST(ZDAYS AS TEXT), ZCOUNT FROM ZCUSTOMER ORDER BY Z_PK
// gives: '[60.0,86400.0]', 2
// gives: '[-978307200.0]', 1
// gives: '[]', 0
// gives: '[]', 0

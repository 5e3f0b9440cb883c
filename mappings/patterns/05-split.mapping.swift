// One attribute becomes two. An element that is not there is nil.
let source = Store()
let target = Schema("NewShop.swift", version: Split.self)

Map("Customer", to: Customer.self) { old in
  let parts = old.fullName.split(separator: ", ", maxSplits: 1)
  last = parts[0]
  first = parts[1] ?? ""
}

// check: SELECT ZFIRST, ZLAST FROM ZCUSTOMER ORDER BY Z_PK LIMIT 2
// gives: 'Ada', 'Lovelace'
// gives: '', 'Bob'

// Dates from text, always in UTC; what is no date is nil.
let source = Store()
let target = Schema("NewShop.swift", version: Dates.self)

Map("Customer", to: Customer.self) { old in
  since = Date(iso8601: old.since ?? "")
  year = Date(old.since ?? "", format: "yyyy-MM-dd")?.formatted("yyyy") ?? "unknown"
}

// check: SELECT ZSINCE, ZYEAR FROM ZCUSTOMER ORDER BY Z_PK
// gives: 481593600, '2016'
// gives: NULL, 'unknown'
// gives: NULL, 'unknown'
// gives: 604627200, '2020'

// Two attributes become one.
let source = Store()
let target = Schema("NewShop.swift", version: Merged.self)

Map("Address", to: Address.self) { old in
  line = "\(old.street), \(old.city ?? "unknown")"
}

// check: SELECT ZLINE FROM ZADDRESS ORDER BY Z_PK
// gives: 'Main Street 1, Oslo'
// gives: 'Side Street 2, unknown'

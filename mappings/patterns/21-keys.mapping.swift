// Identities of another type: the same record gets the same UUID in every run and wherever it is asked for.
let source = Store()
let target = Schema("NewShop.swift", version: Keys.self)

Map("Order", to: Order.self) { old in
  id = UUID(stableFor: old)
  customerID = old.customer != nil ? UUID(stableFor: "Customer", String(legacyKey(old.customer!))) : nil
}

// check: SELECT count(DISTINCT ZID), count(DISTINCT ZCUSTOMERID), count(ZCUSTOMERID) FROM ZORDER
// gives: 4, 2, 3

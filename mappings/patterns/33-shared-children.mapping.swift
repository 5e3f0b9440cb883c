// Customers shared an address; now each owns one of its own. A record for each link is a copy for each owner, so that no owner
// loses it. (Assigned as it is, the relationship would end the run with 'shared-child'.)
let source = Store()
let target = Schema("NewShop.swift", version: OwnedChildren.self)

Map(links: "Customer.address", to: Home.self) { customer, address in
  street = address.street
  owner = customer
}

// check: SELECT ZSTREET, ZOWNER FROM ZHOME ORDER BY ZOWNER
// gives: 'Main Street 1', 1
// gives: 'Main Street 1', 2
// gives: 'Side Street 2', 3

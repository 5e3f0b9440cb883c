// One record becomes two that know one another: `old` itself stands for the record that another rule makes of it.
let source = Store()
let target = Schema("NewShop.swift", version: SeveralFromOne.self)

Map("Customer", to: Person.self) { old in
  name = old.fullName
  contact = old
}
Map("Customer", to: Contact.self) { old in
  guard let address = old.email else { skip("no way to reach them") }
  email = address.lowercased()
}

// check: SELECT p.ZNAME, c.ZEMAIL, c.ZPERSON FROM ZPERSON AS p LEFT JOIN ZCONTACT AS c ON c.Z_PK = p.ZCONTACT ORDER BY p.Z_PK
// gives: 'Lovelace, Ada', 'ada@a.example', 1
// gives: 'Bob', 'bob@a.example', 2
// gives: 'Bohr, Niels', 'bob@a.example', 3
// gives: 'Curie, Marie', NULL, NULL

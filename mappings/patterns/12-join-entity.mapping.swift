// A many-to-many relationship becomes records that can hold more: one for each link.
let source = Store()
let target = Schema("NewShop.swift", version: JoinEntity.self)

Map(links: "Customer.friends", to: Friendship.self) { customer, friend in
  from = customer
  to = friend
  note = "\(customer.fullName) → \(friend.fullName)"
}

// check: SELECT ZFROM, ZTO, ZNOTE FROM ZFRIENDSHIP ORDER BY Z_PK
// gives: 1, 2, 'Lovelace, Ada → Bob'
// gives: 1, 3, 'Lovelace, Ada → Bohr, Niels'
// gives: 2, 1, 'Bob → Lovelace, Ada'

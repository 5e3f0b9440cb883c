// A Realm class with a property of every type: embedded objects to models, lists of values to arrays and to records of their own.
let source = Realm()
let target = Schema("TypesSchema.swift", version: TypesSchema.self)

Map("AllTypes", to: Thing.self) { old in
  number      = old._id
  flag        = old.bool
  maybe       = old.boolOpt
  count       = old.int
  weight      = old.double
  title       = old.string
  subtitle    = old.stringOpt
  image       = old.dataOpt
  created     = old.date
  price       = String(old.decimal)
  objectID    = String(old.oid)
  token       = old.uuid
  scores      = old.ints
  words       = old.strings
  sortedWords = old.stringSet
  tokens      = old.uuids
  stamps      = old.dates
  peer        = old.peer
  next        = old.next
  address     = old.address
  addresses   = old.addresses
  peers       = old.peerSet
}

Map("Peer", to: Peer.self)

Map("Address", to: Place.self)

Map(values: "AllTypes.dates", to: Moment.self) { date in
  at = date
}

// What an app looks for entry by entry: the entries of a dictionary become records.
Map(elements: "AllTypes.intMap", to: Score.self) { old, value, key in
  name   = key
  points = value
  thing  = old
}

Map(links: "AllTypes.peerMap", to: Role.self) { old, other, key in
  name  = key
  thing = old
  peer  = other
}

Drop("AllTypes.intOpt", because: "shown by its required twin")
Drop("AllTypes.float", because: "shown by 'double'")
Drop("AllTypes.floatOpt", because: "shown by 'double'")
Drop("AllTypes.doubleOpt", because: "shown by 'double'")
Drop("AllTypes.data", because: "shown by its optional twin")
Drop("AllTypes.dateOpt", because: "shown by its required twin")
Drop("AllTypes.decimalOpt", because: "shown by its required twin")
Drop("AllTypes.oidOpt", because: "shown by its required twin")
Drop("AllTypes.uuidOpt", because: "shown by its required twin")
Drop("AllTypes.any", because: "has a type for each object")
Drop("AllTypes.anys", because: "has a type for each element")
Drop("AllTypes.intsOpt", because: "shown by its required twin")
Drop("AllTypes.stringsOpt", because: "shown by its required twin")
Drop("AllTypes.doubles", because: "shown by 'ints'")
Drop("AllTypes.bools", because: "shown by 'ints'")
Drop("AllTypes.datas", because: "shown by 'dates'")
Drop("AllTypes.intSet", because: "shown by 'stringSet'")
Drop("AllTypes.stringMap", because: "shown by 'intMap'")
Drop("AllTypes.peers", because: "the set holds them too")
Drop("AllTypes.addressMap", because: "shown by 'peerMap'")

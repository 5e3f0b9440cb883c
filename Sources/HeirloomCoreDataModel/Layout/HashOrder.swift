internal import HeirloomSchema

/// The order in which Core Data comes across the properties of an entity: that of a hash table of their names.
///
/// It decides nothing but the order in which the join tables of an entity are created, which of two relationships of one entity names
/// theirs, and the order of `Z_FOK_…` columns. The hash and the table's sizes were found from
/// the order of properties in the model caches of real stores, which they reproduce for 3 to 150 properties.
///
/// The table from which a store's tables are made holds more than the names that matter: its size tells that it has besides an entry
/// for each to-one's foreign key and three for `Z_PK`, `Z_ENT` and `Z_OPT`. Only their number is known.
enum HashOrder {
  /// The places of an entity's stored properties, inherited ones included, in the table from which a store's tables are made.
  ///
  /// - Parameter isHashed: false gives the places in the order of names.
  static func positions(of entity: EntityName, in schema: Schema, isHashed: Bool = true) -> [PropertyName: Int] {
    let attributes = schema.attributes(of: entity).filter { !$0.isTransient }.map(\.name)
    let relationships = schema.relationships(of: entity).filter { !$0.isTransient }
    let properties = attributes + relationships.map(\.name)
    let order = isHashed ? sorted(properties, others: relationships.count { !$0.isToMany } + 3) : properties.sorted()
    return Dictionary(order.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The names in the table's order.
  ///
  /// - Parameter others: how many entries the table has besides, which take part in nothing but its size.
  static func sorted(_ names: [PropertyName], others: Int = 0) -> [PropertyName] {
    let unique = Set(names).sorted()
    guard let size = slots(for: unique.count + others) else { return unique }
    var table = [PropertyName?](repeating: nil, count: size)
    for name in unique {
      // A slot that is taken sends a name to the next one; there are always more slots than names.
      var slot = Int(hash(name.text) % UInt64(size))
      while table[slot] != nil { slot = (slot + 1) % size }
      table[slot] = name
    }
    return table.compactMap { $0 }
  }

  /// How many slots a table has for a number of names; nil beyond what was seen.
  private static func slots(for count: Int) -> Int? {
    let sizes = [
      (3, 3), (6, 7), (11, 13), (19, 23), (32, 41), (52, 71), (85, 127), (118, 191), (155, 251), (237, 383), (390, 631),
    ]
    return sizes.first { count <= $0.0 }?.1
  }

  /// The hash of a text, over its UTF-16 units; of a long one the first, the middle and the last 32.
  static func hash(_ text: String) -> UInt64 {
    let units = text.utf16.map(UInt64.init)
    var hash = UInt64(units.count)
    let pieces =
      units.count <= 96
      ? [units[...]] : [units.prefix(32), units[(units.count / 2 - 16)..<(units.count / 2 + 16)], units.suffix(32)]
    for piece in pieces {
      var rest = piece
      while rest.count >= 4 {
        let four = Array(rest.prefix(4))
        hash = hash &* 67_503_105 &+ four[0] &* 16_974_593 &+ four[1] &* 66_049 &+ four[2] &* 257 &+ four[3]
        rest = rest.dropFirst(4)
      }
      for unit in rest { hash = hash &* 257 &+ unit }
    }
    return hash &+ (hash << UInt64(units.count & 31))
  }
}

internal import HeirloomSQLite

/// Counts the links that a statement writes, so that no second statement need make them again to count them.
struct LinkTally {
  var pairs: Int64 = 0
  /// Pairs of which an end was left out.
  var broken: Int64 = 0
}

extension Conversion {
  /// Registers `heirloom_is_whole(a, b)`: true when neither key is NULL; each call is counted in `tally`.
  func registerTally() throws {
    try connection.addFunction("heirloom_is_whole", arguments: 2, isDeterministic: false) { [unowned self] keys, slot in
      let isWhole = !keys.isNull(0) && !keys.isNull(1)
      tally.pairs += 1
      if !isWhole { tally.broken += 1 }
      slot.set(isWhole)
    }
  }
}

internal import HeirloomSQLite

/// Counts the links that a statement does not write, so that no second statement need make them all again to count them.
struct LinkTally {
  /// Pairs of which an end was left out.
  var broken: Int64 = 0
  /// Pairs that were there already.
  var doubled: Int64 = 0
}

extension Conversion {
  /// Registers `heirloom_link_is_broken()` and `heirloom_link_is_double()`: each call is counted in `tally`, and the answer is
  /// false, which leaves the link unwritten. A link that is whole and new calls neither.
  func registerTally() throws {
    try connection.addFunction("heirloom_link_is_broken", arguments: 0, isDeterministic: false) { [unowned self] _, slot in
      tally.broken += 1
      slot.set(false)
    }
    try connection.addFunction("heirloom_link_is_double", arguments: 0, isDeterministic: false) { [unowned self] _, slot in
      tally.doubled += 1
      slot.set(false)
    }
  }
}

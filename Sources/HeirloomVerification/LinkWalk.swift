internal import HeirloomSQLite

/// Two lists of links in the order of their keys, walked side by side.
///
/// Where an index gives the order this takes a third of the time of looking each link up.
struct LinkWalk: ~Copyable {
  private var now: Statement
  private var was: Statement
  private let carried: Claims.Carried

  /// - Parameters:
  ///   - now: the target's links, `owner` and `target`, in this order.
  ///   - was: the source's, likewise.
  init(now: consuming Statement, was: consuming Statement, _ carried: Claims.Carried) {
    self.now = now
    self.was = was
    self.carried = carried
  }

  /// How many links of the target are none of the source's. Consumes the lists.
  mutating func countStrangers() throws -> Int64 {
    var strangers: Int64 = 0
    var source = try next()
    while try now.step() {
      guard !now.isNull(at: 0), !now.isNull(at: 1) else {
        strangers += 1
        continue
      }
      let link = (now.integer(at: 0), now.integer(at: 1))
      while let found = source, found < link { source = try next() }
      if source.map({ $0 == link }) != true { strangers += 1 }
    }
    return strangers
  }

  /// The next link of the source, with the keys that its records have in the target.
  private mutating func next() throws -> (Int64, Int64)? {
    while try was.step() {
      // NULLs come first, and are no links.
      if was.isNull(at: 0) || was.isNull(at: 1) { continue }
      return (was.integer(at: 0) &+ carried.ownerOffset, was.integer(at: 1) &+ carried.targetOffset)
    }
    return nil
  }
}

/// A spot of a Realm file that cannot be what it should: a reference out of bounds, lengths that disagree.
///
/// Cheap to throw: a literal and a number. Turned into a `Finding` where it is known whose data it is.
struct RealmDamage: Error, CustomStringConvertible {
  let fault: StaticString
  /// The byte at which the node in question stands, or 0 where no single node is to blame.
  let offset: Int

  /// The library was stopped while it moved the column to where later formats have it.
  var isUnfinishedUpgrade = false

  /// Going on with the same walk would not end.
  var isEndless = false

  init(_ fault: StaticString, at offset: Int = 0) {
    self.fault = fault
    self.offset = offset
  }

  var description: String { offset == 0 ? "\(fault)" : "\(fault) (at byte \(offset))" }
}

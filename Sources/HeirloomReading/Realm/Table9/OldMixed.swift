/// Mixed values of the formats 2 to 9: a type, and a datum that is shifted by one or an index.
enum OldMixed {
  /// - Parameters:
  ///   - datum: the datum as stored.
  ///   - blob, date: fetch the text, blob or date that an index stands for.
  static func value(
    type: Int64, datum: Int64, blob: (Int) throws(RealmDamage) -> RealmValue, date: (Int) throws(RealmDamage) -> RealmValue
  ) throws(RealmDamage) -> RealmValue {
    let shifted = UInt64(bitPattern: datum) >> 1
    let index = Int(truncatingIfNeeded: shifted)
    switch type {
    case 0: return .integer(Int64(bitPattern: shifted))
    // The sign of negative numbers is kept in the type.
    case 12: return .integer(Int64(bitPattern: shifted | 1 << 63))
    case 1: return .boolean(shifted != 0)
    case 2:
      guard case .data(let span) = try blob(index) else { return .null }
      return .text(LeafReader.withoutTerminator(span))
    case 4: return try blob(index)
    case 5: return .subtable(datum)
    case 7: return .date(RealmDate(seconds: Int64(bitPattern: shifted), nanoseconds: 0))
    case 8: return try date(index)
    case 9: return .float(Float(bitPattern: UInt32(truncatingIfNeeded: shifted)))
    case 10: return .double(Double(bitPattern: shifted))
    case 11: return .double(Double(bitPattern: shifted | 1 << 63))
    default: throw RealmDamage("a value of an unknown type")
    }
  }
}

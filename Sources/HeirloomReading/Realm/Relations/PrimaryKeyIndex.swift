internal import HeirloomSQLite

/// Finds the rows of a class by primary key.
///
/// A file's own search indexes are not read: they differ between versions and are often absent. Memory: 8 bytes for each
/// object, from the first look-up on. Cost: one pass over the column and a sort to make, O(log n) to ask.
final class PrimaryKeyIndex {
  /// The upper 32 bits of the key's hash, then the row; ascending.
  private var entries: [UInt64]

  init(of column: RealmColumn, in table: RealmTable, _ file: RealmFile) throws {
    guard table.rowCount < Int(UInt32.max) else { throw RealmDamage("more objects than any real file has") }
    let reader = RowReader(table)
    entries = []
    entries.reserveCapacity(table.rowCount)
    for row in 0..<table.rowCount {
      do throws(RealmDamage) {
        let value = try reader.value(of: column, row: row)
        try table.bytes.require(value)
        guard let hash = PrimaryKeyIndex.hash(value) else { continue }
        entries.append(UInt64(hash) << 32 | UInt64(row))
      } catch {
        guard file.isSalvaged else { throw error }
      }
    }
    entries.sort()
  }

  /// The rows whose key has the value's hash, in order.
  func rows(for value: SQLiteValue) -> [Int] {
    guard let hash = PrimaryKeyIndex.hash(value) else { return [] }
    var low = 0, high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle] >> 32 < UInt64(hash) { low = middle + 1 } else { high = middle }
    }
    var result: [Int] = []
    while low < entries.count, entries[low] >> 32 == UInt64(hash) {
      result.append(Int(entries[low] & 0xFFFF_FFFF))
      low += 1
    }
    return result
  }

  private static func hash(_ value: RealmValue) -> UInt32? {
    switch value {
    case .integer(let value): hash(value)
    case .boolean(let value): hash(value ? 1 : 0)
    case .text(let span), .data(let span): hash(span)
    case .uuid(let start): hash(UnsafeRawBufferPointer(start: start, count: 16))
    case .objectID(let start): ValuePresentation.withHexadecimal(start) { hash($0) }
    default: nil
    }
  }

  private static func hash(_ value: SQLiteValue) -> UInt32? {
    switch value {
    case .integer(let value): hash(value)
    case .real(let value): Int64(exactly: value).map { hash($0) }
    case .text(let text): Array(text.utf8).withUnsafeBytes { hash($0) }
    case .blob(let bytes): bytes.withUnsafeBytes { hash($0) }
    case .null: nil
    }
  }

  /// The finisher of SplitMix64, which spreads neighbouring keys over all bits.
  private static func hash(_ value: Int64) -> UInt32 {
    var mixed = UInt64(bitPattern: value) &+ 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return UInt32(truncatingIfNeeded: (mixed ^ (mixed >> 31)) >> 32)
  }

  /// FNV-1a, spread once more.
  private static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    var result: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { result = (result ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return hash(Int64(bitPattern: result))
  }
}

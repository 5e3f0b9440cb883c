/// A node of a Realm file: 8 bytes of header and a payload, the one building block of everything in it.
///
/// What a node means is not written in it; only the place that refers to it knows. The payload's bounds are checked when
/// the node is made, an index whenever it is used. See docs/formats/realm.md, "Nodes".
struct Node {
  /// Where the header stands in the file.
  let offset: Int
  let payload: UnsafeRawPointer
  /// Elements, or bytes for a blob.
  let count: Int
  /// Bits of an element, or bytes of it when `isBytes`; 0, 1, 2, 4 … 64.
  let width: Int
  /// Bytes of the payload.
  let byteCount: Int
  /// Elements that can be read as integers; 0 for a node of bytes.
  let integerCount: Int
  /// The payload is fixed blocks of `width` bytes.
  let isBytes: Bool
  let isInner: Bool
  let hasReferences: Bool
  /// A flag whose meaning depends on the place: joined pieces of a blob, long strings, decimals that are zero.
  let hasContext: Bool

  /// The element as a signed integer; widths below 8 bits are unsigned.
  @inline(__always)
  func integer(at index: Int) throws(RealmDamage) -> Int64 {
    guard index >= 0, index < integerCount else { throw RealmDamage("an element past the end of its node", at: offset) }
    switch width {
    case 0: return 0
    case 8: return Int64(payload.load(fromByteOffset: index, as: Int8.self))
    case 16: return Int64(Int16(littleEndian: payload.loadUnaligned(fromByteOffset: index &* 2, as: Int16.self)))
    case 32: return Int64(Int32(littleEndian: payload.loadUnaligned(fromByteOffset: index &* 4, as: Int32.self)))
    case 64: return Int64(littleEndian: payload.loadUnaligned(fromByteOffset: index &* 8, as: Int64.self))
    default: return packed(at: index)
    }
  }

  /// The element of an array that holds no negative numbers: keys of clusters, offsets.
  @inline(__always)
  func unsigned(at index: Int) throws(RealmDamage) -> Int64 {
    let value = try integer(at: index)
    switch width {
    case 8: return value & 0xFF
    case 16: return value & 0xFFFF
    case 32: return value & 0xFFFF_FFFF
    default: return value
    }
  }

  /// Widths of 1, 2 and 4 bits, filled from the low bit of each byte.
  private func packed(at index: Int) -> Int64 {
    let bit = index &* width
    let byte = payload.load(fromByteOffset: bit >> 3, as: UInt8.self)
    return Int64((byte >> UInt8(bit & 7)) & ((1 << UInt8(width)) - 1))
  }

  /// Elements that are integers, in order. For the short arrays of a schema.
  func integers() throws(RealmDamage) -> [Int64] {
    var result: [Int64] = []
    result.reserveCapacity(integerCount)
    for index in 0..<integerCount { result.append(try integer(at: index)) }
    return result
  }

  /// What stands in a slot of an array of references.
  func slot(_ index: Int) throws(RealmDamage) -> Slot {
    if index >= integerCount { return .nothing }
    let value = try integer(at: index)
    if value == 0 { return .nothing }
    return value & 1 == 1 ? .number(Int64(bitPattern: UInt64(bitPattern: value) >> 1)) : .reference(value)
  }

  /// In an array of references an odd number is an integer, shifted by one; an even one is a reference.
  enum Slot {
    case nothing
    case number(Int64)
    case reference(Int64)

    var number: Int64? { if case .number(let value) = self { value } else { nil } }
    var reference: Int64? { if case .reference(let value) = self { value } else { nil } }
  }
}

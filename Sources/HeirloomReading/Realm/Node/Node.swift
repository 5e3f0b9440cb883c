/// A node of a Realm file: 8 bytes of header and a payload, the one building block of everything in it.
///
/// What a node means is not written in it; only the place that refers to it knows. The payload's bounds are checked when
/// the node is made, an index whenever it is used. See docs/formats/realm.md, "Nodes".
struct Node {
  let payload: UnsafeRawPointer
  /// Where the header stands in the file.
  let offset: Int
  // Narrow fields: readers of leaves, which hold several nodes, are copied about. None exceeds 2^30.
  private let countBits: Int32
  private let byteCountBits: Int32
  private let integerCountBits: Int32
  private let widthBits: UInt8
  private let flags: UInt8
  /// As in `RealmBytes`.
  private let pages: UnsafeMutablePointer<PageCache>?

  /// - Precondition: the payload lies within the file.
  init(
    payload: UnsafeRawPointer, offset: Int, count: Int, byteCount: Int, width: Int, scheme: UInt8, flags: UInt8,
    pages: UnsafeMutablePointer<PageCache>?
  ) {
    self.pages = pages
    self.payload = payload
    self.offset = offset
    countBits = Int32(truncatingIfNeeded: count)
    byteCountBits = Int32(truncatingIfNeeded: byteCount)
    integerCountBits = scheme == 0 || (scheme == 1 && width == 0) ? countBits : 0
    widthBits = UInt8(truncatingIfNeeded: width)
    self.flags = flags & 0xE0 | scheme
  }

  /// Elements, or bytes for a blob.
  var count: Int { Int(countBits) }
  /// Bytes of the payload.
  var byteCount: Int { Int(byteCountBits) }
  /// Elements that can be read as integers; 0 for a node of bytes.
  var integerCount: Int { Int(integerCountBits) }
  /// Bits of an element, or bytes of it when `isBytes`; 0, 1, 2, 4 … 64.
  var width: Int { Int(widthBits) }
  /// The payload is fixed blocks of `width` bytes.
  var isBytes: Bool { flags & 3 == 1 }
  var isInner: Bool { flags & 0x80 != 0 }
  var hasReferences: Bool { flags & 0x40 != 0 }
  /// A flag whose meaning depends on the place: joined pieces of a blob, long strings, decimals that are zero.
  var hasContext: Bool { flags & 0x20 != 0 }

  /// Makes a part of the payload readable.
  @inline(__always)
  func require(_ start: Int, _ count: Int) throws(RealmDamage) {
    if let pages { try pages.pointee.require(offset &+ 8 &+ start, count) }
  }

  /// The element as a signed integer; widths below 8 bits are unsigned.
  @inline(__always)
  func integer(at index: Int) throws(RealmDamage) -> Int64 {
    guard index >= 0, index < integerCount else { throw RealmDamage("an element past the end of its node", at: offset) }
    if pages != nil { try require((index &* width) >> 3, (width &+ 7) >> 3) }
    switch widthBits {
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
    switch widthBits {
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

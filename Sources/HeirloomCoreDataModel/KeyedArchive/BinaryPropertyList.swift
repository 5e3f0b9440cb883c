internal import HeirloomBytes

/// The objects of a binary property list, as the file numbers them, with references left as numbers.
///
/// Nothing is followed or instantiated, so cycles, deep nesting and shared parts cost nothing. The form
/// is `bplist00`, objects, a table of their offsets, and a trailer of 32 bytes.
package struct BinaryPropertyList: Sendable {
  package enum Object: Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    /// An integer above `Int64.max`.
    case unsigned(UInt64)
    case real(Double)
    /// Seconds since 2001-01-01T00:00:00Z.
    case date(Double)
    case string(String)
    case data([UInt8])
    /// A keyed archive's reference to one of its `$objects`.
    case uid(Int)
    case array([Int])
    case dictionary(keys: [Int], values: [Int])
  }

  package let objects: [Object]
  package let top: Int

  /// Whether `bytes` begin as a binary property list does.
  package static func begins(_ bytes: [UInt8]) -> Bool { bytes.starts(with: Array("bplist0".utf8)) }

  /// Reads every object; time and memory are linear in the size of `bytes`.
  /// - Throws: `BytesError` when the bytes are not a binary property list, or damaged: a reference that points
  ///   nowhere, an object past the end, or objects that share more bytes than there are.
  package init(_ bytes: [UInt8]) throws {
    guard Self.begins(bytes), bytes.count >= 40 else { throw BytesError("not a binary property list") }
    var reader = Reader(bytes: bytes)
    let trailer = bytes.count - 32
    let offsetSize = Int(bytes[trailer + 6]), referenceSize = Int(bytes[trailer + 7])
    let count = try reader.number(at: trailer + 8, size: 8)
    let top = try reader.number(at: trailer + 16, size: 8)
    let table = try reader.number(at: trailer + 24, size: 8)
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize), count >= 1, top < count, table >= 8, table <= trailer,
      count <= (trailer - table) / offsetSize
    else { throw BytesError("the property list's trailer is damaged") }
    reader.end = table
    reader.count = count
    reader.referenceSize = referenceSize
    var objects: [Object] = []
    objects.reserveCapacity(count)
    for index in 0..<count {
      let offset = try reader.number(at: table + index * offsetSize, size: offsetSize)
      objects.append(try reader.object(at: offset))
    }
    self.objects = objects
    self.top = top
  }
}

/// Reads single objects, checking every bound.
private struct Reader {
  let bytes: [UInt8]
  /// Where the objects end and the offset table begins.
  var end = 0
  var count = 0
  var referenceSize = 1
  /// Payload bytes read so far. Sound objects do not overlap, so more than there are means damage, or a trap for the memory.
  var spent = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// A big-endian unsigned number that fits an Int.
  func number(at offset: Int, size: Int) throws -> Int {
    guard offset >= 0, size >= 0, offset <= bytes.count, size <= bytes.count - offset else {
      throw BytesError("the property list ends early")
    }
    var result: UInt64 = 0
    for byte in bytes[offset..<(offset + size)] {
      guard result >> 56 == 0 else { throw BytesError("a number of the property list is too large") }
      result = result << 8 | UInt64(byte)
    }
    guard let small = Int(exactly: result) else { throw BytesError("a number of the property list is too large") }
    return small
  }

  mutating func payload(at offset: Int, count: Int) throws -> ArraySlice<UInt8> {
    guard offset >= 8, count >= 0, offset <= end, count <= end - offset else {
      throw BytesError("an object ends past the property list")
    }
    spent += count
    guard spent <= bytes.count else { throw BytesError("objects of the property list overlap") }
    return bytes[offset..<(offset + count)]
  }

  /// The length that follows a marker: in its low four bits, or in an integer after it.
  func length(after offset: Int, low: Int) throws -> (count: Int, start: Int) {
    if low < 15 { return (low, offset + 1) }
    guard offset + 1 < end, bytes[offset + 1] >> 4 == 1, bytes[offset + 1] & 15 <= 3 else {
      throw BytesError("an object of the property list has no length")
    }
    let size = 1 << Int(bytes[offset + 1] & 15)
    return (try number(at: offset + 2, size: size), offset + 2 + size)
  }

  mutating func references(at offset: Int, count: Int) throws -> [Int] {
    guard count <= end / referenceSize else { throw BytesError("an object ends past the property list") }
    _ = try payload(at: offset, count: count * referenceSize)
    return try (0..<count).map { index in
      let reference = try number(at: offset + index * referenceSize, size: referenceSize)
      guard reference < self.count else { throw BytesError("a reference of the property list points nowhere") }
      return reference
    }
  }

  mutating func object(at offset: Int) throws -> BinaryPropertyList.Object {
    guard offset >= 8, offset < end else { throw BytesError("an object lies outside the property list") }
    let kind = bytes[offset] >> 4, low = Int(bytes[offset] & 15)
    switch kind {
    case 0x0:
      switch low {
      case 0: return .null
      case 8: return .bool(false)
      case 9: return .bool(true)
      default: throw BytesError("an object of the property list has an unknown kind")
      }
    case 0x1: return try integer(at: offset + 1, low: low)
    case 0x2, 0x3:
      guard low == 2 || low == 3 else { throw BytesError("a real number of the property list has an odd size") }
      let bits = try payload(at: offset + 1, count: 1 << low).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      let value = low == 3 ? Double(bitPattern: bits) : Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
      return kind == 2 ? .real(value) : .date(value)
    case 0x4:
      let (count, start) = try length(after: offset, low: low)
      return .data(Array(try payload(at: start, count: count)))
    case 0x5:
      let (count, start) = try length(after: offset, low: low)
      return .string(String(decoding: try payload(at: start, count: count), as: UTF8.self))
    case 0x6:
      let (count, start) = try length(after: offset, low: low)
      guard count <= end / 2 else { throw BytesError("an object ends past the property list") }
      let raw = Array(try payload(at: start, count: count * 2))
      return .string(String(decoding: (0..<count).map { UInt16(raw[$0 * 2]) << 8 | UInt16(raw[$0 * 2 + 1]) }, as: UTF16.self))
    case 0x8: return .uid(try number(at: offset + 1, size: low + 1))
    case 0xA, 0xB, 0xC:
      let (count, start) = try length(after: offset, low: low)
      return .array(try references(at: start, count: count))
    case 0xD:
      let (count, start) = try length(after: offset, low: low)
      let keys = try references(at: start, count: count)
      return .dictionary(keys: keys, values: try references(at: start + count * referenceSize, count: count))
    default: throw BytesError("an object of the property list has an unknown kind")
    }
  }

  /// One, two and four bytes are unsigned, eight signed; sixteen hold what exceeds `Int64.max`.
  mutating func integer(at offset: Int, low: Int) throws -> BinaryPropertyList.Object {
    guard low <= 4 else { throw BytesError("an integer of the property list has an odd size") }
    let raw = try payload(at: offset, count: 1 << low)
    let value = raw.suffix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    if low < 4 { return .integer(Int64(bitPattern: value)) }
    let high = raw.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    switch (high, Int64(exactly: value)) {
    case (0, let small?): return .integer(small)
    case (0, nil): return .unsigned(value)
    case (.max, nil): return .integer(Int64(bitPattern: value))
    default: throw BytesError("an integer of the property list is too large")
    }
  }
}

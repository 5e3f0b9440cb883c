extension LeafReader {
  /// The element at an index of the leaf.
  /// - Throws: when the index is out of bounds, or what stands there is damaged.
  @inline(__always)
  func value(at index: Int) throws(RealmDamage) -> RealmValue {
    guard index >= 0, index < count else { throw RealmDamage("an element past the end of its leaf", at: first.offset) }
    switch form {
    case .integers:
      return .integer(try first.integer(at: index))
    case .linkElements: return .link(try first.integer(at: index))
    case .links:
      // Zero is no link; a negative key belongs to an object that is not there.
      let stored = try first.integer(at: index)
      return stored == 0 ? .null : .link(stored &- 1)
    case .nullableIntegers:
      let value = try first.integer(at: index + 1)
      return value == nullMarker ? .null : .integer(value)
    default:
      return try otherValue(at: index)
    }
  }

  private func otherValue(at index: Int) throws(RealmDamage) -> RealmValue {
    switch form {
    case .nulls: return .null
    case .emptyTexts: return .text(UnsafeRawBufferPointer(start: bytes.base, count: 0))
    case .integers, .links, .linkElements, .nullableIntegers: return .null
    case .booleans:
      let value = try first.integer(at: index)
      return value == 3 ? .null : .boolean(value != 0)
    case .oldNullableBooleans:
      let value = try first.integer(at: index + 1)
      return value == nullMarker ? .null : .boolean(value != 0)
    case .oldDates: return .date(RealmDate(seconds: try first.integer(at: index), nanoseconds: 0))
    case .oldNullableDates:
      let value = try first.integer(at: index + 1)
      return value == nullMarker ? .null : .date(RealmDate(seconds: value, nanoseconds: 0))
    case .dates:
      let seconds = try first.integer(at: index + 1)
      if seconds == nullMarker { return .null }
      return .date(RealmDate(seconds: seconds, nanoseconds: try second.integer(at: index)))
    case .floats: return try float(at: index)
    case .doubles: return try double(at: index)
    case .shortTexts, .packedTexts, .longTexts, .packedData, .longData:
      return try LeafReader.text(form, index, first, second, third, nullFlag: nullMarker, bytes)
    case .enumeratedTexts: return .enumerated(try first.integer(at: index))
    case .zeroDecimals, .decimals32, .decimals64, .decimals128: return try decimal(at: index)
    case .objectIDs: return try identifier(at: index, size: 12)
    case .uuids: return try identifier(at: index, size: 16)
    case .mixed: return try mixedValue(at: index)
    }
  }

  /// A NaN of one certain bit pattern means null.
  private func float(at index: Int) throws(RealmDamage) -> RealmValue {
    guard first.width == 4 else { return .float(0) }
    try first.require(index &* 4, 4)
    let bits = UInt32(littleEndian: first.payload.loadUnaligned(fromByteOffset: index &* 4, as: UInt32.self))
    return bits == 0x7FC0_00AA ? .null : .float(Float(bitPattern: bits))
  }

  private func double(at index: Int) throws(RealmDamage) -> RealmValue {
    guard first.width == 8 else { return .double(0) }
    try first.require(index &* 8, 8)
    let bits = UInt64(littleEndian: first.payload.loadUnaligned(fromByteOffset: index &* 8, as: UInt64.self))
    return bits == 0x7FF8_0000_0000_00AA ? .null : .double(Double(bitPattern: bits))
  }

  private func decimal(at index: Int) throws(RealmDamage) -> RealmValue {
    try first.require(index &* first.width, first.width)
    func word(_ offset: Int) -> UInt64 {
      UInt64(littleEndian: first.payload.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
    let decimal: RealmDecimal? =
      switch form {
      case .decimals32:
        RealmDecimal(bits32: UInt32(littleEndian: first.payload.loadUnaligned(fromByteOffset: index &* 4, as: UInt32.self)))
      case .decimals64: RealmDecimal(bits64: word(index &* 8))
      case .decimals128: RealmDecimal(low: word(index &* 16), high: word(index &* 16 &+ 8))
      default: RealmDecimal()
      }
    return decimal.map { .decimal($0) } ?? .null
  }

  private func identifier(at index: Int, size: Int) throws(RealmDamage) -> RealmValue {
    let block = (index >> 3) &* (size &* 8 &+ 1)
    let start = block &+ 1 &+ (index & 7) &* size
    guard start &+ size <= first.count else { return .null }
    try first.require(block, 1)
    let flags = first.payload.load(fromByteOffset: block, as: UInt8.self)
    if flags >> UInt8(index & 7) & 1 == 1 { return .null }
    return size == 12 ? .objectID(first.payload + start) : .uuid(first.payload + start)
  }
}

/// Nodes: see docs/formats/realm.md, "Nodes". Each is appended whole; what it refers to has been written before.
extension RealmOutput {
  /// - Parameters:
  ///   - flags: 0x80 inner, 0x40 references, 0x20 context.
  ///   - scheme: 0 for bits, 1 for blocks of bytes, 2 for a blob.
  ///   - code: of the width, which is (1 << code) >> 1.
  /// - Returns: the reference of the node.
  func node(flags: UInt8 = 0, scheme: UInt8, code: UInt8, count: Int, _ payload: [UInt8]) throws -> Int64 {
    let reference = Int64(position)
    var bytes: [UInt8] = [
      0x41, 0x41, 0x41, 0x41, flags | scheme << 3 | code, UInt8(count >> 16 & 255), UInt8(count >> 8 & 255), UInt8(count & 255),
    ]
    bytes += payload
    while bytes.count % 8 != 0 { bytes.append(0) }
    try append(bytes)
    return reference
  }

  /// Integers in the narrowest width that holds them all: below 8 bits without sign, else with one.
  func integers(_ values: [Int64], flags: UInt8 = 0) throws -> Int64 {
    let low = values.min() ?? 0, high = values.max() ?? 0
    let code: UInt8 =
      if low >= 0, high < 16 {
        high == 0 ? 0 : high < 2 ? 1 : high < 4 ? 2 : 3
      } else if low >= -128, high < 128 {
        4
      } else if low >= -32768, high < 32768 {
        5
      } else if low >= Int64(Int32.min), high <= Int64(Int32.max) {
        6
      } else {
        7
      }
    let width = (1 << Int(code)) >> 1
    var payload: [UInt8] = []
    if width >= 8 {
      payload.reserveCapacity(values.count * width / 8)
      for value in values { for byte in 0..<(width / 8) { payload.append(UInt8(truncatingIfNeeded: value >> Int64(8 * byte))) } }
    } else if width > 0 {
      payload = [UInt8](repeating: 0, count: (values.count * width + 7) / 8)
      for (index, value) in values.enumerated() {
        payload[index * width / 8] |= UInt8(truncatingIfNeeded: value) << UInt8(index * width % 8)
      }
    }
    return try node(flags: flags, scheme: 0, code: code, count: values.count, payload)
  }

  func references(_ values: [Int64], inner: Bool = false) throws -> Int64 { try integers(values, flags: inner ? 0xC0 : 0x40) }

  /// Integers after one more that means null among them.
  func nullableIntegers(_ values: [Int64?]) throws -> Int64 {
    let taken = Set(values.compactMap { $0 })
    var null: Int64 = 0
    while taken.contains(null) { null += 1 }
    return try integers([null] + values.map { $0 ?? null })
  }

  /// Texts of one leaf: short up to 15 bytes, packed up to 63, else each a node of its own.
  func texts(_ values: [[UInt8]?]) throws -> Int64 {
    let longest = values.reduce(0) { max($0, $1?.count ?? 0) }
    if longest < 16 {
      return try shortTexts(values, code: longest < 1 ? 1 : longest < 2 ? 2 : longest < 4 ? 3 : longest < 8 ? 4 : 5)
    }
    if longest < 64 { return try packedTexts(values) }
    var nodes: [Int64] = []
    for value in values {
      nodes.append(try value.map { try node(scheme: 2, code: 0, count: $0.count + 1, $0 + [0]) } ?? 0)
    }
    return try integers(nodes, flags: 0x60)
  }

  /// Texts of at most 63 bytes in blocks: the names of a schema.
  func names(_ values: [String]) throws -> Int64 { try shortTexts(values.map { Array($0.utf8) }, code: 7) }

  private func shortTexts(_ values: [[UInt8]?], code: UInt8) throws -> Int64 {
    let width = (1 << Int(code)) >> 1
    var payload: [UInt8] = []
    for value in values {
      let padding = value.map { width - 1 - $0.count } ?? width
      payload += (value ?? []) + [UInt8](repeating: 0, count: min(padding, width - 1)) + [UInt8(padding)]
    }
    return try node(scheme: 1, code: code, count: values.count, payload)
  }

  private func packedTexts(_ values: [[UInt8]?]) throws -> Int64 {
    var blob: [UInt8] = [], ends: [Int64] = []
    for value in values {
      if let value { blob += value + [0] }
      ends.append(Int64(blob.count))
    }
    let parts = [
      try integers(ends), try node(scheme: 2, code: 0, count: blob.count, blob), try integers(values.map { $0 == nil ? 1 : 0 }),
    ]
    return try references(parts)
  }

  /// Seconds since 1970 and nanoseconds.
  func dates(_ values: [(seconds: Int64, nanoseconds: Int64)?]) throws -> Int64 {
    try references([try nullableIntegers(values.map { $0?.seconds }), try integers(values.map { $0?.nanoseconds ?? 0 })])
  }

  /// Groups of eight after a byte that marks the nulls among them.
  func uuids(_ values: [[UInt8]?]) throws -> Int64 {
    var payload: [UInt8] = []
    for start in stride(from: 0, to: values.count, by: 8) {
      let group = values[start..<min(start + 8, values.count)]
      payload.append(group.enumerated().reduce(0) { $0 | ($1.element == nil ? 1 << UInt8($1.offset) : 0) })
      for value in group { payload += value ?? [UInt8](repeating: 0, count: 16) }
    }
    return try node(scheme: 1, code: 1, count: payload.count, payload)
  }

  /// The B+tree of a list, whose leaves have at most 1000 elements; 0 for an empty one.
  func list(_ values: [Int64]) throws -> Int64 {
    if values.isEmpty { return 0 }
    if values.count <= 1000 { return try integers(values) }
    var children: [Int64] = []
    for start in stride(from: 0, to: values.count, by: 1000) {
      children.append(try integers(Array(values[start..<min(start + 1000, values.count)])))
    }
    return try references([1000 << 1 | 1] + children + [Int64(values.count) << 1 | 1], inner: true)
  }
}

import Foundation

/// Makes small Realm files of format 24 by hand, sound ones and such as no library would write.
struct RealmBuilder {
  private(set) var bytes = [UInt8](repeating: 0, count: 24)
  private var tables: [(name: String, top: Int64)] = []

  struct Column {
    var name: String
    var type: Int64
    var attributes: Int64 = 0
    /// The reference of the one leaf, made before.
    var leaf: Int64
    /// The number of the table that links lead to.
    var target: Int64 = 0x7FFF_FFFF
  }

  /// A node as it stands: flags (0x80 inner, 0x40 references, 0x20 context), scheme, code of the width, count, payload.
  mutating func node(flags: UInt8 = 0, scheme: UInt8 = 0, code: UInt8, count: Int, payload: [UInt8]) -> Int64 {
    let reference = Int64(bytes.count)
    bytes += [
      0x41, 0x41, 0x41, 0x41, flags | scheme << 3 | code, UInt8(count >> 16), UInt8(count >> 8 & 255), UInt8(count & 255),
    ]
    bytes += payload + [UInt8](repeating: 0, count: (8 - payload.count % 8) % 8)
    return reference
  }

  /// Integers of 64 bits.
  mutating func integers(_ values: [Int64], flags: UInt8 = 0) -> Int64 {
    let payload = values.flatMap { value in (0..<8).map { UInt8(truncatingIfNeeded: value >> Int64(8 * $0)) } }
    return node(flags: flags, code: 7, count: values.count, payload: payload)
  }

  mutating func references(_ values: [Int64], inner: Bool = false) -> Int64 { integers(values, flags: inner ? 0xC0 : 0x40) }

  mutating func doubles(_ values: [Double]) -> Int64 {
    let payload = values.flatMap { value in (0..<8).map { UInt8(truncatingIfNeeded: value.bitPattern >> UInt64(8 * $0)) } }
    return node(scheme: 1, code: 4, count: values.count, payload: payload)
  }

  mutating func blob(_ content: [UInt8]) -> Int64 { node(scheme: 2, code: 0, count: content.count, payload: content) }

  /// Texts of at most 62 bytes, in blocks of 64.
  mutating func texts(_ values: [String]) -> Int64 {
    let payload = values.flatMap { value -> [UInt8] in
      let text = Array(value.utf8)
      return text + [UInt8](repeating: 0, count: 63 - text.count) + [UInt8(63 - text.count)]
    }
    return node(scheme: 1, code: 7, count: values.count, payload: payload)
  }

  /// A class whose objects have the keys 0, 1, 2….
  mutating func addClass(_ name: String, rows: Int64, _ columns: [Column], clusters: Int64? = nil) {
    let types = integers(columns.map(\.type))
    let names = texts(columns.map(\.name))
    let attributes = integers(columns.map(\.attributes))
    let keys = integers(columns.indices.map { Int64($0) })
    let specification = references([types, names, attributes, 0, 0, keys])
    let cluster = clusters ?? references([rows << 1 | 1] + columns.map(\.leaf))
    let opposite = integers(columns.map(\.target))
    let number = Int64(tables.count)
    tables.append((name, references([specification, 0, cluster, number << 1 | 1, 0, 1, 1, opposite, 0, 1, 0, 0, 1, 0])))
  }

  /// The whole file.
  mutating func finish() -> [UInt8] {
    let names = texts(tables.map(\.name))
    let tops = references(tables.map(\.top))
    let size = Int64(bytes.count + 8 + 24)
    let top = references([names, tops, size << 1 | 1])
    var result = bytes
    for byte in 0..<8 { result[byte] = UInt8(truncatingIfNeeded: top >> Int64(8 * byte)) }
    result.replaceSubrange(16..<24, with: [0x54, 0x2D, 0x44, 0x42, 24, 24, 0, 0])
    return result
  }
}

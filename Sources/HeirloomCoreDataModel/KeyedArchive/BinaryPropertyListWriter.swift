/// Writes a property list as `bplist00`.
///
/// The same value always gives the same bytes: dictionary keys are written in the order of their code points. Equal texts,
/// numbers and data are written once only; booleans and archive references each time, as in Apple's own files.
package struct BinaryPropertyListWriter {
  private var objects: [[UInt8]?] = []
  private var seen: [PropertyList: Int] = [:]
  private var containers: [(index: Int, marker: UInt8, references: [Int])] = []

  /// - Precondition: `value` nests no deeper than the stack allows; values that were read never do.
  package static func write(_ value: PropertyList) -> [UInt8] {
    var writer = BinaryPropertyListWriter()
    _ = writer.add(value)
    return writer.assemble()
  }

  private init() {}

  private mutating func add(_ value: PropertyList) -> Int {
    switch value {
    case .array(let items):
      let index = reserve()
      let references = items.map { add($0) }
      containers.append((index, 0xA0, references))
      return index
    case .dictionary(let entries):
      let index = reserve()
      let keys = entries.keys.sorted { $0.unicodeScalars.lexicographicallyPrecedes($1.unicodeScalars) }
      let names = keys.map { add(.string($0)) }
      let values = keys.map { add(entries[$0] ?? .null) }
      containers.append((index, 0xD0, names + values))
      return index
    case .uid, .bool, .null:
      let index = reserve()
      objects[index] = Self.scalar(value)
      return index
    default:
      if let index = seen[value] { return index }
      let index = reserve()
      objects[index] = Self.scalar(value)
      seen[value] = index
      return index
    }
  }

  private mutating func reserve() -> Int {
    objects.append(nil)
    return objects.count - 1
  }

  private static func scalar(_ value: PropertyList) -> [UInt8] {
    switch value {
    case .bool(let flag): return [flag ? 9 : 8]
    case .integer(let number): return integer(number)
    case .unsigned(let number): return [0x14] + bigEndian(0, 8) + bigEndian(number, 8)
    case .real(let number): return [0x23] + bigEndian(number.bitPattern, 8)
    case .date(let seconds): return [0x33] + bigEndian(seconds.bitPattern, 8)
    case .data(let bytes): return marker(0x40, bytes.count) + bytes
    case .uid(let number):
      let size = size(of: UInt64(max(0, number)))
      return [0x80 | UInt8(size - 1)] + bigEndian(UInt64(max(0, number)), size)
    case .string(let text):
      if text.utf8.allSatisfy({ $0 < 128 }) { return marker(0x50, text.utf8.count) + Array(text.utf8) }
      return marker(0x60, text.utf16.count) + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
    case .null, .array, .dictionary: return [0]
    }
  }

  private static func integer(_ number: Int64) -> [UInt8] {
    guard number >= 0 else { return [0x13] + bigEndian(UInt64(bitPattern: number), 8) }
    let value = UInt64(number)
    let power = value < 1 << 8 ? 0 : value < 1 << 16 ? 1 : value < 1 << 32 ? 2 : 3
    return [0x10 | UInt8(power)] + bigEndian(value, 1 << power)
  }

  private static func marker(_ kind: UInt8, _ count: Int) -> [UInt8] {
    count < 15 ? [kind | UInt8(count)] : [kind | 15] + integer(Int64(count))
  }

  private static func bigEndian(_ value: UInt64, _ size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * (size - 1 - $0))) }
  }

  /// 1, 2, 4 or 8 bytes.
  private static func size(of value: UInt64) -> Int { value < 1 << 8 ? 1 : value < 1 << 16 ? 2 : value < 1 << 32 ? 4 : 8 }

  private func assemble() -> [UInt8] {
    let referenceSize = Self.size(of: UInt64(objects.count))
    var parts = objects
    for (index, kind, references) in containers {
      let count = kind == 0xD0 ? references.count / 2 : references.count
      parts[index] = Self.marker(kind, count) + references.flatMap { Self.bigEndian(UInt64($0), referenceSize) }
    }
    var bytes = Array("bplist00".utf8), offsets: [Int] = []
    for part in parts {
      offsets.append(bytes.count)
      bytes += part ?? []
    }
    let table = bytes.count, offsetSize = Self.size(of: UInt64(table))
    for offset in offsets { bytes += Self.bigEndian(UInt64(offset), offsetSize) }
    bytes += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
    bytes += Self.bigEndian(UInt64(objects.count), 8) + Self.bigEndian(0, 8) + Self.bigEndian(UInt64(table), 8)
    return bytes
  }
}

extension PropertyList {
  /// The value as a binary property list, deterministic.
  package func binary() -> [UInt8] { BinaryPropertyListWriter.write(self) }
}

internal import HeirloomSQLite

/// Reads a list of values in its JSON form.
///
/// Foundation's reader rounds numbers on some systems; here a number is what Swift makes of its digits. An escape of a lone
/// surrogate is U+FFFD. A list or object inside is nil. Cost: linear in the text.
struct ListScanner {
  private let bytes: [UInt8]
  private var place = 0

  /// The elements, and the text of each as it stands; nil when the text is no list.
  static func scan(_ json: String) -> [(value: SQLiteValue, text: String)]? {
    var scanner = ListScanner(bytes: Array(json.utf8))
    return scanner.list()
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func list() -> [(value: SQLiteValue, text: String)]? {
    guard take("[") else { return nil }
    var items: [(value: SQLiteValue, text: String)] = []
    skipBlanks()
    if take("]") { return isAtEnd ? items : nil }
    while true {
      skipBlanks()
      let start = place
      guard let value = value() else { return nil }
      items.append((value, String(decoding: bytes[start..<place], as: UTF8.self)))
      skipBlanks()
      if take(",") { continue }
      guard take("]") else { return nil }
      return isAtEnd ? items : nil
    }
  }

  private var isAtEnd: Bool {
    mutating get {
      skipBlanks()
      return place == bytes.count
    }
  }

  private mutating func take(_ sign: Unicode.Scalar) -> Bool {
    guard place < bytes.count, bytes[place] == UInt8(ascii: sign) else { return false }
    place += 1
    return true
  }

  private mutating func skipBlanks() {
    while place < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[place]) { place += 1 }
  }

  private mutating func value() -> SQLiteValue? {
    guard place < bytes.count else { return nil }
    switch bytes[place] {
    case UInt8(ascii: "\""): return string().map { .text($0) }
    case UInt8(ascii: "["), UInt8(ascii: "{"): return skipNested() ? .null : nil
    default:
      let start = place
      while place < bytes.count, isWordSign(bytes[place]) { place += 1 }
      let word = String(decoding: bytes[start..<place], as: UTF8.self)
      switch word {
      case "true": return .integer(1)
      case "false": return .integer(0)
      case "null": return .null
      default: return Int64(word).map { .integer($0) } ?? Double(word).map { .real($0) }
      }
    }
  }

  private func isWordSign(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
      true
    default: false
    }
  }

  private mutating func string() -> String? {
    place += 1
    var result: [UInt8] = []
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: result, as: UTF8.self)
      case UInt8(ascii: "\\"): guard escape(into: &result) else { return nil }
      default: result.append(byte)
      }
    }
    return nil
  }

  private mutating func escape(into result: inout [UInt8]) -> Bool {
    guard place < bytes.count else { return false }
    let sign = bytes[place]
    place += 1
    switch sign {
    case UInt8(ascii: "n"): result.append(0x0A)
    case UInt8(ascii: "t"): result.append(0x09)
    case UInt8(ascii: "r"): result.append(0x0D)
    case UInt8(ascii: "b"): result.append(0x08)
    case UInt8(ascii: "f"): result.append(0x0C)
    case UInt8(ascii: "u"):
      guard var unit = codeUnit() else { return false }
      if (0xD800...0xDBFF).contains(unit), place + 1 < bytes.count, bytes[place] == UInt8(ascii: "\\"),
        bytes[place + 1] == UInt8(ascii: "u")
      {
        let before = place
        place += 2
        if let low = codeUnit(), (0xDC00...0xDFFF).contains(low) {
          unit = 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
        } else {
          place = before
        }
      }
      result += Array(String(Unicode.Scalar(unit).map { Character($0) } ?? "\u{FFFD}").utf8)
    default: result.append(sign)
    }
    return true
  }

  private mutating func codeUnit() -> UInt32? {
    guard place + 4 <= bytes.count else { return nil }
    defer { place += 4 }
    return UInt32(String(decoding: bytes[place..<place + 4], as: UTF8.self), radix: 16)
  }

  /// Goes past a list or object inside the list.
  private mutating func skipNested() -> Bool {
    var depth = 0
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "\""):
        if string() == nil { return false }
        continue
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      default: break
      }
      place += 1
      if depth == 0 { return true }
    }
    return false
  }
}

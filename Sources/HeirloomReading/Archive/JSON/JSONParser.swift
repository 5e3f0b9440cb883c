internal import HeirloomArchive
internal import HeirloomFindings

/// Reads JSON from a stream, one value at a time, in memory that does not grow with the file.
///
/// Foundation's parser and SQLite's want the whole text at once: docs/decisions/0007-json-as-a-stream.md.
/// What strict JSON forbids but exporters write is let through and counted in `oddities`.
final class JSONParser {
  private let stream: any ByteStream
  private let file: String
  private var buffer: [UInt8] = []
  private var position = 0
  /// Bytes of the stream before `buffer`.
  private var consumed: Int64 = 0
  private var isAtEnd = false
  /// Objects and arrays within one another; more is refused, since each level needs stack.
  static let deepest = 512

  /// Whether objects with `$` keys are taken for typed values; in a flatted export their parts are not in place yet.
  var interprets = true

  /// How often each forgivable fault was met.
  private(set) var oddities: [FindingKind: Int] = [:]

  init(_ stream: any ByteStream, file: String) throws {
    self.stream = stream
    self.file = file
    try refill()
    if buffer.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    if buffer.starts(with: [0xFE, 0xFF]) || buffer.starts(with: [0xFF, 0xFE]) { throw damage("the text is UTF-16, not UTF-8") }
  }

  // MARK: - Walking

  /// The first byte of the next value or sign; nil at the end of the text.
  func peek() throws -> UInt8? {
    while true {
      while position < buffer.count {
        switch buffer[position] {
        case 0x20, 0x0A, 0x0D, 0x09: position += 1
        case let byte: return byte
        }
      }
      guard try refill() else { return nil }
    }
  }

  /// Goes past the `[` or `{` that `peek` saw.
  func open() { position += 1 }

  /// In an array: true when an element follows; goes past the sign before it, or past the `]`.
  func nextElement(first: Bool) throws -> Bool {
    guard let byte = try peek() else { throw damage("the text ends within an array") }
    if byte == UInt8(ascii: "]") {
      position += 1
      return false
    }
    if first { return true }
    guard byte == UInt8(ascii: ",") else { throw damage("',' or ']' is missing") }
    position += 1
    if try peek() == UInt8(ascii: "]") { throw damage("a value is missing after ','") }
    return true
  }

  /// In an object: the next key, its colon passed; nil past the `}`.
  func nextKey(first: Bool) throws -> String? {
    guard var byte = try peek() else { throw damage("the text ends within an object") }
    if byte == UInt8(ascii: "}") {
      position += 1
      return nil
    }
    if !first {
      guard byte == UInt8(ascii: ",") else { throw damage("',' or '}' is missing") }
      position += 1
      byte = try peek() ?? 0
    }
    let key: String
    if byte == UInt8(ascii: "\"") {
      key = try string()
    } else if byte == UInt8(ascii: "-") || (0x30...0x39).contains(byte) {
      // Realm Core's exporter leaves integer keys of dictionaries without quotes.
      key = try numberText()
      note(.jsonLenient)
    } else {
      throw damage("a key is missing")
    }
    guard try peek() == UInt8(ascii: ":") else { throw damage("':' is missing") }
    position += 1
    return key
  }

  /// The next value, whole.
  func value(depth: Int = 0) throws -> RecordValue {
    guard depth < JSONParser.deepest else { throw Finding(.jsonTooDeep, "more than \(JSONParser.deepest) levels of nesting", at: .file(file)) }
    guard let byte = try peek() else { throw damage("the text ends where a value should be") }
    switch byte {
    case UInt8(ascii: "\""): return .text(try string())
    case UInt8(ascii: "{"): return try object(depth)
    case UInt8(ascii: "["):
      position += 1
      var values: [RecordValue] = []
      while try nextElement(first: values.isEmpty) { values.append(try value(depth: depth + 1)) }
      return .list(values)
    case UInt8(ascii: "-"), 0x30...0x39: return try number()
    default: return try word()
    }
  }

  /// An object's members; of equal keys the last counts.
  func object(_ depth: Int) throws -> RecordValue {
    position += 1
    var members: [(name: String, value: RecordValue)] = []
    var places: [String: Int] = [:]
    while let key = try nextKey(first: members.isEmpty) {
      let member = try value(depth: depth + 1)
      if members.count == 16 { for (place, member) in members.enumerated() { places[member.name] = place } }
      let known = members.count < 16 ? members.firstIndex { $0.name == key } : places[key]
      if let known {
        note(.jsonDuplicateKey)
        members[known].value = member
      } else {
        if members.count >= 16 { places[key] = members.count }
        members.append((key, member))
      }
    }
    if interprets, members.first?.name.first == "$" || members.contains(where: { $0.name == "$refId" }) {
      return try ExtendedJSON.interpret(members, note)
    }
    return .object(Record(members: members))
  }

  func note(_ kind: FindingKind) { oddities[kind, default: 0] += 1 }

  func damage(_ what: String) -> Finding {
    Finding(.jsonDamaged, "\(what), at byte \(consumed + Int64(position))", at: .file(file))
  }

  // MARK: - Leaves

  private func word() throws -> RecordValue {
    var letters: [UInt8] = []
    while letters.count < 12, let byte = try byte(), (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == UInt8(ascii: "_") {
      letters.append(byte)
      position += 1
    }
    switch String(decoding: letters, as: UTF8.self) {
    case "null": return .null
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "NaN", "nan":
      note(.jsonNotANumber)
      return .notANumber
    case "Infinity", "inf":
      note(.jsonNotANumber)
      return .real(.infinity)
    case "undefined":
      note(.jsonLenient)
      return .null
    default: throw damage("this is no JSON value")
    }
  }

  private func number() throws -> RecordValue {
    let text = try numberText()
    if text == "-" {
      guard case .real(let value) = try word() else { throw damage("this is no number") }
      return .real(-value)
    }
    if let value = Int64(text) { return .integer(value) }
    let isWhole = !text.contains { $0 == "." || $0 == "e" || $0 == "E" }
    guard let value = Double(text), text.last != "." else { throw damage("this is no number") }
    if isWhole || value.isInfinite {
      note(.jsonHugeNumber)
      return .number(text)
    }
    return .real(value)
  }

  private func numberText() throws -> String {
    var text: [UInt8] = []
    while let byte = try byte() {
      guard (0x30...0x39).contains(byte) || "+-.eE".utf8.contains(byte) else { break }
      guard text.count < 4096 else { throw damage("a number of more than 4,096 digits") }
      text.append(byte)
      position += 1
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// A string, from its opening quote to past the closing one.
  private func string() throws -> String {
    position += 1
    var text: [UInt8] = []
    while true {
      let start = position
      var end = position, isControl = false
      buffer.withUnsafeBufferPointer { bytes in
        while end < bytes.count, bytes[end] != 0x22, bytes[end] != 0x5C {
          isControl = isControl || bytes[end] < 0x20
          end += 1
        }
      }
      if isControl { note(.jsonLenient) }
      position = end
      if end < buffer.count, buffer[end] == 0x22, text.isEmpty {
        position += 1
        return decoded(buffer[start..<end])
      }
      text += buffer[start..<end]
      guard end < buffer.count else {
        guard try refill() else { throw damage("the text ends within a string") }
        continue
      }
      position += 1
      if buffer[end] == 0x22 { return decoded(text[...]) }
      try escape(into: &text)
    }
  }

  private func decoded(_ bytes: ArraySlice<UInt8>) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    note(.jsonInvalidText)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func escape(into text: inout [UInt8]) throws {
    guard let sign = try byte() else { throw damage("the text ends within a string") }
    position += 1
    switch sign {
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case 0x22, 0x5C, 0x2F: text.append(sign)
    case UInt8(ascii: "u"): try unicodeEscape(into: &text)
    default: throw damage("an unknown escape in a string")
    }
  }

  private func unicodeEscape(into text: inout [UInt8]) throws {
    var unit = try fourDigits()
    while true {
      if (0xD800...0xDBFF).contains(unit), try byte() == 0x5C {
        position += 1
        guard try byte() == UInt8(ascii: "u") else {
          lone(&text)
          return try escape(into: &text)
        }
        position += 1
        let low = try fourDigits()
        if (0xDC00...0xDFFF).contains(low) { return append(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00), &text) }
        lone(&text)
        unit = low
        continue
      }
      return (0xD800...0xDFFF).contains(unit) ? lone(&text) : append(unit, &text)
    }
  }

  private func lone(_ text: inout [UInt8]) {
    note(.jsonLoneSurrogate)
    append(0xFFFD, &text)
  }

  private func append(_ scalar: UInt32, _ text: inout [UInt8]) {
    text += Array(String(Character(Unicode.Scalar(scalar) ?? "\u{FFFD}")).utf8)
  }

  private func fourDigits() throws -> UInt32 {
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = try byte(), let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { throw damage("'\\u' needs four hex digits") }
      unit = unit << 4 | UInt32(digit)
      position += 1
    }
    return unit
  }

  // MARK: - Bytes

  private func byte() throws -> UInt8? {
    if position >= buffer.count, try !refill() { return nil }
    return buffer[position]
  }

  @discardableResult
  private func refill() throws -> Bool {
    guard position >= buffer.count, !isAtEnd else { return position < buffer.count }
    consumed += Int64(buffer.count)
    guard let piece = try stream.next() else {
      (buffer, position, isAtEnd) = ([], 0, true)
      return false
    }
    (buffer, position) = (piece, 0)
    return true
  }
}

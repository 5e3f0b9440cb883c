internal import HeirloomFindings

/// Words, numbers and strings.
extension JSONParser {
  func word() throws -> RecordValue {
    var letters: [UInt8] = []
    while letters.count < 12, let byte = try byte(),
      (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == UInt8(ascii: "_")
    {
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

  func number() throws -> RecordValue {
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

  func numberText() throws -> String {
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
  func string() throws -> String {
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
      guard let byte = try byte(), let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw damage("'\\u' needs four hex digits")
      }
      unit = unit << 4 | UInt32(digit)
      position += 1
    }
    return unit
  }
}

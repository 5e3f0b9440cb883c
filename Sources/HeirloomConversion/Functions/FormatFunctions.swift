internal import HeirloomSchema
internal import Foundation
internal import HeirloomSQLite

/// Texts out of numbers, parts of texts, and parts of URLs, by the functions of the same names in Swift and Foundation.
extension ConversionFunctions {
  static func registerFormats(on connection: Connection) throws {
    // The checker lets through formats of one number alone, whose kind the value has.
    try add("formattedWith", 2, on: connection) { values, slot in
      // Without a locale: with one, swift-corelibs-foundation forgets the zeros of '%05.2f'.
      let format = values.text(0)
      slot.set(format.contains("ll") ? String(format: format, values.integer(1)) : String(format: format, values.real(1)))
    }
    try add("textWithRadix", 2, on: connection) { values, slot in
      guard (2...36).contains(values.integer(1)) else { return slot.setNull() }
      slot.set(String(values.integer(0), radix: Int(values.integer(1))))
    }
    try add("intWithRadix", 2, on: connection) { values, slot in
      guard (2...36).contains(values.integer(1)) else { return slot.setNull() }
      Int64(values.text(0), radix: Int(values.integer(1))).map { slot.set($0) } ?? slot.setNull()
    }
    try add("repeated", 2, on: connection) { values, slot in
      let text = values.text(0)
      guard let times = count(values, 1), text.isEmpty || times <= longest / text.count else { return slot.setNull() }
      slot.set(text.isEmpty ? "" : String(repeating: text, count: times))
    }
    // Foundation counts the units of UTF-16 here.
    try add("paddedRight", 4, on: connection) { values, slot in
      let text = values.text(0)
      guard let wanted = count(values, 1), wanted <= longest, let start = count(values, 3) else { return slot.setNull() }
      let filler = Array(values.text(2).utf16)
      guard text.utf16.count < wanted, !filler.isEmpty else {
        return slot.set(String(decoding: text.utf16.prefix(wanted), as: UTF16.self))
      }
      let missing = wanted - text.utf16.count
      slot.set(text + String(decoding: (0..<missing).map { filler[(start % filler.count + $0) % filler.count] }, as: UTF16.self))
    }
    try add("trimmedOf", 3, on: connection) { values, slot in
      slot.set(values.text(0).trimmingCharacters(in: characters(values.text(1), values.text(2))))
    }
    try add("components", 2, on: connection) { values, slot in
      let separator = values.text(1)
      let parts = separator.isEmpty ? [values.text(0)] : values.text(0).components(separatedBy: separator)
      slot.set("[\(parts.map { JSONLiteral.quoted($0) }.joined(separator: ","))]")
    }
    try add("templateFromText", 1, on: connection) { $1.set(NSRegularExpression.escapedTemplate(for: $0.text(0))) }
    try add("urlPart", 2, on: connection) { values, slot in
      guard let url = URL(string: values.text(0)) else { return slot.setNull() }
      let part: String? =
        switch values.text(1) {
        case "scheme": url.scheme
        case "host": url.host()
        case "path": url.path()
        case "decodedHost": url.host
        case "decodedPath": url.path
        case "query": url.query()
        case "fragment": url.fragment()
        case "lastPathComponent": url.lastPathComponent
        default: url.pathExtension
        }
      part.map { slot.set($0) } ?? slot.setNull()
    }
  }

  private static func characters(_ name: String, _ signs: String) -> CharacterSet {
    switch name {
    case "whitespaces": .whitespaces
    case "newlines": .newlines
    case "whitespacesAndNewlines": .whitespacesAndNewlines
    case "punctuationCharacters": .punctuationCharacters
    case "decimalDigits": .decimalDigits
    case "symbols": .symbols
    case "controlCharacters": .controlCharacters
    default: CharacterSet(charactersIn: signs)
    }
  }
}

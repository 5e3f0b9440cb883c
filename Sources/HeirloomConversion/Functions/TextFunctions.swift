internal import Foundation
internal import HeirloomSQLite

extension ConversionFunctions {
  static func registerText(on connection: Connection) throws {
    try add("lowercased", 1, on: connection) { $1.set($0.text(0).lowercased()) }
    try add("uppercased", 1, on: connection) { $1.set($0.text(0).uppercased()) }
    try add("capitalized", 1, on: connection) { $1.set($0.text(0).capitalized) }
    try add("trimmed", 1, on: connection) { $1.set($0.text(0).trimmingCharacters(in: .whitespacesAndNewlines)) }
    try add("reversed", 1, on: connection) { $1.set(String($0.text(0).reversed())) }
    // Characters are counted as Swift counts them: an emoji of several code points is one.
    try add("length", 1, on: connection) { $1.set(Int64($0.text(0).count)) }
    try addCut("prefix", on: connection) { $0.prefix($1) }
    try addCut("suffix", on: connection) { $0.suffix($1) }
    try addCut("dropFirst", on: connection) { $0.dropFirst($1) }
    try addCut("dropLast", on: connection) { $0.dropLast($1) }
    try add("hasPrefix", 2, on: connection) { $1.set($0.text(0).hasPrefix($0.text(1))) }
    try add("hasSuffix", 2, on: connection) { $1.set($0.text(0).hasSuffix($0.text(1))) }
    try add("replacing", 3, on: connection) { values, slot in
      let pattern = values.text(1)
      slot.set(pattern.isEmpty ? values.text(0) : values.text(0).replacing(pattern, with: values.text(2)))
    }
    try add("padded", 3, on: connection) { values, slot in
      let text = values.text(0), filler = values.text(2)
      guard let wanted = count(values, 1), wanted <= longest else { return slot.setNull() }
      let missing = wanted - text.count
      slot.set(
        missing > 0 && !filler.isEmpty
          ? String(repeating: filler, count: missing / filler.count + 1).prefix(missing) + text : text)
    }
    try add("matchesPattern", 2, on: connection) { values, slot in
      let text = values.text(0)
      let range = NSRange(text.startIndex..., in: text)
      slot.set(try pattern(values.text(1)).firstMatch(in: text, range: range) != nil)
    }
    try add("replacingPattern", 3, on: connection) { values, slot in
      let text = values.text(0)
      let range = NSRange(text.startIndex..., in: text)
      slot.set(try pattern(values.text(1)).stringByReplacingMatches(in: text, range: range, withTemplate: values.text(2)))
    }
    try add("percentEncoded", 1, on: connection) { values, slot in
      let unreserved = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")
      values.text(0).addingPercentEncoding(withAllowedCharacters: unreserved).map { slot.set($0) } ?? slot.setNull()
    }
    try add("percentDecoded", 1, on: connection) { values, slot in
      values.text(0).removingPercentEncoding.map { slot.set($0) } ?? slot.setNull()
    }
    try add("htmlEscaped", 1, on: connection) { values, slot in
      var text = values.text(0)
      for (sign, name) in [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;"), ("'", "&#39;")] {
        text.replace(sign, with: name)
      }
      slot.set(text)
    }
    try add("urlFromText", 1, on: connection) { values, slot in
      let text = values.text(0)
      // Signs that a URL cannot hold are percent-encoded by Foundation.
      text.isEmpty ? slot.setNull() : URL(string: text).map { slot.set($0.absoluteString) } ?? slot.setNull()
    }
  }

  /// How many; nil for a negative number, which refuses the record.
  static func count(_ values: FunctionArguments, _ index: Int) -> Int? {
    let number = values.integer(index)
    return number < 0 ? nil : Int(clamping: number)
  }

  /// The most characters that a text is padded or repeated to: a slip in a mapping is not to fill the memory.
  static let longest = 1_000_000

  private static func addCut(
    _ name: String, on connection: Connection, _ cut: @escaping (String, Int) -> Substring
  ) throws {
    try add(name, 2, on: connection) { values, slot in
      count(values, 1).map { slot.set(String(cut(values.text(0), $0))) } ?? slot.setNull()
    }
  }

  private static func pattern(_ text: String) throws -> NSRegularExpression { try NSRegularExpression(pattern: text) }
}

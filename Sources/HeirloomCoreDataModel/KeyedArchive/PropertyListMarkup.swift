internal import Foundation
internal import HeirloomBytes

extension PropertyList {
  /// Reads a property list in XML.
  static func readXML(_ bytes: [UInt8]) throws -> PropertyList {
    let root = try MarkupParser.parse(bytes)
    guard root.name == "plist", let value = root.children.first, root.children.count == 1 else {
      throw BytesError("not a property list")
    }
    return try read(value)
  }

  /// - Precondition: the parser limited the depth of the elements.
  private static func read(_ element: MarkupElement) throws -> PropertyList {
    switch element.name {
    case "string": return .string(element.text)
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "integer":
      let text = trimmed(element.text)
      if let number = Int64(text) { return .integer(number) }
      if let number = UInt64(text) { return .unsigned(number) }
    case "real": if let number = Double(trimmed(element.text)) { return .real(number) }
    case "date": if let seconds = seconds(trimmed(element.text)) { return .date(seconds) }
    case "data" where trimmed(element.text).isEmpty: return .data([])
    case "data": if let data = Data(base64Encoded: element.text, options: .ignoreUnknownCharacters) { return .data(Array(data)) }
    case "array": return .array(try element.children.map(read))
    case "dict":
      var entries: [String: PropertyList] = [:]
      guard element.children.count % 2 == 0 else { throw BytesError("a key of the property list has no value") }
      for index in stride(from: 0, to: element.children.count, by: 2) {
        guard element.children[index].name == "key" else { throw BytesError("a value of the property list has no key") }
        entries[element.children[index].text] = try read(element.children[index + 1])
      }
      return .dictionary(entries)
    default: break
    }
    throw BytesError("a <\(element.name)> of the property list cannot be read")
  }

  private static func trimmed(_ text: String) -> String { text.trimmingCharacters(in: .whitespacesAndNewlines) }

  /// Seconds since 2001-01-01T00:00:00Z of a date such as `2001-01-02T00:00:00Z`.
  private static func seconds(_ text: String) -> Double? {
    let format = Date.ISO8601FormatStyle(timeZone: .gmt)
    return (try? format.parse(text))?.timeIntervalSinceReferenceDate
  }
}

internal import HeirloomBytes
internal import HeirloomSchema
internal import HeirloomSQLite

/// Values as our own exports write them: docs/formats/archives.md.
///
/// Whatever is written reads back as the same value. What does not have the type that its attribute states is marked
/// as `{"$value": …}` and reads back as it is.
struct ExportText {
  /// Takes a blob that is too long to stand in the text and says where it was put.
  var putAside: ([UInt8]) throws -> String?

  /// Blobs up to this many bytes are written as base64 in the text, longer ones as files of their own.
  static let longestInline = 256

  func json(_ value: SQLiteValue, _ type: AttributeType) throws -> String {
    switch (value, type) {
    case (.null, _): return "null"
    case (.integer(let value), .bool) where value == 0 || value == 1: return value == 1 ? "true" : "false"
    case (.integer(let value), .int16) where Int16(exactly: value) != nil: return String(value)
    case (.integer(let value), .int32) where Int32(exactly: value) != nil: return String(value)
    case (.integer(let value), .int64), (.integer(let value), .mixed), (.integer(let value), .undefined),
      (.integer(let value), .composite):
      return String(value)
    case (.real(let value), .double), (.real(let value), .float), (.real(let value), .mixed), (.real(let value), .undefined),
      (.real(let value), .composite):
      return number(value)
    case (.real(let seconds), .date): return ExportText.date(seconds).map(JSONLiteral.quoted) ?? number(seconds)
    case (.integer(let seconds), .date):
      if let exact = Double(exactly: seconds), let text = DateText.text(exact) { return JSONLiteral.quoted(text) }
      return "{\"$value\":\(seconds)}"
    case (.text(let text), .string), (.text(let text), .url), (.text(let text), .managedObjectID), (.text(let text), .mixed),
      (.text(let text), .undefined), (.text(let text), .composite):
      return JSONLiteral.quoted(text)
    case (.text(let text), .decimal) where Double(text) != nil: return JSONLiteral.quoted(text)
    case (.text(let text), .objectID) where text.utf8.count == 24 && text.allSatisfy { $0.isHexDigit && !$0.isUppercase }:
      return JSONLiteral.quoted(text)
    case (.blob(let bytes), .uuid) where bytes.count == 16: return JSONLiteral.quoted(StableUUID.text(bytes))
    case (.blob(let bytes), .data), (.blob(let bytes), .transformable):
      if bytes.count > ExportText.longestInline, let path = try putAside(bytes) {
        return "{\"$file\":\(JSONLiteral.quoted(path))}"
      }
      return JSONLiteral.quoted(base64(bytes))
    default: return "{\"$value\":\(plain(value))}"
    }
  }

  /// The value as a field of a CSV. Texts are themselves; `json:` marks what only JSON can say, `""` is an empty text.
  func csv(_ value: SQLiteValue, _ type: AttributeType) throws -> String {
    if case .null = value { return "" }
    if case .text(let text) = value, [.string, .url, .managedObjectID].contains(type), !text.hasPrefix("json:") {
      return ExportText.quoted(text)
    }
    let json = try json(value, type)
    let isText = [.string, .url, .managedObjectID, .mixed, .undefined, .composite].contains(type)
    if json.hasPrefix("{") || isText { return ExportText.quoted("json:" + json) }
    return json.hasPrefix("\"") ? ExportText.quoted(String(json.dropFirst().dropLast())) : json
  }

  /// Core Data keeps whole seconds as integers, Realm and others keep doubles: a fraction, `.0` at least, says that it is a double.
  private static func date(_ seconds: Double) -> String? {
    DateText.text(seconds).map { $0.contains(".") ? $0 : $0.dropLast() + ".0Z" }
  }

  /// RFC 4180: quotes around what has a delimiter, a quote or a line break, and around the empty text.
  static func quoted(_ text: String) -> String {
    let needsQuotes =
      text.isEmpty || text.utf8.contains { $0 == 0x2C || $0 == 0x22 || $0 == 0x0A || $0 == 0x0D } || text.hasPrefix("\u{FEFF}")
    return needsQuotes ? "\"\(text.replacing("\"", with: "\"\""))\"" : text
  }

  /// The shortest digits that give the same double again; always with a point or an exponent.
  private func number(_ value: Double) -> String {
    if value.isNaN { return "null" }
    return value.isInfinite ? "{\"$numberDouble\":\"\(value < 0 ? "-" : "")Infinity\"}" : "\(value)"
  }

  private func plain(_ value: SQLiteValue) -> String {
    switch value {
    case .null: "null"
    case .integer(let value): String(value)
    case .real(let value): number(value)
    case .text(let text): JSONLiteral.quoted(text)
    case .blob(let bytes): "{\"$binary\":{\"base64\":\(JSONLiteral.quoted(base64(bytes))),\"subType\":\"00\"}}"
    }
  }
}

internal import HeirloomBytes
internal import HeirloomSQLite
internal import HeirloomSchema

/// How a value waits in the staging file until its column's type is known: exactly as it came.
///
/// Integers, reals and texts are themselves. Everything else is a blob whose first byte says what it is, so that `true`
/// is not 1 and a UUID is not a text until it is decided that they shall be.
enum StagedValue {
  enum Tag: UInt8 {
    case bool = 0x62, number = 0x6E, decimal = 0x6D, objectID = 0x6F, uuid = 0x75, data = 0x64, date = 0x74, notANumber = 0x78
    case file = 0x66
    case exactInteger = 0x49, exactReal = 0x52, exactText = 0x54, exactBlob = 0x42
  }

  /// The scalar as it is staged; nil for lists, objects and links.
  static func encode(_ value: RecordValue) -> SQLiteValue? {
    switch value {
    case .null: .null
    case .integer(let value): .integer(value)
    case .real(let value): .real(value)
    case .text(let value): .text(value)
    case .bool(let value): tagged(.bool, [value ? 1 : 0])
    case .number(let text): tagged(.number, Array(text.utf8))
    case .decimal(let text): tagged(.decimal, Array(text.utf8))
    case .objectID(let text): tagged(.objectID, Array(text.utf8))
    case .uuid(let bytes): tagged(.uuid, bytes)
    case .data(let bytes): tagged(.data, bytes)
    case .date(let seconds): tagged(.date, bigEndian(seconds.bitPattern))
    case .notANumber: tagged(.notANumber, [])
    case .file(let path): tagged(.file, Array(path.utf8))
    case .exact(let value): exact(value)
    case .list, .set, .dictionary, .object, .link, .reference: nil
    }
  }

  private static func exact(_ value: SQLiteValue) -> SQLiteValue {
    switch value {
    case .null: .null
    case .integer(let value): tagged(.exactInteger, bigEndian(UInt64(bitPattern: value)))
    case .real(let value): tagged(.exactReal, bigEndian(value.bitPattern))
    case .text(let text): tagged(.exactText, Array(text.utf8))
    case .blob(let bytes): tagged(.exactBlob, bytes)
    }
  }

  private static func bigEndian(_ bits: UInt64) -> [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * $0)) } }

  private static func tagged(_ tag: Tag, _ bytes: [UInt8]) -> SQLiteValue { .blob([tag.rawValue] + bytes) }

  static func decode(_ value: SQLiteValue) -> RecordValue {
    switch value {
    case .null: return .null
    case .integer(let value): return .integer(value)
    case .real(let value): return .real(value)
    case .text(let value): return .text(value)
    case .blob(let bytes):
      let rest = Array(bytes.dropFirst())
      var text: String { String(decoding: rest, as: UTF8.self) }
      var bits: UInt64 { rest.reduce(0) { $0 << 8 | UInt64($1) } }
      switch bytes.first.flatMap(Tag.init(rawValue:)) {
      case .bool?: return .bool(rest.first == 1)
      case .number?: return .number(text)
      case .decimal?: return .decimal(text)
      case .objectID?: return .objectID(text)
      case .uuid?: return .uuid(rest)
      case .date?: return .date(Double(bitPattern: bits))
      case .notANumber?: return .notANumber
      case .file?: return .file(text)
      case .exactInteger?: return .exact(.integer(Int64(bitPattern: bits)))
      case .exactReal?: return .exact(.real(Double(bitPattern: bits)))
      case .exactText?: return .exact(.text(text))
      case .exactBlob?: return .exact(.blob(rest))
      case .data?, nil: return .data(rest)
      }
    }
  }

  /// The value in the form in which the canonical relations present the type; nil when it cannot be had.
  static func present(_ staged: SQLiteValue, as type: AttributeType) -> SQLiteValue? {
    let value = decode(staged)
    if case .null = value { return .null }
    if case .exact(let value) = value { return value }
    switch type {
    case .bool: return bool(value).map { .integer($0 ? 1 : 0) }
    case .int16: return integer(value).flatMap { Int16(exactly: $0) == nil ? nil : .integer($0) }
    case .int32: return integer(value).flatMap { Int32(exactly: $0) == nil ? nil : .integer($0) }
    case .int64: return integer(value).map { .integer($0) }
    case .float, .double:
      if case .notANumber = value { return .null }
      return real(value).map { .real($0) }
    case .date:
      if case .text(let text) = value { return (DateText.seconds(text) ?? Double(text)).map { .real($0) } }
      return real(value).map { .real($0) }
    case .decimal: return decimal(value).map { .text($0) }
    case .string, .url, .managedObjectID: return .text(text(value))
    case .objectID:
      if case .objectID(let text) = value { return .text(text) }
      guard case .text(let text) = value, text.utf8.count == 24, text.allSatisfy(\.isHexDigit) else { return nil }
      return .text(text.lowercased())
    case .uuid:
      switch value {
      case .uuid(let bytes): return .blob(bytes)
      case .data(let bytes) where bytes.count == 16: return .blob(bytes)
      case .text(let text): return UUIDText.bytes(text).map { .blob($0) }
      default: return nil
      }
    case .data, .transformable:
      switch value {
      case .data(let bytes), .uuid(let bytes): return .blob(bytes)
      case .text(let text): return bytes(fromBase64: text).map { .blob($0) }
      default: return nil
      }
    case .composite, .mixed, .undefined: return natural(value)
    }
  }

  private static func bool(_ value: RecordValue) -> Bool? {
    switch value {
    case .bool(let value): return value
    case .integer(let value): return value == 0 ? false : value == 1 ? true : nil
    case .text(let text):
      switch text.lowercased() {
      case "true", "1", "yes": return true
      case "false", "0", "no": return false
      default: return nil
      }
    default: return nil
    }
  }

  private static func integer(_ value: RecordValue) -> Int64? {
    switch value {
    case .integer(let value): value
    case .real(let value): Int64(exactly: value)
    case .bool(let value): value ? 1 : 0
    case .text(let text): Int64(text)
    default: nil
    }
  }

  private static func real(_ value: RecordValue) -> Double? {
    switch value {
    case .real(let value), .date(let value): value
    case .integer(let value): Double(value)
    case .number(let text), .text(let text), .decimal(let text): Double(text)
    default: nil
    }
  }

  private static func decimal(_ value: RecordValue) -> String? {
    switch value {
    case .decimal(let text), .number(let text): text
    case .integer(let value): String(value)
    case .real(let value): "\(value)"
    case .text(let text): Double(text) == nil ? nil : text
    default: nil
    }
  }

  static func text(_ value: RecordValue) -> String {
    switch value {
    case .text(let text), .number(let text), .decimal(let text), .objectID(let text), .file(let text), .reference(let text): text
    case .bool(let value): value ? "true" : "false"
    case .uuid(let bytes): StableUUID.text(bytes)
    case .data(let bytes): base64(bytes)
    case .date(let seconds): DateText.text(seconds) ?? "\(seconds)"
    case .notANumber: "NaN"
    default: value.json
    }
  }

  private static func natural(_ value: RecordValue) -> SQLiteValue {
    switch value {
    case .integer(let value): .integer(value)
    case .real(let value), .date(let value): .real(value)
    case .bool(let value): .integer(value ? 1 : 0)
    case .data(let bytes), .uuid(let bytes): .blob(bytes)
    case .null, .notANumber: .null
    default: .text(text(value))
    }
  }
}

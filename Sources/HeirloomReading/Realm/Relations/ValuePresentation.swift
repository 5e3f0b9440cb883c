internal import HeirloomSQLite

/// Puts values of a Realm file into SQLite's slots, in the forms of the canonical relations.
///
/// Texts, data and UUIDs are lent in place from the file's memory; the relation keeps the file alive for that.
enum ValuePresentation {
  static func put(_ value: RealmValue, of column: RealmColumn, _ file: RealmFile, into slot: ResultSlot) throws(RealmDamage) {
    if !(try putCommon(value, file.image, into: slot)) { try putRare(value, column, file, slot) }
  }

  /// Puts a value that needs nothing else; false when it is of another sort.
  @inline(__always)
  static func putCommon(_ value: RealmValue, _ image: RealmImage, into slot: ResultSlot) throws(RealmDamage) -> Bool {
    if image.isPaged { return try putCopy(value, image, slot) }
    switch value {
    case .text(let span): slot.lend(text: span)
    case .data(let span): slot.lend(blob: span)
    case .uuid(let start): slot.lend(blob: UnsafeRawBufferPointer(start: start, count: 16))
    default: return putPlain(value, slot)
    }
    return true
  }

  @inline(__always)
  private static func putPlain(_ value: RealmValue, _ slot: ResultSlot) -> Bool {
    switch value {
    case .null: slot.setNull()
    case .integer(let value): slot.set(value)
    case .boolean(let value): slot.set(value ? 1 as Int64 : 0)
    // SQLite makes NULL of a NaN.
    case .double(let value): slot.set(value)
    case .float(let value): slot.set(Double(value))
    case .date(let date): slot.set(date.secondsSince2001)
    // Keys below zero are of objects that are not there: deleted, or not synced yet.
    case .link(let key), .typedLink(_, let key): if key >= 0 { slot.set(key) } else { slot.setNull() }
    default: return false
    }
    return true
  }

  /// The same of a file whose pages come and go: bytes are copied, since others may take their place while SQLite holds them.
  private static func putCopy(_ value: RealmValue, _ image: RealmImage, _ slot: ResultSlot) throws(RealmDamage) -> Bool {
    try image.bytes.require(value)
    switch value {
    case .text(let span): slot.set(text: span)
    case .data(let span): slot.set(blob: span)
    case .uuid(let start): slot.set(blob: UnsafeRawBufferPointer(start: start, count: 16))
    default: return putPlain(value, slot)
    }
    return true
  }

  private static func putRare(
    _ value: RealmValue, _ column: RealmColumn, _ file: RealmFile, _ slot: ResultSlot
  ) throws(RealmDamage) {
    switch value {
    case .decimal(let decimal): slot.set(decimal.text)
    case .objectID(let start):
      try file.image.bytes.require(value)
      withHexadecimal(start) { slot.set(text: $0) }
    case .pieces(let reference, let isText, let terminated):
      let joined = try Pieces.joined(reference, terminated: terminated, file.image.bytes)
      joined.withUnsafeBytes { if isText { slot.set(text: $0) } else { slot.set(blob: $0) } }
    case .nested, .subtable:
      let text = try RealmJSON.bytes(of: value, column: column, file)
      text.withUnsafeBytes { slot.set(text: $0) }
    default: slot.setNull()
    }
  }

  /// Lends the 24 hexadecimal digits of an object id, lower case as the SDKs print them.
  static func withHexadecimal<R>(_ start: UnsafeRawPointer, _ body: (UnsafeRawBufferPointer) -> R) -> R {
    withUnsafeTemporaryAllocation(byteCount: 24, alignment: 1) { room in
      for index in 0..<12 {
        let byte = start.load(fromByteOffset: index, as: UInt8.self)
        room[index * 2] = digit(byte >> 4)
        room[index * 2 + 1] = digit(byte & 15)
      }
      return body(UnsafeRawBufferPointer(room))
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x57 + value }

  /// The type of a Mixed value, as the column beside it says it: `Int`, `Date`, `link:Note`, `List`; nil for null.
  static func typeName(_ value: RealmValue, _ file: RealmFile) -> String? {
    switch value {
    case .null: nil
    case .integer, .enumerated: "Int"
    case .boolean: "Bool"
    case .float: "Float"
    case .double: "Double"
    case .text, .pieces(_, true, _): "String"
    case .data, .pieces: "Data"
    case .date: "Date"
    case .decimal: "Decimal"
    case .objectID: "ObjectId"
    case .uuid: "UUID"
    case .link(let key): key >= 0 ? "link" : nil
    case .typedLink(let table, let key): key >= 0 ? "link:\(file.table(withKey: table)?.className ?? "")" : nil
    case .nested(.list, _): "List"
    case .nested(.set, _): "Set"
    case .nested(.dictionary, _): "Dictionary"
    case .subtable: "Table"
    }
  }
}

extension RealmElement {
  /// The declared type of a column that presents the element; nothing where values bring their own.
  var declaredType: String {
    switch self {
    case .integer, .boolean, .link, .linkElement, .reference: " INTEGER"
    case .float, .double, .date, .oldDate: " REAL"
    case .text, .decimal, .objectID: " TEXT"
    case .data, .uuid: " BLOB"
    case .mixed: ""
    }
  }
}

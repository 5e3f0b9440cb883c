internal import HeirloomSQLite

/// `unhex(id)`: the 12 bytes of an ObjectId, which is presented as 24 digits.
///
/// SQLite has the function from version 3.41 on (sqlite.org/lang_corefunc.html#unhex); older ones are given it.
enum ObjectIDFunction {
  static func register(on connection: Connection) throws {
    let known = try connection.count("SELECT count(*) FROM pragma_function_list WHERE name = 'unhex'")
    guard known == 0 else { return }
    try connection.addFunction("unhex", arguments: 1) { arguments, slot in
      let bytes = arguments.withBytes(0) { text in decoded(text) }
      if let bytes, !arguments.isNull(0) { bytes.withUnsafeBytes { slot.set(blob: $0) } } else { slot.setNull() }
    }
  }

  /// Nil when the text is not pairs of hexadecimal digits.
  private static func decoded(_ text: UnsafeRawBufferPointer) -> [UInt8]? {
    guard text.count.isMultiple(of: 2) else { return nil }
    var result: [UInt8] = []
    for index in stride(from: 0, to: text.count, by: 2) {
      guard let high = digit(text[index]), let low = digit(text[index + 1]) else { return nil }
      result.append(high << 4 | low)
    }
    return result
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }
}

internal import Foundation
internal import HeirloomFindings
internal import HeirloomSQLite

/// Values of attributes that may be kept in files of their own (`.externalStorage`; the model says so, never the bytes).
///
/// The first byte says where the value is: 1, the value follows; 2, the name of a file follows, 36 characters and a zero byte
/// (docs/formats/coredata.md). The files stand in `.NAME_SUPPORT/_EXTERNAL_DATA` beside the store.
enum ExternalValues {
  static let function = "heirloom_external"
  /// The same, but a value whose file is missing is NULL.
  static let lenientFunction = "heirloom_external_if_there"

  enum Content: Equatable {
    case inline
    case file(String)
    /// Neither mark: damage, or not a value of this kind.
    case unmarked
  }

  /// Where the external values of a store are kept.
  static func folder(for store: String) -> String {
    let path = store as NSString
    let name = (path.lastPathComponent as NSString).deletingPathExtension
    return (path.deletingLastPathComponent as NSString).appendingPathComponent(".\(name)_SUPPORT/_EXTERNAL_DATA")
  }

  static func content(_ bytes: UnsafeRawBufferPointer) -> Content {
    switch bytes.first {
    case 1: return .inline
    case 2:
      let name = bytes.dropFirst().prefix { $0 != 0 }
      // Nothing but hex digits and hyphens: a name must not lead out of the folder.
      guard name.count == 36, name.allSatisfy(isUUIDCharacter) else { return .unmarked }
      return .file(String(decoding: name, as: UTF8.self))
    default: return .unmarked
    }
  }

  private static func isUUIDCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "F"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "-"):
      true
    default: false
    }
  }

  /// `heirloom_external(value, folder, property, key)`: the value's own bytes, read from their file where they are in one.
  ///
  /// The statement fails when the file is missing, naming it and the record: a value that is gone is not the same as no value.
  /// Inline values cost one copy; files are read whole, one at a time.
  static func register(on connection: Connection) throws(SQLiteError) {
    try register(function, isLenient: false, on: connection)
    try register(lenientFunction, isLenient: true, on: connection)
  }

  private static func register(_ name: String, isLenient: Bool, on connection: Connection) throws(SQLiteError) {
    try connection.addFunction(name, arguments: 4) { arguments, slot in
      guard arguments.type(0) == .blob else { return arguments.isNull(0) ? slot.setNull() : slot.set(arguments.value(0)) }
      try arguments.withBytes(0) { bytes in
        if bytes.isEmpty { return slot.set(blob: bytes) }
        switch content(bytes) {
        case .inline: slot.set(blob: UnsafeRawBufferPointer(rebasing: bytes.dropFirst()))
        case .file(let name):
          let path = arguments.text(1) + "/" + name
          guard let status = try? FileStatus(of: path), status.isRegular, let size = Int(exactly: status.size) else {
            if isLenient { return slot.setNull() }
            throw Finding(
              .externalFileMissing, "the file '\(name)' of '\(arguments.text(2))', record \(arguments.integer(3)), is missing")
          }
          try readBytes(of: path, count: size).withUnsafeBytes { slot.set(blob: $0) }
        case .unmarked:
          throw Finding(
            .externalMarker,
            "'\(arguments.text(2))', record \(arguments.integer(3)), says neither that its value is inline nor where it is")
        }
      }
    }
  }
}

/// Decimals as text: SQLite keeps them as whatever number they look like.
enum DecimalText {
  static let function = "heirloom_decimal"

  /// `heirloom_decimal(value)`: the shortest digits that mean the same number.
  static func register(on connection: Connection) throws(SQLiteError) {
    try connection.addFunction(function, arguments: 1) { arguments, slot in
      switch arguments.type(0) {
      case .integer: slot.set(String(arguments.integer(0)))
      case .real: slot.set(text(of: arguments.real(0)))
      case .null: slot.setNull()
      case .text, .blob: slot.set(arguments.value(0))
      }
    }
  }

  /// Without an exponent, as decimals are written.
  private static func text(of number: Double) -> String {
    let shortest = String(number)
    guard number.isFinite, shortest.contains("e"), let decimal = Decimal(string: shortest) else {
      return shortest.hasSuffix(".0") ? String(shortest.dropLast(2)) : shortest
    }
    return decimal.description
  }
}

internal import Foundation
internal import HeirloomBytes
internal import HeirloomCoreDataModel
internal import HeirloomSQLite

extension ConversionFunctions {
  static func registerBytes(on connection: Connection) throws {
    try add("uuidFromText", 1, on: connection) { values, slot in
      guard let uuid = UUID(uuidString: values.text(0)) else { return slot.setNull() }
      withUnsafeBytes(of: uuid.uuid) { slot.set(blob: $0) }
    }
    try add("uuidFromData", 1, on: connection) { values, slot in
      values.withBytes(0) { $0.count == 16 ? slot.set(blob: $0) : slot.setNull() }
    }
    try add("textFromUUID", 1, on: connection) { values, slot in
      let bytes = values.bytes(0)
      bytes.count == 16 ? slot.set(StableUUID.text(bytes)) : slot.setNull()
    }
    try connection.addFunction("heirloom_uuidStable", arguments: -1) { values, slot in
      // Each part ends with a NUL, so that ("a", "bc") and ("ab", "c") are two names.
      let name = (0..<values.count).flatMap { index -> [UInt8] in Array(values.text(index).utf8) + [0] }
      StableUUID.make(namespace: namespace, name: name).withUnsafeBytes { slot.set(blob: $0) }
    }
    try add("dataFromText", 1, on: connection) { values, slot in values.withBytes(0) { slot.set(blob: $0) } }
    try add("textFromData", 1, on: connection) { values, slot in
      String(validating: values.bytes(0), as: UTF8.self).map { slot.set($0) } ?? slot.setNull()
    }
    try add("dataFromBase64", 1, on: connection) { values, slot in
      guard let data = Data(base64Encoded: values.text(0)) else { return slot.setNull() }
      data.withUnsafeBytes { slot.set(blob: $0) }
    }
    try add("base64FromData", 1, on: connection) { values, slot in slot.set(Data(values.bytes(0)).base64EncodedString()) }
    try add("dataFromHex", 1, on: connection) { values, slot in
      let digits = Array(values.text(0).utf8)
      let bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
        UInt8(String(decoding: digits[$0...$0 + 1], as: UTF8.self), radix: 16)
      }
      guard digits.count % 2 == 0, bytes.count == digits.count / 2, !digits.contains(UInt8(ascii: "+")),
        !digits.contains(UInt8(ascii: "-"))
      else {
        return slot.setNull()
      }
      bytes.withUnsafeBytes { slot.set(blob: $0) }
    }
    try add("hexFromData", 1, on: connection) { $1.set(Digest.hex($0.bytes(0))) }
    try add("sha256", 1, on: connection) { $1.set(Digest.hex(Digest.sha256($0.bytes(0)))) }
    try add("md5", 1, on: connection) { $1.set(Digest.hex(Digest.md5($0.bytes(0)))) }
    try add("jsonFromPropertyList", 1, on: connection) { values, slot in
      let bytes = values.bytes(0)
      JSONText(try? PropertyList(bytes), size: bytes.count).text.map { slot.set($0) } ?? slot.setNull()
    }
    try add("jsonFromKeyedArchive", 1, on: connection) { values, slot in
      let bytes = values.bytes(0)
      JSONText((try? KeyedArchive(bytes))?.root, size: bytes.count).text.map { slot.set($0) } ?? slot.setNull()
    }
  }

  /// The namespace of the UUIDs that `UUID(stableFor:)` makes: the version 5 UUID of the DNS namespace for `heirloom.swift`.
  private static let namespace: [UInt8] = StableUUID.make(
    namespace: [0x6b, 0xa7, 0xb8, 0x10, 0x9d, 0xad, 0x11, 0xd1, 0x80, 0xb4, 0x00, 0xc0, 0x4f, 0xd4, 0x30, 0xc8],
    name: Array("heirloom.swift".utf8))
}

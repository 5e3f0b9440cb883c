internal import HeirloomFindings

/// The first 24 bytes of a Realm file: where its top node is, and which format it has.
struct RealmHeader {
  static let size = 24
  /// The reference of the top node; 0 for a Realm without any content.
  let top: Int64
  let version: Int
  /// Written by "write a copy": the top's place stands at the end of the file.
  let isStreaming: Bool

  /// Formats that are read. 0 is a file to which nothing was ever committed; 12 to 19 never existed.
  static let supportedVersions: Set<Int> = [0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 20, 21, 22, 23, 24]

  static func hasMark(_ bytes: RealmBytes) -> Bool {
    guard bytes.count >= size else { return false }
    return bytes.byte(at: 16) == 0x54 && bytes.byte(at: 17) == 0x2D && bytes.byte(at: 18) == 0x44 && bytes.byte(at: 19) == 0x42
  }

  /// Two places for a top take turns; a bit of byte 23 says which counts, with the format of bytes 20 and 21.
  /// - Throws: a finding when the format is unknown or the place cannot be.
  init(_ bytes: RealmBytes, path: String) throws {
    let active = Int((bytes.byte(at: 23) ?? 0) & 1)
    version = Int(bytes.byte(at: 20 + active) ?? 0)
    guard RealmHeader.supportedVersions.contains(version) else {
      throw Finding(.realmUnsupportedVersion, "'\(path)' has the format \(version), which is not known", at: .file(path))
    }
    var reference = bytes.unsigned64(at: active * 8) ?? 0
    isStreaming = active == 0 && reference == .max
    if isStreaming {
      guard bytes.count >= 40, bytes.unsigned64(at: bytes.count - 8) == 0x3034_1252_37E5_26C8,
        let footer = bytes.unsigned64(at: bytes.count - 16)
      else { throw Finding(.realmTruncated, "'\(path)' ends without the footer that its header promises", at: .file(path)) }
      reference = footer
    }
    guard reference % 8 == 0, reference < UInt64(bytes.count) else {
      throw Finding(.realmTruncated, "'\(path)' refers to a place past its end", at: .file(path))
    }
    top = Int64(reference)
  }
}

internal import Foundation

/// What a file is, by its first bytes; its name is not asked.
package enum FileContent: String, Sendable {
  case empty
  case sqlite
  case realm
  /// `bplist00`: Core Data's binary store, or any property list.
  case binaryPropertyList
  case coreDataXML
  case xml
  /// A packed file or folder: zip, tar, gzip, bzip2, xz, zstd, 7-Zip.
  case packed
  case text
  /// No header, whole pages, and bytes as even as encryption leaves them.
  case random
  case unknown

  /// Looks at up to 64 KiB of a file. Cost: one read.
  package init(ofFile path: String) throws {
    self.init(of: try readBytes(of: path, count: 64 << 10), size: try FileStatus(of: path).size)
  }

  /// - Parameter start: the first bytes of the file; 64 KiB tell all, 1 KiB nearly all.
  /// - Parameter size: the size of the whole file.
  package init(of start: [UInt8], size: Int64) {
    self =
      if start.isEmpty { .empty } else if start.starts(with: Array("SQLite format 3\0".utf8)) { .sqlite }
      // docs/formats/realm.md: the mnemonic stands behind the two top references.
      else if start.count >= 24, start[16..<20].elementsEqual("T-DB".utf8) {
        .realm
      } else if start.starts(with: Array("bplist".utf8)) {
        .binaryPropertyList
      } else if FileContent.packedMarks.contains(where: { start.starts(with: $0) }) {
        .packed
      } else if start.count >= 262, start[257..<262].elementsEqual("ustar".utf8) { .packed } else if FileContent.isText(start) {
        FileContent.kind(ofText: start)
      } else if FileContent.looksRandom(start), size.isMultiple(of: 512) { .random } else { .unknown }
  }

  private static let packedMarks: [[UInt8]] = [
    [0x50, 0x4B, 0x03, 0x04], [0x50, 0x4B, 0x05, 0x06], [0x1F, 0x8B], [0x42, 0x5A, 0x68], [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0],
    [0x28, 0xB5, 0x2F, 0xFD], [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C],
  ]

  /// UTF-8 without control characters other than blanks and line ends.
  private static func isText(_ start: [UInt8]) -> Bool {
    if start.contains(where: { $0 < 0x20 && $0 != 9 && $0 != 10 && $0 != 13 }) { return false }
    // A character may be cut where the sample ends.
    return (0...3).contains { String(validating: start.dropLast($0), as: UTF8.self) != nil }
  }

  private static func kind(ofText start: [UInt8]) -> FileContent {
    let text = String(decoding: start.prefix(4096), as: UTF8.self)
    // Core Data's own document type: seen in every XML store and mapping model.
    if text.contains("<!DOCTYPE database") { return .coreDataXML }
    return text.hasPrefix("<?xml") || text.hasPrefix("\u{FEFF}<?xml") ? .xml : .text
  }

  /// True when the bytes use all 256 values about equally, as ciphertext does.
  ///
  /// Entropy in bits per byte: 1 KiB of random bytes gives about 7.8, 4 KiB 7.95; text stays below 5, machine code near 6.
  private static func looksRandom(_ start: [UInt8]) -> Bool {
    guard start.count >= 1024 else { return false }
    var counts = [Int](repeating: 0, count: 256)
    for byte in start { counts[Int(byte)] += 1 }
    let total = Double(start.count)
    let entropy = counts.reduce(0.0) { $1 == 0 ? $0 : $0 - Double($1) / total * log2(Double($1) / total) }
    return entropy > 7.5
  }
}

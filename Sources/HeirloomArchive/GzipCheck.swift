internal import HeirloomFindings

/// Holds what a gzip unpacks to against the checksum at its end, which libarchive passes over.
enum GzipCheck {
  /// Cost: one pass over the file, unpacked.
  /// - Throws: a finding when the sums differ. A file of several gzips one after another is not judged: their sums stand within.
  static func check(_ path: String, _ limits: ArchiveLimits) throws {
    let tail = try FileStream.tail(of: path, count: 8)
    guard tail.count == 8 else { return }
    func number(_ start: Int) -> UInt32 { (0..<4).reduce(0) { $0 | UInt32(tail[start + $1]) << (8 * UInt32($1)) } }
    let reader = try LibarchiveReader(path, password: nil, limits: limits, raw: true)
    guard try reader.next() != nil, reader.packings == ["gz"] else { return }
    var sum = UInt32.max, length: UInt32 = 0
    while let piece = try reader.nextPiece() {
      length &+= UInt32(truncatingIfNeeded: piece.count)
      piece.withUnsafeBufferPointer { bytes in
        for byte in bytes { sum = table[Int((sum ^ UInt32(byte)) & 0xFF)] ^ (sum >> 8) }
      }
    }
    // RFC 1952: CRC-32, then the length modulo 2^32.
    guard length == number(4), ~sum != number(0) else { return }
    throw Finding(.archiveChecksum, "the archive does not match its checksum", at: .file(path))
  }

  /// CRC-32 of a byte, polynomial 0xEDB88320.
  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
  }
}

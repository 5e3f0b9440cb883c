/// A member of an archive or a file of a folder, under a name that is safe to use.
package struct ArchiveEntry: Hashable, Sendable {
  /// Relative, with `/` between the parts, without `.`, `..` or an empty part.
  package var path: String
  /// Bytes when unpacked; nil when the archive does not say before the content is read.
  package var size: Int64?
  package var isEncrypted = false
  /// The place among the members, counted from 0; it tells apart what has the same name.
  package var ordinal: Int

  /// The last part of the path.
  package var name: String { path.split(separator: "/").last.map(String.init) ?? path }
  /// The path without its last part; empty at the top.
  package var folder: String { path.split(separator: "/").dropLast().joined(separator: "/") }
  /// What follows the last dot of the name, in lower case; empty when there is none.
  package var fileExtension: String {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
    return name[name.index(after: dot)...].lowercased()
  }
  /// The name without its extension.
  package var stem: String {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }
}

/// How much an archive may ask for before it is taken for hostile.
package struct ArchiveLimits: Sendable {
  /// Members, files and folders counted alike.
  package var entries = 1_000_000
  /// Bytes of all members together, unpacked.
  package var unpackedBytes: Int64 = 1 << 40
  /// Unpacked bytes for each byte of the archive; looked at once `ratioFloor` bytes have come out.
  ///
  /// DEFLATE reaches 1,032 on zeros; databases and exports stay below 100.
  package var ratio: Int64 = 1000
  /// Small archives of very regular data may have any ratio.
  package var ratioFloor: Int64 = 16 << 20

  package init() {}
}

/// A member's content, handed out in pieces. Valid while its member is being visited.
package protocol ByteStream: AnyObject {
  /// The next piece, never empty; nil at the end.
  /// - Throws: a finding when the bytes cannot be had.
  func next() throws -> [UInt8]?
}

extension ByteStream {
  /// All bytes to the end, refused past a limit; for members known to be small.
  package func all(limit: Int, or failure: @autoclosure () -> any Error) throws -> [UInt8] {
    var result: [UInt8] = []
    while let piece = try next() {
      guard result.count + piece.count <= limit else { throw failure() }
      result += piece
    }
    return result
  }
}

internal import HeirloomArchive

/// A text as a stream.
final class TextStream: ByteStream {
  private var bytes: [UInt8]?
  init(_ text: String) { bytes = text.isEmpty ? nil : Array(text.utf8) }
  init(_ bytes: [UInt8]) { self.bytes = bytes.isEmpty ? nil : bytes }
  func next() throws -> [UInt8]? {
    defer { bytes = nil }
    return bytes
  }
}

/// A stream whose first bytes were looked at, and which tells how far it has come.
final class HeadedStream: ByteStream {
  private(set) var head: [UInt8] = []
  private let rest: any ByteStream
  private var isHeadGiven = false
  private let progress: ((Int64) -> Void)?

  /// - Parameter count: how many bytes to look at, if there are so many.
  init(_ rest: any ByteStream, head count: Int, progress: ((Int64) -> Void)? = nil) throws {
    self.rest = rest
    self.progress = progress
    while head.count < count, let piece = try rest.next() { head += piece }
  }

  func next() throws -> [UInt8]? {
    if !isHeadGiven {
      isHeadGiven = true
      if !head.isEmpty {
        progress?(Int64(head.count))
        return head
      }
    }
    let piece = try rest.next()
    if let piece { progress?(Int64(piece.count)) }
    return piece
  }
}

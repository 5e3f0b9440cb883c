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

/// Adds up the bytes read of several members and tells the sum to whoever listens.
final class ByteCounter {
  private(set) var done: Int64 = 0
  private let total: Int64?
  private let tell: ReadingProgress?

  /// - Parameter sizes: of the members that will be read; nil for one whose size is not known.
  init(_ tell: ReadingProgress?, of sizes: [Int64?]) {
    self.tell = tell
    total = sizes.contains(nil) ? nil : sizes.reduce(0) { $0 + ($1 ?? 0) }
  }

  func add(_ bytes: Int) {
    done += Int64(bytes)
    tell?(done, total)
  }
}

/// A stream whose first bytes were looked at, and which tells how far it has come.
final class HeadedStream: ByteStream {
  private(set) var head: [UInt8] = []
  private let rest: any ByteStream
  private var isHeadGiven = false
  private let progress: ByteCounter?

  /// - Parameter count: how many bytes to look at, if there are so many.
  init(_ rest: any ByteStream, head count: Int, progress: ByteCounter? = nil) throws {
    self.rest = rest
    self.progress = progress
    while head.count < count, let piece = try rest.next() { head += piece }
  }

  func next() throws -> [UInt8]? {
    if !isHeadGiven {
      isHeadGiven = true
      if !head.isEmpty {
        progress?.add(head.count)
        return head
      }
    }
    let piece = try rest.next()
    if let piece { progress?.add(piece.count) }
    return piece
  }
}

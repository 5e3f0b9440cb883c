internal import HeirloomArchive
internal import HeirloomFindings

/// Reads the rows of a CSV (RFC 4180) from a stream.
final class CSVParser {
  struct Field {
    var bytes: [UInt8]
    var isQuoted: Bool
  }

  private let stream: any ByteStream
  private let file: String
  private let delimiter: UInt8
  private var buffer: [UInt8] = []
  private var position = 0
  private(set) var row = 0
  private(set) var textAfterQuote = 0
  /// A value longer than this is taken for an unclosed quote.
  private static let longest = 256 << 20

  init(_ stream: any ByteStream, delimiter: UInt8, file: String) throws {
    self.stream = stream
    self.delimiter = delimiter
    self.file = file
    if let piece = try stream.next() { buffer = piece }
    if buffer.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  /// The next row's values; nil at the end. Rows without anything are passed over.
  func next() throws -> [Field]? {
    while true {
      guard try peek() != nil else { return nil }
      row += 1
      let fields = try fields()
      if fields.count == 1, fields[0].bytes.isEmpty, !fields[0].isQuoted { continue }
      return fields
    }
  }

  private func fields() throws -> [Field] {
    var fields: [Field] = []
    while true {
      fields.append(try field())
      guard let sign = try peek() else { return fields }
      position += 1
      if sign == delimiter { continue }
      if sign == 0x0D, try peek() == 0x0A { position += 1 }
      return fields
    }
  }

  /// A value, up to the delimiter or line end after it.
  private func field() throws -> Field {
    var bytes: [UInt8] = [], isQuoted = false
    if try peek() == 0x22 {
      isQuoted = true
      position += 1
      try quoted(into: &bytes)
    }
    var isTail = false
    while try peek() != nil {
      var end = position
      buffer.withUnsafeBufferPointer { while end < $0.count, $0[end] != delimiter, $0[end] != 0x0A, $0[end] != 0x0D { end += 1 } }
      isTail = isTail || end > position
      bytes += buffer[position..<end]
      position = end
      if end < buffer.count { break }
    }
    if isQuoted, isTail { textAfterQuote += 1 }
    return Field(bytes: bytes, isQuoted: isQuoted)
  }

  private func quoted(into bytes: inout [UInt8]) throws {
    while try peek() != nil {
      var end = position
      buffer.withUnsafeBufferPointer { while end < $0.count, $0[end] != 0x22 { end += 1 } }
      bytes += buffer[position..<end]
      guard bytes.count <= CSVParser.longest else { break }
      position = end
      guard end < buffer.count else { continue }
      position += 1
      guard try peek() == 0x22 else { return }
      bytes.append(0x22)
      position += 1
    }
    throw Finding(.csvUnclosedQuote, "the quote opened in row \(shown(row)) is not closed", at: .file(file))
  }

  private func peek() throws -> UInt8? {
    if position >= buffer.count {
      guard let piece = try stream.next() else { return nil }
      (buffer, position) = (piece, 0)
    }
    return buffer[position]
  }
}

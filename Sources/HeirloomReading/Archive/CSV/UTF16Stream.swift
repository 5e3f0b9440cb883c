internal import HeirloomArchive

/// UTF-16, as Excel's "Unicode text" has it, as UTF-8.
final class UTF16Stream: ByteStream {
  private let rest: any ByteStream
  private var isBigEndian: Bool?
  private var left: [UInt8] = []
  private var high: UInt16?

  init(_ rest: any ByteStream) { self.rest = rest }

  func next() throws -> [UInt8]? {
    while let piece = try rest.next() {
      var bytes = left + piece
      if isBigEndian == nil, bytes.count >= 2 {
        isBigEndian = bytes[0] == 0xFE
        bytes.removeFirst(2)
      }
      var units: [UInt16] = high.map { [$0] } ?? []
      high = nil
      var index = 0
      while index + 1 < bytes.count {
        let (a, b) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
        units.append(isBigEndian == true ? a << 8 | b : b << 8 | a)
        index += 2
      }
      left = Array(bytes[index...])
      if let last = units.last, (0xD800...0xDBFF).contains(last) { high = units.removeLast() }
      let text = Array(String(decoding: units, as: UTF16.self).utf8)
      if !text.isEmpty { return text }
    }
    return nil
  }
}

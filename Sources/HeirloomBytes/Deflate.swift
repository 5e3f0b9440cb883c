internal import CZlib

/// Bytes that are not what their form says: not deflated, cut short, or growing without end.
package struct BytesError: Error, CustomStringConvertible, Sendable {
  package let description: String
  package init(_ description: String) { self.description = description }
}

/// Raw DEFLATE, without the header and trailer of zlib or gzip: the form of a model cache.
package enum Deflate {
  /// Unpacks `bytes`.
  /// - Parameter limit: the most bytes to produce; more is refused, lest a small file fill the memory.
  /// - Throws: `BytesError` when the bytes are damaged, end early or exceed the limit.
  package static func unpack(_ bytes: [UInt8], limit: Int = 256 << 20) throws -> [UInt8] {
    var stream = z_stream()
    guard czlib_inflate_init(&stream, -15) == Z_OK else { throw BytesError("zlib cannot start") }
    defer { inflateEnd(&stream) }
    var input = bytes, result: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    return try input.withUnsafeMutableBufferPointer { source in
      stream.next_in = source.baseAddress
      stream.avail_in = UInt32(source.count)
      while true {
        let (code, produced) = chunk.withUnsafeMutableBufferPointer { room -> (Int32, Int) in
          stream.next_out = room.baseAddress
          stream.avail_out = UInt32(room.count)
          let code = inflate(&stream, Z_NO_FLUSH)
          return (code, room.count - Int(stream.avail_out))
        }
        result.append(contentsOf: chunk[..<produced])
        guard result.count <= limit else { throw BytesError("unpacks to more than \(limit) bytes") }
        if code == Z_STREAM_END { return result }
        guard code == Z_OK, produced > 0 || stream.avail_in > 0 else { throw BytesError("not raw DEFLATE, or cut short") }
      }
    }
  }

  /// Packs `bytes`; the same bytes always give the same result with the same zlib.
  package static func pack(_ bytes: [UInt8], level: Int32 = 6) throws -> [UInt8] {
    var stream = z_stream()
    guard czlib_deflate_init(&stream, level, -15) == Z_OK else { throw BytesError("zlib cannot start") }
    defer { deflateEnd(&stream) }
    var input = bytes
    var result = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))))
    let code = input.withUnsafeMutableBufferPointer { source in
      result.withUnsafeMutableBufferPointer { room in
        stream.next_in = source.baseAddress
        stream.avail_in = UInt32(source.count)
        stream.next_out = room.baseAddress
        stream.avail_out = UInt32(room.count)
        return deflate(&stream, Z_FINISH)
      }
    }
    guard code == Z_STREAM_END else { throw BytesError("zlib failed with \(code)") }
    return Array(result[..<Int(stream.total_out)])
  }
}

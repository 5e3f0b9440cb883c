internal import CCrypto
internal import Foundation

/// The bytes of a Realm file on their way to disk, plain or encrypted, never more than 64 pages of them in memory.
final class RealmOutput {
  static let pageSize = 4096
  private static let pagesPerTable = 64

  private let file: FileHandle
  private let cipher: (encryption: OpaquePointer, key: [UInt8])?
  private var pending: [UInt8] = []
  private var pagesWritten = 0

  /// Bytes so far, as a reader of the plain file counts them: where the next node will stand.
  private(set) var position = 0

  /// - Parameter key: the 64 bytes of an encrypted file's key.
  init(path: String, key: [UInt8]?) throws {
    guard FileManager.default.createFile(atPath: path, contents: nil), let file = FileHandle(forWritingAtPath: path) else {
      throw CocoaError(.fileWriteUnknown)
    }
    self.file = file
    if let key {
      guard key.count == 64, let context = EVP_CIPHER_CTX_new() else { throw CocoaError(.coderInvalidValue) }
      cipher = (context, key)
    } else {
      cipher = nil
    }
    pending.reserveCapacity(Self.pageSize * Self.pagesPerTable + 1 << 16)
  }

  deinit { if let cipher { EVP_CIPHER_CTX_free(cipher.encryption) } }

  var isEncrypted: Bool { cipher != nil }

  func append(_ bytes: some Collection<UInt8>) throws {
    pending.append(contentsOf: bytes)
    position += bytes.count
    while pending.count >= Self.pageSize * Self.pagesPerTable { try flush(Self.pageSize * Self.pagesPerTable) }
  }

  /// - Precondition: an encrypted file ends with a whole page.
  func finish() throws {
    if !pending.isEmpty { try flush(pending.count) }
    try file.close()
  }

  private func flush(_ count: Int) throws {
    let part = Array(pending.prefix(count))
    pending.removeFirst(count)
    try file.write(contentsOf: Data(cipher == nil ? part : encrypted(part)))
  }

  /// One page of vectors and codes, then up to 64 pages: see docs/formats/realm.md, "Encryption".
  private func encrypted(_ plain: [UInt8]) throws -> [UInt8] {
    guard let cipher, plain.count % Self.pageSize == 0 else { throw CocoaError(.coderInvalidValue) }
    var table = [UInt8](repeating: 0, count: Self.pageSize)
    var result = [UInt8](repeating: 0, count: plain.count)
    for (number, start) in stride(from: 0, to: plain.count, by: Self.pageSize).enumerated() {
      var vector = littleEndian(Int64(1), 4) + littleEndian(Int64(pagesWritten * Self.pageSize), 8) + [0, 0, 0, 0]
      var written: Int32 = 0, length: UInt32 = 28
      guard EVP_EncryptInit_ex(cipher.encryption, EVP_aes_256_cbc(), nil, cipher.key, &vector) == 1,
        EVP_CIPHER_CTX_set_padding(cipher.encryption, 0) == 1
      else { throw CocoaError(.coderInvalidValue) }
      result.withUnsafeMutableBufferPointer { room in
        plain.withUnsafeBufferPointer { plain in
          guard let target = room.baseAddress, let source = plain.baseAddress else { return }
          _ = EVP_EncryptUpdate(cipher.encryption, target + start, &written, source + start, Int32(Self.pageSize))
        }
      }
      var code = [UInt8](repeating: 0, count: 28)
      HMAC(
        EVP_sha224(), Array(cipher.key[32...]), 32, Array(result[start..<start + Self.pageSize]), Self.pageSize, &code, &length)
      table.replaceSubrange(number * 64..<number * 64 + 32, with: littleEndian(Int64(1), 4) + code)
      pagesWritten += 1
    }
    return table + result
  }
}

/// The lowest bytes of a number, the lowest first.
func littleEndian(_ value: Int64, _ count: Int) -> [UInt8] {
  (0..<count).map { UInt8(truncatingIfNeeded: value >> Int64(8 * $0)) }
}

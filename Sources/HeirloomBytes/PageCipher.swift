internal import CCrypto

/// AES-256-CBC of whole pages, each authenticated by an HMAC-SHA224 of its cipher bytes: the cipher of Realm files.
///
/// One owner; not to be shared between tasks. Cost: about a microsecond for 4096 bytes.
package final class PageCipher {
  /// 32 bytes for AES, then 32 for the HMAC.
  package static let keyLength = 64
  package static let codeLength = 28

  private let context: OpaquePointer
  private let key: [UInt8]

  /// - Returns: nil unless the key has 64 bytes.
  package init?(key: [UInt8]) {
    guard key.count == PageCipher.keyLength, let context = EVP_CIPHER_CTX_new() else { return nil }
    self.context = context
    self.key = key
  }

  deinit { EVP_CIPHER_CTX_free(context) }

  /// Whether the HMAC of the page's cipher bytes is `code`, in constant time.
  package func authenticates(_ page: UnsafeRawBufferPointer, code: UnsafeRawBufferPointer) -> Bool {
    var found = [UInt8](repeating: 0, count: PageCipher.codeLength)
    var length = UInt32(found.count)
    let done = key.withUnsafeBytes { key in
      found.withUnsafeMutableBytes { room in
        HMAC(
          EVP_sha224(), key.baseAddress.map { $0 + 32 }, 32, page.baseAddress?.assumingMemoryBound(to: UInt8.self), page.count,
          room.baseAddress?.assumingMemoryBound(to: UInt8.self), &length)
      }
    }
    guard done != nil, code.count == found.count else { return false }
    return zip(found, code).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// Turns a page's cipher bytes into plain ones.
  /// - Parameter vector: the 16 bytes that start the chain.
  /// - Precondition: `room` has at least the page's size, a multiple of 16.
  package func decrypt(_ page: UnsafeRawBufferPointer, vector: [UInt8], into room: UnsafeMutableRawBufferPointer) -> Bool {
    guard vector.count == 16, room.count >= page.count, page.count % 16 == 0 else { return false }
    let started = key.withUnsafeBytes { key in
      EVP_DecryptInit_ex(context, EVP_aes_256_cbc(), nil, key.baseAddress?.assumingMemoryBound(to: UInt8.self), vector)
    }
    guard started == 1, EVP_CIPHER_CTX_set_padding(context, 0) == 1 else { return false }
    var written: Int32 = 0
    let code = EVP_DecryptUpdate(
      context, room.baseAddress?.assumingMemoryBound(to: UInt8.self), &written,
      page.baseAddress?.assumingMemoryBound(to: UInt8.self), Int32(page.count))
    return code == 1 && Int(written) == page.count
  }
}

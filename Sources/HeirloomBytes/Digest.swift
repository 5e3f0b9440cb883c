internal import CCrypto
internal import Foundation
internal import HeirloomFindings

/// Digests, through libcrypto.
package enum Digest {
  package static func sha256(_ bytes: [UInt8]) -> [UInt8] { digest(bytes, EVP_sha256(), 32) }
  package static func sha512(_ bytes: [UInt8]) -> [UInt8] { digest(bytes, EVP_sha512(), 64) }
  package static func sha1(_ bytes: [UInt8]) -> [UInt8] { digest(bytes, EVP_sha1(), 20) }
  package static func md5(_ bytes: [UInt8]) -> [UInt8] { digest(bytes, EVP_md5(), 16) }

  private static func digest(_ bytes: [UInt8], _ kind: OpaquePointer?, _ size: Int) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: size)
    let code = bytes.withUnsafeBytes { EVP_Digest($0.baseAddress, $0.count, &result, nil, kind, nil) }
    precondition(code == 1, "libcrypto has no such digest")
    return result
  }

  /// The SHA-256 of a file, read in pieces of 1 MiB.
  /// - Throws: a finding when the file cannot be read.
  package static func sha256(ofFile path: String) throws -> [UInt8] {
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw Finding(.inputUnreadable, "'\(path)' cannot be read", at: .file(path))
    }
    defer { try? file.close() }
    let context = EVP_MD_CTX_new()
    defer { EVP_MD_CTX_free(context) }
    EVP_DigestInit_ex(context, EVP_sha256(), nil)
    while let piece = try file.read(upToCount: 1 << 20), !piece.isEmpty {
      _ = piece.withUnsafeBytes { EVP_DigestUpdate(context, $0.baseAddress, $0.count) }
    }
    var result = [UInt8](repeating: 0, count: 32)
    EVP_DigestFinal_ex(context, &result, nil)
    return result
  }

  package static func hex(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}

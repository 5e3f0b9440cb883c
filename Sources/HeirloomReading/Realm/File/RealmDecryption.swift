internal import HeirloomBytes
internal import HeirloomFindings

/// Recognises encrypted Realm files, and opens them with their key.
enum RealmDecryption {
  static let pageSize = EncryptedPages.pageSize

  /// Whether the bytes look like those of an encrypted file, which has no mark of its own.
  ///
  /// The first page's vector is a small number that is not zero, and the entries of pages that do not exist are zero.
  static func looksEncrypted(_ bytes: RealmBytes) -> Bool {
    guard bytes.count >= 2 * pageSize, bytes.count % pageSize == 0, let start = bytes.unsigned64(at: 0) else { return false }
    let vector = UInt32(truncatingIfNeeded: start)
    guard vector != 0, vector < 1 << 24 else { return false }
    let pages = bytes.count / pageSize - 1
    guard pages < EncryptedPages.pagesPerTable else { return true }
    return UnsafeRawBufferPointer(start: bytes.base + pages * 64, count: pageSize - pages * 64).allSatisfy { $0 == 0 }
  }

  /// Opens a file whose pages are decrypted as they are asked for.
  /// - Throws: a finding for a wrong key, or a file that cannot be an encrypted one.
  static func open(_ path: String, key: [UInt8]) throws -> RealmImage {
    guard let cipher = PageCipher(key: key) else {
      throw Finding(.realmKeyLength, "the key has \(key.count) bytes instead of 64", at: .file(path))
    }
    let (file, size) = try RealmImage.open(path)
    guard let pages = EncryptedPages(file: file, size: size, cipher: cipher), let image = RealmImage.paged(pages) else {
      throw Finding(.realmNotRealm, "'\(path)' is too small to be an encrypted Realm file", at: .file(path))
    }
    do throws(RealmDamage) { try image.bytes.require(0, RealmHeader.size) } catch { throw wrongKey(path) }
    // The code depends on the key's second half alone: a wrong first half shows only now.
    guard RealmHeader.hasMark(image.bytes) else { throw wrongKey(path) }
    return image
  }

  private static func wrongKey(_ path: String) -> Finding {
    Finding(.realmWrongKey, "the key does not open '\(path)'", at: .file(path))
  }
}

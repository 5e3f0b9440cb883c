internal import HeirloomBytes
internal import HeirloomFindings

/// Encrypted Realm files: pages of 4096 bytes, before every 64 of them one page with their vectors and codes.
/// See docs/formats/realm.md, "Encryption".
enum RealmDecryption {
  static let pageSize = 4096
  private static let pagesPerTable = 64

  /// Whether the bytes look like those of an encrypted file, which has no mark of its own.
  ///
  /// The first page's vector is a small number that is not zero, and the entries of pages that do not exist are zero.
  static func looksEncrypted(_ bytes: RealmBytes) -> Bool {
    guard bytes.count >= 2 * pageSize, bytes.count % pageSize == 0, let start = bytes.unsigned64(at: 0) else { return false }
    let vector = UInt32(truncatingIfNeeded: start)
    guard vector != 0, vector < 1 << 24 else { return false }
    let pages = bytes.count / pageSize - 1
    guard pages < pagesPerTable else { return true }
    return UnsafeRawBufferPointer(start: bytes.base + pages * 64, count: pageSize - pages * 64).allSatisfy { $0 == 0 }
  }

  /// Decrypts a whole file into memory of its own.
  /// - Throws: a finding for a wrong key or a damaged page.
  /// - Complexity: O(bytes), at some hundred MB in a second.
  static func decrypt(_ bytes: RealmBytes, key: [UInt8], path: String) throws -> RealmImage {
    guard let cipher = PageCipher(key: key) else {
      throw Finding(.realmKeyLength, "the key has \(key.count) bytes instead of 64", at: .file(path))
    }
    let filePages = bytes.count / pageSize
    let tables = (filePages + pagesPerTable) / (pagesPerTable + 1)
    guard filePages >= 2, let (image, room) = RealmImage.allocate((filePages - tables) * pageSize) else {
      throw Finding(.realmNotRealm, "'\(path)' is too small to be an encrypted Realm file", at: .file(path))
    }
    for page in 0..<(filePages - tables) {
      let target = UnsafeMutableRawBufferPointer(rebasing: room[(page * pageSize)..<((page + 1) * pageSize)])
      guard decryptPage(page, bytes, cipher, into: target) else {
        if page == 0 { throw wrongKey(path) }
        throw Finding(.realmDamaged, "page \(page) of '\(path)' does not fit the code that authenticates it", at: .file(path))
      }
    }
    // The code depends on the key's second half alone: a wrong first half shows only now.
    guard RealmHeader.hasMark(image.bytes) else { throw wrongKey(path) }
    return image
  }

  private static func wrongKey(_ path: String) -> Finding {
    Finding(.realmWrongKey, "the key does not open '\(path)'", at: .file(path))
  }

  /// A page's entry has two vectors with their codes: the second is the one before an interrupted write.
  private static func decryptPage(
    _ page: Int, _ bytes: RealmBytes, _ cipher: PageCipher, into room: UnsafeMutableRawBufferPointer
  ) -> Bool {
    let table = page / pagesPerTable
    let entry = table * (pagesPerTable + 1) * pageSize + page % pagesPerTable * 64
    let start = (page + table + 1) * pageSize
    guard start + pageSize <= bytes.count else { return false }
    let source = UnsafeRawBufferPointer(start: bytes.base + start, count: pageSize)
    func vector(_ offset: Int) -> UInt32 {
      UInt32(littleEndian: bytes.base.loadUnaligned(fromByteOffset: entry + offset, as: UInt32.self))
    }
    func fits(_ offset: Int) -> Bool {
      cipher.authenticates(
        source, code: UnsafeRawBufferPointer(start: bytes.base + entry + offset + 4, count: PageCipher.codeLength))
    }
    // A page that was never written counts as zeros, which the room holds already.
    if vector(0) == 0 { return page != 0 }
    let chosen: UInt32
    if fits(0) {
      chosen = vector(0)
    } else if vector(32) != 0, fits(32) {
      chosen = vector(32)
    } else {
      // The file was made longer, and the write never came.
      return page != 0 && source.allSatisfy { $0 == 0 }
    }
    var start16 = [UInt8](repeating: 0, count: 16)
    for byte in 0..<4 { start16[byte] = UInt8(truncatingIfNeeded: chosen >> UInt32(8 * byte)) }
    let offset = UInt64(page * pageSize)
    for byte in 0..<8 { start16[4 + byte] = UInt8(truncatingIfNeeded: offset >> UInt64(8 * byte)) }
    return cipher.decrypt(source, vector: start16, into: room)
  }
}

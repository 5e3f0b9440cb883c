internal import Foundation
internal import HeirloomBytes
internal import HeirloomFindings

/// An encrypted Realm file, read page by page: pages of 4096 bytes, before every 64 of them one with their vectors and codes.
/// See docs/formats/realm.md, "Encryption".
final class EncryptedPages {
  static let pageSize = 4096
  static let pagesPerTable = 64

  /// Bytes of the file in the clear.
  let byteCount: Int
  private let file: Int32
  private let cipher: PageCipher
  private var cipherText = [UInt8](repeating: 0, count: PageCache.blockSize)
  private var entries = [UInt8](repeating: 0, count: PageCache.blockSize / pageSize * 64)

  /// - Parameter file: an open file; closed with the object.
  /// - Returns: nil when the file is too small to be an encrypted one.
  init?(file: Int32, size: Int, cipher: PageCipher) {
    self.file = file
    self.cipher = cipher
    let pages = size / Self.pageSize
    byteCount = (pages - (pages + Self.pagesPerTable) / (Self.pagesPerTable + 1)) * Self.pageSize
    guard pages >= 2 else { return nil }
  }

  deinit { close(file) }

  /// Decrypts the pages that start at an offset of the plain file.
  /// - Returns: the numbers of pages that do not fit their codes; they are zeros.
  /// - Precondition: the offset is a multiple of a block's size, and the room not larger than a block.
  func decrypt(from offset: Int, into room: UnsafeMutableRawBufferPointer) throws(RealmDamage) -> [Int] {
    let first = offset / Self.pageSize, count = room.count / Self.pageSize
    let table = first / Self.pagesPerTable
    // A block never crosses a page of vectors: 64 is a multiple of its four pages.
    try read(&cipherText, count * Self.pageSize, at: (first + table + 1) * Self.pageSize)
    try read(&entries, count * 64, at: (table * (Self.pagesPerTable + 1)) * Self.pageSize + first % Self.pagesPerTable * 64)
    var damaged: [Int] = []
    for page in 0..<count {
      let part = UnsafeMutableRawBufferPointer(rebasing: room[page * Self.pageSize..<(page + 1) * Self.pageSize])
      guard !decryptPage(first + page, at: page, into: part) else { continue }
      part.initializeMemory(as: UInt8.self, repeating: 0)
      damaged.append(first + page)
    }
    return damaged
  }

  private func read(_ buffer: inout [UInt8], _ count: Int, at offset: Int) throws(RealmDamage) {
    var done = 0
    while done < count {
      let got = buffer.withUnsafeMutableBytes { room in
        room.baseAddress.map { pread(file, $0 + done, count - done, off_t(offset + done)) } ?? -1
      }
      if got < 0, errno == EINTR { continue }
      guard got > 0 else { throw RealmDamage("a file that ends before its last page") }
      done += got
    }
  }

  /// A page's entry has two vectors with their codes: the second is the one before an interrupted write.
  private func decryptPage(_ page: Int, at index: Int, into room: UnsafeMutableRawBufferPointer) -> Bool {
    cipherText.withUnsafeBytes { cipherText in
      entries.withUnsafeBytes { entries in
        let source = UnsafeRawBufferPointer(rebasing: cipherText[index * Self.pageSize..<(index + 1) * Self.pageSize])
        let entry = UnsafeRawBufferPointer(rebasing: entries[index * 64..<(index + 1) * 64])
        func vector(_ offset: Int) -> UInt32 {
          UInt32(littleEndian: entry.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
        }
        func fits(_ offset: Int) -> Bool {
          let code = UnsafeRawBufferPointer(rebasing: entry[offset + 4..<offset + 4 + PageCipher.codeLength])
          return cipher.authenticates(source, code: code)
        }
        let chosen: UInt32
        if vector(0) != 0, fits(0) {
          chosen = vector(0)
        } else if vector(0) != 0, vector(32) != 0, fits(32) {
          chosen = vector(32)
        } else {
          // A page that was never written counts as zeros; so does one by which the file grew before the write came.
          guard page != 0, vector(0) == 0 || source.allSatisfy({ $0 == 0 }) else { return false }
          room.initializeMemory(as: UInt8.self, repeating: 0)
          return true
        }
        let start = (0..<4).map { UInt8(truncatingIfNeeded: chosen >> UInt32(8 * $0)) }
        let offset = (0..<8).map { UInt8(truncatingIfNeeded: UInt64(page * Self.pageSize) >> UInt64(8 * $0)) }
        return cipher.decrypt(source, vector: start + offset + [0, 0, 0, 0], into: room)
      }
    }
  }
}

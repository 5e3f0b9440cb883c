internal import Foundation
internal import HeirloomBytes

/// The pages of an encrypted file that are in the clear just now: the ones used last, and no more than 32 MB of them.
///
/// They stand at their places in a reserved range of addresses, so that a node's address holds good for as long as the file
/// is open; only what stands there has to be asked for anew, by `require`, before each use. What was asked for stays until
/// 32 MB of others were. Plaintext never leaves the process's memory. See docs/decisions/0009-encrypted-pages.md.
struct PageCache {
  /// Four pages of the file, which is one of the system's where pages are large.
  static let blockSize = 16_384
  private static let capacity = 2048

  private let room: UnsafeMutableRawPointer
  private let byteCount: Int
  private let source: EncryptedPages
  /// For each block its slot + 1; 0 while it is not there.
  private var slotOfBlock: [UInt16]
  private var blockOfSlot: [Int32] = []
  // A ring of slots in the order of use.
  private var older: [UInt16] = []
  private var newer: [UInt16] = []
  private var newest = 0
  private var newestBlock = -1
  /// Pages that do not fit their codes; rarely any.
  private var damaged: Set<Int> = []

  /// - Parameter room: addresses for the whole file, which read as zeros.
  init(room: UnsafeMutableRawPointer, byteCount: Int, source: EncryptedPages) {
    self.room = room
    self.byteCount = byteCount
    self.source = source
    slotOfBlock = [UInt16](repeating: 0, count: (byteCount + Self.blockSize - 1) / Self.blockSize)
  }

  /// Makes a range of the file readable at its place.
  ///
  /// Cost: a comparison where it is in the block that was used last, some 50 microseconds where a block has to be decrypted.
  /// - Throws: when a page does not fit its code, or the file has become shorter.
  @inline(__always)
  mutating func require(_ offset: Int, _ count: Int) throws(RealmDamage) {
    let first = offset / Self.blockSize
    if first == newestBlock, (offset &+ count &- 1) / Self.blockSize == first { return }
    try requireBlocks(offset, count)
  }

  private mutating func requireBlocks(_ offset: Int, _ count: Int) throws(RealmDamage) {
    guard count > 0 else { return }
    guard offset >= 0, count <= byteCount - offset else { throw RealmDamage("a place past the end of the file") }
    let first = offset / Self.blockSize, last = (offset + count - 1) / Self.blockSize
    // The largest text has 16 MB, which is half of it.
    guard last - first < Self.capacity else { throw RealmDamage("a value larger than any real one", at: offset) }
    for block in first...last { try use(block) }
    if !damaged.isEmpty { try refuseDamaged(offset, count) }
  }

  private mutating func refuseDamaged(_ offset: Int, _ count: Int) throws(RealmDamage) {
    // So that the block is looked at again the next time.
    newestBlock = -1
    let size = EncryptedPages.pageSize
    for page in offset / size...(offset + count - 1) / size where damaged.contains(page) {
      throw RealmDamage("a page that does not fit the code that authenticates it", at: page * size)
    }
  }

  private mutating func use(_ block: Int) throws(RealmDamage) {
    let slot = Int(slotOfBlock[block]) - 1
    if slot >= 0 {
      moveToFront(slot)
    } else {
      try load(block)
    }
    newestBlock = block
  }

  private mutating func moveToFront(_ slot: Int) {
    guard slot != newest else { return }
    unlink(slot)
    insert(slot)
  }

  private mutating func unlink(_ slot: Int) {
    newer[Int(older[slot])] = newer[slot]
    older[Int(newer[slot])] = older[slot]
  }

  /// Puts a slot between the newest and the oldest, which follow each other in the ring.
  private mutating func insert(_ slot: Int) {
    let oldest = newer[newest]
    older[slot] = UInt16(newest)
    newer[slot] = oldest
    newer[newest] = UInt16(slot)
    older[Int(oldest)] = UInt16(slot)
    newest = slot
  }

  private mutating func load(_ block: Int) throws(RealmDamage) {
    let slot: Int
    if blockOfSlot.count < Self.capacity {
      slot = blockOfSlot.count
      blockOfSlot.append(-1)
      older.append(UInt16(slot))
      newer.append(UInt16(slot))
      if slot > 0 { insert(slot) } else { newest = 0 }
    } else {
      slot = Int(newer[newest])
      let evicted = Int(blockOfSlot[slot])
      if evicted >= 0 {
        slotOfBlock[evicted] = 0
        release(evicted)
      }
      // The oldest follows the newest: moving the mark makes it the newest.
      newest = slot
    }
    blockOfSlot[slot] = -1
    newestBlock = -1
    let start = block * Self.blockSize
    let part = UnsafeMutableRawBufferPointer(start: room + start, count: min(Self.blockSize, byteCount - start))
    damaged.formUnion(try source.decrypt(from: start, into: part))
    blockOfSlot[slot] = Int32(block)
    slotOfBlock[block] = UInt16(slot + 1)
  }

  /// Gives a block's memory back; its addresses stay reserved.
  private func release(_ block: Int) {
    let start = room + block * Self.blockSize
    #if os(Linux)
      madvise(start, Self.blockSize, MADV_DONTNEED)
    #else
      mmap(start, Self.blockSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON | MAP_FIXED, -1, 0)
    #endif
  }
}

/// The bytes of a Realm file as one range: mapped, or decrypted; where references are turned into nodes.
///
/// A plain pair of pointer and length, so that it can stand in a cursor without a reference count; `RealmImage` owns the
/// memory and outlives it.
struct RealmBytes {
  let base: UnsafeRawPointer
  let count: Int
  /// Of an encrypted file: what brings its pages to their places. Nil when all bytes are there.
  let pages: UnsafeMutablePointer<PageCache>?
  let residence: UnsafeMutablePointer<Residence>

  /// Makes bytes readable that may not be there; to be called before each use of what stands in the file.
  @inline(__always)
  func require(_ offset: Int, _ count: Int) throws(RealmDamage) {
    if let pages { try pages.pointee.require(offset, count) }
  }

  /// Makes the bytes that a value lends readable.
  @inline(__always)
  func require(_ value: RealmValue) throws(RealmDamage) {
    if pages != nil { try requireBytes(of: value) }
  }

  private func requireBytes(of value: RealmValue) throws(RealmDamage) {
    switch value {
    case .text(let span), .data(let span):
      if let start = span.baseAddress, span.count > 0 { try require(start - base, span.count) }
    case .objectID(let start): try require(start - base, 12)
    case .uuid(let start): try require(start - base, 16)
    default: break
    }
  }

  /// The node that a reference points to.
  /// - Throws: when the reference is null, odd or out of bounds, or the node would run past the end of the file.
  @inline(__always)
  func node(at reference: Int64) throws(RealmDamage) -> Node {
    guard reference > 0, reference & 7 == 0, reference <= Int64(count) - 8 else {
      throw RealmDamage("a reference that leads nowhere", at: reference > 0 && reference < Int64(count) ? Int(reference) : 0)
    }
    let offset = Int(reference)
    try require(offset, 8)
    let flags = base.load(fromByteOffset: offset + 4, as: UInt8.self)
    let size =
      Int(base.load(fromByteOffset: offset + 5, as: UInt8.self)) << 16
      | Int(base.load(fromByteOffset: offset + 6, as: UInt8.self)) << 8
      | Int(base.load(fromByteOffset: offset + 7, as: UInt8.self))
    let width = (1 << Int(flags & 7)) >> 1
    let scheme = (flags >> 3) & 3
    // At most 2^24 elements of 64 bytes: no overflow.
    let length: Int
    switch scheme {
    case 0: length = (size * width + 7) >> 3
    case 1: length = size * width
    case 2: length = size
    default: throw RealmDamage("a node of an unknown kind", at: offset)
    }
    guard length <= count - offset - 8 else { throw RealmDamage("a node that runs past the end of the file", at: offset) }
    residence.pointee.add(length &+ 8)
    return Node(
      payload: base + offset + 8, offset: offset, count: size, byteCount: length, width: width, scheme: scheme, flags: flags,
      pages: pages)
  }

  /// A node without elements, to stand where there is none.
  var emptyNode: Node { Node(payload: base, offset: 0, count: 0, byteCount: 0, width: 0, scheme: 0, flags: 0, pages: pages) }

  func unsigned64(at offset: Int) -> UInt64? {
    guard offset >= 0, offset <= count - 8, (try? require(offset, 8)) != nil else { return nil }
    return UInt64(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  func byte(at offset: Int) -> UInt8? {
    guard offset >= 0, offset < count, (try? require(offset, 1)) != nil else { return nil }
    return base.load(fromByteOffset: offset, as: UInt8.self)
  }
}

/// Texts and blobs of more than 16 MB, which stand in pieces.
enum Pieces {
  /// The bytes of all pieces, joined.
  /// - Throws: when a piece is damaged, or they add up to more than the file holds.
  static func joined(_ reference: Int64, terminated: Bool, _ bytes: RealmBytes) throws(RealmDamage) -> [UInt8] {
    let list = try bytes.node(at: reference)
    var result: [UInt8] = []
    for index in 0..<list.integerCount {
      let piece = try list.integer(at: index)
      if piece == 0 { continue }
      let node = try bytes.node(at: piece)
      guard !node.hasReferences, !node.hasContext, node.byteCount >= node.count, result.count + node.count <= bytes.count else {
        throw RealmDamage("a blob of pieces that do not add up", at: list.offset)
      }
      try node.require(0, node.count)
      result.append(contentsOf: UnsafeRawBufferPointer(start: node.payload, count: node.count))
    }
    if terminated, !result.isEmpty { result.removeLast() }
    return result
  }
}

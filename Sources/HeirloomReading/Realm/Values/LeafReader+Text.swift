extension LeafReader {
  /// A text or blob of a leaf, lent from the file.
  static func text(
    _ form: Form, _ index: Int, _ first: Node, _ second: Node, _ third: Node, nullFlag: Int64, _ bytes: RealmBytes
  ) throws(RealmDamage) -> RealmValue {
    switch form {
    case .shortTexts:
      let width = first.width
      guard first.isBytes, width > 0, index < first.count else { throw RealmDamage("a text that is not there", at: first.offset) }
      // The last byte counts the zeros before it; as many as the block is wide mean null.
      let end = (index &+ 1) &* width &- 1
      try first.require(end, 1)
      let padding = Int(first.payload.load(fromByteOffset: end, as: UInt8.self))
      if padding == width { return nullFlag == 0 ? .text(UnsafeRawBufferPointer(start: first.payload, count: 0)) : .null }
      guard padding < width else { throw RealmDamage("a short text with more padding than room", at: first.offset) }
      return .text(UnsafeRawBufferPointer(start: first.payload + (end &- width &+ 1), count: width - 1 - padding))
    case .packedTexts, .packedData:
      if third.integerCount > 0, try third.integer(at: index) == nullFlag { return .null }
      let start = index == 0 ? 0 : try first.unsigned(at: index - 1)
      let end = try first.unsigned(at: index)
      guard start >= 0, start <= end, end <= Int64(second.byteCount) else {
        throw RealmDamage("a text out of its bounds", at: first.offset)
      }
      let span = UnsafeRawBufferPointer(start: second.payload + Int(start), count: Int(end - start))
      return form == .packedData ? .data(span) : .text(withoutTerminator(span))
    case .longTexts, .longData:
      let reference = try first.integer(at: index)
      if reference == 0 { return .null }
      let node = try bytes.node(at: reference)
      if node.hasContext { return .pieces(reference, isText: form == .longTexts, terminated: form == .longTexts) }
      guard !node.hasReferences, node.byteCount >= node.count else {
        throw RealmDamage("a long text or blob in an unknown form", at: node.offset)
      }
      let span = UnsafeRawBufferPointer(start: node.payload, count: node.count)
      return form == .longData ? .data(span) : .text(withoutTerminator(span))
    default:
      throw RealmDamage("a text in an unknown form", at: first.offset)
    }
  }

  /// Texts are stored with a zero at their end; one without any bytes at all is empty.
  static func withoutTerminator(_ span: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: span.baseAddress, count: max(0, span.count - 1))
  }
}

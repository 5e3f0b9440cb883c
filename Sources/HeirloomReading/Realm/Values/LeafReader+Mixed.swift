extension LeafReader {
  /// A value that brings its type along: `type + 1` in 5 bits, where its payload stands in 3, then the value or an index.
  func mixedValue(at index: Int) throws(RealmDamage) -> RealmValue {
    let composite = try first.integer(at: index)
    if composite == 0 { return .null }
    let type = (composite & 31) - 1
    let payload = (composite >> 5) & 7
    let rest = composite >> 8
    switch type {
    case 0: return .integer(payload == 0 ? rest : try part(1).integer(at: position(rest)))
    case 1: return .boolean(rest != 0)
    case 2: return try mixedText(rest, isText: true)
    case 4: return try mixedText(rest, isText: false)
    case 8:
      let (seconds, nanoseconds) = try pair(rest)
      return .date(RealmDate(seconds: seconds, nanoseconds: nanoseconds))
    case 9: return .float(Float(bitPattern: UInt32(truncatingIfNeeded: try part(1).integer(at: position(rest)))))
    case 10: return .double(Double(bitPattern: UInt64(bitPattern: try part(1).integer(at: position(rest)))))
    case 11:
      let (low, high) = try pair(rest)
      return RealmDecimal(low: UInt64(bitPattern: low), high: UInt64(bitPattern: high)).map { .decimal($0) } ?? .null
    case 12: return .link(try part(1).integer(at: position(rest)))
    case 15, 17:
      let size = type == 15 ? 12 : 16
      guard case .data(let span) = try mixedText(rest, isText: false), span.count == size, let start = span.baseAddress else {
        throw RealmDamage("an identifier of another size", at: first.offset)
      }
      return type == 15 ? .objectID(start) : .uuid(start)
    case 16:
      let (table, key) = try pair(rest)
      return .typedLink(table: table & 0xFFFF_FFFF, key: key)
    case 19, 20, 21:
      guard payload == 4 else { throw RealmDamage("a nested collection in an unknown form", at: first.offset) }
      return .nested(type == 19 ? .list : type == 20 ? .set : .dictionary, try part(4).integer(at: position(rest)))
    default: throw RealmDamage("a value of an unknown type", at: first.offset)
    }
  }

  /// `[composite, integers, pairs, texts, references, keys]`, any but the first as needed.
  private func part(_ index: Int) throws(RealmDamage) -> Node {
    guard let reference = try second.slot(index).reference else {
      throw RealmDamage("a value past the end of its leaf", at: first.offset)
    }
    return try bytes.node(at: reference)
  }

  private func position(_ rest: Int64) -> Int { Int(truncatingIfNeeded: rest) }

  private func pair(_ rest: Int64) throws(RealmDamage) -> (Int64, Int64) {
    guard rest >= 0, rest < 1 << 24 else { throw RealmDamage("a value past the end of its leaf", at: first.offset) }
    let pairs = try part(2)
    return (try pairs.integer(at: Int(rest) * 2), try pairs.integer(at: Int(rest) * 2 + 1))
  }

  /// Texts and blobs alike stand in one leaf of texts, each with a zero at its end.
  private func mixedText(_ rest: Int64, isText: Bool) throws(RealmDamage) -> RealmValue {
    let texts = try TextParts(try part(3), bytes, LeafLayout(.text, nullable: true))
    guard rest >= 0, rest < Int64(texts.count) else { throw RealmDamage("a value past the end of its leaf", at: first.offset) }
    let value = try LeafReader.text(
      texts.form, Int(rest), texts.first, texts.second, texts.third, nullFlag: texts.nullFlag, bytes)
    switch value {
    case .text(let span): return isText ? value : .data(span)
    case .pieces(let reference, _, _): return .pieces(reference, isText: isText, terminated: true)
    default: return value
    }
  }
}

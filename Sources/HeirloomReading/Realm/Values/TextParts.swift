/// The nodes of a leaf of texts or blobs, and the form in which it keeps them.
///
/// The header tells the form: bytes without references are short texts, integers without references are indexes into keys,
/// references are packed ones, or long ones with the context flag.
struct TextParts {
  var form: LeafReader.Form
  var count: Int
  var first: Node
  var second: Node
  var third: Node
  /// The value of the flag that means null: formats 2 to 9 write it the other way round for texts.
  var nullFlag: Int64 = 1

  init(_ node: Node, _ bytes: RealmBytes, _ layout: LeafLayout) throws(RealmDamage) {
    (first, second, third, count) = (node, bytes.emptyNode, bytes.emptyNode, node.count)
    let isText = layout.element == .text
    guard node.hasReferences else {
      if node.count == 0 {
        form = isText ? .shortTexts : .longData
      } else if isText, node.isBytes {
        let isEmpty = node.width == 0
        // Those of an old column that must not be null are never null: what looks like it is an empty text.
        if layout.isOld, !layout.isNullable { nullFlag = 0 }
        form = !isEmpty ? .shortTexts : layout.isOld && !layout.isNullable ? .emptyTexts : .nulls
        // Later formats keep the nulls of texts that must not be null as empty texts.
        if isEmpty, !layout.isOld, !layout.isNullable { form = .emptyTexts }
      } else if isText, layout.mayBeEnumerated, node.integerCount == node.count {
        form = .enumeratedTexts
      } else {
        throw RealmDamage("texts or data in an unknown form", at: node.offset)
      }
      return
    }
    guard !node.hasContext else {
      form = isText ? .longTexts : .longData
      return
    }
    form = isText ? .packedTexts : .packedData
    guard let ends = try node.slot(0).reference, let blob = try node.slot(1).reference else {
      throw RealmDamage("texts or data without one of their parts", at: node.offset)
    }
    first = try bytes.node(at: ends)
    second = try bytes.node(at: blob)
    count = first.integerCount
    guard let flags = try node.slot(2).reference else { return }
    third = try bytes.node(at: flags)
    nullFlag = isText && layout.isOld ? 0 : 1
    guard third.integerCount >= count else { throw RealmDamage("fewer marks of null than texts or data", at: node.offset) }
  }
}

/// One leaf of a column, understood: any of its elements can be read in place.
///
/// Trivial and made anew for each leaf, whose structure is checked then; the forms are those of docs/formats/realm.md,
/// "Leaves". Cost: one or a few node headers to make, no allocation.
struct LeafReader {
  enum Form: UInt8 {
    /// All elements null, or all of them empty texts.
    case nulls, emptyTexts
    case integers, nullableIntegers, booleans, oldNullableBooleans, floats, doubles, oldDates, oldNullableDates
    case links, linkElements
    /// Texts in blocks of one width; in one blob with their ends; one node for each; indexes into keys.
    case shortTexts, packedTexts, longTexts, enumeratedTexts
    case packedData, longData
    case dates
    case zeroDecimals, decimals32, decimals64, decimals128
    case objectIDs, uuids
    case mixed
  }

  let bytes: RealmBytes
  private(set) var form: Form
  /// Elements of the leaf; none once it is set aside.
  var count: Int
  /// What means null in this leaf of nullable integers; and, for texts in one blob, what the flag of a null is.
  var nullMarker: Int64 = 0
  /// The node itself, or its first part: integers, ends of texts, seconds, the composite of Mixed.
  var first: Node
  /// The second part: the blob of texts, nanoseconds; for Mixed the node itself, with references of all parts.
  var second: Node
  /// The third: flags of nulls.
  var third: Node

  /// A leaf without elements, to stand where none is loaded yet.
  init(emptyIn bytes: RealmBytes) {
    self.bytes = bytes
    (form, count) = (.nulls, 0)
    (first, second, third) = (bytes.emptyNode, bytes.emptyNode, bytes.emptyNode)
  }

  /// Makes it the leaf of a list of links, which are the integers of the node; cheaper than a new one.
  @inline(__always)
  mutating func become(linksOf node: Node) throws(RealmDamage) {
    guard node.integerCount <= RealmLimit.leafElements else {
      throw RealmDamage("a leaf with more elements than any real one", at: node.offset)
    }
    (form, first, count) = (.linkElements, node, node.integerCount)
  }

  /// - Throws: when the node's structure is not what the layout asks for.
  init(_ node: Node, _ bytes: RealmBytes, _ layout: LeafLayout) throws(RealmDamage) {
    self.bytes = bytes
    let empty = bytes.emptyNode
    (first, second, third) = (node, empty, empty)
    switch layout.element {
    case .integer, .oldDate:
      (form, count) = try LeafReader.integers(node, layout, &nullMarker)
    case .reference, .link, .linkElement:
      form = layout.element == .reference ? .integers : layout.element == .link ? .links : .linkElements
      count = node.integerCount
    case .boolean:
      if layout.isOld, layout.isNullable {
        (form, count) = try LeafReader.integers(node, layout, &nullMarker)
      } else {
        (form, count) = (.booleans, node.integerCount)
      }
    case .float, .double:
      let width = layout.element == .float ? 4 : 8
      guard node.count == 0 || node.width == 0 || (node.isBytes && node.width == width) else {
        throw RealmDamage("numbers of another size than their column's", at: node.offset)
      }
      (form, count) = (layout.element == .float ? .floats : .doubles, node.count)
    case .decimal:
      (form, count) = (try LeafReader.decimalForm(node), node.count)
    case .objectID, .uuid:
      let size = layout.element == .objectID ? 12 : 16
      // Blocks of one byte of null flags and up to 8 values.
      let block = size * 8 + 1
      guard node.isBytes || node.count == 0, node.width <= 1 else {
        throw RealmDamage("identifiers in another form", at: node.offset)
      }
      count = (node.count - (node.count + block - 1) / block) / size
      form = node.width == 0 ? .nulls : layout.element == .objectID ? .objectIDs : .uuids
    case .date:
      first = try LeafReader.part(of: node, 0, bytes)
      second = try LeafReader.part(of: node, 1, bytes)
      var marker: Int64 = 0
      (_, count) = try LeafReader.integers(first, LeafLayout(.integer, nullable: true), &marker)
      nullMarker = marker
      form = .dates
      guard second.integerCount == count else {
        throw RealmDamage("dates with as many seconds as nanoseconds no longer", at: node.offset)
      }
    case .text, .data:
      let parts = try TextParts(node, bytes, layout)
      (form, count, first, second, third, nullMarker) =
        (parts.form, parts.count, parts.first, parts.second, parts.third, parts.nullFlag)
    case .mixed:
      form = .mixed
      first = try LeafReader.part(of: node, 0, bytes)
      second = node
      count = first.integerCount
    }
    guard count <= RealmLimit.leafElements else {
      throw RealmDamage("a leaf with more elements than any real one", at: node.offset)
    }
  }

  private static func part(of node: Node, _ index: Int, _ bytes: RealmBytes) throws(RealmDamage) -> Node {
    guard let reference = try node.slot(index).reference else {
      throw RealmDamage("a leaf without one of its parts", at: node.offset)
    }
    return try bytes.node(at: reference)
  }

  /// A nullable leaf starts with one more element: the value that means null in it.
  private static func integers(_ node: Node, _ layout: LeafLayout, _ marker: inout Int64) throws(RealmDamage) -> (Form, Int) {
    guard node.integerCount == node.count else { throw RealmDamage("integers in another form", at: node.offset) }
    guard layout.isNullable else { return (layout.element == .oldDate ? .oldDates : .integers, node.integerCount) }
    let form: Form =
      layout.element == .oldDate ? .oldNullableDates : layout.element == .boolean ? .oldNullableBooleans : .nullableIntegers
    guard node.integerCount > 0 else { return (form, 0) }
    marker = try node.integer(at: 0)
    return (form, node.integerCount - 1)
  }

  private static func decimalForm(_ node: Node) throws(RealmDamage) -> Form {
    if node.width == 0 || node.count == 0 { return node.hasContext ? .zeroDecimals : .nulls }
    guard node.isBytes else { throw RealmDamage("decimals in another form", at: node.offset) }
    switch node.width {
    case 4: return .decimals32
    case 8: return .decimals64
    case 16: return .decimals128
    default: throw RealmDamage("decimals of an unknown size", at: node.offset)
    }
  }
}

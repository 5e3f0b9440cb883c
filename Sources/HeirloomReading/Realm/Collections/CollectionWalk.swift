internal import HeirloomSchema

/// A walk through the elements of one collection at a time: a list, a set, a dictionary, a column within a row.
///
/// Made once for a column and opened for each owner, so that its arrays are used again. Not to be copied while in use.
struct CollectionWalk {
  private let bytes: RealmBytes
  private let form: Form
  private let layout: LeafLayout
  private let keyLayout: LeafLayout
  private var budget: NodeBudget

  /// Leaves not yet reached stand as nodes; the one in use is understood.
  private var nodes: [Node] = []
  private var companions: [Node] = []
  private var nextNode = 0, nextCompanion = 0
  private var leaf: LeafReader
  private var companion: LeafReader
  private var index = 0, companionIndex = 0

  /// Counted from 0 within the collection.
  private(set) var position = -1
  private(set) var value = RealmValue.null
  /// The key of a dictionary's entry.
  private(set) var key = RealmValue.null

  enum Form {
    case list
    case dictionary
    /// Formats 2 to 9: the one column of a table within a row; of dates, seconds and nanoseconds apart.
    case subtable, subtableOfDates
  }

  init(_ column: RealmColumn, _ bytes: RealmBytes) {
    self.bytes = bytes
    layout = column.layout
    keyLayout = LeafLayout(column.keysAreText ? .text : .integer, nullable: column.keysAreText)
    let isLinks = layout.element == .linkElement
    form =
      column.collection == .dictionary
      ? .dictionary : !layout.isOld || isLinks ? .list : layout.element == .date ? .subtableOfDates : .subtable
    budget = NodeBudget(bytes)
    (leaf, companion) = (LeafReader(emptyIn: bytes), LeafReader(emptyIn: bytes))
  }

  /// A collection within a Mixed value.
  init(nested: RealmValue.Nesting, _ bytes: RealmBytes) {
    self.bytes = bytes
    layout = LeafLayout(.mixed)
    keyLayout = LeafLayout(.text, nullable: true)
    form = nested == .dictionary ? .dictionary : .list
    budget = NodeBudget(bytes)
    (leaf, companion) = (LeafReader(emptyIn: bytes), LeafReader(emptyIn: bytes))
  }

  /// Allows as many nodes again as the file can hold: at the start of a scan.
  mutating func renewBudget() { budget = NodeBudget(bytes) }

  /// Starts with the collection at a reference; 0 is an empty one.
  mutating func open(_ reference: Int64) throws(RealmDamage) {
    if !nodes.isEmpty { nodes.removeAll(keepingCapacity: true) }
    if !companions.isEmpty { companions.removeAll(keepingCapacity: true) }
    (nextNode, nextCompanion, index, companionIndex, position) = (0, 0, 0, 0, -1)
    leaf.count = 0
    companion.count = 0
    guard reference != 0 else { return }
    switch form {
    case .list:
      // Most lists are one leaf.
      let node = try bytes.node(at: reference)
      if node.isInner {
        try NodeTree.collectLeaves(of: reference, in: bytes, budget: &budget, into: &nodes)
      } else {
        try budget.spend()
        if layout.element == .linkElement { try leaf.become(linksOf: node) } else { leaf = try LeafReader(node, bytes, layout) }
      }
    case .dictionary: try openDictionary(reference)
    case .subtable:
      guard let column = try bytes.node(at: reference).slot(0).reference else { return }
      try NodeTree.collectLeaves(of: column, in: bytes, budget: &budget, into: &nodes)
    case .subtableOfDates:
      guard let column = try bytes.node(at: reference).slot(0).reference else { return }
      let parts = try bytes.node(at: column)
      guard let seconds = try parts.slot(0).reference, let nanoseconds = try parts.slot(1).reference else { return }
      try NodeTree.collectLeaves(of: seconds, in: bytes, budget: &budget, into: &nodes)
      try NodeTree.collectLeaves(of: nanoseconds, in: bytes, budget: &budget, into: &companions)
    }
  }

  /// `[keys, values]`, each a tree; in formats 21 and 22 a cluster tree with two columns.
  private mutating func openDictionary(_ reference: Int64) throws(RealmDamage) {
    let node = try bytes.node(at: reference)
    guard node.isInner || node.integerCount > 2 else {
      guard let keys = try node.slot(0).reference, let values = try node.slot(1).reference else {
        throw RealmDamage("a dictionary without keys or values", at: node.offset)
      }
      try NodeTree.collectLeaves(of: keys, in: bytes, budget: &budget, into: &companions)
      try NodeTree.collectLeaves(of: values, in: bytes, budget: &budget, into: &nodes)
      return
    }
    let rows = ClusterRows(root: reference, in: bytes)
    if let damage = rows.damages.first { throw damage }
    for leaf in rows.leaves {
      try budget.spend()
      companions.append(try bytes.node(at: try leaf.node.integer(at: 1)))
      nodes.append(try bytes.node(at: try leaf.node.integer(at: 2)))
    }
  }

  /// Goes to the next element; false past the last one.
  mutating func next() throws(RealmDamage) -> Bool {
    if index < leaf.count, !hasCompanion {
      position += 1
      value = try leaf.value(at: index)
      index += 1
      return true
    }
    return try goOn()
  }

  private mutating func goOn() throws(RealmDamage) -> Bool {
    guard try CollectionWalk.advance(&leaf, &index, nodes, &nextNode, elementLayout, bytes) else {
      if hasCompanion,
        try CollectionWalk.advance(&companion, &companionIndex, companions, &nextCompanion, companionLayout, bytes)
      {
        throw RealmDamage("a dictionary with more keys than values")
      }
      return false
    }
    position += 1
    value = try leaf.value(at: index)
    index += 1
    if hasCompanion {
      guard try CollectionWalk.advance(&companion, &companionIndex, companions, &nextCompanion, companionLayout, bytes) else {
        throw RealmDamage("a dictionary with more values than keys")
      }
      let other = try companion.value(at: companionIndex)
      companionIndex += 1
      if form == .dictionary {
        key = other
      } else if case .integer(let seconds) = value, case .integer(let nanoseconds) = other {
        value = .date(RealmDate(seconds: seconds, nanoseconds: nanoseconds))
      }
    }
    return true
  }

  private var hasCompanion: Bool { form == .dictionary || form == .subtableOfDates }
  private var elementLayout: LeafLayout { form == .subtableOfDates ? LeafLayout(.integer, nullable: true) : layout }
  private var companionLayout: LeafLayout { form == .subtableOfDates ? LeafLayout(.integer) : keyLayout }

  /// Makes `leaf` one that has an element at `index`, going on to the next node as needed.
  @inline(__always)
  private static func advance(
    _ leaf: inout LeafReader, _ index: inout Int, _ nodes: [Node], _ next: inout Int, _ layout: LeafLayout, _ bytes: RealmBytes
  ) throws(RealmDamage) -> Bool {
    while true {
      if index < leaf.count { return true }
      guard next < nodes.count else { return false }
      leaf = try LeafReader(nodes[next], bytes, layout)
      next += 1
      index = 0
    }
  }
}

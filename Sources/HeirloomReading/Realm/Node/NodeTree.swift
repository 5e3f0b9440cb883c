/// B+trees of nodes: the columns of old tables, and lists and sets of all formats.
///
/// An inner node is `[offsets or elements per child, children…, total]`; reading in order needs the children alone.
enum NodeTree {
  /// The leaves below a root, in order, appended to `leaves`.
  /// - Throws: when a reference is bad, the tree is deeper than any real one, or goes in circles.
  static func collectLeaves(
    of root: Int64, in bytes: RealmBytes, budget: inout NodeBudget, into leaves: inout [Node], depth: Int = 0
  ) throws(RealmDamage) {
    try budget.spend()
    let node = try bytes.node(at: root)
    guard node.isInner else {
      leaves.append(node)
      return
    }
    guard depth < RealmLimit.treeDepth, node.integerCount >= 3 else {
      throw RealmDamage("a tree that is too deep", at: node.offset)
    }
    for index in 1..<(node.integerCount - 1) {
      try collectLeaves(of: try node.integer(at: index), in: bytes, budget: &budget, into: &leaves, depth: depth + 1)
    }
  }
}

/// A sequence of elements spread over the leaves of a B+tree, any of which can be reached directly.
///
/// Memory: about 200 bytes for each leaf of up to 1000 elements.
struct LeafMap {
  private(set) var leaves: [LeafReader] = []
  /// The number of the first element of each leaf.
  private(set) var starts: [Int] = []
  private(set) var count = 0

  init() {}

  init(root: Int64, in bytes: RealmBytes, layout: LeafLayout, budget: inout NodeBudget) throws(RealmDamage) {
    var nodes: [Node] = []
    try NodeTree.collectLeaves(of: root, in: bytes, budget: &budget, into: &nodes)
    for node in nodes { append(try LeafReader(node, bytes, layout)) }
  }

  mutating func append(_ leaf: LeafReader) {
    guard leaf.count > 0 else { return }
    leaves.append(leaf)
    starts.append(count)
    count += leaf.count
  }

  /// The leaf in which an element stands.
  /// - Precondition: `element` is within `0 ..< count`.
  func leafIndex(of element: Int) -> Int { lastIndex(in: starts, notAbove: element) }
}

/// The last position of an ascending array whose value is at most `wanted`; 0 when none is.
func lastIndex(in starts: [Int], notAbove wanted: Int) -> Int {
  var low = 0, high = starts.count
  while high - low > 1 {
    let middle = (low + high) / 2
    if starts[middle] <= wanted { low = middle } else { high = middle }
  }
  return low
}

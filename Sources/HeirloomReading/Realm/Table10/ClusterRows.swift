/// The leaves of a cluster tree: which objects a class has, in the order of their keys.
///
/// Memory: about 200 bytes for each leaf of up to 256 objects.
struct ClusterRows {
  struct Leaf {
    /// `[keys, column 0, column 1, …]`.
    let node: Node
    /// Ascending numbers to add to `base`; without elements when the keys are 0, 1, 2….
    let keys: Node
    let base: Int64
    let count: Int
    let isCompact: Bool

    @inline(__always)
    func key(at index: Int) throws(RealmDamage) -> Int64 { base &+ (isCompact ? Int64(index) : try keys.unsigned(at: index)) }
  }

  private(set) var leaves: [Leaf] = []
  /// The number of the first row of each leaf.
  private(set) var starts: [Int] = []
  private(set) var firstKeys: [Int64] = []
  private(set) var count = 0
  /// Parts of the tree that cannot be read.
  private(set) var damages: [RealmDamage] = []
  /// How many objects the tree itself says that it has, where it says so.
  private(set) var statedCount: Int?

  /// Reads the tree below `root`; what is damaged is left out and listed.
  init(root: Int64, in bytes: RealmBytes) {
    var walk = Walk(bytes, levelShift: 8)
    walk.visit(root, base: 0, depth: 0)
    // The library's debug builds make nodes of 4 instead of 256; their compact inner nodes then count in quarters.
    if walk.hasCompactInnerNode, walk.largestNode <= 4, walk.damages.isEmpty {
      walk = Walk(bytes, levelShift: 2)
      walk.visit(root, base: 0, depth: 0)
    }
    damages = walk.damages
    statedCount = walk.statedCount
    for leaf in walk.leaves {
      guard leaf.count > 0 else { continue }
      guard let first = try? leaf.key(at: 0) else { continue }
      if let last = firstKeys.last, first <= last {
        damages.append(RealmDamage("keys of objects out of order", at: leaf.node.offset))
        continue
      }
      leaves.append(leaf)
      starts.append(count)
      firstKeys.append(first)
      count += leaf.count
    }
  }

  func leafIndex(of row: Int) -> Int { lastIndex(in: starts, notAbove: row) }

  /// The row of the object with a key. O(log n).
  func row(ofKey key: Int64) throws(RealmDamage) -> Int? {
    var low = 0, high = firstKeys.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if firstKeys[middle] <= key { low = middle } else { high = middle }
    }
    guard low < leaves.count else { return nil }
    let leaf = leaves[low]
    var first = 0, last = leaf.count - 1
    while first <= last {
      let middle = (first + last) / 2
      let found = try leaf.key(at: middle)
      if found == key { return starts[low] + middle }
      if found < key { first = middle + 1 } else { last = middle - 1 }
    }
    return nil
  }
}

/// One walk through a cluster tree.
private struct Walk {
  let bytes: RealmBytes
  let levelShift: Int64
  var budget: NodeBudget
  var leaves: [ClusterRows.Leaf] = []
  var damages: [RealmDamage] = []
  var hasCompactInnerNode = false
  var largestNode = 0
  var statedCount: Int?

  init(_ bytes: RealmBytes, levelShift: Int64) {
    self.bytes = bytes
    self.levelShift = levelShift
    budget = NodeBudget(bytes)
  }

  mutating func visit(_ reference: Int64, base: Int64, depth: Int) {
    do throws(RealmDamage) {
      try budget.spend()
      bytes.residence.pointee.add(1 << 16)
      let node = try bytes.node(at: reference)
      guard depth < RealmLimit.treeDepth else { throw RealmDamage("a tree that is too deep", at: node.offset) }
      if node.isInner { try visitChildren(of: node, base, depth) } else { try addLeaf(node, base) }
    } catch {
      damages.append(error)
    }
  }

  /// `[keys, depth, objects, children…]`; the keys of the children are relative to the node's own.
  private mutating func visitChildren(of node: Node, _ base: Int64, _ depth: Int) throws(RealmDamage) {
    let children = max(0, node.integerCount - 3)
    guard children <= RealmLimit.clusterRows else {
      throw RealmDamage("a node with more children than any real one", at: node.offset)
    }
    if depth == 0 { statedCount = try node.slot(2).number.map { Int(truncatingIfNeeded: $0) } }
    let keys = try node.slot(0).reference
    let offsets = if let keys { try bytes.node(at: keys) } else { bytes.emptyNode }
    let level = try node.slot(1).number ?? 0
    guard level >= 0, level < 8 else { throw RealmDamage("a tree that is too deep", at: node.offset) }
    if keys == nil { hasCompactInnerNode = true }
    largestNode = max(largestNode, children)
    for child in 0..<children {
      do throws(RealmDamage) {
        let offset = keys == nil ? Int64(child) << (levelShift * level) : try offsets.unsigned(at: child)
        visit(try node.integer(at: child + 3), base: base &+ offset, depth: depth + 1)
      } catch {
        damages.append(error)
      }
    }
  }

  private mutating func addLeaf(_ node: Node, _ base: Int64) throws(RealmDamage) {
    let leaf: ClusterRows.Leaf
    switch try node.slot(0) {
    case .nothing: return
    case .number(let count):
      guard count >= 0, count <= RealmLimit.clusterRows else {
        throw RealmDamage("a leaf with more objects than any real one", at: node.offset)
      }
      leaf = .init(node: node, keys: bytes.emptyNode, base: base, count: Int(count), isCompact: true)
    case .reference(let reference):
      let keys = try bytes.node(at: reference)
      guard keys.integerCount <= RealmLimit.clusterRows else {
        throw RealmDamage("a leaf with more objects than any real one", at: node.offset)
      }
      leaf = .init(node: node, keys: keys, base: base, count: keys.integerCount, isCompact: false)
      for index in 1..<max(1, leaf.count) where try leaf.key(at: index) <= (try leaf.key(at: index - 1)) {
        throw RealmDamage("keys of objects out of order", at: node.offset)
      }
    }
    largestNode = max(largestNode, leaf.count)
    leaves.append(leaf)
  }
}

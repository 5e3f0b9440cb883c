/// How many nodes a walk may still visit.
///
/// Nodes never overlap in a sound file, so no walk meets more of them than an eighth of the file's bytes. One that does
/// goes in circles, or meets the same nodes over and over.
struct NodeBudget {
  private var left: Int
  private static var circle: RealmDamage {
    var damage = RealmDamage("nodes that refer to each other in a circle")
    damage.isEndless = true
    return damage
  }

  init(_ bytes: RealmBytes) { left = bytes.count / 8 + 1 }

  @inline(__always)
  mutating func spend() throws(RealmDamage) {
    left &-= 1
    guard left >= 0 else { throw NodeBudget.circle }
  }
}

/// The limits by which a reader stays safe from a file made to harm it.
enum RealmLimit {
  /// Levels of a tree of nodes; real ones have at most 4.
  static let treeDepth = 24
  /// Objects in one leaf of a cluster tree.
  static let clusterRows = 256
  /// Elements in one leaf of a B+tree; the library's own limit is 1000.
  static let leafElements = 4096
  /// Levels of collections within a Mixed value; the library's own limit is 100.
  static let nesting = 100
  /// Columns of one class: SQLite takes 2000 in a table.
  static let columns = 1900
  /// Bytes of the JSON text that presents one nested value.
  static let jsonBytes = 256 << 20
}

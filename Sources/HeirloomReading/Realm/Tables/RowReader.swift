/// Reads the values of a table's rows, any column at any row; fast when rows come in order.
///
/// Keeps the leaf it read last of each part. One owner; a table may have many readers at once.
final class RowReader {
  let table: RealmTable
  private let bytes: RealmBytes
  // Plain memory, so that reading a value counts no references.
  private let parts: UnsafeMutablePointer<LoadedLeaf>
  private let partCount: Int
  private let isClustered: Bool
  /// The leaf of the cluster tree that was used last, and the rows in it.
  private var cluster: ClusterRows.Leaf
  private var clusterStart = 0
  private var clusterEnd = 0

  private struct LoadedLeaf {
    var start = 0
    /// Equal to `start` before anything is loaded.
    var end = 0
    var leaf: LeafReader
  }

  init(_ table: RealmTable) {
    self.table = table
    bytes = table.bytes
    partCount = table.parts.count
    parts = .allocate(capacity: max(1, partCount))
    parts.initialize(repeating: LoadedLeaf(leaf: LeafReader(emptyIn: bytes)), count: partCount)
    cluster = ClusterRows.Leaf(node: bytes.emptyNode, keys: bytes.emptyNode, base: 0, count: 0, isCompact: true)
    isClustered = if case .clusters = table.rows { true } else { false }
  }

  deinit {
    parts.deinitialize(count: partCount)
    parts.deallocate()
  }

  /// The key by which links call the object of a row: its object key, or its number in formats up to 9.
  func key(ofRow row: Int) throws(RealmDamage) -> Int64 {
    guard isClustered else { return Int64(row) }
    if row < clusterStart || row >= clusterEnd { try moveToCluster(of: row) }
    return try cluster.key(at: row &- clusterStart)
  }

  func row(ofKey key: Int64) throws(RealmDamage) -> Int? {
    switch table.rows {
    case .clusters(let rows): try rows.row(ofKey: key)
    case .numbered(let count): key >= 0 && key < Int64(count) ? Int(key) : nil
    }
  }

  /// The value of a column; for a collection its reference as an integer.
  func value(of column: RealmColumn, row: Int) throws(RealmDamage) -> RealmValue {
    switch column.shape {
    case .plain:
      let value = try element(ofPart: column.part, row)
      if case .enumerated(let index) = value { return try keyText(of: column, index) }
      return value
    case .secondsAndNanoseconds: return try date(column.part, row)
    case .oldMixed(let data, let blobs, let seconds):
      guard case .integer(let type) = try element(ofPart: column.part, row),
        case .integer(let datum) = try element(ofPart: data, row)
      else { throw RealmDamage("a value without a type") }
      return try OldMixed.value(
        type: type, datum: datum,
        blob: { (index) throws(RealmDamage) in
          guard let blobs else { throw RealmDamage("a value past the end of its column") }
          return try self.element(ofPart: blobs, index)
        },
        date: { (index) throws(RealmDamage) in
          guard let seconds else { throw RealmDamage("a value past the end of its column") }
          return try self.date(seconds, index)
        })
    case .subtable:
      guard case .integer(let reference) = try element(ofPart: column.part, row), reference != 0 else { return .subtable(0) }
      return .subtable(reference)
    }
  }

  private func date(_ part: Int, _ row: Int) throws(RealmDamage) -> RealmValue {
    guard case .integer(let seconds) = try element(ofPart: part, row) else { return .null }
    guard case .integer(let nanoseconds) = try element(ofPart: part + 1, row) else { return .null }
    return .date(RealmDate(seconds: seconds, nanoseconds: nanoseconds))
  }

  private func keyText(of column: RealmColumn, _ index: Int64) throws(RealmDamage) -> RealmValue {
    guard let part = column.keyPart, index >= 0, index < 1 << 32 else { throw RealmDamage("an index of a key that is not there") }
    return try element(ofPart: part, Int(index))
  }

  /// The element of one part of the table: the whole value of a column whose shape is plain.
  @inline(__always)
  func element(ofPart part: Int, _ row: Int) throws(RealmDamage) -> RealmValue {
    guard part >= 0, part < partCount else { throw RealmDamage("a column without rows") }
    let loaded = parts + part
    if row < loaded.pointee.start || row >= loaded.pointee.end { try load(part, row) }
    return try loaded.pointee.leaf.value(at: row &- loaded.pointee.start)
  }

  private func load(_ part: Int, _ row: Int) throws(RealmDamage) {
    switch table.parts[part] {
    case .tree(let map):
      guard row >= 0, row < map.count else { throw RealmDamage("a row past the end of its column") }
      let index = map.leafIndex(of: row)
      let leaf = map.leaves[index]
      parts[part] = LoadedLeaf(start: map.starts[index], end: map.starts[index] + leaf.count, leaf: leaf)
    case .slot(let slot, let layout):
      if row < clusterStart || row >= clusterEnd { try moveToCluster(of: row) }
      guard slot < cluster.node.integerCount else { throw RealmDamage("a column without rows", at: cluster.node.offset) }
      let leaf = try LeafReader(try bytes.node(at: try cluster.node.integer(at: slot)), bytes, layout)
      guard leaf.count == cluster.count else {
        throw RealmDamage("a column with another number of rows than its table", at: cluster.node.offset)
      }
      parts[part] = LoadedLeaf(start: clusterStart, end: clusterEnd, leaf: leaf)
    }
  }

  private func moveToCluster(of row: Int) throws(RealmDamage) {
    guard case .clusters(let rows) = table.rows, row >= 0, row < rows.count else {
      throw RealmDamage("a row past the end of its table")
    }
    let index = rows.leafIndex(of: row)
    // The system maps 64 KB around what is touched.
    bytes.residence.pointee.add(1 << 16)
    cluster = rows.leaves[index]
    clusterStart = rows.starts[index]
    clusterEnd = clusterStart + cluster.count
  }
}

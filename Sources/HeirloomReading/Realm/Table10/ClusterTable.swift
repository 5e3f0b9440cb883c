internal import HeirloomSchema

/// Reads what a table of the formats 10 to 24 says of itself: its specification and its cluster tree.
enum ClusterTable {
  /// - Throws: when the table's own description cannot be read; damaged columns and leaves are listed in the table instead.
  static func read(_ reference: Int64, name: String, slot: Int64, in bytes: RealmBytes) throws(RealmDamage) -> RealmTable {
    let top = try bytes.node(at: reference)
    let table = RealmTable(bytes, name: name, key: try top.slot(3).number ?? slot)
    let flags = try top.slot(12).number ?? 0
    table.isEmbedded = flags & 3 == 1
    table.isAsymmetric = flags & 3 == 2
    guard let specification = try top.slot(0).reference else { throw RealmDamage("a table without description", at: top.offset) }
    try readColumns(
      of: table, Specification(specification, bytes), opposite: try array(top, 7, bytes), primaryKey: try top.slot(11).number)
    if let clusters = try top.slot(2).reference {
      let rows = ClusterRows(root: clusters, in: bytes)
      table.damages += rows.damages.map { (nil, $0) }
      if rows.damages.isEmpty, let stated = rows.statedCount, stated != rows.count {
        table.damages.append((nil, RealmDamage("a tree with another number of objects than it says", at: top.offset)))
      }
      table.rows = .clusters(rows)
    }
    return table
  }

  /// The array that a slot refers to; empty when it refers to none.
  static func array(_ node: Node, _ index: Int, _ bytes: RealmBytes) throws(RealmDamage) -> Node {
    guard let reference = try node.slot(index).reference else { return bytes.emptyNode }
    return try bytes.node(at: reference)
  }

  private static func readColumns(
    of table: RealmTable, _ specification: Specification, opposite: Node, primaryKey: Int64?
  ) throws(RealmDamage) {
    for position in 0..<specification.count {
      let entry = try specification.types.integer(at: position)
      let type = ColumnType(entry & 0xFFFF)
      if type == .backlink { continue }
      let columnKey = try specification.keys.integer(at: position)
      let leafSlot = Int(columnKey & 0xFFFF)
      let name = try specification.name(at: position)
      if name.hasPrefix("!") { continue }
      guard let type, let element = type.element else {
        table.damages.append((name, RealmDamage("a column of an unknown type")))
        continue
      }
      let attributes = ColumnAttributes(rawValue: try specification.attributes.integer(at: position))
      let collection: CollectionKind? =
        attributes.contains(.list) || type == .linkList
        ? .list : attributes.contains(.set) ? .set : attributes.contains(.dictionary) ? .dictionary : nil
      let keys = collection == nil ? try specification.enumeratedKeys.slot(position).reference : nil
      let hasKeys = keys != nil
      var layout = LeafLayout(element, nullable: attributes.contains(.nullable), enumerated: hasKeys)
      if collection != nil, layout.element == .link { layout.element = collection == .dictionary ? .mixed : .linkElement }
      let stored = collection == nil ? layout : LeafLayout(.reference)
      let column = RealmColumn(
        name, LeafLayout(element, nullable: layout.isNullable), indexed: attributes.contains(.indexed), collection: collection,
        target: element == .link && leafSlot < opposite.integerCount ? try opposite.integer(at: leafSlot) : nil,
        part: table.parts.count)
      column.layout = collection == .dictionary ? LeafLayout(.mixed) : layout
      column.keysAreText = entry >> 16 == 2
      table.parts.append(.slot(leafSlot + 1, stored))
      if let keys {
        var budget = NodeBudget(table.bytes)
        column.keyPart = table.parts.count
        do throws(RealmDamage) {
          table.parts.append(
            .tree(try LeafMap(root: keys, in: table.bytes, layout: LeafLayout(.text, nullable: true), budget: &budget)))
        } catch {
          table.parts.append(.tree(LeafMap()))
          table.damages.append((name, error))
        }
      }
      // The two differ in the attributes of the column, which may have changed since.
      if let primaryKey, primaryKey != 0, columnKey & 0xFFFF == primaryKey & 0xFFFF, columnKey >> 30 == primaryKey >> 30 {
        table.primaryKey = table.columns.count
      }
      table.columns.append(column)
    }
  }
}

/// The arrays that describe a table's columns.
struct Specification {
  let types: Node
  let attributes: Node
  let names: LeafReader
  /// Formats 2 to 9: what links and subtables refer to; nothing later.
  let details: Node
  let enumeratedKeys: Node
  /// Formats 10 and later: the key of each column.
  let keys: Node

  init(_ reference: Int64, _ bytes: RealmBytes) throws(RealmDamage) {
    let node = try bytes.node(at: reference)
    types = try ClusterTable.array(node, 0, bytes)
    names = try LeafReader(try ClusterTable.array(node, 1, bytes), bytes, LeafLayout(.text))
    attributes = try ClusterTable.array(node, 2, bytes)
    details = try ClusterTable.array(node, 3, bytes)
    enumeratedKeys = try ClusterTable.array(node, 4, bytes)
    keys = try ClusterTable.array(node, 5, bytes)
    guard attributes.integerCount >= types.integerCount else {
      throw RealmDamage("a table whose description contradicts itself", at: node.offset)
    }
    guard types.integerCount <= 65_536 else { throw RealmDamage("a table of more columns than any real one", at: node.offset) }
  }

  var count: Int { types.integerCount }

  func name(at position: Int) throws(RealmDamage) -> String {
    let value = try names.value(at: position)
    try names.bytes.require(value)
    guard case .text(let span) = value else { return "" }
    return String(decoding: span, as: UTF8.self)
  }
}

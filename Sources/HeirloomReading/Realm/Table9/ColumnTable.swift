internal import HeirloomSchema

/// Reads a table of the formats 2 to 9: a specification, and one B+tree for each column.
enum ColumnTable {
  /// - Throws: when the table's own description cannot be read; damaged columns are listed in the table instead.
  static func read(_ top: Node, name: String, slot: Int64, in bytes: RealmBytes) throws(RealmDamage) -> RealmTable {
    // Twelve slots instead of two: the library was stopped while it turned the table into one of format 10.
    let isHalfUpgraded = top.integerCount > 2
    let key = isHalfUpgraded ? try top.slot(3).number ?? slot : slot
    guard let specification = try top.slot(0).reference, let columns = try top.slot(1).reference else {
      throw RealmDamage("a table without description", at: top.offset)
    }
    let opposite = isHalfUpgraded ? try ClusterTable.array(top, 7, bytes) : bytes.emptyNode
    var builder = ColumnTableBuilder(
      table: RealmTable(bytes, name: name, key: key), specification: try Specification(specification, bytes),
      references: try bytes.node(at: columns), opposite: opposite, isHalfUpgraded: isHalfUpgraded)
    try builder.readColumns()
    return builder.table
  }

  /// The rows of a table that stands within another one.
  static func readSubtable(specification: Int64, columns: Int64, in bytes: RealmBytes) throws(RealmDamage) -> RealmTable {
    var builder = ColumnTableBuilder(
      table: RealmTable(bytes, name: "", key: -1), specification: try Specification(specification, bytes),
      references: columns == 0 ? bytes.emptyNode : try bytes.node(at: columns), opposite: bytes.emptyNode, isHalfUpgraded: false)
    try builder.readColumns()
    return builder.table
  }
}

/// Goes through a specification and pairs each column with the reference of its tree.
struct ColumnTableBuilder {
  let table: RealmTable
  let specification: Specification
  let references: Node
  /// In a table that is half upgraded: the targets of links, by column.
  let opposite: Node
  let isHalfUpgraded: Bool
  private var rowCount: Int?

  init(table: RealmTable, specification: Specification, references: Node, opposite: Node, isHalfUpgraded: Bool) {
    self.table = table
    self.specification = specification
    self.references = references
    self.opposite = opposite
    self.isHalfUpgraded = isHalfUpgraded
  }

  private var bytes: RealmBytes { table.bytes }

  mutating func readColumns() throws(RealmDamage) {
    // Right after an indexed column's reference stands that of its index, unless the upgrade has moved it away already.
    let hasIndexes = !(isHalfUpgraded && references.integerCount == specification.count)
    var position = 0, detail = 0, enumeration = 0
    for number in 0..<specification.count {
      let attributes = ColumnAttributes(rawValue: try specification.attributes.integer(at: number))
      let own = position
      position += attributes.contains(.indexed) && hasIndexes ? 2 : 1
      guard let type = ColumnType(try specification.types.integer(at: number)) else {
        table.damages.append((try specification.name(at: number), RealmDamage("a column of an unknown type")))
        continue
      }
      var keys: Int64?
      if type == .enumeratedText {
        keys = try specification.enumeratedKeys.slot(enumeration).reference
        enumeration += 1
      } else if isHalfUpgraded, type == .text {
        keys = try specification.enumeratedKeys.slot(number).reference
      }
      var target: Int64?
      var subtable: Int64?
      switch type {
      case .link, .linkList:
        target = specification.details.count > 0 ? try specification.details.slot(detail).number : nil
        if target == nil, number < opposite.integerCount { target = try opposite.integer(at: number) }
        detail += 1
      case .subtable:
        subtable = try specification.details.slot(detail).reference
        detail += 1
      case .backlink:
        detail += 2
        if rowCount == nil, references.integerCount > own { countRows(try references.integer(at: own), LeafLayout(.reference)) }
        continue
      default: break
      }
      let name = try specification.name(at: number)
      if name.hasPrefix("!") { continue }
      let source = own < references.integerCount ? try references.integer(at: own) : 0
      add(name, type, attributes, source: source, target: target, subtable: subtable, keys: keys)
    }
    table.rows = .numbered(rowCount ?? 0)
  }

  private mutating func countRows(_ reference: Int64, _ layout: LeafLayout) {
    var budget = NodeBudget(bytes)
    rowCount = (try? LeafMap(root: reference, in: bytes, layout: layout, budget: &budget))?.count
  }

  /// Adds the column, or the damage that keeps it from being read.
  private mutating func add(
    _ name: String, _ type: ColumnType, _ attributes: ColumnAttributes, source: Int64, target: Int64?, subtable: Int64?,
    keys: Int64?
  ) {
    let firstPart = table.parts.count
    do throws(RealmDamage) {
      if references.integerCount > 0, source == 0, isHalfUpgraded {
        var damage = RealmDamage("a column that the upgrade has moved already")
        damage.isUnfinishedUpgrade = true
        throw damage
      }
      let column = try makeColumn(name, type, attributes, source: source, target: target, subtable: subtable)
      if let keys {
        column.keyPart = table.parts.count
        table.parts.append(try tree(keys, LeafLayout(.text, nullable: attributes.contains(.nullable), old: true)))
      }
      let rows = partCount(column.part)
      if rowCount == nil { rowCount = rows }
      guard rows == rowCount else { throw RealmDamage("a column with another number of rows than its table") }
      table.columns.append(column)
    } catch {
      table.parts.removeSubrange(firstPart...)
      table.damages.append((name, error))
    }
  }

  private func partCount(_ part: Int) -> Int { if case .tree(let map) = table.parts[part] { map.count } else { 0 } }

  private func tree(_ reference: Int64, _ layout: LeafLayout) throws(RealmDamage) -> ColumnPart {
    // A table in a table that holds nothing yet has no trees at all.
    guard references.integerCount > 0 || reference != 0 else { return .tree(LeafMap()) }
    var budget = NodeBudget(bytes)
    return .tree(try LeafMap(root: reference, in: bytes, layout: layout, budget: &budget))
  }

  private mutating func makeColumn(
    _ name: String, _ type: ColumnType, _ attributes: ColumnAttributes, source: Int64, target: Int64?, subtable: Int64?
  ) throws(RealmDamage) -> RealmColumn {
    let isNullable = attributes.contains(.nullable), isIndexed = attributes.contains(.indexed)
    let part = table.parts.count
    if type == .subtable { return try makeSubtable(name, source, specification: subtable) }
    guard let element = type.element else { throw RealmDamage("a column of an unknown type") }
    var layout = LeafLayout(element, nullable: isNullable, old: true, enumerated: type == .enumeratedText || isHalfUpgraded)
    if type == .linkList || attributes.contains(.list) {
      table.parts.append(try tree(source, LeafLayout(.reference)))
      let column = RealmColumn(name, layout, indexed: isIndexed, collection: .list, target: target, part: part)
      if type == .linkList || type == .link { layout.element = .linkElement }
      column.layout = layout
      return column
    }
    let column = RealmColumn(name, layout, indexed: isIndexed, target: target, part: part)
    switch type {
    case .date:
      column.shape = .secondsAndNanoseconds
      try appendDateParts(source)
    case .mixed: column.shape = try appendMixedParts(source)
    default: table.parts.append(try tree(source, layout))
    }
    return column
  }

  /// `[seconds, nanoseconds]`, each a tree; null is a null among the seconds.
  private func appendDateParts(_ reference: Int64) throws(RealmDamage) {
    guard reference != 0 || references.integerCount > 0 else {
      table.parts += [.tree(LeafMap()), .tree(LeafMap())]
      return
    }
    let node = try bytes.node(at: reference)
    table.parts.append(try tree(try node.slot(0).reference ?? 0, LeafLayout(.integer, nullable: true)))
    table.parts.append(try tree(try node.slot(1).reference ?? 0, LeafLayout(.integer)))
  }

  /// `[types, data, texts and blobs, dates]`, the last two as needed.
  private func appendMixedParts(_ reference: Int64) throws(RealmDamage) -> ColumnShape {
    let node = try bytes.node(at: reference)
    let first = table.parts.count
    table.parts.append(try tree(try node.slot(0).reference ?? 0, LeafLayout(.integer)))
    table.parts.append(try tree(try node.slot(1).reference ?? 0, LeafLayout(.reference)))
    var blobs: Int?, seconds: Int?
    if let reference = try node.slot(2).reference {
      blobs = table.parts.count
      table.parts.append(try tree(reference, LeafLayout(.data, nullable: true)))
    }
    if let reference = try node.slot(3).reference {
      seconds = table.parts.count
      try appendDateParts(reference)
    }
    return .oldMixed(data: first + 1, blobs: blobs, seconds: seconds)
  }

  /// A table within each row: a list of values when it has one column, as the later SDKs wrote it.
  private mutating func makeSubtable(_ name: String, _ source: Int64, specification: Int64?) throws(RealmDamage) -> RealmColumn {
    guard let specification else { throw RealmDamage("a table within a table that has no description") }
    let part = table.parts.count
    table.parts.append(try tree(source, LeafLayout(.reference)))
    let inner = try Specification(specification, bytes)
    if inner.count == 1, let type = ColumnType(try inner.types.integer(at: 0)), let element = type.element,
      type != .enumeratedText,
      type != .link, type != .mixed
    {
      let attributes = ColumnAttributes(rawValue: try inner.attributes.integer(at: 0))
      let layout = LeafLayout(element, nullable: attributes.contains(.nullable), old: true)
      return RealmColumn(name, layout, indexed: false, collection: .list, shape: .plain, part: part)
    }
    return RealmColumn(
      name, LeafLayout(.mixed, nullable: true), indexed: false, shape: .subtable(specification: specification), part: part)
  }
}

/// Writes a Realm file of format 24, object by object, in the form that "write a copy" has: for tests and benchmarks.
///
/// The file is for readers: it has neither backlinks nor search indexes, without which Realm's own library opens none.
/// Memory: one leaf of 256 objects and 64 pages. See docs/formats/realm.md.
///
/// ```swift
/// let writer = try RealmFileWriter(path: path, schemaVersion: 1)
/// try writer.addClass("Dog", [.init("name", .text, optional: true)]) { row in row < 3 ? [.text("Rex")] : nil }
/// try writer.finish()
/// ```
package final class RealmFileWriter {
  package enum Kind: Int64 { case integer = 0, boolean = 1, text = 2, date = 8, link = 12, uuid = 17 }

  package struct Column {
    package let name: String
    package let kind: Kind
    package let isOptional: Bool
    package let isList: Bool
    package let target: Int

    /// - Parameter target: the number of the class that links lead to, in the order in which classes are added.
    package init(_ name: String, _ kind: Kind, optional: Bool = false, list: Bool = false, target: Int = 0) {
      (self.name, self.kind, isOptional, isList, self.target) = (name, kind, optional || kind == .link && !list, list, target)
    }
  }

  package enum Value {
    case null
    case integer(Int64)
    case boolean(Bool)
    case text(String)
    /// Seconds since 1970; nanoseconds have their sign.
    case date(seconds: Int64, nanoseconds: Int64)
    case uuid([UInt8])
    /// The number of the object in its class, from 0.
    case link(Int64)
    case links([Int64])
  }

  private let output: RealmOutput
  private let endsPage: Bool
  private var tables: [(name: String, top: Int64)] = []

  /// - Parameters:
  ///   - key: 64 bytes to encrypt the file by.
  ///   - endsPage: the file ends with a whole page, as one that is to be encrypted must: its footer is looked for at its end.
  package init(path: String, key: [UInt8]? = nil, schemaVersion: Int64, endsPage: Bool = false) throws {
    output = try RealmOutput(path: path, key: key)
    self.endsPage = endsPage || output.isEncrypted
    // The top's place stands at the end: all ones here.
    try output.append([UInt8](repeating: 0xFF, count: 8) + [UInt8](repeating: 0, count: 8) + Array("T-DB".utf8) + [24, 24, 0, 0])
    var isWritten = false
    try addTable("metadata", [Column("version", .integer)]) {
      defer { isWritten = true }
      return isWritten ? nil : [.integer(schemaVersion)]
    }
  }

  /// Adds a class; its objects have the keys 0, 1, 2….
  /// - Parameter next: the values of the next object, in the order of the columns; nil after the last.
  package func addClass(_ name: String, _ columns: [Column], _ next: () throws -> [Value]?) throws {
    try addTable("class_" + name, columns, next)
  }

  private func addTable(_ name: String, _ columns: [Column], _ next: () throws -> [Value]?) throws {
    var tree = ClusterTreeWriter(output), rows: [[Value]] = []
    while let row = try next() {
      precondition(row.count == columns.count, "a row of \(row.count) values for \(columns.count) columns")
      rows.append(row)
      if rows.count == 256 {
        try tree.add(leaf(rows, columns), objects: 256)
        rows.removeAll(keepingCapacity: true)
      }
    }
    if !rows.isEmpty || tree.isEmpty { try tree.add(leaf(rows, columns), objects: rows.count) }
    let clusters = try tree.finish()
    let types = try output.integers(columns.map(\.kind.rawValue)), names = try output.names(columns.map(\.name))
    let attributes = columns.map { ($0.isOptional ? 16 : 0) | ($0.isList ? 32 : 0) as Int64 }
    // The column's place in a leaf, its type, its attributes.
    let keys = columns.indices.map { Int64($0) | columns[$0].kind.rawValue << 16 | attributes[$0] << 22 }
    let specification = try output.references([
      types, names, try output.integers(attributes), 0, 0, try output.integers(keys),
    ])
    // The first table is 'metadata'.
    let targets = try output.integers(columns.map { $0.kind == .link ? Int64($0.target + 1) : 0x7FFF_FFFF })
    let number = Int64(tables.count)
    let top = try output.references([specification, 0, clusters, number << 1 | 1, 0, 1, 1, targets, 0, 1, 0, 0, 1, 0])
    tables.append((name, top))
  }

  /// A leaf of the cluster tree, whose keys are 0, 1, 2….
  private func leaf(_ rows: [[Value]], _ columns: [Column]) throws -> Int64 {
    var slots = [Int64(rows.count) << 1 | 1]
    for (index, column) in columns.enumerated() { slots.append(try values(rows.map { $0[index] }, column)) }
    return try output.references(slots)
  }

  private func values(_ values: [Value], _ column: Column) throws -> Int64 {
    if column.isList {
      return try output.references(values.map { if case .links(let keys) = $0 { try output.list(keys) } else { 0 } })
    }
    switch column.kind {
    case .integer:
      let numbers = values.map { if case .integer(let number) = $0 { number } else { nil as Int64? } }
      return column.isOptional ? try output.nullableIntegers(numbers) : try output.integers(numbers.map { $0 ?? 0 })
    case .boolean: return try output.integers(values.map { if case .boolean(let flag) = $0 { flag ? 1 : 0 } else { 3 } })
    case .text: return try output.texts(values.map { if case .text(let text) = $0 { Array(text.utf8) } else { nil } })
    case .date: return try output.dates(values.map { if case .date(let seconds, let rest) = $0 { (seconds, rest) } else { nil } })
    case .uuid: return try output.uuids(values.map { if case .uuid(let bytes) = $0 { bytes } else { nil } })
    case .link: return try output.integers(values.map { if case .link(let key) = $0 { key + 1 } else { 0 } })
    }
  }

  /// Ends the file; it has no meaning before.
  package func finish() throws {
    let names = try output.names(tables.map(\.name)), tops = try output.references(tables.map(\.top))
    let top = Int64(output.position)
    // The top's node and the footer.
    var size = output.position + 8 + 3 * 8 + 16
    if endsPage { size = (size + RealmOutput.pageSize - 1) / RealmOutput.pageSize * RealmOutput.pageSize }
    let slots = [names, tops, Int64(size) << 1 | 1]
    _ = try output.node(flags: 0x40, scheme: 0, code: 7, count: 3, slots.flatMap { littleEndian($0, 8) })
    try output.append([UInt8](repeating: 0, count: size - 16 - output.position))
    try output.append(littleEndian(top, 8) + littleEndian(0x3034_1252_37E5_26C8, 8))
    try output.finish()
  }
}

/// Joins leaves to a tree, 256 to a node, as they come.
private struct ClusterTreeWriter {
  private let output: RealmOutput
  /// For each level, from the leaves up, the nodes that have no parent yet.
  private var levels: [[(reference: Int64, objects: Int)]] = []

  init(_ output: RealmOutput) { self.output = output }

  var isEmpty: Bool { levels.isEmpty }

  mutating func add(_ reference: Int64, objects: Int, level: Int = 0) throws {
    if level == levels.count { levels.append([]) }
    levels[level].append((reference, objects))
    if levels[level].count == 256 { try close(level) }
  }

  private mutating func close(_ level: Int) throws {
    let nodes = levels[level], objects = nodes.reduce(0) { $0 + $1.objects }
    levels[level] = []
    // Without keys child i starts at i << (8 · depth).
    let slots = [0, Int64(level + 1) << 1 | 1, Int64(objects) << 1 | 1] + nodes.map(\.reference)
    try add(try output.references(slots, inner: true), objects: objects, level: level + 1)
  }

  /// The root.
  mutating func finish() throws -> Int64 {
    var level = 0
    while level < levels.count - 1 || levels[level].count > 1 {
      if !levels[level].isEmpty { try close(level) }
      level += 1
    }
    return levels[level][0].reference
  }
}

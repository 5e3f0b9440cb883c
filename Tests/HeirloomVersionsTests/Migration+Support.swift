internal import Foundation
internal import HeirloomCoreDataModel
internal import HeirloomKit
internal import HeirloomReporting
internal import HeirloomSQLite
internal import HeirloomSchema
internal import HeirloomSwiftSource
internal import HeirloomTestSupport
internal import HeirloomWriting

/// Writes a store of a schema with made-up records: every attribute has values, optional ones nils too, every relationship links.
///
/// The n-th record's values follow from n. The k-th to-one leads to record 1 + (n + k) % count, every seventh to nothing; each record
/// has two links in a many-to-many. A seed moves which are nil and which are linked; with an odd one texts have a hyphen for a space.
struct MadeStore {
  let schema: Schema
  let count: Int
  let seed: Int

  init(_ schema: Schema, count: Int = 40, seed: Int = 0) {
    self.schema = schema
    self.count = count
    self.seed = seed
  }

  func write(to path: String) throws {
    let metadata = StoreMetadata(for: schema, hashes: VersionHashes(of: schema), uuid: [UInt8](repeating: 7, count: 16))
    let target = SwiftDataTarget(schema, metadata: metadata, at: path)
    let connection = try target.begin()
    for entity in schema.entities where !entity.isAbstract { try insert(entity, connection, target.layout) }
    try join(connection, target.layout)
    try target.finish()
    try target.publish()
  }

  /// Records of one table have keys of their own: the entities of a family follow one another.
  private func firstKey(_ entity: Entity) -> Int {
    let family = schema.family(of: schema.root(of: entity.name)).filter { !$0.isAbstract }
    return 1 + count * (family.firstIndex { $0.name == entity.name } ?? 0)
  }

  private func insert(_ entity: Entity, _ connection: Connection, _ layout: StorageLayout) throws {
    guard let place = layout.entities[entity.name] else { return }
    var columns = [(place.keyColumn, "n")] + place.constants.map { ($0.column, $0.literal) }
    for attribute in schema.attributes(of: entity.name) where !attribute.isTransient {
      for (path, leaf) in attribute.columns {
        guard let column = place.columns[path] else { continue }
        let value = value(attribute, leaf)
        columns.append(
          (
            column,
            attribute.isOptional || leaf.isOptional && attribute.elements.count > 1 && leaf.swiftType?.hasSuffix("?") != false
              ? "CASE WHEN (n + \(seed)) % 5 = 0 THEN NULL ELSE \(value) END" : value
          ))
      }
    }
    for (offset, relationship) in schema.relationships(of: entity.name).enumerated() {
      guard case .column(let column, let entityColumn, _)? = place.relationships[relationship.name] else { continue }
      let concrete = schema.family(of: relationship.destination).first { !$0.isAbstract }
      guard let concrete else { continue }
      let isSingle = schema.inverse(of: relationship).map { !$0.isToMany } ?? false
      let key = isSingle ? "n" : "\(firstKey(concrete)) + (n + \(offset + 3 * seed)) % \(count)"
      columns.append((column, "CASE WHEN (n + \(seed)) % 7 = 0 THEN NULL ELSE \(key) END"))
      if let entityColumn {
        columns.append(
          (
            entityColumn,
            "CASE WHEN (n + \(seed)) % 7 = 0 THEN NULL ELSE \(layout.entities[concrete.name]?.entityNumber ?? 0) END"
          ))
      }
    }
    let first = firstKey(entity)
    try connection.run(
      """
      WITH RECURSIVE r(n) AS (SELECT \(first) UNION ALL SELECT n + 1 FROM r WHERE n < \(first + count - 1))
      INSERT INTO main.\(sqlName(place.table)) (\(columns.map { sqlName($0.0) }.joined(separator: ", "))) SELECT \(columns.map(\.1).joined(separator: ", ")) FROM r
      """)
  }

  private func join(_ connection: Connection, _ layout: StorageLayout) throws {
    var done: Set<String> = []
    for entity in schema.entities {
      for relationship in entity.relationships {
        guard
          case .joinTable(let table, let owner, let target, _)? = layout.entities[entity.name]?.relationships[relationship.name],
          done.insert(table).inserted
        else { continue }
        try connection.run(
          """
          WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < \(count))
          INSERT INTO main.\(sqlName(table)) (\(sqlName(owner)), \(sqlName(target)))
          SELECT n, 1 + (n * 3 + k + \(seed)) % \(count) FROM r, (SELECT 0 AS k UNION ALL SELECT 1)
          """)
      }
    }
  }

  private func value(_ attribute: Attribute, _ leaf: Attribute) -> String {
    if let enumeration = attribute.enumeration, enumeration.rawType != nil {
      let cases = enumeration.cases.map { enumeration.rawType == .string ? sqlText($0.rawValue) : $0.rawValue }
      return "CASE n % \(cases.count) " + cases.enumerated().map { "WHEN \($0) THEN \($1)" }.joined(separator: " ") + " END"
    }
    switch leaf.type {
    case .bool: return "n % 2"
    case .int16, .int32, .int64: return "n * 3"
    case .float, .double, .decimal: return "n + 0.5"
    case .date: return "4e8 + n * 60.5"
    case .uuid: return "CAST(printf('%016d', n) AS BLOB)"
    case .data, .transformable: return "CAST('bytes ' || n AS BLOB)"
    case .url: return "'https://example.com/' || n"
    default: return "'\(leaf.name.text)\(seed % 2 == 0 ? " " : "-")' || n"
    }
  }
}

/// All of a store as text, one line a record or link, for comparisons of two stores.
func dump(_ path: String) throws -> [String] {
  let store = try Store.open(path)
  var lines: [String] = []
  for entity in store.schema.entities.sorted(by: { $0.name < $1.name }) where !entity.isAbstract {
    let columns =
      store.schema.attributes(of: entity.name).flatMap { $0.columns.map(\.path) }.sorted()
      + store.schema.relationships(of: entity.name).filter { !$0.isToMany }.map(\.name.text).sorted()
    let list = (["_id"] + columns).map { sqlName($0) }.joined(separator: ", ")
    try store.query(
      "SELECT \(list) FROM \(sqlName(entity.name.text)) WHERE _entity = '\(entity.name)' ORDER BY _id", columns: { _ in }
    ) { row in
      lines.append("\(entity.name): \(row)")
      return true
    }
    for relationship in entity.relationships where relationship.isToMany {
      let name = "\(entity.name).\(relationship.name)"
      // A transient relationship has no relation.
      try? store.query("SELECT owner, target FROM \(sqlName(name)) ORDER BY owner, target", columns: { _ in }) { row in
        lines.append("\(name): \(row)")
        return true
      }
    }
  }
  return lines
}

/// One value of a store.
func number(_ sql: String, in path: String) throws -> Int64? {
  var result: Int64?
  try Store.open(path).query(sql, columns: { _ in }) { row in
    if case .integer(let value)? = row.first { result = value }
    return false
  }
  return result
}

func texts(_ sql: String, in path: String) throws -> [String] {
  var result: [String] = []
  try Store.open(path).query(sql, columns: { _ in }) { row in
    switch row.first {
    case .text(let text)?: result.append(text)
    case .integer(let value)?: result.append(String(value))
    case .real(let value)?: result.append("\(value)")
    default: result.append("nil")
    }
    return true
  }
  return result
}

func migrate(
  _ store: String, _ plan: String..., to output: String, version: String? = nil, mappings: [String] = [], from: String? = nil,
  downgrade: Bool = false, runs: Bool = true, clock: Double? = nil
) throws -> ConversionReport {
  try Migration(plan: plan, mappings: mappings)
    .migrate(
      store, to: output,
      options: MigrationOptions(
        targetVersion: version, startVersion: from, allowsDowngrade: downgrade, runsClosures: runs, clock: clock))
}

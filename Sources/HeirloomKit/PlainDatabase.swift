internal import HeirloomFindings
internal import HeirloomReading
internal import HeirloomSQLite
internal import HeirloomSchema
internal import HeirloomWriting

/// A plain database that a conversion with `--target sqlite` wrote, opened to be read again.
struct PlainDatabase {
  private let file: StoreFile
  /// Where to read it; what is in its log is read along.
  var readablePath: String { file.readablePath }

  /// - Throws: `plain-database-differs` when a table or a column is missing that the target schema has there.
  init(_ path: String, of schema: Schema) throws {
    file = try StoreFile(path)
    let connection = try file.open()
    let layout = SQLiteLayout.make(for: schema)
    var columns: [String: Set<String>] = [:]
    for table in try connection.tables() { columns[table] = Set(try connection.columns(of: table)) }
    var wanted: [String: Set<String>] = [:]
    for placement in layout.entities.values {
      wanted[placement.table, default: []].formUnion([placement.keyColumn] + placement.columns.values)
      for case .joinTable(let table, let owner, let target, let order) in placement.relationships.values {
        wanted[table, default: []].formUnion([owner, target] + (order.map { [$0] } ?? []))
      }
      for case .column(let column, _, let order) in placement.relationships.values {
        wanted[placement.table, default: []].formUnion([column] + (order.map { [$0] } ?? []))
      }
    }
    for (table, names) in wanted.sorted(by: { $0.key < $1.key }) {
      guard let there = columns[table] else { throw Self.differs(path, "no table '\(table)'") }
      let missing = names.subtracting(there).sorted()
      guard missing.isEmpty else {
        throw Self.differs(
          path, "no column \(missing.map { "'\($0)'" }.joined(separator: ", ")) in its table '\(table)'")
      }
    }
  }

  private static func differs(_ path: String, _ what: String) -> Finding {
    Finding(.plainDatabaseDiffers, "'\(path)' has \(what), which the conversion would have made", at: .file(path))
  }
}

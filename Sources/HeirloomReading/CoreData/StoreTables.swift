internal import HeirloomSQLite

/// The tables of a store as they are: columns, declared types and indexes. Names compare without case, as SQLite's do.
struct StoreTables {
  struct Table {
    var name: String
    var columns: [Column]
    /// The single-column indexes: the names of the indexed columns in upper case.
    var indexedColumns: Set<String> = []

    /// The column in the store's own spelling, or nil.
    func column(_ name: String) -> String? { positions[name.uppercased()].map { columns[$0].name } }
    func type(_ name: String) -> String? { positions[name.uppercased()].map { columns[$0].type } }

    fileprivate var positions: [String: Int] = [:]
  }

  struct Column {
    var name: String
    /// As declared, in upper case; empty when there is none.
    var type: String
  }

  /// In the order of their names; virtual tables and SQLite's own are left out.
  let all: [Table]
  private let positions: [String: Int]

  /// Cost: one pass over the schema, no row is read.
  init(_ connection: Connection) throws {
    var tables: [Table] = []
    var found: [String: Int] = [:]
    // A virtual table's module may be missing here, and its columns are not records: Photos keeps its place index in one.
    let columns = """
      SELECT m.name, c.name, upper(c.type) FROM sqlite_schema AS m, pragma_table_info(m.name) AS c
      WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND m.sql NOT LIKE 'CREATE VIRTUAL%'
      ORDER BY m.name, c.cid
      """
    for row in try connection.rows(columns) {
      guard let table = row[0].text, let column = row[1].text else { continue }
      if tables.last?.name != table {
        found[table.uppercased()] = tables.count
        tables.append(Table(name: table, columns: []))
      }
      let last = tables.count - 1
      tables[last].positions[column.uppercased()] = tables[last].columns.count
      tables[last].columns.append(Column(name: column, type: row[2].text ?? ""))
    }
    let indexes = """
      SELECT m.tbl_name, max(i.name) FROM sqlite_schema AS m, pragma_index_info(m.name) AS i
      WHERE m.type = 'index' GROUP BY m.name HAVING count(*) = 1
      """
    for row in try connection.rows(indexes) {
      guard let table = row[0].text, let position = found[table.uppercased()], let column = row[1].text else { continue }
      tables[position].indexedColumns.insert(column.uppercased())
    }
    all = tables
    positions = found
  }

  subscript(name: String) -> Table? { positions[name.uppercased()].map { all[$0] } }
}

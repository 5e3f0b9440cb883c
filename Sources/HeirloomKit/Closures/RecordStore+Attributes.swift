internal import HeirloomMapping
internal import HeirloomSQLite
internal import HeirloomSchema

extension RecordStore {

  /// The value in a column, in the form of the canonical relations; a list as JSON text.
  func value(_ record: RecordReference, _ path: String, _ leaf: Attribute) throws -> SQLiteValue {
    let placement = try placement(record.entity)
    guard let column = placement.columns[path] else { return .null }
    let name = sqlName(column)
    let expression =
      leaf.arrayElement.map {
        leaf.type == .transformable ? "heirloom_listFromArchive(\(name), \(sqlText("\($0)")))" : "CAST(\(name) AS TEXT)"
      } ?? name
    return try query("SELECT \(expression) FROM \(sqlName(placement.table)) WHERE Z_PK = ?", [.integer(record.key)]).first?[0]
      ?? .null
  }

  func set(_ record: RecordReference, _ path: String, _ leaf: Attribute, to value: SQLiteValue) throws {
    let placement = try placement(record.entity)
    guard let column = placement.columns[path] else { return }
    let expression =
      leaf.arrayElement.map {
        leaf.type == .transformable ? "heirloom_archiveFromList(?, \(sqlText("\($0)")))" : "CAST(? AS BLOB)"
      } ?? "?"
    try query(
      "UPDATE \(sqlName(placement.table)) SET \(sqlName(column)) = \(expression) WHERE Z_PK = ?", [value, .integer(record.key)])
    noteChange(record)
    pending.assigned[record.entity, default: []].insert(path)
  }
}

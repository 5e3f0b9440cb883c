internal import HeirloomFindings
internal import HeirloomSQLite
package import HeirloomSchema

extension Validator {
  /// Checks what a store in Core Data's layout says of itself, beside its records: entity numbers, and the highest key of each
  /// table, from which the app goes on counting.
  ///
  /// - Parameters:
  ///   - database: the schema name under which the store is attached.
  ///   - layout: where its entities live.
  package mutating func checkBooks(of database: String, _ layout: StorageLayout) throws {
    let books = try connection.rows("SELECT Z_ENT, Z_NAME, Z_MAX FROM \(sqlName(database)).Z_PRIMARYKEY")
    var numbers: [String: Int64] = [:], highest: [String: Int64] = [:]
    for row in books {
      guard let number = row[0].integer, let name = row[1].text else { continue }
      (numbers[name], highest[name]) = (number, row[2].integer ?? 0)
    }
    for root in schema.entities where root.parent == nil {
      guard let place = layout.entities[root.name] else { continue }
      let table = "\(sqlName(database)).\(sqlName(place.table))", key = sqlName(place.keyColumn)
      let family = schema.family(of: root.name).filter { !$0.isAbstract }.compactMap { numbers[$0.name.text] }.map { String($0) }
      let strangers = try connection.count(
        "SELECT count(*) FROM \(table) WHERE Z_ENT IS NULL OR Z_ENT NOT IN (\(family.joined(separator: ", ")))")
      if strangers > 0 {
        report(
          .booksDiffer, "\(strangers) records of '\(root.name)' have a wrong entity number", entity: root.name, count: strangers)
      }
      let top = try connection.count("SELECT max(\(key)) FROM \(table)")
      if highest[root.name.text] ?? 0 < top {
        report(
          .booksDiffer, "the highest key of '\(root.name)' is \(top), and the store says \(highest[root.name.text] ?? 0)",
          entity: root.name,
          count: top - (highest[root.name.text] ?? 0))
      }
    }
  }
}

internal import HeirloomFindings
internal import HeirloomSQLite
internal import HeirloomSchema

/// Values that are not what the model says of their attribute: of another storage class, or missing where one is required.
///
/// SQLite lets any column hold any value, and stores that were altered by hand or by other programs do.
struct ColumnCheck {
  let schema: Schema
  let placement: StorePlacement
  /// The schema name under which the store is attached.
  let store: String
  let path: String

  /// Cost: one pass over each table; BLOBs and texts are not read, only their headers.
  func findings(on connection: Connection) throws -> [Finding] {
    var result: [Finding] = []
    for entity in schema.entities {
      guard let place = placement.entities[entity.name] else { continue }
      let columns = entity.attributes.flatMap { attribute in
        attribute.columns.compactMap { path, leaf in place.columns[path].map { Column(attribute, path, leaf, sqlName($0)) } }
      }
      if columns.isEmpty { continue }
      var family: String?
      if schema.family(of: schema.root(of: entity.name)).count > 1 {
        let numbers = schema.family(of: entity.name).compactMap { placement.entities[$0.name]?.entityNumber }.map(String.init)
        family = "\"Z_ENT\" IN (\(numbers.joined(separator: ", ")))"
      }
      let table = "\(sqlName(store)).\(sqlName(place.table))"
      // Most stores are sound: whether any value is odd takes half the time of counting them all.
      let faults = columns.flatMap { [$0.isOdd, $0.isMissing] }
      let any = faults.filter { $0 != "0" }.map { "(\($0))" }.joined(separator: " OR ")
      guard !any.isEmpty,
        try connection.count("SELECT EXISTS (SELECT 1 FROM \(table) WHERE (\(any))\(family.map { " AND \($0)" } ?? ""))") != 0
      else { continue }
      let counts = faults.map { $0 == "0" ? "0" : "sum(\($0))" }.joined(separator: ", ")
      let row = try connection.rows("SELECT \(counts) FROM \(table)\(family.map { " WHERE \($0)" } ?? "")")[0]
      for (index, column) in columns.enumerated() {
        report(column, odd: row[2 * index].integer ?? 0, missing: row[2 * index + 1].integer ?? 0, of: entity.name, &result)
      }
    }
    return result
  }

  private func report(_ column: Column, odd: Int64, missing: Int64, of entity: EntityName, _ findings: inout [Finding]) {
    let place = Place.store(StorePlace(file: path, entity: entity.text, property: column.path))
    if odd > 0 {
      let number = Counted(odd, "value")
      let message = "\(number) of '\(entity).\(column.path)' \(number.verb("is", "are")) not \(column.noun), as the model says"
      findings.append(Finding(.unexpectedValue, message, at: place, count: Int(odd)))
    }
    if missing > 0 {
      let number = Counted(missing, "record")
      let message = "\(number) \(number.verb("has", "have")) no '\(entity).\(column.path)', which the model requires"
      findings.append(Finding(.requiredMissing, message, at: place, count: Int(missing)))
    }
  }
}

/// A column, and the SQL conditions under which its value contradicts the model.
private struct Column {
  let path: String
  /// What the values should be, for a message.
  let noun: String
  let isOdd: String
  let isMissing: String

  init(_ attribute: Attribute, _ path: String, _ leaf: Attribute, _ name: String) {
    self.path = path
    isMissing = attribute.isOptional || attribute.type == .composite ? "0" : "\(name) IS NULL"
    // A look at every value of the store: comparisons tell storage classes apart in less time than typeof(), for SQLite
    // puts every number before every text and every text before every blob (sqlite.org/datatype3.html#comparisons).
    switch leaf.type {
    case .bool: (noun, isOdd) = ("0 or 1", "\(name) IS NOT 0 AND \(name) IS NOT 1 AND \(name) IS NOT NULL")
    case .int16, .int32, .int64: (noun, isOdd) = ("an integer", "\(name) <> CAST(\(name) AS INTEGER) OR \(name) >= ''")
    case .float, .double, .date: (noun, isOdd) = ("a number", "\(name) >= ''")
    case .decimal: (noun, isOdd) = ("a decimal", "\(name) >= x''")
    case .string, .url: (noun, isOdd) = ("text", "\(name) < '' OR \(name) >= x''")
    case .uuid: (noun, isOdd) = ("16 bytes", "\(name) < x'' OR length(\(name)) <> 16")
    case .data, .transformable: (noun, isOdd) = ("bytes", "\(name) < x''")
    case .composite, .managedObjectID, .objectID, .mixed, .undefined: (noun, isOdd) = ("anything", "0")
    }
  }
}

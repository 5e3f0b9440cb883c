internal import HeirloomFindings
internal import HeirloomSQLite
internal import HeirloomSchema

/// Rows whose `Z_ENT` is the number of no entity of their table.
struct EntityNumberCheck {
  let schema: Schema
  let placement: StorePlacement

  /// Only tables that several entities share are looked at: in any other, every row is of the one entity whatever it says.
  func findings(_ connection: Connection, path: String) throws -> [Finding] {
    var result: [Finding] = []
    for root in schema.entities where root.parent == nil {
      let family = schema.family(of: root.name)
      guard family.count > 1, let place = placement.entities[root.name] else { continue }
      let numbers = family.compactMap { placement.entities[$0.name]?.entityNumber }.map(String.init).joined(separator: ", ")
      let count = try connection.count(
        "SELECT count(*) FROM main.\(sqlName(place.table)) WHERE \"Z_ENT\" IS NULL OR \"Z_ENT\" NOT IN (\(numbers))")
      guard count > 0 else { continue }
      result.append(
        Finding(
          .unknownEntityNumber,
          "\(Counted(count, "row")) of '\(place.table)' with an entity number that no entity of the table has: left out",
          at: .store(StorePlace(file: path, entity: root.name.text)), count: Int(count)))
    }
    return result
  }
}

/// External values whose file is missing, or that carry no mark.
struct ExternalValueCheck {
  let schema: Schema
  let placement: StorePlacement
  /// The schema name under which the store is attached.
  let store: String
  let folder: String
  let path: String

  /// So many missing files are listed one by one for an attribute; the rest are counted.
  static let listed = 100

  /// Cost: reads the first bytes of every value of attributes with external storage, and looks for each file.
  func findings(on connection: Connection) throws -> [Finding] {
    var result: [Finding] = []
    for entity in schema.entities {
      guard let place = placement.entities[entity.name] else { continue }
      for attribute in entity.attributes where attribute.allowsExternalStorage {
        guard let column = place.columns[attribute.name.text] else { continue }
        try check(attribute.name, column, entity.name, place, connection, &result)
      }
    }
    return result
  }

  /// Every value whose file is missing, however many there are. Cost: as of `findings`.
  func missingFiles(on connection: Connection) throws -> [MissingFile] {
    var result: [MissingFile] = []
    for entity in schema.entities {
      guard let place = placement.entities[entity.name] else { continue }
      for attribute in entity.attributes where attribute.allowsExternalStorage {
        guard let column = place.columns[attribute.name.text] else { continue }
        var statement = try statement(column, place, connection)
        while try statement.step() {
          guard case .file(let name) = statement.withBytes(at: 1, ExternalValues.content), !FileStatus.exists(folder + "/" + name)
          else { continue }
          result.append(MissingFile(entity: entity.name, property: attribute.name, key: statement.integer(at: 0)))
        }
      }
    }
    return result
  }

  /// The keys and first bytes of values that are not inline.
  private func statement(_ column: String, _ place: EntityPlacement, _ connection: Connection) throws -> Statement {
    let value = sqlName(column)
    return try connection.prepare(
      """
      SELECT \(sqlName(place.keyColumn)), substr(\(value), 1, 38) FROM \(sqlName(store)).\(sqlName(place.table))
      WHERE typeof(\(value)) = 'blob' AND length(\(value)) > 0 AND substr(\(value), 1, 1) <> x'01' ORDER BY 1
      """)
  }

  private func check(
    _ attribute: PropertyName, _ column: String, _ entity: EntityName, _ place: EntityPlacement, _ connection: Connection,
    _ findings: inout [Finding]
  ) throws {
    var statement = try statement(column, place, connection)
    var unmarked = 0
    var missing = 0
    while try statement.step() {
      let key = String(statement.integer(at: 0))
      switch statement.withBytes(at: 1, ExternalValues.content) {
      case .inline: break
      case .unmarked: unmarked += 1
      case .file(let name):
        if FileStatus.exists(folder + "/" + name) { continue }
        missing += 1
        guard missing <= ExternalValueCheck.listed else { continue }
        findings.append(
          Finding(
            .externalFileMissing, "the value's file '\(name)' is missing",
            at: .store(StorePlace(file: path, entity: entity.text, property: attribute.text, key: key)),
            help: "it belongs into '\(folder)'"))
      }
    }
    if missing > ExternalValueCheck.listed {
      let more = missing - ExternalValueCheck.listed
      findings.append(
        Finding(
          .externalFileMissing, "\(more) more files of '\(entity).\(attribute)' are missing",
          at: .store(StorePlace(file: path, entity: entity.text, property: attribute.text)), count: more))
    }
    if unmarked > 0 {
      findings.append(
        Finding(
          .externalMarker, "\(Counted(unmarked, "value")) of '\(entity).\(attribute)' with neither mark, inline or in a file",
          at: .store(StorePlace(file: path, entity: entity.text, property: attribute.text)), count: unmarked))
    }
  }
}

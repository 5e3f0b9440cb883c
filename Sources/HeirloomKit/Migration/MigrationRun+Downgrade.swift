internal import HeirloomFindings
internal import HeirloomReading
internal import HeirloomSQLite
internal import HeirloomSchema
internal import HeirloomVersions

extension MigrationRun {
  /// Lets a way back go on only when the store has nothing that the older version has no place for.
  ///
  /// Cost: a count for each entity, attribute and relationship that ends on the way.
  /// - Throws: `downgrade-loses` with the first such part; the help lists all, with their numbers.
  func refuseLosses(_ route: MigrationRoute, _ version: Schema) throws {
    guard let end = route.hops.last?.to else { return }
    let connection: Connection
    let store: any LegacyStore
    do {
      var opening = try options.conversion.source.reading()
      opening.model = version
      store = try openStore(path, options: opening)
      connection = try Connection.inMemory()
      try store.present(on: connection, prefix: "")
    } catch { throw Finding(reading: path, failed: error) }
    var losses: [String] = []
    for lost in route.losses {
      let count = try lost.count(in: version, on: connection)
      if count > 0 { losses.append("\(count) \(lost.noun(for: count)) of '\(lost.name)'") }
    }
    guard !losses.isEmpty else { return }
    throw Finding(
      .downgradeLoses, "going back from '\(version.name)' to '\(end.name)' would lose what '\(end.name)' has no place for", at: .file(path),
      help: losses.joined(separator: ", "), count: losses.count)
  }
}

extension MigrationRoute.Loss {
  func noun(for count: Int64) -> String {
    let word = property == nil ? "record" : isRelationship ? "link" : "value"
    return count == 1 ? word : word + "s"
  }

  /// Records of the entity, values that are neither nil nor the default, links.
  fileprivate func count(in schema: Schema, on connection: Connection) throws -> Int64 {
    let relation = sqlName(CanonicalRelation.entity(entity))
    guard let property else { return try connection.count("SELECT count(*) FROM \(relation) WHERE _entity = \(sqlText(entity.text))") }
    if let relationship = schema.relationship(property, of: entity) {
      let declarer = schema.declarer(of: property, in: entity) ?? entity
      return relationship.isToMany
        ? try connection.count("SELECT count(*) FROM \(sqlName(CanonicalRelation.collection(property, of: declarer)))")
        : try connection.count("SELECT count(\(sqlName(property.text))) FROM \(relation)")
    }
    guard let attribute = schema.attribute(property, of: entity) else { return 0 }
    return try attribute.columns.reduce(Int64(0)) { total, column in
      let name = sqlName(column.path)
      let isPlain = attribute.defaultValue.flatMap { Self.literal($0) }.map { " AND \(name) IS NOT \($0)" } ?? ""
      return total + (try connection.count("SELECT count(*) FROM \(relation) WHERE \(name) IS NOT NULL\(isPlain)"))
    }
  }

  private static func literal(_ value: DefaultValue) -> String? {
    switch value {
    case .bool(let flag): flag ? "1" : "0"
    case .integer(let number): String(number)
    case .real(let number), .date(let number): SQLiteValue.real(number).literal
    case .string(let text), .decimal(let text): sqlText(text)
    case .uuid(let bytes), .data(let bytes): SQLiteValue.blob(bytes).literal
    case .emptyCollection, .enumCase, .expression: nil
    }
  }
}

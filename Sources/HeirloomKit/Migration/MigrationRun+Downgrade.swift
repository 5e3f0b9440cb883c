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
      store = try options.conversion.source.open(path, as: version).legacy
      connection = try Connection.inMemory()
      try store.present(on: connection, prefix: "")
    } catch { throw Finding(reading: path, failed: error) }
    var losses: [String] = []
    for lost in route.losses {
      let count = try SourceCount(of: lost.entity, lost.property, in: version, ignoringDefaults: true).value(
        on: connection, prefix: "")
      if count > 0 { losses.append("\(count) \(lost.noun(for: count)) of '\(lost.name)'") }
    }
    guard !losses.isEmpty else { return }
    throw Finding(
      .downgradeLoses, "going back from '\(version.name)' to '\(end.name)' would lose what '\(end.name)' has no place for",
      at: .file(path),
      help: losses.joined(separator: ", "), count: losses.count)
  }
}

extension MigrationRoute.Loss {
  func noun(for count: Int64) -> String {
    let word = property == nil ? "record" : isRelationship ? "link" : "value"
    return count == 1 ? word : word + "s"
  }
}

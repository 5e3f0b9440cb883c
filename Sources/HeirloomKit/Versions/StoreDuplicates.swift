internal import HeirloomFindings
internal import HeirloomMapping
internal import HeirloomReading
internal import HeirloomSQLite
internal import HeirloomSchema
internal import HeirloomSwiftSource
internal import HeirloomVersions

/// Counts the records of a store that a uniqueness constraint has no room for.
struct StoreDuplicates {
  private let connection: Connection
  private let schema: Schema

  /// - Parameter version: the schema to read the store by; its own when nil.
  init(_ path: String, as version: Schema? = nil, _ options: StoreOptions) throws {
    do {
      let store = try options.open(path, as: version).legacy
      connection = try Connection.inMemory()
      try store.present(on: connection, prefix: "")
      schema = store.schema
    } catch { throw Finding(reading: path, failed: error) }
  }

  /// How many records would have to go so that no two are alike in all of the properties; those with a nil among them are alike to
  /// none, as in an index. Nil when the store does not have all of the properties.
  func count(of entity: EntityName, by properties: [PropertyName]) throws -> Int64? {
    guard schema[entity] != nil, !properties.isEmpty else { return nil }
    var columns: [String] = []
    for property in properties {
      if let attribute = schema.attribute(property, of: entity), !attribute.isTransient {
        columns += attribute.columns.map { sqlName($0.path) }
      } else if let relationship = schema.relationship(property, of: entity), !relationship.isToMany {
        columns.append(sqlName(property.text))
      } else {
        return nil
      }
    }
    let relation = sqlName(CanonicalRelation.entity(entity, prefix: ""))
    let isWhole = columns.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")
    return try connection.count(
      """
      SELECT COALESCE(sum(n - 1), 0) FROM (SELECT count(*) AS n FROM \(relation) WHERE \(isWhole) \
      GROUP BY \(columns.joined(separator: ", ")) HAVING n > 1)
      """)
  }
}

/// What a store's records say about the constraints that its plan adds.
struct StoreLint {
  let migration: Migration
  let path: String
  let options: StoreOptions

  /// A finding for each constraint on the way from the store's version that its records do not keep.
  /// - Throws: a `Finding` when the store cannot be read or is at no version of the plan.
  func findings() throws -> [Finding] {
    let store: any LegacyStore
    do { store = try options.open(path).legacy } catch { throw Finding(reading: path, failed: error) }
    let start = try migration.finder(for: store, path).find()
    let plan = migration.plan(with: start.version.name), versions = migration.versions(of: plan)
    guard let end = versions.last, end.name != start.version.name else { return start.findings }
    let route = try MigrationRoute(
      from: start.version, to: end, through: versions, stages: plan?.stages ?? [], place: plan?.place)
    let duplicates = try StoreDuplicates(path, as: start.version, options)
    var findings = start.findings, whole: Continuity?
    for hop in route.hops {
      let way = Continuity(from: hop.from, to: hop.to)
      let joined = whole.map { $0.joined(with: way) } ?? way
      whole = joined
      for change in SchemaDifference(from: hop.from, to: hop.to).changes where change.kind == .uniquenessAdded {
        for constraint in hop.to[change.entity]?.uniqueness ?? [] where isAdded(constraint, change) {
          findings += try finding(constraint, change, hop, joined, duplicates)
        }
      }
    }
    return findings
  }

  private func isAdded(_ constraint: [PropertyName], _ change: SchemaChange) -> Bool {
    constraint.map { "'\($0)'" }.joined(separator: ", ") == change.after
  }

  private func finding(
    _ constraint: [PropertyName], _ change: SchemaChange, _ hop: MigrationRoute.Hop, _ way: Continuity,
    _ duplicates: StoreDuplicates
  ) throws -> [Finding] {
    // What the store does not have yet will be made on the way: nothing is known of it.
    guard let entity = way.entities[change.entity] else { return [] }
    let names = constraint.compactMap { way.attributes[change.entity]?[$0] ?? way.relationships[change.entity]?[$0] }
    guard names.count == constraint.count, let count = try duplicates.count(of: entity, by: names), count > 0 else { return [] }
    let isCustom = hop.stage.kind == .custom
    let records = count == 1 ? "record" : "records"
    return [
      Finding(
        .duplicatesInStore,
        "\(count) \(records) of '\(entity)' in '\(path)' are alike to another in \(constraint.map { "'\($0)'" }.joined(separator: ", ")), which '\(hop.to.name)' makes unique",
        at: (change.place ?? hop.stage.place).map { .text($0) },
        help: isCustom
          ? "the stage from '\(hop.from.name)' is custom: its willMigrate, or a mapping, has to make them one"
          : "the stage from '\(hop.from.name)' is lightweight and would fail: make it custom, or write a mapping with 'Unique(…)'",
        count: Int(clamping: count), severity: isCustom ? .warning : .error)
    ]
  }
}

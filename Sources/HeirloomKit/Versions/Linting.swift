public import HeirloomReporting
internal import HeirloomSchema
internal import HeirloomVersions

extension FindingsReport {
  /// Everything that will go wrong with the versions and plans of a schema, told before it ships.
  ///
  /// - Parameters:
  ///   - paths: Swift files and folders, read together, or Core Data models.
  ///   - usesCloudKit: the store is to be mirrored to CloudKit, which takes less.
  ///   - stores: stores whose records are held against the constraints that the plan adds on their way.
  /// - Throws: a `Finding` when a path does not exist or cannot be read.
  public static func linting(
    _ paths: [String], usesCloudKit: Bool = false, stores: [String] = [], options: StoreOptions = StoreOptions()
  ) throws -> FindingsReport {
    let source = try VersionedSource.reading(paths)
    var findings = Lint.run(source, options: .init(usesCloudKit: usesCloudKit))
    if !stores.isEmpty {
      let migration = try Migration(plan: paths)
      for store in stores { findings += try StoreLint(migration: migration, path: store, options: options).findings() }
    }
    return FindingsReport("lint", of: paths.joined(separator: ", "), findings: findings)
  }
}

public import HeirloomReporting
internal import HeirloomSchema
internal import HeirloomVersions

extension FindingsReport {
  /// Everything that will go wrong with the versions and plans of a schema, told before it ships.
  ///
  /// - Parameters:
  ///   - paths: Swift files and folders, read together, or Core Data models.
  ///   - usesCloudKit: the store is to be mirrored to CloudKit, which takes less.
  /// - Throws: a `Finding` when a path does not exist or cannot be read.
  public static func linting(_ paths: [String], usesCloudKit: Bool = false) throws -> FindingsReport {
    let source = try VersionedSource.reading(paths)
    return FindingsReport(
      "lint", of: paths.joined(separator: ", "), findings: Lint.run(source, options: .init(usesCloudKit: usesCloudKit)))
  }
}

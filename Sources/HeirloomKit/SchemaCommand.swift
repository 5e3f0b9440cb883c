internal import Foundation
internal import HeirloomCoreDataModel
internal import HeirloomFindings
internal import HeirloomReading
public import HeirloomReporting
internal import HeirloomSchema
internal import HeirloomSwiftSource

extension SchemaReport {
  /// Reads the schemas of stores, model files and SwiftData source, each told by its content.
  ///
  /// All Swift files and folders are read together, so a version in one may list the models of another.
  /// - Throws: a `Finding` when something is not there or is none of these.
  public static func reading(_ paths: [String], options: StoreOptions = StoreOptions()) throws -> SchemaReport {
    var report = SchemaReport(of: paths.joined(separator: ", "), versions: [])
    let sources = paths.filter(isSwiftSource)
    if !sources.isEmpty {
      let source = try SwiftDataSource.read(paths: sources)
      report.plans = source.plans
      report.findings += source.findings
      report.add(source.versions)
    }
    for path in paths where !isSwiftSource(path) {
      if ModelFile.isModel(path) {
        let contents = try ModelFile.read(path)
        report.findings += contents.findings
        report.add(contents.versions)
      } else {
        try report.add(Store.open(path, options: options))
      }
    }
    return report
  }

  /// A file named `.swift`, or a folder that is no model bundle.
  private static func isSwiftSource(_ path: String) -> Bool {
    if path.hasSuffix(".swift") { return true }
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue && !ModelFile.isModel(path)
  }

  /// Adds versions with the hashes that Core Data would compute for them.
  private mutating func add(_ schemas: [Schema]) {
    for schema in schemas {
      let hashes = VersionHashes(of: schema)
      versions.append(Version(schema, checksum: hashes.checksum, digest: hashes.digest, hashes: hashes.entities))
      findings += hashes.findings
    }
  }

  /// Adds a store's one version with the hashes that the store itself claims.
  private mutating func add(_ store: Store) {
    let identity = store.legacy.identity
    var schema = store.schema
    if schema.identifiers.isEmpty { schema.identifiers = identity.modelVersions }
    findings += store.findings
    if identity.versionHashes.isEmpty {
      versions.append(Version(schema))
    } else {
      let hashes = VersionHashes(recorded: identity.versionHashes)
      versions.append(Version(schema, checksum: hashes.checksum, digest: hashes.digest, hashes: hashes.entities))
    }
  }
}

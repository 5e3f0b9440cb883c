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
    let stores = try paths.map { try SchemaPath($0).store(options) }
    let sources = zip(paths, stores).filter { $1 == nil && SchemaPath($0).kind != .model }.map(\.0)
    if !sources.isEmpty {
      let source = try SwiftDataSource.read(paths: sources)
      report.plans = source.plans
      report.findings += source.findings
      report.add(source.versions)
    }
    for (path, store) in zip(paths, stores) {
      if let store {
        report.add(store)
      } else if SchemaPath(path).kind == .model {
        let contents = try ModelFile.read(path)
        report.findings += contents.findings
        report.add(contents.versions)
      }
    }
    return report
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

package import HeirloomFindings
package import HeirloomSchema

/// What a model file or bundle holds.
package struct ModelFileContents: Sendable {
  /// In natural order of their names; a single file has one version, named like the file.
  package var versions: [Schema]
  /// The name of the current version; nil when the bundle has several and names none.
  package var current: String?
  /// The version hashes that a `.momd` records, by version and entity.
  ///
  /// A version may be recorded and have no file, and the other way round.
  package var recordedHashes: [String: [EntityName: [UInt8]]] = [:]
  /// The checksums that a `.momd` of newer tools records, by version.
  package var recordedChecksums: [String: String] = [:]
  package var findings: [Finding] = []

  package init(versions: [Schema], current: String? = nil, findings: [Finding] = []) {
    self.versions = versions
    self.current = current
    self.findings = findings
  }

  package func version(named name: String) -> Schema? { versions.first { $0.name == name } }

  /// The version to use when nobody names one.
  package var currentVersion: Schema? { current.flatMap { version(named: $0) } ?? (versions.count == 1 ? versions[0] : nil) }

  /// The versions whose hashes are these, by what the bundle records or else by what we compute: the answer to
  /// "which version is this store?".
  package func versions(matching hashes: [EntityName: [UInt8]]) -> [String] {
    let recorded = recordedHashes.filter { $0.value == hashes }.keys
    let computed = versions.filter { recordedHashes[$0.name] == nil && VersionHashes(of: $0).entities == hashes }.map(\.name)
    return (Array(recorded) + computed).sorted { isNaturallyOrdered($0, before: $1) }
  }
}

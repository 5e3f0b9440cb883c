internal import HeirloomArchive
internal import HeirloomFindings
internal import HeirloomSQLite
internal import HeirloomSchema

/// A store that was found inside an archive or a folder.
final class EnclosedStore: LegacyStore {
  private let store: any LegacyStore
  /// Keeps the unpacked files as long as the store is read.
  private let folder: PrivateFolder?
  private let path: String
  private let found: [Finding]

  init(_ store: any LegacyStore, path: String, folder: PrivateFolder?, _ found: [Finding]) {
    self.store = store
    self.path = path
    self.folder = folder
    self.found = found
  }

  var identity: StoreIdentity {
    var identity = store.identity
    identity.path = path
    return identity
  }
  var schema: Schema { store.schema }
  var findings: [Finding] { found + store.findings.map(told) }
  var suggestedReferences: [ReferenceSuggestion] { store.suggestedReferences }

  func present(on connection: Connection, prefix: String) throws { try store.present(on: connection, prefix: prefix) }
  func examine(on connection: Connection, prefix: String) throws -> [Finding] {
    try store.examine(on: connection, prefix: prefix).map(told)
  }

  private func told(_ finding: Finding) -> Finding {
    folder.map { UnpackedPath($0.path, standsFor: path).told(finding) } ?? finding
  }

  func missingFiles(on connection: Connection, prefix: String) throws -> [MissingFile] {
    try store.missingFiles(on: connection, prefix: prefix)
  }
  func confirmUnchanged() throws { try store.confirmUnchanged() }
}

internal import Foundation
internal import HeirloomArchive
internal import HeirloomFindings
internal import HeirloomSQLite
internal import HeirloomSchema

/// A store whose records wait in a temporary SQLite file, which goes when the store does.
final class StagedStore: LegacyStore {
  let identity: StoreIdentity
  let schema: Schema
  let findings: [Finding]
  let suggestedReferences: [ReferenceSuggestion]
  private let relations: [StagedRelation]
  private let folder: PrivateFolder
  private let path: String
  private let stamp: FileStamp?

  init(_ model: StagedModel, _ identity: StoreIdentity, _ stager: Stager, _ findings: [Finding], stamp: FileStamp?) {
    self.identity = identity
    schema = model.schema
    relations = model.relations
    suggestedReferences = model.suggestions
    self.findings = findings
    folder = stager.folder
    path = stager.path
    self.stamp = stamp
  }

  func present(on connection: Connection, prefix: String) throws {
    // One attachment for each prefix: the same store may be presented twice.
    var alias = "staged"
    let taken = Set(try connection.rows("SELECT name FROM pragma_database_list").compactMap { $0[0].text })
    var number = 2
    while taken.contains(alias) {
      alias = "staged\(number)"
      number += 1
    }
    try StagedFunction.register(on: connection)
    try connection.attach(path, as: alias, .immutable)
    for relation in relations {
      try connection.run(
        "CREATE TEMP VIEW \(sqlName(CanonicalRelation.permitted(prefix + relation.name))) AS \(relation.sql(alias))")
    }
  }

  func confirmUnchanged() throws {
    guard let stamp, try FileStamp(of: identity.path) != stamp else { return }
    throw Finding(.sourceChanged, "'\(identity.path)' changed while it was being read", at: .file(identity.path))
  }
}

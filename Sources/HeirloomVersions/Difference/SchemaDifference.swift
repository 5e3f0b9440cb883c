internal import HeirloomCoreDataModel
package import HeirloomSchema

/// Everything that differs between two versions of a schema, with the migration each change needs.
package struct SchemaDifference: Sendable {
  package let from: Schema
  package let to: Schema
  /// In the order of the new version, what it no longer has after it.
  package private(set) var changes: [SchemaChange] = []
  /// Both versions have the same version checksum: the framework cannot tell them apart.
  package let haveSameChecksum: Bool

  /// - Complexity: linear in the properties, but for the search of likely renames, which is removed × added.
  package init(from old: Schema, to new: Schema) {
    from = old
    to = new
    haveSameChecksum = VersionHashes(of: old).checksum == VersionHashes(of: new).checksum
    var comparison = Comparison(Matching(old: old, new: new))
    comparison.run()
    changes = comparison.changes
  }

  /// What the whole needs: the most demanding of its changes.
  package var verdict: MigrationNeed { changes.map(\.need).max() ?? .nothing }

  package var questions: [SchemaChange] { changes.filter { $0.question != nil } }

  /// One sentence on the whole.
  package var summary: String {
    switch verdict {
    case .nothing: return "the two versions are the same"
    case .automatic:
      return haveSameChecksum
        ? "automatic; both versions have the same checksum, so do not declare a new version for it"
        : "automatic: the framework migrates by itself"
    case .lightweight: return "a new version and a declared lightweight stage"
    case .custom:
      let count = changes.count { $0.need == .custom }
      return "a custom stage or a mapping, because of \(count) change\(count == 1 ? "" : "s")"
    }
  }
}

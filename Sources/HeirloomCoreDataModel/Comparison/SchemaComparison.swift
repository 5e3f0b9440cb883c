package import HeirloomFindings
package import HeirloomSchema

/// What keeps a store from opening with a model: the entities whose version hashes differ, and in what.
///
/// Only what the hashes take in is compared, so a difference here is a difference to Core Data: names, types, optionality and
/// flags of properties, relationships, inheritance, uniqueness and modifiers, but no defaults, delete rules, classes or indexes.
package struct SchemaComparison: Sendable {
  package struct Difference: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable { case added, removed, changed }
    package var entity: EntityName
    package var kind: Kind
    /// Each a phrase such as `attribute 'title' was String and is Int`; empty for whole entities, and when only hashes are known.
    package var changes: [String]
  }

  /// Sorted by the entities' names.
  package let differences: [Difference]
  /// How many entities there are in either.
  package let entityCount: Int

  /// Whether a store of the one opens with the other.
  package var isSame: Bool { differences.isEmpty }

  /// Compares two schemas.
  package init(from old: Schema, to new: Schema) {
    let before = VersionHashes(of: old).entities, after = VersionHashes(of: new).entities
    entityCount = Set(before.keys).union(after.keys).count
    differences = Self.names(before, after).map { name, kind in
      guard kind == .changed, let mine = old[name], let theirs = new[name] else {
        return Difference(entity: name, kind: kind, changes: [])
      }
      var changes = EntityComparison(old: old, new: new).changes(from: mine, to: theirs)
      if mine.parent == theirs.parent, let parent = mine.parent, before[parent] != after[parent] {
        changes.append("its parent '\(parent)' differs")
      }
      return Difference(entity: name, kind: .changed, changes: changes)
    }
  }

  /// Compares the hashes that a store or a VersionInfo.plist records with a schema.
  ///
  /// Which entities differ is known then, but not in what.
  package init(recorded: [EntityName: [UInt8]], to schema: Schema) {
    let after = VersionHashes(of: schema).entities
    entityCount = Set(recorded.keys).union(after.keys).count
    differences = Self.names(recorded, after).map { Difference(entity: $0, kind: $1, changes: []) }
  }

  private static func names(
    _ before: [EntityName: [UInt8]], _ after: [EntityName: [UInt8]]
  ) -> [(EntityName, Difference.Kind)] {
    Set(before.keys).union(after.keys).sorted().compactMap { name in
      switch (before[name], after[name]) {
      case (nil, _?): (name, .added)
      case (_?, nil): (name, .removed)
      case (let a, let b): a == b ? nil : (name, .changed)
      }
    }
  }

  /// One finding `hashes-differ` for each difference.
  /// - Parameter model: how the user calls the second of the two, such as a file's name.
  package func findings(model: String) -> [Finding] {
    differences.map { difference in
      let text =
        switch difference.kind {
        case .added: "'\(difference.entity)' is in \(model) and not in the store"
        case .removed: "'\(difference.entity)' is in the store and not in \(model)"
        case .changed where difference.changes.isEmpty: "'\(difference.entity)' has another version hash in \(model)"
        case .changed: "'\(difference.entity)' differs from \(model): \(difference.changes.joined(separator: "; "))"
        }
      return Finding(.hashesDiffer, text, at: .store(StorePlace(entity: difference.entity.text)))
    }
  }
}

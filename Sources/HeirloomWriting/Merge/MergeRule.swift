package import HeirloomSchema

/// Which of two records stays, when one that is written is there already.
package enum MergeRule: Hashable, Sendable {
  /// The one that is there: it was made or changed by the new app, after the data that are carried over.
  case keepExisting
  /// The one with the later value of a date or number; the one that is there when they are equal, or when an entity is not named.
  case keepNewer(by: [EntityName: PropertyName])
}

/// What a merge did to the records of one entity.
package struct MergeCount: Hashable, Sendable {
  package var entity: EntityName
  /// Records that were not there.
  package var added = 0
  /// Records that were there and stayed as they are.
  package var kept = 0
  /// Records that were there and took the newer values.
  package var updated = 0

  package init(entity: EntityName, added: Int = 0, kept: Int = 0, updated: Int = 0) {
    self.entity = entity
    self.added = added
    self.kept = kept
    self.updated = updated
  }
}

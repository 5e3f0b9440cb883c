/// How a generation of the framework spells indexes and uniqueness; the rest of the layout is the same for all seen.
package struct StoreStyle: Hashable, Sendable {
  /// `Z_Note_byTitle` for each fetch index; before, `ZNOTE_ZTITLE_INDEX` for each attribute marked as indexed and
  /// `ZNOTE_ZA_ZB` for compound indexes.
  package var hasFetchIndexes = true
  /// `CREATE UNIQUE INDEX Z_Note_UNIQUE_id`; before, `UNIQUE` in the table itself.
  package var hasUniqueIndexes = true

  /// What SwiftData and today's Core Data write.
  package static let current = StoreStyle()

  package init() {}

  /// The style of a framework, by `NSPersistenceFrameworkVersion` of the store's metadata.
  ///
  /// Seen: indexed columns up to 849, fetch indexes from 851; unique in the table up to 866, unique indexes from 977.
  package init(frameworkVersion: Int) {
    hasFetchIndexes = frameworkVersion >= 850
    hasUniqueIndexes = frameworkVersion >= 900
  }
}

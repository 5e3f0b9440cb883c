/// In what the layouts of the framework's generations differ, each by `NSPersistenceFrameworkVersion` of the store's metadata.
///
/// Every limit lies between two versions that were seen in real stores (docs/formats/store-layout.md).
package struct StoreStyle: Hashable, Sendable {
  /// `Z_Note_byTitle` for each fetch index; before, `ZNOTE_ZTITLE_INDEX` for each attribute marked as indexed and
  /// `ZNOTE_ZA_ZB` for compound indexes. Not up to 849, from 851 on.
  package var hasFetchIndexes = true
  /// `CREATE UNIQUE INDEX Z_Note_UNIQUE_id`; before, `UNIQUE` in the table itself. Not up to 866, from 977 on.
  package var hasUniqueIndexes = true
  /// What stands between the columns and the condition of a partial index; 977 wrote a space more.
  package var conditionKeyword = " WHERE "
  /// The join tables of a sub-entity are created in the order of its hash table; up to 641 in that of their names.
  package var hashesJoinsOfHeirs = true
  /// `Z_MODELCACHE` exists. Not up to 519, from 637 on.
  package var hasModelCache = true
  /// Authors and the like of the history stand in `ATRANSACTIONSTRING`; before, in the transactions alone, and the metadata had
  /// the hashes of the history's own model. Not up to 851, from 977 on.
  package var hasHistoryStrings = true
  /// `Z_PRIMARYKEY` lists the entities of the history. Up to 1414, not from 1447 on.
  package var listsHistory = true
  /// The metadata has the digest of all hashes. Not up to 866, from 977 on.
  package var hasDigest = true
  /// The metadata has the model's checksum. Not up to 1251, from 1327 on.
  package var hasChecksum = true
  /// The metadata say which is the newest framework that wrote. Not up to 1448, in 1522.
  package var statesMaximum = false

  /// What the frameworks write that are known to have written SwiftData stores (1345 to 1414).
  package static let current = StoreStyle()

  private init() {}

  /// The style of a framework.
  package init(frameworkVersion: Int) {
    hasFetchIndexes = frameworkVersion >= 850
    hasUniqueIndexes = frameworkVersion >= 900
    conditionKeyword = frameworkVersion >= 1000 ? " WHERE " : " WHERE  "
    hashesJoinsOfHeirs = frameworkVersion >= 700
    hasModelCache = frameworkVersion >= 600
    hasHistoryStrings = frameworkVersion >= 900
    listsHistory = frameworkVersion < 1430
    hasDigest = frameworkVersion >= 900
    hasChecksum = frameworkVersion >= 1300
    statesMaximum = frameworkVersion >= 1500
  }
}

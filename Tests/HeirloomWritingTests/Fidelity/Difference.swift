import HeirloomCoreDataModel

/// One thing in which a fresh store differs from a real one of the same model, and why.
struct Difference: Hashable, Sendable {
  let text: String
  let reason: Reason?

  /// Why a real store is not what its model alone would give.
  enum Reason: String, Hashable, Sendable, CaseIterable {
    case migratedColumns = "a migration appended columns"
    case migratedNames = "a migration renamed a table, in quotes"
    case staleIndexes = "a migration left indexes of an earlier model, or did not make new ones"
    case migratedOrder = "a migration created tables and indexes later"
    case hashOrder = "several Z_FOK columns stand in the order of a hash table"
    case eitherName = "a join table within one entity took the other of its two names"
    case derivedAttributes = "triggers of derived attributes"
    case spatialIndex = "an R-tree index"
    case appsOwnIndex = "an index that the app made itself"
    case appsOwnMetadata = "metadata of the app's own"
    case otherHistory = "history tables of an older or newer framework"
    case newerFramework = "a key that frameworks from 1522 on write"
    case olderFramework = "frameworks up to 519 kept no model cache, and those of 2010 had pages of 2048 bytes"
    case olderSpelling = "a partial index spelled with two spaces, by framework 977"
  }

  init(_ text: String, _ traits: StoreTraits) {
    self.text = text
    reason = traits.reason(for: text)
  }
}

/// What is known of a store's life, beside its model.
struct StoreTraits: Sendable {
  let frameworkVersion: Int
  /// Columns appended by ALTER TABLE, quoted names, entity tables out of their numbers' order or younger than the bookkeeping, indexes
  /// of join tables under numbers that no entity has now.
  let isMigrated: Bool

  init(_ real: RealStore) {
    frameworkVersion = real.frameworkVersion
    let tables = real.tables.objects("table")
    let entityTables = tables.filter { $0.name.hasPrefix("Z") && !$0.name.hasPrefix("Z_") }.map(\.name)
    let inOrder = CoreDataNames(real.schema).tables.map(\.name)
    let bookkeeping = tables.firstIndex { $0.name == "Z_PRIMARYKEY" } ?? tables.count
    isMigrated =
      tables.contains { $0.sql.contains(" , Z") || $0.sql.hasPrefix("CREATE TABLE \"Z_") && !$0.name.hasPrefix("Z_RT_") }
      || tables.dropFirst(bookkeeping).contains { entityTables.contains($0.name) }
      || entityTables != inOrder.filter(entityTables.contains)
  }

  func reason(for text: String) -> Difference.Reason? {
    let words = text.split(separator: " ", maxSplits: 2).map(String.init)
    let subject = words.last ?? ""
    if frameworkVersion <= 519, text.contains("Z_MODELCACHE") || text.contains("page_size") { return .olderFramework }
    if text.contains("metadata") { return metadataReason(text) }
    if text.contains("Z_RT_") { return .spatialIndex }
    if text.contains("trigger ZT_") || text.contains("trigger Z_DA_") { return .derivedAttributes }
    if text.contains("RADAR_") { return .appsOwnIndex }
    if text.contains("TRANSACTION") || text.contains("ACHANGE") || text.contains("entity 1600") { return historyReason }
    if text.contains(" order ") { return isMigrated ? .migratedOrder : .hashOrder }
    if text.hasSuffix("columns appended") { return isMigrated ? .migratedColumns : nil }
    if text.hasSuffix("quoted") { return isMigrated ? .migratedNames : nil }
    if text.hasSuffix("column order"), text.hasPrefix("table Z") { return .hashOrder }
    if text.hasSuffix("two spaces") { return frameworkVersion == 977 ? .olderSpelling : nil }
    if text.contains("index"), isMigrated { return .staleIndexes }
    if subject.contains("IGNORED") || subject.contains("TRUSTED") { return .eitherName }
    return nil
  }

  private func metadataReason(_ text: String) -> Difference.Reason? {
    if text.contains("NSPersistenceMaximumFrameworkVersion") { return .newerFramework }
    if text.contains("_NSStoreAncillary") { return .otherHistory }
    let key = text.split(separator: " ").last ?? ""
    return text.hasPrefix("no metadata") && !key.hasPrefix("NS") && !key.hasPrefix("_NS") ? .appsOwnMetadata : nil
  }

  /// An older schema up to 851; from 1447 on the history entities are no longer listed.
  private var historyReason: Difference.Reason? {
    frameworkVersion <= 851 || frameworkVersion >= 1447 ? .otherHistory : isMigrated ? .migratedColumns : nil
  }
}

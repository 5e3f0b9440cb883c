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
    case keptJoinNames = "a migration kept the names of join tables within one entity"
    case keptOrderColumns = "several Z_FOK columns stand in an order of their own: a migration keeps those of an earlier model"
    case triggerOrder = "the triggers of an entity's attributes stand in an order that is not known"
    case of2010 =
      "a framework of 2010 had other pages, no vacuum level, and the columns of a group in an order that is not that of names"
    case foreignTable = "a table that another program made"
    case appsOwnIndex = "an index that the app made itself"
  }

  init(_ text: String, _ traits: StoreTraits) {
    self.text = text
    reason = traits.reason(for: text)
  }
}

/// What is known of a store's life, beside its model.
struct StoreTraits: Sendable {
  let frameworkVersion: Int
  /// What a fresh store never has; empty for a store that shows no sign of a migration.
  let evidence: Set<Evidence>
  var isMigrated: Bool { !evidence.isEmpty }

  /// What a migration leaves behind.
  enum Evidence: String, Sendable, CaseIterable {
    /// `ALTER TABLE … ADD`: a column after a comma that has a space before it.
    case appendedColumns = "columns appended"
    /// `ALTER TABLE … RENAME`: a join table's name in quotes.
    case quotedNames = "tables renamed, in quotes"
    case youngerTables = "entity tables younger than the bookkeeping"
    case otherOrder = "entity tables out of the order of their numbers"
    /// Created when the model gave its entity another number, or for a property that it has no more.
    case staleIndexes = "indexes of a join table under a number that its entity has no more"
    /// The bookkeeping's pages were given back and taken again: Z_METADATA lies before Z_PRIMARYKEY.
    case movedBookkeeping = "the bookkeeping made anew"
  }

  init(_ real: RealStore) {
    frameworkVersion = real.frameworkVersion
    let tables = real.tables.objects("table")
    let entityTables = tables.filter { $0.name.hasPrefix("Z") && !$0.name.hasPrefix("Z_") }.map(\.name)
    let inOrder = CoreDataNames(real.schema).tables.map(\.name)
    let bookkeeping = tables.firstIndex { $0.name == "Z_PRIMARYKEY" } ?? tables.count
    let joins = Set(tables.map(\.name).filter { $0.hasPrefix("Z_") })
    var found: Set<Evidence> = []
    if tables.contains(where: { $0.sql.contains(" , Z") }) { found.insert(.appendedColumns) }
    if tables.contains(where: { $0.sql.hasPrefix("CREATE TABLE \"Z_") && !$0.name.hasPrefix("Z_RT_") }) {
      found.insert(.quotedNames)
    }
    if tables.dropFirst(bookkeeping).contains(where: { entityTables.contains($0.name) }) { found.insert(.youngerTables) }
    if entityTables != inOrder.filter(entityTables.contains) { found.insert(.otherOrder) }
    let indexes = real.tables.objects("index").map(\.name).filter { $0.hasPrefix("Z_") && $0.hasSuffix("_INDEX") }
    if indexes.contains(where: { index in !joins.contains { index.hasPrefix($0 + "_") } }) { found.insert(.staleIndexes) }
    let metadata = tables.firstIndex { $0.name == "Z_METADATA" } ?? tables.count
    if metadata < bookkeeping { found.insert(.movedBookkeeping) }
    evidence = found
  }

  func reason(for text: String) -> Difference.Reason? {
    if text.hasPrefix("trigger order") { return .triggerOrder }
    if text.contains("RADAR_") { return .appsOwnIndex }
    if text.hasSuffix("sqlitemanager_extras") { return .foreignTable }
    // Two stores are older than the frameworks whose layout is known, from 479 on.
    if frameworkVersion < 300, ["column order", "page_size", "_NSAutoVacuumLevel"].contains(where: text.contains) {
      return .of2010
    }
    guard isMigrated else { return nil }
    if text.hasSuffix("column order"), text.hasPrefix("table Z") { return .keptOrderColumns }
    if text.contains(" order ") { return .migratedOrder }
    if text.hasSuffix("columns appended") { return .migratedColumns }
    if text.hasSuffix("quoted") { return .migratedNames }
    if text.contains(" table Z_") { return .keptJoinNames }
    return text.contains("index") ? .staleIndexes : nil
  }
}

internal import HeirloomCoreDataModel
internal import HeirloomSchema

/// The tables of persistent history, empty, as a new SwiftData container has them.
///
/// Statements and numbers are those of real stores (frameworks 851 to 1522).
struct HistoryTables {
  let style: StoreStyle
  /// How many values a deleted record can leave in `ZTOMBSTONE0`, `ZTOMBSTONE1`…: as many as the entity with the most attributes that
  /// preserve their value on deletion, inherited ones included, has.
  let tombstones: Int

  init(for schema: Schema, _ style: StoreStyle) {
    self.style = style
    tombstones = schema.entities.map { schema.attributes(of: $0.name).count(where: \.preservesValueOnDeletion) }.max() ?? 0
  }

  /// What `Z_PRIMARYKEY` lists of them.
  var entities: [(number: Int, name: String)] {
    guard style.listsHistory else { return [] }
    return [(16001, "CHANGE"), (16002, "TRANSACTION")] + (style.hasHistoryStrings ? [(16003, "TRANSACTIONSTRING")] : [])
  }

  var statements: [String] {
    let left = (0..<tombstones).map { ", ZTOMBSTONE\($0) BLOB" }.joined()
    let change =
      "CREATE TABLE ACHANGE ( \(Self.head), ZCHANGETYPE INTEGER, ZENTITY INTEGER, ZENTITYPK INTEGER, ZTRANSACTIONID INTEGER, "
    let keys = style.hasHistoryStrings ? ["ZAUTHORTS", "ZBUNDLEIDTS", "ZCONTEXTNAMETS", "ZPROCESSIDTS"] : []
    let integers = keys.map { "\($0) INTEGER, " }.joined()
    let transaction =
      "CREATE TABLE ATRANSACTION ( \(Self.head), \(integers)ZTIMESTAMP FLOAT, ZAUTHOR VARCHAR, ZBUNDLEID VARCHAR, "
      + "ZCONTEXTNAME VARCHAR, ZPROCESSID VARCHAR, ZQUERYGEN BLOB )"
    let strings = "CREATE TABLE ATRANSACTIONSTRING ( \(Self.head), ZNAME VARCHAR )"
    let indexes =
      ["CREATE INDEX ACHANGE_ZTRANSACTIONID_INDEX ON ACHANGE (ZTRANSACTIONID)"]
      + keys.map { "CREATE INDEX ATRANSACTION_\($0)_INDEX ON ATRANSACTION (\($0))" } + [
        "CREATE INDEX Z_TRANSACTION_TransactionAuthorIndex ON ATRANSACTION (ZAUTHOR COLLATE BINARY ASC)",
        "CREATE INDEX Z_TRANSACTION_TransactionTimestampIndex ON ATRANSACTION (ZTIMESTAMP COLLATE BINARY ASC)",
      ]
    let unique = "CREATE UNIQUE INDEX Z_TRANSACTIONSTRING_UNIQUE_NAME ON ATRANSACTIONSTRING (ZNAME COLLATE BINARY ASC)"
    return ["\(change)ZCOLUMNS BLOB\(left) )", transaction] + (style.hasHistoryStrings ? [strings] : []) + indexes
      + (style.hasHistoryStrings ? [unique] : [])
  }

  private static let head = "Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER"

  /// The history's own model, whose hashes the metadata of framework 851 have; nil where they have none.
  ///
  /// Found from the columns and confirmed by the two hashes of a real store.
  var recordedModel: Schema? {
    guard !style.hasHistoryStrings else { return nil }
    func optional(_ name: PropertyName, _ type: AttributeType) -> Attribute { Attribute(name, type, optional: true) }
    var change = Entity("CHANGE"), transaction = Entity("TRANSACTION")
    change.attributes =
      [
        optional("CHANGETYPE", .int16), optional("ENTITY", .int64), optional("ENTITYPK", .int64), optional("COLUMNS", .data),
      ] + (0..<tombstones).map { optional(PropertyName("TOMBSTONE\($0)"), .data) }
    var link = Relationship("TRANSACTIONID", to: "TRANSACTION", inverse: "CHANGES")
    (link.isOptional, link.minimumCount, link.maximumCount) = (true, 1, 1)
    change.relationships = [link]
    transaction.attributes =
      ["AUTHOR", "BUNDLEID", "CONTEXTNAME", "PROCESSID"].map { optional(PropertyName($0), .string) } + [
        optional("TIMESTAMP", .double), optional("QUERYGEN", .data),
      ]
    var changes = Relationship("CHANGES", to: "CHANGE", many: true, inverse: "TRANSACTIONID")
    (changes.isOptional, changes.minimumCount) = (true, 0)
    transaction.relationships = [changes]
    return Schema(entities: [change, transaction])
  }
}

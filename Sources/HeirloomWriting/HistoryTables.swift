internal import HeirloomSchema

/// The tables of persistent history, empty, as a new SwiftData container has them.
///
/// Statements and numbers are those of real stores (frameworks 1345 to 1414).
enum HistoryTables {
  static let entities: [(number: Int, name: String)] = [(16001, "CHANGE"), (16002, "TRANSACTION"), (16003, "TRANSACTIONSTRING")]

  /// A deleted record leaves the values that its model preserves in `ZTOMBSTONE0`, `ZTOMBSTONE1`…: as many columns as the entity with
  /// the most such attributes, inherited ones included, has.
  static func statements(for schema: Schema) -> [String] {
    let preserved = schema.entities.map { schema.attributes(of: $0.name).count(where: \.preservesValueOnDeletion) }.max() ?? 0
    let tombstones = (0..<preserved).map { ", ZTOMBSTONE\($0) BLOB" }.joined()
    let change =
      "CREATE TABLE ACHANGE ( \(head), ZCHANGETYPE INTEGER, ZENTITY INTEGER, ZENTITYPK INTEGER, ZTRANSACTIONID INTEGER, "
    return ["\(change)ZCOLUMNS BLOB\(tombstones) )"] + others
  }

  private static let others = [
    "CREATE TABLE ATRANSACTION ( \(head), ZAUTHORTS INTEGER, ZBUNDLEIDTS INTEGER, ZCONTEXTNAMETS INTEGER, ZPROCESSIDTS INTEGER, "
      + "ZTIMESTAMP FLOAT, ZAUTHOR VARCHAR, ZBUNDLEID VARCHAR, ZCONTEXTNAME VARCHAR, ZPROCESSID VARCHAR, ZQUERYGEN BLOB )",
    "CREATE TABLE ATRANSACTIONSTRING ( \(head), ZNAME VARCHAR )",
    "CREATE INDEX ACHANGE_ZTRANSACTIONID_INDEX ON ACHANGE (ZTRANSACTIONID)",
    "CREATE INDEX ATRANSACTION_ZAUTHORTS_INDEX ON ATRANSACTION (ZAUTHORTS)",
    "CREATE INDEX ATRANSACTION_ZBUNDLEIDTS_INDEX ON ATRANSACTION (ZBUNDLEIDTS)",
    "CREATE INDEX ATRANSACTION_ZCONTEXTNAMETS_INDEX ON ATRANSACTION (ZCONTEXTNAMETS)",
    "CREATE INDEX ATRANSACTION_ZPROCESSIDTS_INDEX ON ATRANSACTION (ZPROCESSIDTS)",
    "CREATE INDEX Z_TRANSACTION_TransactionAuthorIndex ON ATRANSACTION (ZAUTHOR COLLATE BINARY ASC)",
    "CREATE INDEX Z_TRANSACTION_TransactionTimestampIndex ON ATRANSACTION (ZTIMESTAMP COLLATE BINARY ASC)",
    "CREATE UNIQUE INDEX Z_TRANSACTIONSTRING_UNIQUE_NAME ON ATRANSACTIONSTRING (ZNAME COLLATE BINARY ASC)",
  ]

  private static let head = "Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER"
}

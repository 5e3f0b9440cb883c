internal import CSQLite

/// A relation that Swift serves to SQLite, read only.
///
/// Register one with `Connection.addTable`; it then stands under its name in the `temp` schema and joins, sorts and
/// filters like any table. Cost: one dynamic call for each step and each column.
package protocol VirtualTable: AnyObject {
  /// The columns as in `CREATE TABLE`: `_id INTEGER, title TEXT`. Declared types decide affinity, nothing more.
  var columnDeclarations: String { get }
  /// About how many rows there are, for the planner.
  var estimatedRows: Int64 { get }
  /// The columns by which rows can be looked up without reading all, and how many rows each look-up gives.
  ///
  /// An index of -1 means the rowid.
  var lookups: [Lookup] { get }
  func makeCursor() throws -> any VirtualCursor
}

/// A column by whose value rows are found directly.
package struct Lookup: Sendable {
  package var column: Int
  package var estimatedRows: Int64
  /// What is found is what was wanted: SQLite need not compare once more.
  package var isExact: Bool
  package init(column: Int, estimatedRows: Int64 = 1, isExact: Bool = false) {
    self.column = column
    self.estimatedRows = estimatedRows
    self.isExact = isExact
  }
}

/// A walk over the rows of a virtual table.
package protocol VirtualCursor: AnyObject {
  /// Goes to the first row of all.
  func scan() throws
  /// Goes to the first row whose column (of `VirtualTable.lookups`) equals the value.
  func find(column: Int, _ value: SQLiteValue) throws
  func next() throws
  var isAtEnd: Bool { get }
  var rowID: Int64 { get }
  /// Puts the value of a column of the current row into the slot.
  func column(_ index: Int, _ slot: ResultSlot) throws
}

extension Connection {
  /// Adds a virtual table under a name in the `temp` schema.
  package func addTable(_ name: String, _ table: any VirtualTable) throws(SQLiteError) {
    let module = "heirloom_\(name)"
    let box = Unmanaged.passRetained(TableBox(table))
    let code = sqlite3_create_module_v2(
      handle, module, &virtualTableModule, box.toOpaque(), { $0.map { Unmanaged<TableBox>.fromOpaque($0).release() } })
    guard code == SQLITE_OK else { throw SQLiteError(code: code, message: "cannot register the table '\(name)'") }
    try run("CREATE VIRTUAL TABLE temp.\(sqlName(name)) USING \(sqlName(module))")
  }
}

private final class TableBox {
  let table: any VirtualTable
  init(_ table: any VirtualTable) { self.table = table }
}

private final class CursorBox {
  let cursor: any VirtualCursor
  init(_ cursor: any VirtualCursor) { self.cursor = cursor }
}

/// SQLite's struct first, as it requires, then what is ours.
private struct TableRecord {
  var base: sqlite3_vtab
  var box: Unmanaged<TableBox>
}

private struct CursorRecord {
  var base: sqlite3_vtab_cursor
  var box: Unmanaged<CursorBox>
}

private func table(_ pointer: UnsafeMutablePointer<sqlite3_vtab>?) -> (any VirtualTable)? {
  pointer.map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: TableRecord.self).pointee.box.takeUnretainedValue().table }
}

@inline(__always)
private func cursor(_ pointer: UnsafeMutablePointer<sqlite3_vtab_cursor>?) -> (any VirtualCursor)? {
  pointer.map { box(of: $0)._withUnsafeGuaranteedRef { $0.cursor } }
}

@inline(__always)
private func box(of pointer: UnsafeMutablePointer<sqlite3_vtab_cursor>) -> Unmanaged<CursorBox> {
  UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: CursorRecord.self).pointee.box
}

/// Hands SQLite the error's words; it frees them with `sqlite3_free`.
private func report(_ error: any Error, _ pointer: UnsafeMutablePointer<sqlite3_vtab_cursor>?) -> Int32 {
  guard let owner = pointer?.pointee.pVtab else { return SQLITE_ERROR }
  sqlite3_free(owner.pointee.zErrMsg)
  let text = Array("\(error)".utf8CString)
  owner.pointee.zErrMsg = sqlite3_malloc64(UInt64(text.count)).map { memory in
    let start = memory.assumingMemoryBound(to: CChar.self)
    start.initialize(from: text, count: text.count)
    return start
  }
  return SQLITE_ERROR
}

private let connect:
  @convention(c) (
    OpaquePointer?, UnsafeMutableRawPointer?, Int32, UnsafePointer<UnsafePointer<CChar>?>?,
    UnsafeMutablePointer<UnsafeMutablePointer<sqlite3_vtab>?>?, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
  ) -> Int32 = { database, context, _, _, result, _ in
    guard let context, let result else { return SQLITE_ERROR }
    let box = Unmanaged<TableBox>.fromOpaque(context)
    let code = sqlite3_declare_vtab(database, "CREATE TABLE x(\(box.takeUnretainedValue().table.columnDeclarations))")
    guard code == SQLITE_OK else { return code }
    let record = UnsafeMutablePointer<TableRecord>.allocate(capacity: 1)
    record.initialize(to: TableRecord(base: sqlite3_vtab(), box: box))
    result.pointee = UnsafeMutableRawPointer(record).assumingMemoryBound(to: sqlite3_vtab.self)
    return SQLITE_OK
  }

private let disconnect: @convention(c) (UnsafeMutablePointer<sqlite3_vtab>?) -> Int32 = { pointer in
  pointer.map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: TableRecord.self).deallocate() }
  return SQLITE_OK
}

/// Plan numbers: 0 is a scan; n + 2 a look-up by column n, so that 1 is the rowid.
private let bestIndex: @convention(c) (UnsafeMutablePointer<sqlite3_vtab>?, UnsafeMutablePointer<sqlite3_index_info>?) -> Int32 =
  { pointer, info in
    guard let table = table(pointer), let info else { return SQLITE_ERROR }
    let rows = max(1, table.estimatedRows)
    var best: (constraint: Int, lookup: Lookup)?
    for index in 0..<Int(info.pointee.nConstraint) {
      let constraint = info.pointee.aConstraint[index]
      guard constraint.usable != 0, constraint.op == UInt8(SQLITE_INDEX_CONSTRAINT_EQ) else { continue }
      guard let lookup = table.lookups.first(where: { $0.column == Int(constraint.iColumn) }) else { continue }
      if best.map({ lookup.estimatedRows < $0.lookup.estimatedRows }) ?? true { best = (index, lookup) }
    }
    if let best {
      // SQLite compares once more itself, since a look-up may find by hash.
      info.pointee.aConstraintUsage[best.constraint].argvIndex = 1
      info.pointee.aConstraintUsage[best.constraint].omit = best.lookup.isExact ? 1 : 0
      info.pointee.idxNum = Int32(best.lookup.column + 2)
      info.pointee.estimatedCost = 2 * Double(best.lookup.estimatedRows)
      info.pointee.estimatedRows = best.lookup.estimatedRows
    } else {
      info.pointee.idxNum = 0
      info.pointee.estimatedCost = Double(rows)
      info.pointee.estimatedRows = rows
    }
    return SQLITE_OK
  }

private let open:
  @convention(c) (UnsafeMutablePointer<sqlite3_vtab>?, UnsafeMutablePointer<UnsafeMutablePointer<sqlite3_vtab_cursor>?>?) -> Int32 =
    { pointer, result in
      guard let table = table(pointer), let result, let cursor = try? table.makeCursor() else { return SQLITE_ERROR }
      let record = UnsafeMutablePointer<CursorRecord>.allocate(capacity: 1)
      record.initialize(to: CursorRecord(base: sqlite3_vtab_cursor(), box: .passRetained(CursorBox(cursor))))
      result.pointee = UnsafeMutableRawPointer(record).assumingMemoryBound(to: sqlite3_vtab_cursor.self)
      return SQLITE_OK
    }

private let close: @convention(c) (UnsafeMutablePointer<sqlite3_vtab_cursor>?) -> Int32 = { pointer in
  guard let pointer else { return SQLITE_OK }
  let record = UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: CursorRecord.self)
  record.pointee.box.release()
  record.deallocate()
  return SQLITE_OK
}

private let filter:
  @convention(c) (
    UnsafeMutablePointer<sqlite3_vtab_cursor>?, Int32, UnsafePointer<CChar>?, Int32, UnsafeMutablePointer<OpaquePointer?>?
  ) -> Int32 = { pointer, plan, _, count, values in
    guard let cursor = cursor(pointer) else { return SQLITE_ERROR }
    do {
      if plan == 0 {
        try cursor.scan()
      } else {
        try cursor.find(column: Int(plan) - 2, FunctionArguments(values, count).value(0))
      }
      return SQLITE_OK
    } catch { return report(error, pointer) }
  }

private let next: @convention(c) (UnsafeMutablePointer<sqlite3_vtab_cursor>?) -> Int32 = { pointer in
  guard let pointer else { return SQLITE_ERROR }
  do {
    try box(of: pointer)._withUnsafeGuaranteedRef { try $0.cursor.next() }
    return SQLITE_OK
  } catch { return report(error, pointer) }
}

private let atEnd: @convention(c) (UnsafeMutablePointer<sqlite3_vtab_cursor>?) -> Int32 = { pointer in
  guard let pointer else { return 1 }
  return box(of: pointer)._withUnsafeGuaranteedRef { $0.cursor.isAtEnd } ? 1 : 0
}

private let column: @convention(c) (UnsafeMutablePointer<sqlite3_vtab_cursor>?, OpaquePointer?, Int32) -> Int32 = {
  pointer, context, index in
  guard let pointer else { return SQLITE_ERROR }
  do {
    try box(of: pointer)._withUnsafeGuaranteedRef { try $0.cursor.column(Int(index), ResultSlot(context)) }
    return SQLITE_OK
  } catch { return report(error, pointer) }
}

private let rowID: @convention(c) (UnsafeMutablePointer<sqlite3_vtab_cursor>?, UnsafeMutablePointer<sqlite3_int64>?) -> Int32 = {
  pointer, result in
  guard let cursor = cursor(pointer) else { return SQLITE_ERROR }
  result?.pointee = cursor.rowID
  return SQLITE_OK
}

/// Written once, read by SQLite only; every connection shares it.
nonisolated(unsafe) private var virtualTableModule: sqlite3_module = {
  var module = sqlite3_module()
  module.iVersion = 1
  module.xCreate = connect
  module.xConnect = connect
  module.xBestIndex = bestIndex
  module.xDisconnect = disconnect
  module.xDestroy = disconnect
  module.xOpen = open
  module.xClose = close
  module.xFilter = filter
  module.xNext = next
  module.xEof = atEnd
  module.xColumn = column
  module.xRowid = rowID
  return module
}()

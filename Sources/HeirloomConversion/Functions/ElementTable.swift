internal import HeirloomSQLite

/// `heirloom_elements(list)`: the elements of a list as rows with the columns `key`, from 0, and `value`.
///
/// SQLite's own `json_each` ends a text at a NUL and rounds numbers; here every element comes back as it went in. NULL has no
/// elements, and neither has what is no list.
final class ElementTable: VirtualTable {
  static let name = "heirloom_elements"
  let columnDeclarations = "key INTEGER, value, list HIDDEN"
  /// Without its argument the table cannot be read: no plan may find that cheap.
  let estimatedRows: Int64 = 1 << 40
  let lookups = [Lookup(column: 2, estimatedRows: 8, isExact: true)]
  func makeCursor() -> any VirtualCursor { Cursor() }

  private final class Cursor: VirtualCursor {
    private var items: [SQLiteValue] = []
    private var position = 0

    func scan() throws { throw SQLiteError(code: 1, message: "'\(ElementTable.name)' needs a list") }
    func find(column: Int, _ value: SQLiteValue) {
      (items, position) = (value.text.map { ConversionFunctions.elements($0) } ?? [], 0)
    }
    func next() { position += 1 }
    var isAtEnd: Bool { position >= items.count }
    var rowID: Int64 { Int64(position) }
    func column(_ index: Int, _ slot: ResultSlot) {
      switch index {
      case 0: slot.set(Int64(position))
      case 1: slot.set(items[position])
      default: slot.setNull()
      }
    }
  }
}

extension ConversionFunctions {
  static func registerElements(on connection: Connection) throws {
    let known = try connection.count("SELECT count(*) FROM sqlite_temp_schema WHERE name = ?", [.text(ElementTable.name)])
    if known == 0 { try connection.addTable(ElementTable.name, ElementTable()) }
  }
}

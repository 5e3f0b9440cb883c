internal import HeirloomFindings
internal import HeirloomSchema
internal import HeirloomSQLite

/// A class of a Realm file as a relation: `_id`, `_entity`, one column for each attribute and to-one link.
///
/// A Mixed attribute `any` has a second column `any.type`. Looked up by `_id` in O(log n), and by primary key through an
/// index that the first such look-up makes.
final class ObjectRelation: VirtualTable {
  let file: RealmFile
  let realmClass: RealmClass
  let cells: [Cell]
  /// The entity's name as bytes to lend.
  let entityName: ContiguousArray<UInt8>
  let columnDeclarations: String
  let lookups: [Lookup]
  private let primaryKeyCell: Int?
  private var primaryKeys: PrimaryKeyIndex?

  /// What a column shows, from the third on.
  struct Cell {
    let column: RealmColumn
    /// The type of a Mixed value and not the value.
    let isType: Bool
  }

  init(_ realmClass: RealmClass, _ entity: Entity, _ file: RealmFile) {
    self.file = file
    self.realmClass = realmClass
    entityName = ContiguousArray(realmClass.name.text.utf8)
    var cells: [Cell] = [], declarations = ["_id INTEGER", "_entity TEXT"]
    var keyCell: Int?
    for property in realmClass.properties where property.column.collection == nil {
      let path = entity.attributes.first { $0.name == property.name }?.columns.first?.path ?? property.name.text
      if property.name == entity.primaryKey { keyCell = cells.count }
      cells.append(Cell(column: property.column, isType: false))
      declarations.append(sqlName(path) + property.column.element.declaredType)
      if property.column.element == .mixed {
        cells.append(Cell(column: property.column, isType: true))
        declarations.append(sqlName(path + ".type") + " TEXT")
      }
    }
    self.cells = cells
    primaryKeyCell = keyCell
    columnDeclarations = declarations.joined(separator: ", ")
    lookups = [Lookup(column: 0), Lookup(column: -1)] + (keyCell.map { [Lookup(column: $0 + 2)] } ?? [])
  }

  var estimatedRows: Int64 { Int64(realmClass.table.rowCount) }

  func makeCursor() throws -> any VirtualCursor { ObjectCursor(self) }

  /// Objects that cannot be reached must not be missing in silence.
  func refuseIfDamaged() throws {
    guard !file.isSalvaged, let damage = realmClass.table.damages.first(where: { $0.column == nil }) else { return }
    let place = Place.store(StorePlace(file: file.path, entity: realmClass.name.text))
    throw Finding(.realmDamaged, "objects of '\(realmClass.name)' cannot be read: \(damage.1)", at: place)
  }

  /// The rows that may have a primary key; SQLite looks at each once more.
  func rows(withPrimaryKey value: SQLiteValue) throws -> [Int] {
    guard let primaryKeyCell else { return [] }
    let index = try primaryKeys ?? PrimaryKeyIndex(of: cells[primaryKeyCell].column, in: realmClass.table, file)
    primaryKeys = index
    return index.rows(for: value)
  }
}

/// A walk over the objects of a class, or over the few that were looked up.
final class ObjectCursor: VirtualCursor {
  private let relation: ObjectRelation
  private let reader: RowReader
  private let image: RealmImage
  /// For each cell the part in which its value stands whole, or -1: read without touching a reference count.
  private let plainParts: UnsafeMutablePointer<Int>
  private let cellCount: Int
  private var row = 0
  private var end = 0
  /// Further rows of a look-up, the next one last.
  private var pending: [Int] = []

  init(_ relation: ObjectRelation) {
    self.relation = relation
    reader = RowReader(relation.realmClass.table)
    image = relation.file.image
    cellCount = relation.cells.count
    plainParts = .allocate(capacity: max(1, cellCount))
    for (index, cell) in relation.cells.enumerated() {
      let isPlain = if case .plain = cell.column.shape { !cell.isType && cell.column.keyPart == nil } else { false }
      (plainParts + index).initialize(to: isPlain ? cell.column.part : -1)
    }
  }

  deinit { plainParts.deallocate() }

  func scan() throws {
    try relation.refuseIfDamaged()
    (row, end) = (0, relation.realmClass.table.rowCount)
    pending = []
  }

  func find(column: Int, _ value: SQLiteValue) throws {
    (row, end, pending) = (0, 0, [])
    if column > 0 {
      pending = try relation.rows(withPrimaryKey: value).reversed()
      advanceToPending()
    } else if let key = value.wholeNumber, let found = try reader.row(ofKey: key) {
      (row, end) = (found, found + 1)
    }
  }

  func next() {
    row += 1
    if row >= end, !pending.isEmpty { advanceToPending() }
  }

  private func advanceToPending() {
    guard let next = pending.popLast() else { return }
    (row, end) = (next, next + 1)
  }

  var isAtEnd: Bool { row >= end }
  var rowID: Int64 { (try? reader.key(ofRow: row)) ?? -1 }

  func column(_ index: Int, _ slot: ResultSlot) throws {
    switch index {
    case 0: slot.set(try reader.key(ofRow: row))
    case 1: relation.entityName.withUnsafeBytes { slot.lend(text: $0) }
    default:
      guard index - 2 < cellCount else { return slot.setNull() }
      if plainParts[index - 2] >= 0, let value = try? reader.element(ofPart: plainParts[index - 2], row),
        let isPut = try? ValuePresentation.putCommon(value, image, into: slot), isPut
      {
        return
      }
      let cell = relation.cells[index - 2]
      do throws(RealmDamage) {
        let value = try reader.value(of: cell.column, row: row)
        if cell.isType {
          if let name = ValuePresentation.typeName(value, relation.file) { slot.set(name) } else { slot.setNull() }
        } else {
          try ValuePresentation.put(value, of: cell.column, relation.file, into: slot)
        }
      } catch {
        guard relation.file.isSalvaged else { throw failure(error, cell.column) }
        slot.setNull()
      }
    }
  }

  private func failure(_ damage: RealmDamage, _ column: RealmColumn) -> Finding {
    let key = (try? reader.key(ofRow: row)).map { String($0) }
    let place = StorePlace(file: relation.file.path, entity: relation.realmClass.name.text, property: column.name, key: key)
    return Finding(.realmDamaged, "'\(relation.realmClass.name).\(column.name)' cannot be read: \(damage)", at: .store(place))
  }
}

extension SQLiteValue {
  /// The value as a key: an integer, a real without fraction, or the digits of one.
  var wholeNumber: Int64? {
    switch self {
    case .integer(let value): value
    case .real(let value): Int64(exactly: value)
    case .text(let text): Int64(text)
    default: nil
    }
  }
}

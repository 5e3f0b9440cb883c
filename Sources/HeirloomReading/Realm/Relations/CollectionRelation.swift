internal import HeirloomFindings
internal import HeirloomSchema
internal import HeirloomSQLite

/// A list, set or dictionary of a class as a relation: `owner`, `target` or `value`, `position`; `key` for a dictionary.
///
/// The position is NULL but for a list. Values of Mixed have a further column `type`. Links that lead to objects which are
/// not there have no row, as they have no place in the SDKs' lists. Looked up by owner in O(log n).
final class CollectionRelation: VirtualTable {
  let file: RealmFile
  let realmClass: RealmClass
  let column: RealmColumn
  let isDictionary: Bool
  let isLinks: Bool
  let columnDeclarations: String

  init(_ realmClass: RealmClass, _ property: RealmClass.Property, _ file: RealmFile) {
    self.file = file
    self.realmClass = realmClass
    column = property.column
    isDictionary = column.collection == .dictionary
    isLinks = property.destination != nil
    var declarations = ["owner INTEGER", isLinks ? "target INTEGER" : "value\(column.element.declaredType)", "position INTEGER"]
    if isDictionary { declarations.append(column.keysAreText ? "key TEXT" : "key INTEGER") }
    if column.element == .mixed { declarations.append("type TEXT") }
    columnDeclarations = declarations.joined(separator: ", ")
  }

  var estimatedRows: Int64 { 2 * Int64(realmClass.table.rowCount) }
  var lookups: [Lookup] { [Lookup(column: 0, estimatedRows: 2)] }
  func makeCursor() throws -> any VirtualCursor { CollectionCursor(self) }
}

/// A walk over the elements of all owners' collections, or of one owner's.
final class CollectionCursor: VirtualCursor {
  private let relation: CollectionRelation
  private let reader: RowReader
  private let file: RealmFile
  private let image: RealmImage
  private let collection: RealmColumn
  private let isLinks: Bool
  /// Plain memory: a property of a class is checked for exclusive access at every step.
  private let walk: UnsafeMutablePointer<CollectionWalk>
  private var row = 0
  private var end = 0
  private(set) var isAtEnd = true
  private(set) var rowID: Int64 = 0

  init(_ relation: CollectionRelation) {
    self.relation = relation
    reader = RowReader(relation.realmClass.table)
    walk = .allocate(capacity: 1)
    walk.initialize(to: CollectionWalk(relation.column, relation.file.image.bytes))
    (file, image, collection, isLinks) = (relation.file, relation.file.image, relation.column, relation.isLinks)
  }

  deinit {
    walk.deinitialize(count: 1)
    walk.deallocate()
  }

  func scan() throws { try start(at: 0, end: relation.realmClass.table.rowCount) }

  func find(column: Int, _ value: SQLiteValue) throws {
    guard let key = value.wholeNumber, let found = try reader.row(ofKey: key) else { return try start(at: 0, end: 0) }
    try start(at: found, end: found + 1)
  }

  private func start(at first: Int, end: Int) throws {
    (row, self.end, isAtEnd, rowID) = (first - 1, end, false, 0)
    walk.pointee.renewBudget()
    try describing { () throws(RealmDamage) in try walk.pointee.open(0) }
    try next()
  }

  func next() throws {
    try describing { () throws(RealmDamage) in
      rowID += 1
      while !isAtEnd {
        do throws(RealmDamage) {
          if try advance() { return }
        } catch {
          guard relation.file.isSalvaged, !error.isEndless else { throw error }
          try walk.pointee.open(0)
        }
      }
    }
  }

  /// Goes to the next element, or opens the next owner's collection; false when that was all it did.
  private func advance() throws(RealmDamage) -> Bool {
    while try walk.pointee.next() { if !isUnresolved(walk.pointee.value) { return true } }
    row += 1
    guard row < end else {
      isAtEnd = true
      return true
    }
    if case .integer(let reference) = try reader.value(of: collection, row: row), reference != 0 {
      try walk.pointee.open(reference)
    }
    return false
  }

  private func isUnresolved(_ value: RealmValue) -> Bool {
    guard isLinks else { return false }
    switch value {
    case .link(let key), .typedLink(_, let key): return key < 0
    default: return true
    }
  }

  func column(_ index: Int, _ slot: ResultSlot) throws {
    if index == 0, let key = try? reader.key(ofRow: row) { return slot.set(key) }
    if index == 1, let isPut = try? ValuePresentation.putCommon(walk.pointee.value, image, into: slot), isPut { return }
    try describing { () throws(RealmDamage) in
      switch index {
      case 0: slot.set(try reader.key(ofRow: row))
      case 1: try ValuePresentation.put(walk.pointee.value, of: collection, file, into: slot)
      case 2: if collection.collection == .list { slot.set(Int64(walk.pointee.position)) } else { slot.setNull() }
      case 3 where relation.isDictionary: try ValuePresentation.put(walk.pointee.key, of: collection, file, into: slot)
      default:
        if let name = ValuePresentation.typeName(walk.pointee.value, file) { slot.set(name) } else { slot.setNull() }
      }
    }
  }

  private func describing(_ body: () throws(RealmDamage) -> Void) throws {
    do { try body() } catch {
      let key = row >= 0 ? (try? reader.key(ofRow: row)).map { String($0) } : nil
      let name = relation.realmClass.name.text
      let place = StorePlace(file: relation.file.path, entity: name, property: relation.column.name, key: key)
      throw Finding(.realmDamaged, "'\(name).\(relation.column.name)' cannot be read: \(error)", at: .store(place))
    }
  }
}

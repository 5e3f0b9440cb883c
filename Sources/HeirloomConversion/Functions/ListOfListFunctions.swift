internal import HeirloomSQLite

/// Lists that are made of lists; every element stays as it is written.
extension ConversionFunctions {
  static func registerListsOfLists(on connection: Connection) throws {
    typealias Item = (value: SQLiteValue, text: String)
    func register(_ name: String, _ arguments: Int32, _ change: @escaping ([Item], Int) -> [Item]) throws {
      try add(name, arguments, on: connection) { values, slot in
        guard let items = ListScanner.scan(values.text(0)), let number = values.count > 1 ? count(values, 1) : 0 else {
          return slot.setNull()
        }
        slot.set("[\(change(items, number).map(\.text).joined(separator: ","))]")
      }
    }
    try register("listReversed", 1) { items, _ in items.reversed() }
    try register("listDropFirst", 2) { Array($0.dropFirst($1)) }
    try register("listDropLast", 2) { Array($0.dropLast($1)) }
    try register("listSuffix", 2) { Array($0.suffix($1)) }
    try register("listDistinct", 1) { items, _ in
      var seen: Set<SQLiteValue> = []
      return items.filter { seen.insert($0.value).inserted }
    }
    try add("listConcatenated", 2, on: connection) { values, slot in
      guard let a = ListScanner.scan(values.text(0)), let b = ListScanner.scan(values.text(1)) else { return slot.setNull() }
      slot.set("[\((a + b).map(\.text).joined(separator: ","))]")
    }
    try add("listIndex", 2, on: connection) { values, slot in
      let wanted = elements(values.text(1)).first
      guard let place = elements(values.text(0)).firstIndex(where: { $0 == wanted }) else { return slot.setNull() }
      slot.set(Int64(place))
    }
  }
}

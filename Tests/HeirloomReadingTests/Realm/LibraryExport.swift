import Foundation
import HeirloomReading
import HeirloomSchema
import HeirloomSQLite

/// Compares a Realm file's relations with what Realm's own library exported from the file, value by value.
struct LibraryExport {
  let store: RealmStore
  let classes: [String: [[String: Any]]]
  private var rows: [String: [[String: SQLiteValue]]] = [:]
  private var elements: [String: [Int64: [[String: SQLiteValue]]]] = [:]
  private(set) var compared = 0
  private(set) var differences: [String] = []

  init(of store: RealmStore, json: URL) throws {
    self.store = store
    let repaired = LibraryExport.escapingControls(Array(try Data(contentsOf: json)))
    classes = try JSONSerialization.jsonObject(with: Data(repaired)) as? [String: [[String: Any]]] ?? [:]
    let connection = try Connection.inMemory()
    try store.present(on: connection, prefix: "")
    func all(_ relation: String) throws -> [[String: SQLiteValue]] {
      let columns = try connection.columns(of: relation, in: "temp")
      return try connection.rows("SELECT * FROM \(sqlName(relation))").map { Dictionary(uniqueKeysWithValues: zip(columns, $0)) }
    }
    for entity in store.schema.entities {
      rows[entity.name.text] = try all(entity.name.text)
      let collections =
        entity.relationships.filter(\.isToMany).map(\.name) + entity.attributes.filter { $0.collection != nil }.map(\.name)
      for property in collections {
        elements["\(entity.name).\(property)"] = Dictionary(grouping: try all("\(entity.name).\(property)")) {
          $0["owner"]?.integer ?? -1
        }
      }
    }
  }

  /// The exporter leaves control characters in texts as they are, which JSON does not allow.
  private static func escapingControls(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = [], inText = false, escaped = false
    for byte in bytes {
      if inText, byte < 0x20 {
        result += Array(String(format: "\\u%04x", Int(byte)).utf8)
      } else {
        result.append(byte)
      }
      if escaped { escaped = false } else if byte == 0x5C { escaped = inText } else if byte == 0x22 { inText.toggle() }
    }
    return result
  }

  /// Compares the objects of every class that the library exported as one of its own.
  mutating func compare() {
    for (name, objects) in classes where store.schema[EntityName(name)] != nil {
      let found = rows[name] ?? []
      guard found.count == objects.count else {
        differences.append("\(name): \(found.count) objects instead of \(objects.count)")
        continue
      }
      for (row, object) in zip(found, objects) { compare(row, object, name) }
    }
  }

  private mutating func compare(_ row: [String: SQLiteValue], _ object: [String: Any], _ entity: String) {
    for (property, expected) in object {
      let place = "\(entity).\(property)"
      let target = store.schema.relationship(PropertyName(property), of: EntityName(entity))?.destination.text
      if let owned = elements[place] {
        compare(owned[row["_id"]?.integer ?? -1] ?? [], collection: expected, place, target)
      } else {
        let column = property == "_id" ? "_id_" : property
        check(row[column] ?? .text("no column"), expected, place, target)
      }
    }
  }

  private mutating func compare(_ found: [[String: SQLiteValue]], collection: Any, _ place: String, _ target: String?) {
    func value(_ element: [String: SQLiteValue]) -> SQLiteValue {
      element[target == nil ? "value" : "target"] ?? .text("no column")
    }
    if let list = collection as? [Any] {
      guard list.count == found.count else {
        return differences.append("\(place): \(found.count) elements instead of \(list.count)")
      }
      for (position, (element, expected)) in zip(found, list).enumerated() {
        if element["position"]?.integer != Int64(position) { differences.append("\(place): position") }
        check(value(element), expected, place, target)
      }
    } else if let set = (collection as? [String: Any])?["$set"] as? [Any] {
      // Both are in the order of the file.
      guard set.count == found.count else {
        return differences.append("\(place): \(found.count) elements instead of \(set.count)")
      }
      for (element, expected) in zip(found, set) {
        if element["position"] != .null { differences.append("\(place): a position in a set") }
        check(value(element), expected, place, target)
      }
    } else if let dictionary = (collection as? [String: Any])?["$dictionary"] as? [String: Any] {
      guard dictionary.count == found.count else {
        return differences.append("\(place): \(found.count) entries instead of \(dictionary.count)")
      }
      for element in found {
        guard let key = element["key"]?.text, let expected = dictionary[key] else {
          differences.append("\(place): a key that is not there")
          continue
        }
        check(value(element), expected, place, target)
      }
    } else {
      differences.append("\(place): not a collection")
    }
  }

  private mutating func check(_ found: SQLiteValue, _ expected: Any, _ place: String, _ target: String?) {
    compared += 1
    if !matches(found, expected, target) { differences.append("\(place): \(found) is not \(expected)") }
  }

  private mutating func matches(_ found: SQLiteValue, _ expected: Any, _ target: String?) -> Bool {
    if expected is NSNull { return found.isNull }
    if let text = expected as? String { return found == .text(text) }
    guard let tagged = expected as? [String: Any], let (tag, content) = tagged.first else {
      return (expected as? Bool).map { found == .integer($0 ? 1 : 0) } ?? false
    }
    switch tag {
    case "$numberLong": return (content as? String).flatMap { Int64($0) }.map { found == .integer($0) } ?? false
    case "$numberDouble":
      guard let number = (content as? String).flatMap({ Double($0) }) else { return false }
      if number.isNaN { return found.isNull }
      // Floats are printed with 8 digits.
      return found.number == number || found.number.map { Float($0) == Float(number) && Double(Float($0)) == $0 } ?? false
    case "$date":
      guard let text = (content as? [String: Any])?["$numberLong"] as? String, let milliseconds = Double(text) else {
        return false
      }
      // Less than a millisecond is cut off; a double of large seconds may be a little off.
      return found.number.map { abs($0 + 978_307_200 - milliseconds / 1000) < 0.0011 + abs($0) * 1e-15 } ?? false
    case "$oid": return (content as? String).map { found == .text($0) } ?? false
    case "$numberDecimal":
      return found.text.flatMap { decimal($0) }.map { $0 == (content as? String).flatMap { decimal($0) } } ?? false
    case "$binary":
      guard let text = (content as? [String: Any])?["base64"] as? String, let data = Data(base64Encoded: text) else {
        return false
      }
      return found == .blob(Array(data))
    case "$link":
      guard let link = content as? [String: Any], let name = link["table"] as? String, target == nil || target == name else {
        return false
      }
      guard let key = link["key"], let row = rows[name]?.first(where: { $0["_id"] == found }) else { return false }
      let property = store.schema[EntityName(name)]?.primaryKey?.text ?? "_id"
      return matches(
        row[property == "_id" && store.schema[EntityName(name)]?.primaryKey != nil ? "_id_" : property] ?? .null, key, nil)
    case "$embedded":
      guard let target, let object = (content as? [String: Any])?["value"] as? [String: Any],
        let row = rows[target]?.first(where: { $0["_id"] == found })
      else { return false }
      compare(row, object, target)
      return true
    default: return false
    }
  }

  /// Sign, digits and exponent, so that `2.50` is not `2.5`.
  private func decimal(_ text: String) -> [String]? {
    let parts = text.uppercased().split(separator: "E", omittingEmptySubsequences: false)
    guard let first = parts.first, first.contains(where: \.isNumber) else { return [text.uppercased()] }
    let sides = first.drop { $0 == "+" || $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
    let fraction = sides.count > 1 ? String(sides[1]) : ""
    let digits = (String(sides[0]) + fraction).drop { $0 == "0" }
    let exponent = (parts.count > 1 ? Int(parts[1]) ?? 0 : 0) - fraction.count
    return [first.hasPrefix("-") ? "-" : "+", digits.isEmpty ? "0" : String(digits), String(exponent)]
  }
}

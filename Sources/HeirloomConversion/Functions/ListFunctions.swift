internal import Foundation
internal import HeirloomCoreDataModel
internal import HeirloomSQLite
internal import HeirloomSchema

extension ConversionFunctions {
  /// Lists travel through SQL as JSON arrays.
  static func registerLists(on connection: Connection) throws {
    try add("split", 2, on: connection) { try split($0, maximum: .max, $1) }
    try add("split", 3, on: connection) { try split($0, maximum: Int(clamping: max(0, $0.integer(2))), $1) }
    try add("joined", 2, on: connection) { values, slot in
      slot.set(texts(values.text(0)).joined(separator: values.text(1)))
    }
    try add("listContains", 2, on: connection) { values, slot in
      let items = elements(values.text(0))
      switch values.type(1) {
      case .text: slot.set(items.contains(.text(values.text(1))))
      default: slot.set(items.contains { $0.number == values.real(1) })
      }
    }
    // Decimals are texts in a list: equal when their numbers are.
    try add("listContainsDecimal", 2, on: connection) { values, slot in
      guard let wanted = decimal(values.text(1)) else { return slot.setNull() }
      slot.set(elements(values.text(0)).contains { $0.decimal == wanted })
    }
    try add("sumOfDecimals", 1, on: connection) { values, slot in
      var sum = Decimal()
      for item in elements(values.text(0)) where item != .null {
        guard var next = item.decimal else { return slot.setNull() }
        var result = Decimal()
        guard NSDecimalAdd(&result, &sum, &next, .plain) == .noError else { return slot.setNull() }
        sum = result
      }
      slot.set("\(sum)")
    }
    try add("withoutNils", 1, on: connection) { values, slot in
      guard let items = ListScanner.scan(values.text(0)) else { return slot.setNull() }
      slot.set("[\(items.filter { $0.value != .null }.map(\.text).joined(separator: ","))]")
    }
    try add("listElement", 2, on: connection) { values, slot in
      let items = elements(values.text(0))
      guard let index = Int(exactly: values.integer(1)), items.indices.contains(index) else { return slot.setNull() }
      switch items[index] {
      case .text(let text): slot.set(text)
      case .integer(let number): slot.set(number)
      case .real(let number): slot.set(number)
      default: slot.setNull()
      }
    }
    try add("listFromJSON", 1, on: connection) { values, slot in
      // A surrogate without its partner stands for no character: JSON's readers disagree about it, so it is mended first.
      let text = mended(values.text(0))
      guard let list = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [Any] else { return slot.setNull() }
      // An empty list has one form.
      slot.set(list.isEmpty ? "[]" : text)
    }
    try add("archiveFromList", 2, on: connection) { values, slot in
      let bytes = ListArchive.bytes(of: elements(values.text(0)), values.text(1))
      bytes.withUnsafeBytes { slot.set(blob: $0) }
    }
    try add("archiveFromDictionary", 3, on: connection) { values, slot in
      let bytes = ListArchive.bytes(keys: elements(values.text(0)), values: elements(values.text(1)), values.text(2))
      bytes.withUnsafeBytes { slot.set(blob: $0) }
    }
    try add("listHoldsNil", 1, on: connection) { $1.set(Int64(elements($0.text(0)).contains(.null) ? 1 : 0)) }
    try add("decimalsFit", 1, on: connection) { values, slot in
      slot.set(Int64(elements(values.text(0)).allSatisfy { ListArchive.holds(decimal: $0) } ? 1 : 0))
    }
    try add("listFromArchive", 2, on: connection) { values, slot in
      ListArchive.list(in: values.bytes(0), of: values.text(1)).map { slot.set($0) } ?? slot.setNull()
    }
    try add("listFromArchive", 1, on: connection) { values, slot in
      ListArchive.list(in: values.bytes(0), of: "String").map { slot.set($0) } ?? slot.setNull()
    }
    // Shortest digits that give the same number; infinity has no form in JSON.
    try add("jsonNumber", 1, on: connection) { values, slot in
      if values.type(0) == .integer { return slot.set("\(values.integer(0))") }
      values.real(0).isFinite ? slot.set("\(values.real(0))") : slot.setNull()
    }
  }

  /// Splits as Swift does: empty parts are left out.
  private static func split(_ values: FunctionArguments, maximum: Int, _ slot: ResultSlot) throws {
    let text = values.text(0), separator = values.text(1)
    guard !separator.isEmpty else { return slot.set(JSONText.list([JSONLiteral.quoted(text)]) ?? "[]") }
    let parts = text.split(separator: separator, maxSplits: maximum)
    slot.set("[\(parts.map { JSONLiteral.quoted(String($0)) }.joined(separator: ","))]")
  }

  /// The text with each escape of a lone surrogate replaced by that of U+FFFD.
  private static func mended(_ json: String) -> String {
    guard json.contains("\\u") else { return json }
    let escape = /\\(?:u([dD][89abAB][0-9a-fA-F]{2})(\\u[dD][c-fC-F][0-9a-fA-F]{2})?|u([dD][c-fC-F][0-9a-fA-F]{2})|.)/
    return json.replacing(escape) { match in
      match.output.1 != nil && match.output.2 == nil || match.output.3 != nil ? "\\uFFFD" : String(match.output.0)
    }
  }

  private static func texts(_ json: String) -> [String] {
    elements(json).map { element in
      switch element {
      case .text(let text): text
      case .integer(let number): String(number)
      case .real(let number): "\(number)"
      default: ""
      }
    }
  }

  static func elements(_ json: String) -> [SQLiteValue] { ListScanner.scan(json)?.map(\.value) ?? [] }
}

extension SQLiteValue {
  /// A decimal as a list holds it: a text, or a number.
  fileprivate var decimal: Decimal? {
    switch self {
    case .text(let text): ConversionFunctions.decimal(text)
    case .integer(let number): Decimal(number)
    case .real(let number): ConversionFunctions.decimal("\(number)")
    default: nil
    }
  }
}

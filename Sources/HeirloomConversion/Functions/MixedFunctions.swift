internal import Foundation
internal import HeirloomBytes
internal import HeirloomSQLite
internal import HeirloomSchema

extension ConversionFunctions {
  /// A value of any type as JSON text, and what is read of such a text.
  static func registerMixed(on connection: Connection) throws {
    // The type may be missing: then the value's own tells what can be told.
    try connection.addFunction("heirloom_jsonFromMixed", arguments: 2) { values, slot in
      if values.isNull(0) { return slot.setNull() }
      slot.set(MixedJSON.text(values, type: values.isNull(1) ? "" : values.text(1)))
    }
    try add("mixedType", 1, on: connection) { values, slot in slot.set(MixedJSON(values.text(0)).typeName) }
    try add("mixedBool", 1, on: connection) { values, slot in
      let value = MixedJSON(values.text(0))
      value.typeName == "Bool" ? slot.set(value.json == "true") : slot.setNull()
    }
    try add("mixedInt", 1, on: connection) { values, slot in
      Int64(values.text(0)).map { slot.set($0) } ?? slot.setNull()
    }
    try add("mixedDouble", 1, on: connection) { values, slot in
      let value = MixedJSON(values.text(0))
      let text = value.tagged("$numberDouble") ?? (value.typeName == "Double" ? value.json : "")
      // NaN ends as NULL, as everywhere.
      Double(text).map { slot.set($0) } ?? slot.setNull()
    }
    try add("mixedString", 1, on: connection) { values, slot in
      MixedJSON(values.text(0)).string.map { slot.set($0) } ?? slot.setNull()
    }
    try add("mixedDate", 1, on: connection) { values, slot in
      MixedJSON(values.text(0)).tagged("$date").flatMap { ISO8601Date.seconds($0) }.map { slot.set($0) } ?? slot.setNull()
    }
    try add("mixedDecimal", 1, on: connection) { values, slot in
      MixedJSON(values.text(0)).tagged("$numberDecimal").map { slot.set($0) } ?? slot.setNull()
    }
    try add("mixedUUID", 1, on: connection) { values, slot in
      guard let uuid = MixedJSON(values.text(0)).tagged("$uuid").flatMap({ UUID(uuidString: $0) }) else { return slot.setNull() }
      withUnsafeBytes(of: uuid.uuid) { slot.set(blob: $0) }
    }
    try add("mixedData", 1, on: connection) { values, slot in
      guard let data = MixedJSON(values.text(0)).data else { return slot.setNull() }
      data.withUnsafeBytes { slot.set(blob: $0) }
    }
  }
}

/// A value of any type as JSON; what JSON has no form for follows MongoDB's extended JSON, as docs/formats/realm.md says.
struct MixedJSON {
  let json: String

  init(_ json: String) { self.json = json }

  /// The text of the first argument, a value of the type that stands in the relations.
  static func text(_ values: FunctionArguments, type: String) -> String {
    func tagged(_ tag: String, _ value: String) -> String { "{\"\(tag)\":\"\(value)\"}" }
    func number(_ value: Double) -> String {
      value.isFinite ? "\(value)" : tagged("$numberDouble", value.isNaN ? "NaN" : value < 0 ? "-Infinity" : "Infinity")
    }
    func binary() -> String { "{\"$binary\":{\"base64\":\"\(Data(values.bytes(0)).base64EncodedString())\",\"subType\":\"00\"}}" }
    switch type {
    case "Bool": return values.integer(0) == 0 ? "false" : "true"
    case "Int": return String(values.integer(0))
    case "Float", "Double": return number(values.real(0))
    case "String": return JSONLiteral.quoted(values.text(0))
    case "Data": return binary()
    case "Date": return tagged("$date", ISO8601Date.text(values.real(0)))
    case "Decimal": return tagged("$numberDecimal", values.text(0))
    case "ObjectId": return tagged("$oid", values.text(0))
    case "UUID": return tagged("$uuid", StableUUID.text(values.bytes(0)))
    case "List", "Set", "Dictionary", "Table": return values.text(0)
    default: break
    }
    if type.hasPrefix("link") {
      let name = JSONLiteral.quoted(String(type.dropFirst(5)))
      return "{\"$link\":{\"table\":\(type == "link" ? "null" : name),\"key\":\(values.integer(0))}}"
    }
    return switch values.type(0) {
    case .integer: String(values.integer(0))
    case .real: number(values.real(0))
    case .blob: binary()
    default: JSONLiteral.quoted(values.text(0))
    }
  }

  /// The tags of extended JSON, and the types that they stand for.
  private static let tags = [
    "$date": "Date", "$binary": "Data", "$uuid": "UUID", "$oid": "ObjectId", "$numberDecimal": "Decimal",
    "$numberDouble": "Double",
    "$link": "Link",
  ]

  private var tag: String? {
    guard json.hasPrefix("{\"$"), let end = json.dropFirst(2).firstIndex(of: "\"") else { return nil }
    return String(json[json.index(json.startIndex, offsetBy: 2)..<end])
  }

  var typeName: String {
    switch json.utf8.first {
    case UInt8(ascii: "\""): "String"
    case UInt8(ascii: "["): "List"
    case UInt8(ascii: "{"): tag.flatMap { Self.tags[$0] } ?? "Dictionary"
    case UInt8(ascii: "t"), UInt8(ascii: "f"): "Bool"
    case UInt8(ascii: "n"): "Null"
    default: Int64(json) == nil ? "Double" : "Int"
    }
  }

  var string: String? { typeName == "String" ? try? JSONDecoder().decode(String.self, from: Data(json.utf8)) : nil }

  /// The text under a tag that is the only one.
  func tagged(_ tag: String) -> String? {
    guard self.tag == tag else { return nil }
    return try? JSONDecoder().decode([String: String].self, from: Data(json.utf8))[tag]
  }

  var data: Data? {
    guard tag == "$binary" else { return nil }
    let parts = try? JSONDecoder().decode([String: [String: String]].self, from: Data(json.utf8))["$binary"]
    return parts?["base64"].flatMap { Data(base64Encoded: $0) }
  }
}

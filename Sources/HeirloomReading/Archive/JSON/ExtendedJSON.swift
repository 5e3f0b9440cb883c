internal import HeirloomFindings
internal import HeirloomBytes
internal import HeirloomSQLite

/// The typed values that MongoDB's extended JSON (both its forms) and Realm Core's exporter write as objects with `$` keys.
enum ExtendedJSON {
  /// What the members stand for; an ordinary object when they stand for nothing known.
  static func interpret(_ members: [(name: String, value: RecordValue)], _ note: (FindingKind) -> Void) throws -> RecordValue {
    guard let (name, value) = members.first else { return .object(Record()) }
    switch (name, value) {
    case ("$numberLong", .text(let text)), ("$numberInt", .text(let text)):
      if let number = Int64(text) { return .integer(number) }
    case ("$numberLong", .integer), ("$numberInt", .integer): return value
    case ("$numberDouble", .text(let text)):
      if text == "NaN" { return .notANumber }
      if let number = Double(text) { return .real(number) }
    case ("$numberDouble", .real), ("$numberDouble", .integer): return value
    case ("$numberDecimal", .text(let text)): return .decimal(text)
    case ("$oid", .text(let text)) where text.utf8.count == 24 && text.allSatisfy(\.isHexDigit):
      return .objectID(text.lowercased())
    case ("$uuid", .text(let text)): if let bytes = UUIDText.bytes(text) { return .uuid(bytes) }
    case ("$date", _): if let seconds = date(value) { return .date(seconds) }
    case ("$binary", _): if let found = binary(value, members.first { $0.name == "$type" }?.value) { return found }
    case ("$undefined", _): return .null
    case ("$link", .object(let link)):
      let table = link.members.first { $0.name == "table" }.flatMap { text($0.value) }
      if let key = link.members.first(where: { $0.name == "key" })?.value { return .link(entity: table.map(className), key: key) }
    case ("$embedded", .object(let embedded)):
      let table = embedded.members.first { $0.name == "table" }.flatMap { text($0.value) }
      if case .object(var record)? = embedded.members.first(where: { $0.name == "value" })?.value {
        record.entity = table.map(className)
        return .object(record)
      }
    case ("$set", .list(let values)): return .set(values)
    case ("$dictionary", .object(let record)): return .dictionary(record.members.map { ($0.name, $0.value) })
    case ("$ref", .text(let text)) where members.count == 1: return .reference(text)
    case ("$file", .text(let path)): return .file(path)
    case ("$value", _) where members.count == 1: return exact(value)
    default: break
    }
    if let place = members.firstIndex(where: { $0.name == "$refId" }), let identity = text(members[place].value) {
      var record = Record(members: members, identity: identity)
      record.members.remove(at: place)
      record.entity = identity.split(separator: "#", maxSplits: 1).first.map(String.init)
      return .object(record)
    }
    note(.jsonUnknownType)
    return .object(Record(members: members))
  }

  /// Realm Core names its tables `class_Address`.
  static func className(_ table: String) -> String { table.hasPrefix("class_") ? String(table.dropFirst(6)) : table }

  /// Our own exports mark so what does not have the type that its attribute states.
  private static func exact(_ value: RecordValue) -> RecordValue {
    switch value {
    case .integer(let value): .exact(.integer(value))
    case .real(let value): .exact(.real(value))
    case .text(let text): .exact(.text(text))
    case .data(let bytes), .uuid(let bytes): .exact(.blob(bytes))
    default: value
    }
  }

  private static func text(_ value: RecordValue) -> String? { if case .text(let text) = value { text } else { nil } }

  private static func date(_ value: RecordValue) -> Double? {
    switch value {
    case .text(let text): DateText.seconds(text)
    // Milliseconds since 1970: 978,307,200 seconds lie between 1970 and 2001.
    case .integer(let milliseconds):
      // Subtracted before it is divided, so that milliseconds stay what they are.
      Double(milliseconds.subtractingReportingOverflow(978_307_200_000).partialValue) / 1000
    case .real(let milliseconds): milliseconds / 1000 - 978_307_200
    default: nil
    }
  }

  private static func binary(_ value: RecordValue, _ legacyType: RecordValue?) -> RecordValue? {
    var base64: String?, type = legacyType.flatMap(text)
    if case .text(let text) = value { base64 = text }
    if case .object(let record) = value {
      base64 = record.members.first { $0.name == "base64" }.flatMap { text($0.value) }
      type = record.members.first { $0.name == "subType" }.flatMap { text($0.value) }
    }
    guard let content = base64.flatMap({ bytes(fromBase64: $0) }) else { return nil }
    return (type == "04" || type == "4") && content.count == 16 ? .uuid(content) : .data(content)
  }
}

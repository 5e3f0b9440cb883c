internal import HeirloomSQLite
internal import HeirloomSchema

/// A value as an export holds it, before anything is known of its type.
indirect enum RecordValue: Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case real(Double)
  /// A number that neither Int64 nor Double holds, as its literal.
  case number(String)
  case text(String)
  /// Seconds since 2001-01-01T00:00:00Z.
  case date(Double)
  case data([UInt8])
  /// 16 bytes.
  case uuid([UInt8])
  case decimal(String)
  /// 24 hex digits.
  case objectID(String)
  case notANumber

  case list([RecordValue])
  case set([RecordValue])
  case dictionary([(key: String, value: RecordValue)])
  case object(Record)
  /// Another record, by the value of its key; the entity's name when the export says it.
  case link(entity: String?, key: RecordValue)
  /// Another record, by the identity that the export gave it (`$refId`, a Core Data id).
  case reference(String)
  /// A blob of the archive, by its path.
  case file(String)
  /// A value that is to be presented as it is, whatever the type of its column.
  case exact(SQLiteValue)
}

/// A record, or an object within one.
struct Record: Sendable {
  var members: [(name: String, value: RecordValue)] = []
  /// The entity's name, when the export says it.
  var entity: String?
  /// What other records call this one.
  var identity: String?
}

extension RecordValue {
  /// The value as JSON text, for what has no column of its own.
  var json: String {
    switch self {
    case .null, .notANumber: "null"
    case .bool(let value): value ? "true" : "false"
    case .integer(let value): String(value)
    case .real(let value): "\(value)"
    case .number(let text): text
    case .text(let text), .decimal(let text), .objectID(let text), .reference(let text), .file(let text): JSONLiteral.quoted(text)
    case .date(let seconds): "\(seconds)"
    case .data(let bytes), .uuid(let bytes): JSONLiteral.quoted(base64(bytes))
    case .list(let values), .set(let values): "[\(values.map(\.json).joined(separator: ","))]"
    case .dictionary(let members): "{\(members.map { "\(JSONLiteral.quoted($0.key)):\($0.value.json)" }.joined(separator: ","))}"
    case .object(let record):
      "{\(record.members.map { "\(JSONLiteral.quoted($0.name)):\($0.value.json)" }.joined(separator: ","))}"
    case .link(_, let key): key.json
    case .exact(let value): value.literal
    }
  }
}

/// What an attribute holds.
///
/// The raw value is the name that reports and JSON use. How each is presented in the canonical
/// relations is said at `AttributeType.storage`.
public enum AttributeType: String, Hashable, Sendable, CaseIterable {
  case bool = "Bool"
  case int16 = "Int16"
  case int32 = "Int32"
  case int64 = "Int"
  case float = "Float"
  case double = "Double"
  case decimal = "Decimal"
  case string = "String"
  case url = "URL"
  case date = "Date"
  case uuid = "UUID"
  case data = "Data"
  /// A value that a transformer turned into bytes; a keyed archive unless the transformer says otherwise.
  case transformable = "Transformable"
  /// Several values under one name (a Codable struct, an enum): see `Attribute.elements`.
  case composite = "Composite"
  /// The identity of another managed object, kept as a value.
  case managedObjectID = "ManagedObjectID"
  /// Realm's 12-byte object id; presented as 24 hex digits.
  case objectID = "ObjectId"
  /// A Realm value that brings its own type along.
  case mixed = "Mixed"
  /// No type: the attribute is transient, or its type is not known.
  case undefined = "Undefined"
}

extension AttributeType {
  /// The SQLite storage class in which the canonical relations present the type.
  public enum Storage: String, Sendable { case integer = "INTEGER", real = "REAL", text = "TEXT", blob = "BLOB", any = "ANY" }

  /// Dates are seconds since 2001-01-01T00:00:00Z; UUIDs 16 bytes; decimals exact text.
  public var storage: Storage {
    switch self {
    case .bool, .int16, .int32, .int64: .integer
    case .float, .double, .date: .real
    case .decimal, .string, .url, .objectID, .managedObjectID: .text
    case .uuid, .data, .transformable: .blob
    case .composite, .mixed, .undefined: .any
    }
  }

  public var isInteger: Bool { self == .int16 || self == .int32 || self == .int64 }
  public var isFloatingPoint: Bool { self == .float || self == .double }
}

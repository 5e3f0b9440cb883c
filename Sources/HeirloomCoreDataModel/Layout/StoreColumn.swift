package import HeirloomSchema

/// A column of an entity's table in a Core Data store.
package struct StoreColumn: Hashable, Sendable {
  package var name: String
  /// The declared type: `INTEGER`, `VARCHAR`…
  package var type: String
  package var content: Content

  /// What stands in the column. The entity is the one that declares the property.
  package enum Content: Hashable, Sendable {
    case key, entityNumber, lockCounter
    /// `path` as `Attribute.columns` gives it.
    case attribute(EntityName, path: String)
    case toOne(EntityName, PropertyName)
    /// The concrete entity number of the destination of a to-one.
    case destinationNumber(EntityName, PropertyName)
    /// The place of the record within the ordered inverse of a to-one.
    case order(EntityName, PropertyName)
    /// The owner's key, for a to-many without inverse that another entity declares.
    case owner(EntityName, PropertyName)
    /// The place of the record within such a to-many, when that is ordered.
    case ownerOrder(EntityName, PropertyName)
  }

  package init(_ name: String, _ type: String, _ content: Content) {
    self.name = name
    self.type = type
    self.content = content
  }
}

/// The groups in which a fresh store has its columns, in their order (docs/formats/store-layout.md).
enum ColumnGroup: Int, Comparable, CaseIterable {
  case integer, order, real, decimal, string, url, uuid, transformable, binary

  static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }

  /// The group of an attribute's leaf; nil when it has no column.
  init?(_ type: AttributeType) {
    switch type {
    case .bool, .int16, .int32, .int64: self = .integer
    case .float, .double, .date: self = .real
    case .decimal: self = .decimal
    case .string, .objectID: self = .string
    case .url: self = .url
    case .uuid: self = .uuid
    case .transformable, .managedObjectID: self = .transformable
    case .data, .mixed: self = .binary
    case .composite, .undefined: return nil
    }
  }
}

extension AttributeType {
  /// The type that Core Data declares for the column.
  var declaredColumnType: String {
    switch self {
    case .bool, .int16, .int32, .int64: "INTEGER"
    case .float, .double: "FLOAT"
    case .date: "TIMESTAMP"
    case .decimal: "DECIMAL"
    case .string, .url, .objectID: "VARCHAR"
    case .uuid, .data, .transformable, .managedObjectID, .composite, .mixed, .undefined: "BLOB"
    }
  }
}

/// Hands out names, each once: a name that is taken gets the suffix `1`, then `2`…
struct NameAllocation {
  private var taken: Set<String>

  init(taken: Set<String> = []) { self.taken = taken }

  mutating func take(_ wanted: String) -> String {
    if taken.insert(wanted).inserted { return wanted }
    // Ends after at most as many rounds as names were handed out.
    var suffix = 1
    while !taken.insert("\(wanted)\(suffix)").inserted { suffix += 1 }
    return "\(wanted)\(suffix)"
  }
}

/// A name as Core Data spells it in SQL: bare; quoted only where it could not be parsed otherwise.
func bareName(_ name: String) -> String {
  let isPlain = name.unicodeScalars.allSatisfy { scalar in
    scalar.value >= 0x80 || scalar == "_" || ("0"..."9").contains(scalar) || ("a"..."z").contains(scalar)
      || ("A"..."Z").contains(scalar)
  }
  return isPlain && !name.isEmpty ? name : "\"\(name.replacing("\"", with: "\"\""))\""
}

package import HeirloomSchema

/// The type of an expression: what it holds, and whether it may be nil.
package struct ValueType: Hashable, Sendable {
  package indirect enum Base: Hashable, Sendable {
    case bool, int, float, double, decimal, string, url, date, uuid, data
    /// An enum with the cases it has; its value is the raw value, or the case's name when it has none.
    case enumeration(Enumeration)
    /// Several values under one name; the text is the type's own name, when it has one.
    case composite(String, [Attribute])
    /// Several values of one type, in order.
    case list(Base)
    /// Values under keys: a dictionary of a Realm class.
    case dictionary(Base, ValueType)
    /// One entry of a dictionary.
    case entry(Base, ValueType)
    /// Text with attributes, the form in which SwiftData keeps an AttributedString.
    case attributedString
    /// A value of any type, which is its JSON text.
    case mixed
    /// A record of the legacy store.
    case record(EntityName)
    /// Records of the legacy store: a to-many relationship.
    case records(EntityName)
    /// A record of the new store, found by a key or made by the mapping.
    case newRecord(EntityName)
    case newRecords(EntityName)
    /// `nil`, or a call that gives no value because it rejects the record.
    case nothing
    /// Not known because of a mistake that was reported already; fits anywhere.
    case unknown
  }

  package var base: Base
  package var isOptional: Bool

  package init(_ base: Base, optional isOptional: Bool = false) {
    self.base = base
    self.isOptional = isOptional
  }

  package static let unknown = ValueType(.unknown)
  package var optional: ValueType { ValueType(base, optional: true) }
  package var required: ValueType { ValueType(base, optional: false) }
}

extension ValueType.Base {
  package var isNumber: Bool { self == .int || self == .double || self == .float || self == .decimal }
  package var isFloatingPoint: Bool { self == .double || self == .float }

  /// Two values can be told apart and put in order.
  package var isComparable: Bool {
    switch self {
    case .bool, .int, .float, .double, .decimal, .string, .date, .url, .uuid, .data, .enumeration, .unknown, .nothing: true
    default: false
    }
  }

  /// The type that an attribute's values have in the language.
  package init(_ attribute: Attribute) {
    if let enumeration = attribute.enumeration {
      self = .enumeration(enumeration)
      return
    }
    if let element = attribute.arrayElement {
      self = .list(element)
      return
    }
    if attribute.swiftType.map({ $0.hasPrefix("AttributedString") }) ?? false {
      self = .attributedString
      return
    }
    self = .init(attribute.type, of: attribute)
  }

  private init(_ type: AttributeType, of attribute: Attribute) {
    switch type {
    case .bool: self = .bool
    case .int16, .int32, .int64: self = .int
    case .float: self = .float
    case .double: self = .double
    case .decimal: self = .decimal
    case .string, .objectID, .managedObjectID: self = .string
    case .url: self = .url
    case .date: self = .date
    case .uuid: self = .uuid
    case .data, .transformable: self = .data
    case .composite:
      let columns = attribute.columns
      if columns.count == 1, columns[0].path == attribute.name.text {
        self = .init(columns[0].leaf)
      } else {
        self = .composite(attribute.swiftType?.trimmingOptionalMark ?? "", attribute.elements)
      }
    case .mixed: self = .mixed
    case .undefined: self = .unknown
    }
  }
}

extension String {
  /// `Author` for `Author?`.
  var trimmingOptionalMark: String { hasSuffix("?") ? String(dropLast()) : self }
}

extension ValueType: CustomStringConvertible {
  package var description: String { base.description + (isOptional ? "?" : "") }
}

extension ValueType.Base: CustomStringConvertible {
  package var description: String {
    switch self {
    case .bool: "Bool"
    case .int: "Int"
    case .float: "Float"
    case .double: "Double"
    case .decimal: "Decimal"
    case .string: "String"
    case .url: "URL"
    case .date: "Date"
    case .uuid: "UUID"
    case .data: "Data"
    case .attributedString: "AttributedString"
    case .enumeration(let enumeration): enumeration.name.isEmpty ? "an enum" : enumeration.name
    case .composite(let name, _): name.isEmpty ? "a composite" : name
    case .list(let element): "[\(element)]"
    case .dictionary(let key, let value): "[\(key): \(value)]"
    case .entry(let key, let value): "an entry of [\(key): \(value)]"
    case .mixed: "a value of any type"
    case .record(let entity): "old \(entity)"
    case .records(let entity): "[old \(entity)]"
    case .newRecord(let entity): "\(entity)"
    case .newRecords(let entity): "[\(entity)]"
    case .nothing: "nil"
    case .unknown: "an unknown type"
    }
  }
}

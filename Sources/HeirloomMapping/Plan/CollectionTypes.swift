package import HeirloomSchema

extension Attribute {
  /// The element type of an array attribute, `[String]` or `[Int]?`, whichever way the store keeps it.
  ///
  /// Not of decimals inside a Codable struct: Foundation's encoder makes JSON numbers of them, which have fewer digits.
  package var arrayElement: ValueType.Base? {
    guard let element = arrayElementType, element != .decimal || type == .transformable else { return nil }
    return ValueType.Base(scalarNamed: element.rawValue)
  }

  /// The type of the values of a dictionary attribute that the store keeps as an archive, `[String: Int]`.
  package var dictionaryValue: ValueType.Base? {
    guard type == .transformable else { return nil }
    for text in [swiftType, valueClass] {
      guard var text = text?.trimmingOptionalMark else { continue }
      if text.hasPrefix("[String:"), text.hasSuffix("]") {
        text = String(text.dropFirst(8).dropLast())
      } else if text.hasPrefix("Dictionary<String,"), text.hasSuffix(">") {
        text = String(text.dropFirst(18).dropLast())
      } else {
        continue
      }
      if let value = ValueType.Base(scalarNamed: String(text.drop { $0 == " " })) { return value }
    }
    return nil
  }
}

extension ValueType.Base {
  /// The type that an element of a collection has, by its name in Swift.
  fileprivate init?(scalarNamed name: String) {
    switch name {
    case "String": self = .string
    case "Int": self = .int
    case "Double": self = .double
    case "Float": self = .float
    case "Decimal": self = .decimal
    case "Bool": self = .bool
    case "Date": self = .date
    case "UUID": self = .uuid
    case "URL": self = .url
    case "Data": self = .data
    default: return nil
    }
  }
}

package import HeirloomSchema

extension Attribute {
  /// The element type of an array attribute, `[String]` or `[Int]?`, whichever way the store keeps it.
  ///
  /// Not of decimals inside a Codable struct: Foundation's encoder makes JSON numbers of them, which have fewer digits.
  package var arrayElement: ValueType.Base? {
    guard let element = arrayElementType, element != .decimal || type == .transformable else { return nil }
    return ValueType.Base(scalarNamed: element.rawValue)
  }

  /// The type of the values of a dictionary attribute that the store keeps as an archive, `[String: Int]`, `[String: Int?]`.
  package var dictionaryValue: ValueType.Base? {
    dictionaryValueName.flatMap { ValueType.Base(scalarNamed: $0.trimmingOptionalMark) }
  }

  /// Whether a key of the dictionary may have no value, `[String: Int?]`.
  package var dictionaryValueIsOptional: Bool { dictionaryValueName?.hasSuffix("?") ?? false }

  private var dictionaryValueName: String? {
    guard type == .transformable else { return nil }
    for text in [swiftType, valueClass] {
      guard let text = text?.trimmingOptionalMark else { continue }
      for (start, end) in [("[String:", "]"), ("Dictionary<String,", ">")] where text.hasPrefix(start) && text.hasSuffix(end) {
        return String(text.dropFirst(start.count).dropLast().drop { $0 == " " })
      }
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

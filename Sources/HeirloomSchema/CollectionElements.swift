extension Attribute {
  /// The type of the elements of an array that is kept as one value, by its name in Swift: `[String]`, `[Date]?`, `Array<Int>`.
  ///
  /// Nil when the type is none, or its elements are no single values.
  package var arrayElementType: AttributeType? {
    guard type == .transformable || type == .data else { return nil }
    for text in [swiftType, valueClass] {
      guard var text = text?.withoutOptionalMark else { continue }
      if text.hasPrefix("["), text.hasSuffix("]") {
        text = String(text.dropFirst().dropLast())
      } else if text.hasPrefix("Array<"), text.hasSuffix(">") {
        text = String(text.dropFirst(6).dropLast())
      } else {
        continue
      }
      // The types' own names are Swift's.
      if let element = AttributeType(rawValue: text.withoutOptionalMark), element.isSingleValue { return element }
    }
    return nil
  }
}

extension AttributeType {
  /// Whether it is one of Swift's and Foundation's own types of a single value.
  fileprivate var isSingleValue: Bool {
    switch self {
    case .bool, .int16, .int32, .int64, .float, .double, .decimal, .string, .url, .date, .uuid, .data: true
    default: false
    }
  }
}

extension String {
  fileprivate var withoutOptionalMark: String { hasSuffix("?") ? String(dropLast()) : self }
}

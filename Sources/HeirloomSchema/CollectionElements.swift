extension Attribute {
  /// The type of the elements of an array that is kept as one value, by its name in Swift: `[String]`, `[Date]?`, `Array<Int>`.
  ///
  /// Nil when the type is none, or its elements are no single values.
  package var arrayElementType: AttributeType? {
    // The types' own names are Swift's.
    guard let name = arrayElementName, let element = AttributeType(rawValue: name.withoutOptionalMark) else { return nil }
    return element.isSingleValue ? element : nil
  }

  /// Whether an element of the array may be nil, `[Int?]`.
  package var arrayElementIsOptional: Bool { arrayElementName?.hasSuffix("?") ?? false }

  private var arrayElementName: String? {
    guard type == .transformable || type == .data else { return nil }
    for text in [swiftType, valueClass] {
      guard let text = text?.withoutOptionalMark else { continue }
      if text.hasPrefix("["), text.hasSuffix("]") { return String(text.dropFirst().dropLast()) }
      if text.hasPrefix("Array<"), text.hasSuffix(">") { return String(text.dropFirst(6).dropLast()) }
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

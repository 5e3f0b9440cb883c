internal import HeirloomSchema
internal import HeirloomSwiftText

/// How the mapping language makes one type of another, as far as a skeleton proposes it.
enum Conversion {
  private enum Family: Equatable {
    case bool, int, float, double, decimal, string, url, date, uuid, data, list(String), composite, textCases, numberCases, other
    /// Several values in a form that the language has no words for: a dictionary, an array of dates.
    case several
  }

  private static func family(_ attribute: Attribute) -> Family {
    if attribute.collection != nil || attribute.valueClass?.hasSuffix(">") == true { return elements(attribute) }
    if attribute.isEnumeration {
      let raw = attribute.enumeration?.rawType ?? (attribute.elements.count == 1 ? attribute.elements[0].type : nil)
      return raw?.isInteger == true ? .numberCases : .textCases
    }
    switch attribute.type {
    case .bool: return .bool
    case .int16, .int32, .int64: return .int
    case .float: return .float
    case .double: return .double
    case .decimal: return .decimal
    case .string, .objectID: return .string
    case .url, .managedObjectID: return .url
    case .date: return .date
    case .uuid: return .uuid
    case .data: return .data
    case .composite: return .composite
    case .transformable: return .other
    case .mixed, .undefined: return .other
    }
  }

  /// The language has arrays of four types.
  private static func elements(_ attribute: Attribute) -> Family {
    if let collection = attribute.collection {
      switch attribute.type {
      case _ where collection == .dictionary: return .several
      case .string, .objectID: return .list("String")
      case .int16, .int32, .int64: return .list("Int")
      case .double, .bool: return .list(attribute.type.rawValue)
      default: return .several
      }
    }
    guard let name = attribute.valueClass, name.hasPrefix("Array<") else { return .several }
    let element = String(name.dropFirst(6).dropLast())
    return ["String", "Int", "Double", "Bool"].contains(element) ? .list(element) : .several
  }

  /// The mapping language can neither read nor write the attribute.
  static func isBeyondWords(_ attribute: Attribute) -> Bool { family(attribute) == .several }

  static func carriesByItself(_ old: Attribute, _ new: Attribute) -> Bool {
    let (from, to) = (family(old), family(new))
    if from == to { return from != .several }
    switch (from, to) {
    case (.float, .double), (.string, .textCases), (.int, .numberCases), (.textCases, .string), (.numberCases, .int): return true
    default: return false
    }
  }

  /// A conversion that loses nothing and needs no thought; nil when somebody has to decide.
  static func expression(_ old: Attribute, _ new: Attribute) -> String? {
    let value = "old.\(SwiftWord.spelled(old.name.text))"
    if old.isOptional, !new.isOptional { return nil }
    switch (family(old), family(new)) {
    case (.int, .string), (.uuid, .string), (.decimal, .string), (.url, .string): return "String(\(value))"
    case (.int, .double): return "Double(\(value))"
    case (.int, .decimal): return "Decimal(\(value))"
    case (.bool, .int): return "Int(\(value))"
    case (.string, .uuid) where new.isOptional: return "UUID(\(value))"
    case (.string, .url) where new.isOptional: return "URL(\(value))"
    default: return nil
    }
  }

  static func value(of old: Attribute, for new: Attribute) -> String {
    let plain = "old.\(SwiftWord.spelled(old.name.text))"
    let value = carriesByItself(old, new) ? plain : expression(old, new) ?? plain
    return old.isOptional && !new.isOptional ? "\(value) ?? \(emptyValue(of: new))" : value
  }

  /// A value to stand in the place of an answer.
  static func emptyValue(of attribute: Attribute) -> String {
    switch family(attribute) {
    case .bool: return "false"
    case .int: return "0"
    case .float, .double: return "0.0"
    case .string: return "\"\""
    case .date: return "Date(timeIntervalSinceReferenceDate: 0)"
    case .uuid: return "UUID(stableFor: old)"
    case .textCases, .numberCases:
      return attribute.enumeration?.cases.first.map { ".\(SwiftWord.spelled($0.name))" }
        ?? "reject(\"'\(attribute.name)' has no value\")"
    case .list: return "[]"
    default: return "reject(\"'\(attribute.name)' has no value\")"
    }
  }

  static func described(_ attribute: Attribute) -> String {
    (attribute.enumeration?.name).flatMap { $0.isEmpty ? nil : $0 } ?? attribute.swiftType ?? attribute.type.rawValue
  }
}

internal import HeirloomSchema
internal import HeirloomSwiftText

/// How the mapping language makes one type of another, as far as a skeleton proposes it.
enum Conversion {
  private enum Family: Equatable {
    case bool, int, float, double, decimal, string, url, date, uuid, data, list(String), composite, textCases, numberCases, mixed,
      other
    /// Values of the type under keys that are texts.
    case dictionary(String)
    /// Several values in a form that the language has no words for, such as an array of structs.
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
    case .mixed: return .mixed
    case .undefined: return .other
    }
  }

  /// The types that the language has arrays and dictionaries of.
  private static let listed: Set<String> = [
    "String", "Int", "Double", "Float", "Decimal", "Bool", "Date", "UUID", "URL", "Data",
  ]

  private static func elements(_ attribute: Attribute) -> Family {
    if let collection = attribute.collection {
      let type =
        switch attribute.type {
        case .objectID: "String"
        case .int16, .int32: "Int"
        default: attribute.type.rawValue
        }
      guard listed.contains(type) || type == "Mixed" else { return .several }
      return collection == .dictionary ? .dictionary(type) : .list(type)
    }
    guard let name = attribute.valueClass, name.hasSuffix(">"), let open = name.firstIndex(of: "<") else { return .several }
    let parts = name[name.index(after: open)...].dropLast().split(separator: ",").map { String($0.drop { $0 == " " }) }
    switch (name[..<open], parts.count) {
    case ("Array", 1) where listed.contains(parts[0]): return .list(parts[0])
    case ("Dictionary", 2) where parts[0] == "String" && listed.contains(parts[1]): return .dictionary(parts[1])
    default: return .several
    }
  }

  static func carriesByItself(_ old: Attribute, _ new: Attribute) -> Bool {
    let (from, to) = (family(old), family(new))
    if from == to { return from != .several }
    switch (from, to) {
    // Values of any type are carried as their JSON texts.
    case (.mixed, .string), (.list("Mixed"), .list("String")), (.dictionary("Mixed"), .dictionary("String")): return true
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

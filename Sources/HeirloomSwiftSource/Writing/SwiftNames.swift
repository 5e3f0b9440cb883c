/// Which names Swift and SwiftData accept for types and properties.
enum SwiftNames {
  /// Keywords that cannot name a property without backticks.
  static let keywords: Set<String> = [
    "Any", "Protocol", "Self", "Type", "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer",
    "deinit", "do",
    "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init",
    "inout", "internal",
    "is", "let", "nil", "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "self",
    "static",
    "struct", "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
  ]

  /// Names that a model has already, from `PersistentModel` and the objects beneath.
  static let taken: Set<String> = [
    "backingData", "description", "hasChanges", "hash", "hashValue", "isDeleted", "modelContext", "persistentBackingData",
    "persistentModelID",
    "schemaMetadata",
  ]

  /// Types and attributes that written source mentions; a type of the same name next to them would hide them.
  static let mentioned: Set<String> = [
    "Array", "Attribute", "Bool", "Codable", "Color", "Data", "Date", "Decimal", "Double", "Float", "Index", "Int", "Int16",
    "Int32", "Model",
    "NSObject", "Optional", "PersistentModel", "Relationship", "Schema", "String", "Transient", "URL", "UUID", "Unique",
    "VersionedSchema",
  ]

  static func isIdentifier(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first, first == "_" || first.properties.isXIDStart else { return false }
    return name.unicodeScalars.allSatisfy { $0 == "_" || $0.properties.isXIDContinue } && name != "_"
  }

  /// The name with what Swift does not accept replaced by `_`.
  static func identifier(from name: String) -> String {
    var result = ""
    for scalar in name.unicodeScalars {
      result.unicodeScalars.append(scalar == "_" || scalar.properties.isXIDContinue ? scalar : "_")
    }
    return isIdentifier(result) ? result : "_" + result
  }

  /// The property name to write: itself, or a new one where Swift or SwiftData forbids it.
  static func property(_ name: String, among others: Set<String>) -> String {
    var result = identifier(from: name)
    if let first = result.first, first.isUppercase { result = first.lowercased() + result.dropFirst() }
    // SwiftData keeps the value of 'x' under '_x' beside it.
    let isHidden = result.first == "_" && others.contains(String(result.dropFirst()))
    if keywords.contains(result) || taken.contains(result) || isHidden { result += "Value" }
    return result == name ? name : free(result, among: others)
  }

  /// The name, or the first of it with a number that is not taken.
  static func free(_ name: String, among others: Set<String>) -> String {
    var free = name, number = 2
    while others.contains(free) {
      free = name + String(number)
      number += 1
    }
    return free
  }

  /// A type name to write for an entity.
  static func type(_ name: String, among others: Set<String>) -> String {
    var result = identifier(from: name)
    if keywords.contains(result) { result += "Model" }
    return result == name ? name : free(result, among: others)
  }

  /// The name as source spells it: in backticks where it is a keyword.
  static func spelled(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }
}

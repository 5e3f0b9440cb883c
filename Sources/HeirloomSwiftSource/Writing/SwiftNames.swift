internal import HeirloomSwiftText

/// New names for types and properties where a schema has names that Swift or SwiftData does not accept.
enum SwiftNames {
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

  /// The name with what Swift does not accept replaced by `_`.
  static func identifier(from name: String) -> String {
    var result = ""
    for scalar in name.unicodeScalars {
      result.unicodeScalars.append(scalar == "_" || scalar.properties.isXIDContinue ? scalar : "_")
    }
    return SwiftWord.isIdentifier(result) ? result : "_" + result
  }

  /// The property name to write: itself, or a new one where Swift or SwiftData forbids it.
  static func property(_ name: String, among others: Set<String>) -> String {
    var result = identifier(from: name)
    if let first = result.first, first.isUppercase { result = first.lowercased() + result.dropFirst() }
    // SwiftData keeps the value of 'x' under '_x' beside it.
    let isHidden = result.first == "_" && others.contains(String(result.dropFirst()))
    if SwiftWord.keywords.contains(result) || taken.contains(result) || isHidden { result += "Value" }
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
    if SwiftWord.keywords.contains(result) { result += "Model" }
    return result == name ? name : free(result, among: others)
  }
}

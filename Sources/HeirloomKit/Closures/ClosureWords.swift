/// The words of the library that are interpreted.
extension ClosureVocabulary {
  static let mutating: Set<String> = [
    "append", "insert", "remove", "removeAll", "removeFirst", "removeLast", "popLast", "removeValue", "updateValue", "formUnion",
    "formIntersection", "subtract", "sort", "reverse", "swapAt", "toggle",
  ]

  static func isMethod(_ name: String) -> Bool { methods.contains(name) }

  private static let methods: Set<String> = mutating.union([
    "fetch", "fetchCount", "fetchIdentifiers", "enumerate", "delete", "save", "rollback", "transaction", "processPendingChanges",
    "model", "registeredModel", "lowercased", "uppercased", "hasPrefix", "hasSuffix", "contains", "localizedStandardContains",
    "localizedCaseInsensitiveContains", "split", "components", "trimmingCharacters", "replacingOccurrences", "replacing",
    "prefix",
    "suffix", "dropFirst", "dropLast", "drop", "appending", "reversed", "union", "intersection", "subtracting", "isSubset",
    "isSuperset", "isDisjoint", "map", "compactMap", "flatMap", "filter", "mapValues", "compactMapValues", "forEach",
    "allSatisfy", "first", "last", "firstIndex", "reduce", "sorted", "min", "max", "enumerated", "joined", "elementsEqual",
    "count", "addingTimeInterval", "timeIntervalSince", "rounded", "isMultiple", "init",
  ])

  static let types: Set<String> = [
    "FetchDescriptor", "SortDescriptor", "Set", "Array", "Dictionary", "String", "Int", "Int16", "Int32", "Int64", "Double",
    "Float", "Decimal", "NSDecimalNumber", "Bool", "UUID", "URL", "Date", "Data", "min", "max", "abs", "zip", "fatalError",
    "preconditionFailure", "precondition", "assert",
  ]

  static let members: Set<String> = [
    "count", "isEmpty", "first", "last", "indices", "startIndex", "endIndex", "lazy", "keys", "values", "key", "value",
    "rawValue", "allCases", "uuidString", "absoluteString", "path", "timeIntervalSince1970", "timeIntervalSinceReferenceDate",
    "timeIntervalSinceNow", "localizedLowercase", "localizedUppercase", "capitalized", "hasChanges", "isDeleted", "id",
    "persistentModelID", "inserted", "memberAfterInsert", "offset", "element", "self", "autosaveEnabled", "fetchLimit",
    "fetchOffset", "predicate", "sortBy", "relationshipKeyPathsForPrefetching", "propertiesToFetch", "includePendingChanges",
    "undoManager", "init", "doubleValue", "intValue", "decimalValue", "isZero", "localizedDescription", "0", "1", "2", "3",
  ]

  /// Calls that only talk.
  static func isSilent(_ name: String) -> Bool { ["print", "debugPrint", "dump", "NSLog", "os_log"].contains(name) }
  static func isLogger(_ name: String) -> Bool { name.lowercased().hasSuffix("logger") || name == "log" || name == "Logger" }
}

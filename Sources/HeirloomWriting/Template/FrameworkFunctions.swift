internal import HeirloomSQLite

/// The functions that Core Data registers on its connections and calls in its triggers.
///
/// Those that are known only tell the framework which object a trigger has changed (docs/formats/store-layout.md), so that the triggers
/// of derived attributes do all their work with functions that do nothing.
enum FrameworkFunctions {
  private static let notices = [
    "NSCoreDataTriggerUpdateAffectedObjectValue", "NSCoreDataDATriggerInsertUpdatedAffectedObjectValue",
    "NSCoreDataDATriggerUpdatedAffectedObjectValue",
  ]

  static func register(on connection: Connection) throws {
    for name in notices {
      try connection.addFunction(name, arguments: -1, isDeterministic: false) { _, slot in slot.setNull() }
    }
  }

  /// Whether a trigger calls a function of the framework that is not one of these.
  static func areUnknown(in trigger: String) -> Bool {
    var rest = trigger[...]
    while let start = rest.firstRange(of: "NS") {
      let before = rest.startIndex < start.lowerBound ? rest[rest.index(before: start.lowerBound)] : " "
      let name = rest[start.lowerBound...].prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      let isCall = rest[name.endIndex...].drop { $0 == " " }.first == "("
      let isWord = !(before.isLetter || before.isNumber || before == "_" || before == "'" || before == "\"")
      if isCall, isWord, !notices.contains(String(name)) { return true }
      rest = rest[name.endIndex...]
    }
    return false
  }
}

package import HeirloomSQLite

/// The scalar functions that expressions use where SQLite has none with Swift's meaning.
///
/// Each depends on its arguments alone: no clock, no locale, no randomness. NULL in, NULL out.
package enum ConversionFunctions {
  package static func register(on connection: Connection) throws {
    try registerText(on: connection)
    try registerFormats(on: connection)
    try registerNumbers(on: connection)
    try registerDates(on: connection)
    try registerBytes(on: connection)
    try registerLists(on: connection)
    try registerListsOfLists(on: connection)
    try registerElements(on: connection)
    try registerAttributedText(on: connection)
    try registerMixed(on: connection)
  }

  /// Registers a function under its operation's name that is NULL when an argument is.
  static func add(
    _ name: String, _ arguments: Int32, on connection: Connection,
    _ body: @escaping (FunctionArguments, ResultSlot) throws -> Void
  ) throws {
    try connection.addFunction("heirloom_\(name)", arguments: arguments) { values, slot in
      for index in 0..<values.count where values.isNull(index) { return slot.setNull() }
      try body(values, slot)
    }
  }
}

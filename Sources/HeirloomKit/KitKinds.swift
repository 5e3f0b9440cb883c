internal import HeirloomConversion
internal import HeirloomCoreDataModel
public import HeirloomFindings
internal import HeirloomMapping
internal import HeirloomReading
internal import HeirloomSwiftSource
internal import HeirloomWriting

extension FindingKind {
  /// Kinds that belong to the library's front door.
  public static let kit: [FindingKind] = [.queryRefused, .queryFaulty, .keyFaulty]

  /// Every kind that the library can record, room by room.
  public static let library: [FindingKind] =
    common + kit + reading + realm + coreDataModel + swiftSource + mapping + conversion + writing

  static let queryRefused = FindingKind(
    "query-refused", .error, exit: .usage, meaning: "The statement is not one that only reads.",
    advice: "Ask with SELECT, WITH, VALUES or EXPLAIN; a legacy store is never changed.")
  static let queryFaulty = FindingKind(
    "query-faulty", .error, exit: .usage, meaning: "SQLite does not understand the query.",
    advice: "Put names in double quotation marks and text in single ones; `heirloom inspect STORE` lists entities and attributes."
  )
  public static let keyFaulty = FindingKind(
    "key-faulty", .error, exit: .usage, meaning: "The key is not 64 bytes.",
    advice: "Give 128 hexadecimal digits, or a file of 64 bytes or of such digits.")
}

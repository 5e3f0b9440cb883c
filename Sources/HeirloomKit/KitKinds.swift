internal import HeirloomArchive
internal import HeirloomConversion
internal import HeirloomCoreDataModel
public import HeirloomFindings
internal import HeirloomMapping
internal import HeirloomReading
internal import HeirloomSwiftSource
internal import HeirloomVerification
internal import HeirloomWriting

extension FindingKind {
  /// Kinds that belong to the library's front door.
  public static let kit: [FindingKind] = [
    .queryRefused, .queryFaulty, .keyFaulty, .unbalanced, .modelUnfit, .interrupted, .rejectedRecord, .rejectsFaulty,
  ]

  /// Every kind that the library can record, room by room.
  public static let library: [FindingKind] =
    common + kit + reading + realm + archiveContainers + archiveReading + coreDataModel + swiftSource + mapping + conversion + writing + verification

  static let queryRefused = FindingKind(
    "query-refused", .error, exit: .usage, meaning: "The statement is not one that only reads.",
    advice: "Ask with SELECT, WITH, VALUES or EXPLAIN; a legacy store is never changed.")
  static let queryFaulty = FindingKind(
    "query-faulty", .error, exit: .usage, meaning: "SQLite does not understand the query.",
    advice: "Put names in double quotation marks and text in single ones; `heirloom inspect STORE` lists entities and attributes."
  )
  static let unbalanced = FindingKind(
    "unbalanced-ledger", .error, exit: .internalFault, meaning: "Records or links are not accounted for. Nothing was published.",
    advice: "This is a fault of Heirloom's own: please report it with the report's ledger.")
  static let modelUnfit = FindingKind(
    "model-unfit", .error, exit: .mappingFaulty,
    meaning: "The compiled model has no version with the entities of the target schema.",
    advice: "Check that the model is the new app's, and that the mapping names the version that the app opens.")
  static let rejectsFaulty = FindingKind(
    "rejects-faulty", .error, exit: .usage, meaning: "The file given with --only-rejects was not written by --rejects.",
    advice: "Give the file as `--rejects` wrote it: a line for each record, with its entity and key.")
  static let interrupted = FindingKind(
    "interrupted", .error, exit: .tryAgain, meaning: "The run was interrupted. Nothing was published.", advice: "Run it again.")
  static let rejectedRecord = FindingKind(
    "rejected-record", .warning, meaning: "A record was refused, for the reason given with it.",
    advice: "Mend the mapping or the data, and convert again.")
  public static let keyFaulty = FindingKind(
    "key-faulty", .error, exit: .usage, meaning: "The key is not 64 bytes.",
    advice: "Give 128 hexadecimal digits, or a file of 64 bytes or of such digits.")
}

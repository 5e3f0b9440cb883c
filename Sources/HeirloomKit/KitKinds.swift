internal import HeirloomArchive
internal import HeirloomConversion
internal import HeirloomCoreDataModel
public import HeirloomFindings
internal import HeirloomMapping
internal import HeirloomReading
internal import HeirloomSwiftSource
internal import HeirloomVerification
internal import HeirloomVersions
internal import HeirloomWriting

extension FindingKind {
  /// Kinds that belong to the library's front door.
  public static let kit: [FindingKind] = [
    .queryRefused, .queryFaulty, .keyFaulty, .unbalanced, .modelUnfit, .interrupted, .rejectedRecord, .rejectsFaulty,
    .rejectsUnknown, .mergeWithoutTemplate, .mergeRuleFaulty, .merged, .targetIsSource, .namesAlike, .plainDatabaseDiffers,
    .otherSchema,
  ]

  /// Every kind that the library can record, room by room.
  public static let library: [FindingKind] =
    common + kit + reading + realm + archiveContainers + archiveReading + coreDataModel + swiftSource + mapping + conversion
    + writing + verification + versions

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
  static let rejectsUnknown = FindingKind(
    "rejects-unknown", .error, exit: .noInput, meaning: "Records that --only-rejects names are not in the store.",
    advice: "Give the store that the rejects were written of, and its file as --rejects wrote it.")
  static let mergeWithoutTemplate = FindingKind(
    "merge-without-template", .error, exit: .usage, meaning: "A merge was asked for, and not into what.",
    advice: "Name the store that already holds records: `--template STORE --merge`.")
  static let mergeRuleFaulty = FindingKind(
    "merge-rule", .error, exit: .usage, meaning: "What --newer-by names is no date or number of an entity of the target.",
    advice: "Name the entity and its attribute, such as Note.modified.")
  static let merged = FindingKind(
    "merged-records", .note, meaning: "Records were merged into a store that held some already, by their unique keys.",
    advice:
      "Records that were there already were kept as they are, but for older ones where --newer-by names their date; run it again and "
      + "nothing more is added.")
  static let targetIsSource = FindingKind(
    "target-is-source", .error, exit: .targetRefused, meaning: "The output is the source itself, which is never written.",
    advice: "Choose another name for the output.")
  static let namesAlike = FindingKind(
    "names-alike", .error, exit: .sourceUnreadable,
    meaning: "Two names differ in their case only, and SQLite, which does the work, cannot tell them apart.",
    advice: "Rename one of them: in an exported file by hand, in a store with the app that made it.")
  static let plainDatabaseDiffers = FindingKind(
    "plain-database-differs", .error, exit: .mappingFaulty,
    meaning: "The database is neither a Core Data store nor what a conversion to plain tables makes of the target schema.",
    advice: "Give the file that `convert --target sqlite` wrote, and the mapping that it was converted by.")
  static let otherSchema = FindingKind(
    "schema-differs", .error, exit: .mappingFaulty,
    meaning: "The store that is to be verified is of another kind or schema than the mapping's target.",
    advice: "Give the source first and the store that `convert` wrote second, and the mapping that it was converted by.")
  static let interrupted = FindingKind(
    "interrupted", .error, exit: .tryAgain,
    meaning:
      "The run was interrupted. Nothing was published. Where a signal did it, the exit status is 128 and the signal's number.",
    advice: "Run it again.")
  static let rejectedRecord = FindingKind(
    "rejected-record", .warning, meaning: "A record was refused, for the reason given with it.",
    advice: "Mend the mapping or the data, and convert again.")
  public static let keyFaulty = FindingKind(
    "key-faulty", .error, exit: .usage, meaning: "The key is not 64 bytes.",
    advice: "Give 128 hexadecimal digits, or a file of 64 bytes or of such digits.")
}

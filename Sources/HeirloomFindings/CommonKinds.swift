extension FindingKind {
  /// Kinds that more than one target needs.
  public static let common: [FindingKind] = [
    .noSuchInput, .inputUnreadable, .inputOutput, .diskFull, .targetExists, .targetUncreatable, .sourceLocked, .sourceChanged,
    .internalFault,
  ]

  public static let noSuchInput = FindingKind(
    "no-such-input", .error, exit: .noInput, meaning: "A file that was named does not exist.",
    advice: "Check the path; relative paths start at the current folder.")
  public static let inputUnreadable = FindingKind(
    "input-unreadable", .error, exit: .inputOutput, meaning: "A file exists but cannot be read.",
    advice: "Check its permissions, and that it is a file and not a folder or a pipe.")
  public static let inputOutput = FindingKind(
    "input-output", .error, exit: .inputOutput, meaning: "Reading or writing a file failed.",
    advice: "Check the disk; nothing was published.")
  public static let diskFull = FindingKind(
    "disk-full", .error, exit: .tryAgain, meaning: "There is no room left for the target or a temporary file.",
    advice: "Free some space, or point TMPDIR and --output at a larger disk, and run again; nothing was left behind.")
  public static let targetExists = FindingKind(
    "target-exists", .error, exit: .targetRefused, meaning: "The output is there already.",
    advice: "Choose another name, or pass --overwrite to replace it once the new one is complete.")
  public static let targetUncreatable = FindingKind(
    "target-uncreatable", .error, exit: .targetRefused, meaning: "The output cannot be created where it was asked for.",
    advice: "Check that the folder exists and can be written.")
  public static let sourceLocked = FindingKind(
    "source-locked", .error, exit: .tryAgain, meaning: "Another program holds the source.",
    advice: "Close the app that uses it, or convert a copy made together with its -wal file.")
  public static let sourceChanged = FindingKind(
    "source-changed", .error, exit: .tryAgain, meaning: "The source changed while it was being read.",
    advice: "Close the app that uses it and run again.")
  public static let internalFault = FindingKind(
    "internal-fault", .error, exit: .internalFault, meaning: "Heirloom contradicted itself.",
    advice: "This is a fault of Heirloom's own: please report it with the text of this message.")
}

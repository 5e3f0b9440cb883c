/// The exit statuses of the command, after sysexits.h where that has one.
public enum ExitStatus: Int32, Sendable, CaseIterable {
  /// Done, and every record is accounted for.
  case done = 0
  /// Done, with rejects or differences.
  case differences = 1
  /// A fault of Heirloom's own.
  case internalFault = 2
  /// The command line is wrong.
  case usage = 64
  /// The source is damaged, encrypted or of a kind that is not supported.
  case sourceUnreadable = 65
  /// There is no such input.
  case noInput = 66
  /// The target exists already, or cannot be created.
  case targetRefused = 73
  /// Reading or writing failed.
  case inputOutput = 74
  /// Locked, changing, or the disk is full: try again.
  case tryAgain = 75
  /// The mapping or a schema is faulty.
  case mappingFaulty = 78
}

package import HeirloomFindings

extension FindingKind {
  /// What can be wrong with a command line.
  package static let command: [FindingKind] = [
    .unknownCommand, .unknownOption, .optionWithoutValue, .unneededValue, .repeatedOption, .missingOption, .missingOperand,
    .unneededOperand, .badValue,
  ]

  static let unknownCommand = FindingKind(
    "unknown-command", .error, exit: .usage, meaning: "The first word is none of the commands.",
    advice: "Run `heirloom --help` for the list of commands.")
  static let unknownOption = FindingKind(
    "unknown-option", .error, exit: .usage, meaning: "The command has no option of that name.",
    advice: "Run the command with --help for its options; put `--` before a file name that starts with a hyphen.")
  static let optionWithoutValue = FindingKind(
    "option-without-value", .error, exit: .usage, meaning: "An option that takes a value stands without one.",
    advice: "Write the value after the option, or after an equals sign: `--output=FILE`.")
  static let unneededValue = FindingKind(
    "unneeded-value", .error, exit: .usage, meaning: "A flag was given a value.",
    advice: "Write the flag alone.")
  static let repeatedOption = FindingKind(
    "repeated-option", .error, exit: .usage, meaning: "An option that may be given once was given again.",
    advice: "Keep the one you mean.")
  static let missingOption = FindingKind(
    "missing-option", .error, exit: .usage, meaning: "The command cannot work without an option that is not there.",
    advice: "Run the command with --help for what it needs.")
  static let missingOperand = FindingKind(
    "missing-operand", .error, exit: .usage, meaning: "The command needs another file or word.",
    advice: "Run the command with --help for what it takes.")
  static let unneededOperand = FindingKind(
    "unneeded-operand", .error, exit: .usage, meaning: "The command was given more words than it takes.",
    advice: "Put a value with spaces in quotation marks.")
  static let badValue = FindingKind(
    "bad-value", .error, exit: .usage, meaning: "An option or operand has a value that it cannot take.",
    advice: "The message says what it takes.")
}

package import HeirloomFindings

extension FindingKind {
  /// What can happen to a run over many stores.
  package static let bulk: [FindingKind] = [
    .manifestFaulty, .nothingToConvert, .itemTimeout, .itemCrashed, .tooManyFailures, .shardInvalid, .resultsUnreadable,
  ]

  package static let manifestFaulty = FindingKind(
    "manifest-faulty", .error, exit: .usage, meaning: "A line of the manifest cannot be followed.",
    advice: "A line is a path, or an object with `source` and, if you like, `id` and `output` (inside the output folder).")
  package static let nothingToConvert = FindingKind(
    "nothing-to-convert", .error, exit: .noInput, meaning: "The manifest or pattern names no store at all.",
    advice: "Check the pattern, in quotation marks so that the shell leaves it alone; `**` crosses folders.")
  package static let itemTimeout = FindingKind(
    "item-timeout", .error, exit: .tryAgain, meaning: "A store took longer than --item-timeout allows and was given up.",
    advice: "Convert it by itself, or allow more seconds and run again with --resume.")
  package static let itemCrashed = FindingKind(
    "item-crashed", .error, exit: .internalFault, meaning: "The process that converted a store ended without a report.",
    advice: "This is a fault of Heirloom's own: please report it; the other stores are not affected.")
  package static let tooManyFailures = FindingKind(
    "too-many-failures", .error, exit: .differences, meaning: "More stores failed than --max-failures allows.",
    advice: "See the results file, mend the cause, and run again with --resume.")
  package static let shardInvalid = FindingKind(
    "shard-invalid", .error, exit: .usage, meaning: "The shard is none, or the environment names none.",
    advice: "Write --shard I/N with I from 1 to N.")
  package static let resultsUnreadable = FindingKind(
    "results-unreadable", .warning, meaning: "Lines of the earlier results file cannot be read.",
    advice: "Their stores are converted again; the last line of a run that was killed is usually such a line.")
}

internal import HeirloomFindings
internal import HeirloomKit
internal import HeirloomReporting

extension CommandTable {
  static let diff = CommandDefinition(
    "diff", "compare two schemas, stores or versions, with the migration each change needs",
    discussion: """
      A and B are stores, models or Swift source; 'PATH@VERSION' names one of several versions, and a word that is no
      file is a version of the other side's file. Exit status 1 when custom work is needed that nothing does yet.
      """,
    operands: [OperandDefinition("A", "the old side"), OperandDefinition("B", "the new side")],
    options: [
      OptionDefinition("plan", "SCHEMA.swift", "a plan whose stages may do it", repeats: true, completion: .file),
      OptionDefinition("mapping", "M", "a mapping that may do it", short: "m", repeats: true, completion: .file), .json,
    ] + OptionDefinition.opening
  ) { invocation in
    let report = try DifferenceReport.comparing(
      try invocation.required(0), try invocation.required(1), plans: invocation.arguments.values("plan"),
      mappings: invocation.arguments.values("mapping"), options: try invocation.storeOptions())
    try invocation.console.show(report, asJSON: invocation.isJSON)
    return report.exitStatus
  }
}

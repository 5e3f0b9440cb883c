internal import HeirloomFindings
internal import HeirloomKit
package import HeirloomReporting

extension CommandTable {
  /// Takes a versioned store along its migration plan.
  ///
  /// - Parameter engine: gets the plan's source, the version to end at (nil for the last), and what `convert` gets.
  package static func migrate(
    engine: @escaping @Sendable (_ plan: String, _ version: String?, ConversionArguments, ProgressBar) throws -> ConversionReport
  ) -> CommandDefinition {
    var mapping = OptionDefinition.mapping
    mapping.isRequired = false
    mapping.repeats = true
    mapping.summary = "the mapping of a custom stage"
    return CommandDefinition(
      "migrate", "take a versioned store along its migration plan",
      discussion: "Lightweight stages follow from the two schemas; each custom stage needs a mapping.",
      operands: [OperandDefinition("STORE", "a store at one of the plan's versions")],
      options: [
        OptionDefinition(
          "plan", "SCHEMA.swift", "the Swift source with the versions and the plan", required: true, completion: .file),
        OptionDefinition("to", "VERSION", "the version to end at, by name or identifier; the last one if not given"), mapping,
        .output,
      ] + OptionDefinition.reporting + OptionDefinition.steering + OptionDefinition.opening
    ) { invocation in
      try tellConversion(invocation) { arguments, bar in
        try engine(invocation.arguments.value("plan") ?? "", invocation.arguments.value("to"), arguments, bar)
      }
    }
  }
}

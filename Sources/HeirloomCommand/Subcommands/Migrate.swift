internal import HeirloomFindings
package import HeirloomKit
package import HeirloomReporting

extension CommandTable {
  /// Takes a versioned store along its migration plan.
  ///
  /// - Parameter engine: gets the plan's sources, what is asked beside a conversion, and what `convert` gets.
  package static func migrate(
    engine: @escaping @Sendable (_ plan: [String], MigrationOptions, ConversionArguments, ProgressBar) throws -> ConversionReport
  ) -> CommandDefinition {
    var mapping = OptionDefinition.mapping
    mapping.isRequired = false
    mapping.repeats = true
    mapping.summary = "the mapping of a custom stage"
    return CommandDefinition(
      "migrate", "take a versioned store along its migration plan",
      discussion: """
        The store's version is found by its hashes, else by its identifier or its shape. Lightweight stages follow from
        the two versions. The closures of a custom stage are interpreted where they can be; a mapping with
        'Stage(V1.self, to: V2.self) { … }' takes their place. A Core Data model with several versions is a plan too,
        and so are stores, each a version. Everything that can be known beforehand is told before a row is read.
        """,
      operands: [OperandDefinition("STORE", "a store at one of the plan's versions")],
      options: [
        OptionDefinition(
          "plan", "SCHEMA.swift", "source with versions and plan, a model, or stores", repeats: true,
          required: true, completion: .file),
        OptionDefinition("to", "VERSION", "the version to end at, by name or identifier; the last one if not given"),
        OptionDefinition("from", "VERSION", "the version that the store is at, when it cannot be told"), mapping,
        .flag("allow-downgrade", "go back to an older version where nothing is lost"), .output,
      ] + OptionDefinition.reporting + OptionDefinition.steering + OptionDefinition.opening
    ) { invocation in
      try tellConversion(invocation) { arguments, bar in
        let options = MigrationOptions(
          conversion: arguments.options, targetVersion: invocation.arguments.value("to"), startVersion: invocation.arguments.value("from"),
          allowsDowngrade: invocation.arguments.has("allow-downgrade"))
        return try engine(invocation.arguments.values("plan"), options, arguments, bar)
      }
    }
  }
}

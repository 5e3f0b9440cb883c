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
        the two versions. A custom stage needs a mapping with 'Stage(V1.self, to: V2.self) { … }'; without one the run stops
        and says what the stage's closures seem to do, or interprets them when asked to. A Core Data model with several
        versions is a plan too, and so are stores, each a version. What can be known is told before a row is read.
        """,
      operands: [OperandDefinition("STORE", "a store at one of the plan's versions")],
      options: [
        OptionDefinition(
          "plan", "SCHEMA.swift", "source with versions and plan, a model, or stores", repeats: true,
          required: true, completion: .file),
        OptionDefinition("to", "VERSION", "the version to end at, by name or identifier; the last one if not given"),
        OptionDefinition("from", "VERSION", "the version that the store is at, when it cannot be told"), mapping,
        .flag("run-closures", "interpret the closures of custom stages that have no mapping"),
        OptionDefinition("clock", "DATE", "what the clock shows to closures, as ISO 8601; the start of the run if not given"),
        .flag("allow-downgrade", "go back to an older version where nothing is lost"), .output,
      ] + OptionDefinition.reporting + OptionDefinition.steering + OptionDefinition.opening
    ) { invocation in
      try tellConversion(invocation) { arguments, bar in
        let options = MigrationOptions(
          conversion: arguments.options, targetVersion: invocation.arguments.value("to"),
          startVersion: invocation.arguments.value("from"),
          allowsDowngrade: invocation.arguments.has("allow-downgrade"), runsClosures: invocation.arguments.has("run-closures"),
          clock: try invocation.moment("clock"))
        return try engine(invocation.arguments.values("plan"), options, arguments, bar)
      }
    }
  }
}

extension Invocation {
  /// The moment that an option gives, in seconds since 2001.
  fileprivate func moment(_ option: String) throws -> Double? {
    guard let text = arguments.value(option) else { return nil }
    if let seconds = ClockText.seconds(text) { return seconds }
    throw refusal(of: option, "a date such as 2026-01-31T12:00:00Z")
  }
}

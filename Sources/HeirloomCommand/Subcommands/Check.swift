internal import HeirloomFindings
package import HeirloomKit
package import HeirloomReporting

extension CommandTable {
  /// Finds every mistake of a mapping before any run.
  ///
  /// - Parameter engine: gets the mapping, the stores, how to open them, and whether unmapped parts are allowed.
  package static func check(
    engine:
      @escaping @Sendable (_ mapping: String, _ stores: [String], StoreOptions, _ allowsUnmapped: Bool) throws -> FindingsReport
  ) -> CommandDefinition {
    CommandDefinition(
      "check", "find all mistakes of a mapping and its schemas before any run",
      operands: [
        OperandDefinition("MAPPING", "the mapping file"), OperandDefinition("STORE", "stores that it is to convert", count: .any),
      ],
      options: [.json, .allowUnmapped] + OptionDefinition.looking
    ) { invocation in
      let report = try engine(
        try invocation.required(0), Array(invocation.arguments.operands.dropFirst()), try invocation.storeOptions(),
        invocation.arguments.has("allow-unmapped"))
      try invocation.console.show(report, asJSON: invocation.isJSON)
      return report.exitStatus
    }
  }

  /// Finds what will go wrong with a versioned schema and its migration plan.
  package static func lint(
    engine:
      @escaping @Sendable (_ sources: [String], _ usesCloudKit: Bool, _ stores: [String], StoreOptions) throws
      -> FindingsReport
  ) -> CommandDefinition {
    CommandDefinition(
      "lint", "find what will go wrong with a versioned schema and its migration plan",
      operands: [OperandDefinition("SCHEMA.swift", "SwiftData source, files or folders", count: .oneOrMore)],
      options: [
        .flag("cloudkit", "the store is mirrored to CloudKit, which takes less"),
        OptionDefinition(
          "store", "STORE", "a store whose records are held against the constraints that the plan adds", repeats: true,
          completion: .file), .json,
      ] + OptionDefinition.opening
    ) { invocation in
      let report = try engine(
        invocation.arguments.operands, invocation.arguments.has("cloudkit"), invocation.arguments.values("store"),
        try invocation.storeOptions())
      try invocation.console.show(report, asJSON: invocation.isJSON)
      return report.exitStatus
    }
  }
}

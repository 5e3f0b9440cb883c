internal import HeirloomFindings
package import HeirloomKit
package import HeirloomReporting

extension CommandTable {
  /// Compares two stores that exist already.
  package static func verify(
    engine:
      @escaping @Sendable (_ before: String, _ after: String, _ mapping: String, ConversionOptions) throws -> ConversionReport
  ) -> CommandDefinition {
    CommandDefinition(
      "verify", "prove that a store is another one's conversion",
      discussion: """
        Counts records and links of both, and compares every attribute that the mapping carries unchanged, with queries of
        its own. Exit status 1 when the stores differ.
        """,
      operands: [OperandDefinition("BEFORE", "the legacy store"), OperandDefinition("AFTER", "the converted store")],
      options: [
        .mapping,
        OptionDefinition("report", "FILE", "write the report to a file (json, md, html, txt)", repeats: true, completion: .file),
        .json, .allowUnmapped, .rejectMissingFiles, .onlyRejects,
      ] + OptionDefinition.opening
    ) { invocation in
      let files = try ReportFiles(invocation)
      var options = ConversionOptions(
        source: try invocation.storeOptions(), allowsUnmapped: invocation.arguments.has("allow-unmapped"))
      options.rejectsMissingFiles = invocation.arguments.has("reject-missing-files")
      options.onlyRejectsPath = invocation.arguments.value("only-rejects")
      let report = try engine(
        try invocation.required(0), try invocation.required(1), invocation.arguments.value("mapping") ?? "", options)
      try tell(report, in: files, invocation)
      return report.exitStatus
    }
  }
}

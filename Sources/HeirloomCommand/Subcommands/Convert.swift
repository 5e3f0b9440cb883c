internal import HeirloomFindings
internal import HeirloomKit
package import HeirloomReporting

extension CommandTable {
  /// Converts one store; `engine` does the work and tells the bar how far it is.
  package static func convert(
    engine: @escaping @Sendable (ConversionArguments, ProgressBar) throws -> ConversionReport
  ) -> CommandDefinition {
    CommandDefinition(
      "convert", "convert a legacy store by a mapping into a versioned store, and prove it",
      discussion: """
        The source is never written. The target is built beside its place, verified and published by one rename. The report
        accounts for every record and link: exit status 0 only when the counts balance and nothing differs, 1 when records
        were refused or values differ.
        """,
      operands: [OperandDefinition("STORE", "a legacy store of any kind")],
      options: [.mapping, .output] + OptionDefinition.reporting + OptionDefinition.steering + OptionDefinition.opening
    ) { invocation in
      try tellConversion(invocation, engine: engine)
    }
  }

  /// Runs a conversion and tells how it went, also when it ends in the middle.
  static func tellConversion(
    _ invocation: Invocation, engine: (ConversionArguments, ProgressBar) throws -> ConversionReport
  ) throws -> ExitStatus {
    let arguments = try invocation.conversion()
    let files = try ReportFiles(invocation)
    let bar = ProgressBar(on: invocation.console)
    let report: ConversionReport
    do {
      report = try engine(arguments, bar)
    } catch let finding as Finding {
      report = ConversionReport(
        status: .failed, source: .init(path: arguments.source), target: .init(path: arguments.output), findings: [finding])
    }
    bar.finish()
    try tell(report, in: files, invocation)
    return report.exitStatus
  }

  /// A failed run's findings go to standard error; any other report goes to standard output.
  static func tell(_ report: ConversionReport, in files: ReportFiles, _ invocation: Invocation) throws {
    do { try show(report, in: files, invocation) } catch var finding as Finding {
      // The store is not to blame: it is there, whole and proven.
      if report.outcome == .converted, !report.target.path.isEmpty {
        finding.message += "; the new store '\(report.target.path)' is published and complete, only its report is missing"
        finding.help = "look at it with 'heirloom verify', or convert again with --overwrite and --report to another disk"
      }
      throw finding
    }
  }

  private static func show(_ report: ConversionReport, in files: ReportFiles, _ invocation: Invocation) throws {
    let isFailed = report.outcome == .failed
    if isFailed || invocation.isJSON { invocation.console.note(report.findings.filter { isFailed || $0.severity == .error }) }
    if invocation.isJSON || !isFailed || report.findings.isEmpty {
      try invocation.console.show(report, asJSON: invocation.isJSON)
    }
    try files.write(report)
  }
}

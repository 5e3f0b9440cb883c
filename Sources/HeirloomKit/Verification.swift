internal import HeirloomFindings
internal import HeirloomReading
public import HeirloomReporting
internal import HeirloomSchema

extension Mapping {
  /// Proves, or disproves, that a store is the conversion of another one by this mapping.
  ///
  /// Both layouts of targets are read: SwiftData's, and the plain tables of `--target sqlite`. The conversion is tried on the side, to know what ought to be there; then the store at `after` is read and compared.
  /// Cost: a conversion and a validation. Nothing is written beside a temporary file.
  public func verify(
    _ before: String, _ after: String, options: ConversionOptions = ConversionOptions()
  ) throws -> ConversionReport {
    var trial = options
    (trial.isDryRun, trial.verifies) = (true, true)
    let clock = ContinuousClock(), start = clock.now
    // Opened first, so that a missing or damaged target is the finding, and not what follows from it.
    var database: PlainDatabase?
    do { _ = try openStore(after, options: OpenOptions()) } catch let finding as Finding where finding.kind == .notACoreDataStore
    {
      database = try PlainDatabase(after, of: target)
      trial.layout = .sqlite
    }
    let run = ConversionRun(self, before, after, trial) { _ in }
    run.comparedDatabase = database
    run.comparedPath = after
    var report = ConversionReport(
      status: .verified, source: .init(path: before), target: .init(path: after, version: target.identifiers.first))
    do { try run.run(into: &report) } catch {
      let finding = Finding(converting: before, failed: error)
      if !report.findings.contains(finding) {
        report.findings.append(finding)
        report.status = .failed
      }
    }
    report.seconds = start.duration(to: clock.now) / .seconds(1)
    return report
  }
}

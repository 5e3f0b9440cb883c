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
    var database: PlainDatabase?, there: Schema?
    do {
      let store = try openStore(after, options: OpenOptions())
      guard [.coreData, .swiftData].contains(store.identity.kind) else {
        throw Finding(
          .otherSchema, "'\(after)' is of the kind '\(store.identity.kind.rawValue)', and no store that a conversion wrote",
          at: .file(after))
      }
      there = store.schema
    } catch let finding as Finding where finding.kind == .notACoreDataStore {
      database = try PlainDatabase(after, of: target)
      trial.layout = .sqlite
    }
    let run = ConversionRun(self, before, after, trial) { _ in }
    run.comparedDatabase = database
    run.comparedPath = after
    var report = ConversionReport(
      status: .verified, source: .init(path: before), target: .init(path: after, version: target.identifiers.first))
    do { try run.run(into: &report) } catch {
      var finding = Finding(converting: before, failed: error)
      // A store of another schema shows itself as a query that names what is not there.
      if finding.kind == .internalFault, let lack = there.flatMap({ self.lack(of: $0, at: after) }) { finding = lack }
      if !report.findings.contains(finding) {
        report.findings.append(finding)
        report.status = .failed
      }
    }
    report.seconds = start.duration(to: clock.now) / .seconds(1)
    return report
  }

  /// What a store lacks of the target schema, as a finding; nil when nothing is missing.
  private func lack(of schema: Schema, at path: String) -> Finding? {
    for entity in target.entities {
      let name = entity.name.text
      guard schema[entity.name] != nil else { return Self.differs(path, "no entity '\(name)'") }
      let properties = schema.attributes(of: entity.name).map(\.name) + schema.relationships(of: entity.name).map(\.name)
      let wanted = target.attributes(of: entity.name).map(\.name) + target.relationships(of: entity.name).map(\.name)
      if let missing = wanted.first(where: { !properties.contains($0) }) {
        return Self.differs(path, "no property '\(missing.text)' in its entity '\(name)'")
      }
    }
    return nil
  }

  private static func differs(_ path: String, _ what: String) -> Finding {
    Finding(.otherSchema, "'\(path)' has \(what), which the conversion would have made", at: .file(path))
  }
}

internal import HeirloomBytes
internal import HeirloomConversion
internal import HeirloomCoreDataModel
internal import HeirloomFindings
internal import HeirloomMapping
internal import HeirloomReading
public import HeirloomReporting
internal import HeirloomSQLite
internal import HeirloomSchema
internal import HeirloomWriting

extension Mapping {
  /// Converts a store: reads, checks, fills a draft, reads the draft again to prove it, and publishes it by one rename.
  ///
  /// The report says how it went, also when nothing came of it; what was at `output` before is then still there.
  /// - Parameter progress: called with what is being done, now and then, on the caller's thread.
  public func convert(
    _ path: String, to output: String, options: ConversionOptions = ConversionOptions(),
    progress: @escaping (String) -> Void = { _ in }
  ) -> ConversionReport {
    let clock = ContinuousClock(), start = clock.now
    var report = ConversionReport(
      status: options.isDryRun ? .dryRun : .converted, source: .init(path: path),
      target: .init(path: output, version: target.identifiers.first))
    do {
      try ConversionRun(self, path, output, options, progress).run(into: &report)
    } catch {
      report.status = .failed
      let finding = Finding(converting: path, failed: error)
      // A file that examining the source missed is told with its record already.
      let isTold = finding.kind == .externalFileMissing && report.findings.contains { $0.kind == finding.kind }
      if !isTold, !report.findings.contains(finding) { report.findings.append(finding) }
    }
    report.seconds = start.duration(to: clock.now) / .seconds(1)
    return report
  }

  /// The plan and its SQL for a store, each statement under the line of the mapping that asked for it.
  /// - Throws: a `Finding` when the store cannot be read or the mapping is faulty.
  public func explain(_ path: String, options: ConversionOptions = ConversionOptions()) throws -> Explanation {
    var trial = options
    (trial.isDryRun, trial.verifies) = (true, false)
    let run = ConversionRun(self, path, "", trial) { _ in }
    var report = ConversionReport(status: .dryRun, source: .init(path: path), target: .init(path: ""))
    do { try run.run(into: &report) } catch { throw Finding(converting: path, failed: error) }
    var explanation = run.explanation
    explanation.findings = report.findings
    return explanation
  }
}

/// One conversion from its beginning to its end.
final class ConversionRun {
  let mapping: Mapping
  let path: String
  let output: String
  let options: ConversionOptions
  let progress: (String) -> Void
  private(set) lazy var explanation = Explanation(mapping: mapping.path, store: path)
  /// The source, once it is open.
  var legacy: (any LegacyStore)?
  /// The target as its own reader opened it; its relations last as long as it does.
  var proofStore: (any LegacyStore)?
  /// The run's own conversion, when another store is compared with it.
  var trialStore: (any LegacyStore)?
  var conversionLayout = StorageLayout()
  /// The entries of the source's metadata that are the app's own.
  var ownMetadata: [String: PropertyList] = [:]
  /// The store that is compared with the source instead of the one that the run made.
  var comparedPath: String?
  /// Called once the target is proven, before it is published; what it finds counts like the validator's own findings.
  var whenProven: ((ProvenConversion) throws -> [Finding])?
  /// The same, when it is a plain database.
  var comparedDatabase: PlainDatabase?
  /// The model to read the source by; it comes before what the options say.
  var sourceModel: Schema?

  init(_ mapping: Mapping, _ path: String, _ output: String, _ options: ConversionOptions, _ progress: @escaping (String) -> Void)
  {
    self.mapping = mapping
    self.path = path
    self.output = output
    self.options = options
    self.progress = progress
  }

  static let before = "old.", after = "new.", trial = "trial."

  func run(into report: inout ConversionReport) throws {
    progress("read")
    var source = options.source
    source.archive.stage(beside: output)
    source.toleratesMissingFiles = options.rejectsMissingFiles
    let opened = try source.open(path, as: sourceModel)
    let store = opened.legacy
    report.source.kind = store.identity.kind.rawValue
    ownMetadata = store.identity.ownMetadata
    let path = path
    let takeDigest = { Digest.hex(try Digest.sha256(ofFile: path)) }
    var digest: Background<String>?
    defer { report.source.sha256 = try? digest?.value() ?? takeDigest() }
    report.findings += store.findings + opened.findings

    progress("check")
    let (plan, findings) = mapping.plan(for: store, allowsUnmapped: options.allowsUnmapped)
    report.findings += findings
    if let first = findings.first(where: { $0.severity == .error }) { throw first }

    try refuseSource()
    foresee(&report)
    let writer = try makeWriter(&report)
    do {
      let connection = try begin(writer, &report)
      try store.present(on: connection, prefix: Self.before)
      legacy = store
      let examination = try examine(store, plan, on: connection)
      defer { examination.wait() }
      // One after the other, so that the conversion keeps a processor of two for itself.
      digest = Background(running: {
        examination.wait()
        return try takeDigest()
      })
      progress("convert")
      conversionLayout = writer.layout
      for function in mapping.functions { try function.register(on: connection) }
      let conversion = Conversion(plan, on: connection, layout: writer.layout, prefix: Self.before)
      if let path = options.onlyRejectsPath {
        let only = try RejectsFile.read(path)
        report.findings += try RejectsFile.unknown(only, path, in: store.schema, prefix: Self.before, on: connection)
        if let first = report.findings.last, first.kind == .rejectsUnknown, first.severity == .error { throw first }
        conversion.only = only
      }
      if options.rejectsMissingFiles {
        let missing = try store.missingFiles(on: connection, prefix: Self.before)
        // What the mapping leaves behind is not missed.
        conversion.refused = missing.filter { !plan.drops(attribute: $0.property, of: $0.entity) }.map {
          ($0.entity, $0.key, "the file of '\($0.entity).\($0.property)' is missing")
        }
      }
      do { try conversion.run(checksUniqueness: false) } catch {
        report.findings += try examination.value().findings + conversion.findings
        throw error
      }
      let examined = try examination.value()
      report.findings += try examined.findings + targetFindings(of: writer) + conversion.findings + conversion.refusalFindings()
      explain(plan, conversion, into: &explanation)
      report.fill(from: conversion, plan)
      for (index, count) in zip(report.dropped.indices, examined.dropped) { report.dropped[index].count = count }
      if options.merges, options.verifies {
        // Once merged the records can no longer be told from those that were there.
        progress("verify")
        try verify(nil, conversion, plan, on: connection, &report)
      }
      identify(writer, source: try? digest?.value())
      progress("index")
      do { try writer.finish() } catch let finding as Finding where finding.id == "target-not-unique" {
        // The index says that there are doubles, the conversion whose and how many.
        try conversion.checkUniqueness()
        throw finding
      }
      if options.verifies, !options.merges {
        progress("verify")
        try verify(writer.draftPath, conversion, plan, on: connection, &report)
      }
      try tellMerge(writer, &report)
      try store.confirmUnchanged()
      if let path = options.rejectsPath {
        try RejectsFile.write(conversion, to: path, showsValues: options.showsValues, prefix: Self.before, on: connection)
      }
      let isProven = report.isBalanced && !report.findings.contains { $0.severity == .error && !$0.isAcceptedLoss }
      if !options.isDryRun, isProven { try publish(writer) } else { writer.abandon() }
      if !isProven, comparedPath == nil {
        if let damage = damage(of: store, on: connection) { throw damage }
        throw report.findings.first { $0.severity == .error && $0.kind.exitStatus != nil }
          ?? Finding(.unbalanced, "the target is not what the ledger says; nothing was published")
      }
    } catch {
      writer.abandon()
      throw error
    }
  }
}

extension Finding {
  /// What a failure of the engine means to the user.
  init(converting path: String, failed error: any Error) {
    switch error {
    case let finding as Finding: self = finding
    case let error as SQLiteError where error.isDiskFull:
      self = Finding(.diskFull, "there is no room left to convert '\(path)'", at: .file(path))
    case let error as SQLiteError
    where error.message.contains("[external-") || error.message.contains("[realm-damaged]") || error.isDamage || error.isLock
      || error.isInputOutput:
      self = Finding(reading: path, failed: error)
    case let error as SQLiteError where error.message.hasPrefix(MappingFunction.failureMark):
      self = Finding(.functionFailed, String(error.message.dropFirst(MappingFunction.failureMark.count)))
    case let error as SQLiteError where error.isInterrupt: self = Finding(.interrupted, "the conversion was interrupted")
    default: self = Finding(.internalFault, "\(error)")
    }
  }
}

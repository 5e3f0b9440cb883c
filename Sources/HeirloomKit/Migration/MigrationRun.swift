internal import Foundation
internal import HeirloomArchive
internal import HeirloomFindings
internal import HeirloomMapping
internal import HeirloomReading
public import HeirloomReporting
internal import HeirloomSchema
internal import HeirloomSwiftSource
internal import HeirloomVersions
internal import HeirloomWriting

extension Migration {
  /// Takes a store from the version it is at to the plan's last one, or the one that is wanted.
  ///
  /// Hop by hop, each a conversion with its own ledger and proof; stores between two hops are private and gone afterwards. The
  /// report has each hop and the whole. Everything that can be known before a row is read is checked for all hops first.
  /// - Parameter progress: called with what is being done, on the caller's thread.
  public func migrate(
    _ path: String, to output: String, options: MigrationOptions = MigrationOptions(),
    progress: @escaping (String) -> Void = { _ in }
  ) -> ConversionReport {
    let clock = ContinuousClock(), start = clock.now
    var report = ConversionReport(
      status: options.conversion.isDryRun ? .dryRun : .converted, source: .init(path: path), target: .init(path: output))
    let run = MigrationRun(self, path, output, options, progress)
    do { try run.run(into: &report) } catch {
      report.status = .failed
      let finding = Finding(converting: path, failed: error)
      if !report.findings.contains(finding) { report.findings.append(finding) }
    }
    if let folder = run.folder {
      // Names of folders that nobody saw, and that are gone.
      report.findings = report.findings.map { $0.renaming(folder + "/", to: "private copy ") }
    }
    run.removeIntermediates()
    report.seconds = start.duration(to: clock.now) / .seconds(1)
    return report
  }
}

/// One migration from its beginning to its end.
final class MigrationRun {
  let migration: Migration
  let path: String
  let output: String
  let options: MigrationOptions
  let progress: (String) -> Void
  /// Where the stores between two hops are; nil until one is needed.
  private var privateFolder: PrivateFolder?
  /// The lines of the file of refused records.
  private var rejects = Data()
  /// The ledgers of all conversions so far, joined.
  var whole = JoinedLedger()
  /// What closures of the plan hand on to one another in variables of the plan.
  let shared = ClosureScope()
  /// What all conversions claim together; nil where the whole is not proven.
  var wholeProof: WholeProof?
  /// What the proof of the whole compared.
  var wholeComparison: WholeComparison?
  /// The store that is migrated, open for the proof of the whole.
  var firstStore: (any LegacyStore)?
  /// What the clock shows to closures, in seconds since 2001.
  let clock: Double
  /// The full name of the plan that is followed.
  private(set) var planKey: String?

  init(
    _ migration: Migration, _ path: String, _ output: String, _ options: MigrationOptions, _ progress: @escaping (String) -> Void
  ) {
    self.migration = migration
    self.path = path
    self.output = output
    self.options = options
    self.progress = progress
    clock = options.clock ?? ClockText.now
  }

  func run(into report: inout ConversionReport) throws {
    report.findings += migration.source.findings + migration.mappingFindings
    if let fault = report.findings.first(where: { $0.severity == .error }) { throw fault }
    let found = try findVersion(&report)
    let plan = migration.plan(with: found.version.name)
    planKey = plan.flatMap { migration.closureSources.type(named: $0.name) }
    let versions = migration.versions(of: plan)
    guard let end = try options.targetVersion.map({ try migration.version($0) }) ?? versions.last else {
      throw Finding(.versionUnknown, "'\(migration.path)' lists no version", at: .file(migration.path))
    }
    report.target.version = end.identifiers.first { !$0.isEmpty } ?? end.name
    report.migration = MigrationSummary(from: found.version.name, to: end.name, foundBy: found.means)
    let route = try MigrationRoute(
      from: found.version, to: end, through: versions, stages: plan?.stages ?? [], place: plan?.place,
      allowsDowngrade: options.allowsDowngrade)
    let hops = try prepare(route, &report)
    // A long run should not end with what could be seen at its beginning.
    if !options.conversion.isDryRun, !options.conversion.overwrites, FileManager.default.fileExists(atPath: output) {
      throw Finding(.targetExists, "'\(output)' is there already", at: .file(output))
    }
    if route.isDowngrade { try refuseLosses(route, found.version) }
    try walk(hops, from: found.version, into: &report)
  }

  private func findVersion(_ report: inout ConversionReport) throws -> (version: Schema, means: String) {
    progress("recognise")
    let store = try options.conversion.source.open(path).legacy
    report.source.kind = store.identity.kind.rawValue
    if let given = options.startVersion { return (try migration.version(given), "given") }
    let found = try migration.finder(for: store, path).find()
    report.findings += found.findings
    return (found.version, found.means.rawValue)
  }

  // MARK: - The walk

  private func walk(_ hops: [PreparedHop], from start: Schema, into report: inout ConversionReport) throws {
    var current = path, isPrivate = false
    guard !hops.isEmpty else {
      // The store is there already: it is carried as it is, and proven.
      let hop = PreparedHop(same: start, isModelFile: migration.isModelFile)
      var line = MigrationHop(from: start.name, to: start.name, means: .lightweight)
      try convert(hop.mapping, start, current, to: nil, &line, &report)
      report.migration?.hops.append(line)
      return try finish(&report)
    }
    wholeProof = try beginWhole(
      start, conversions: hops.reduce(0) { $0 + 1 + ($1.willMigrate == nil ? 0 : 1) + ($1.didMigrate == nil ? 0 : 1) })
    for (index, hop) in hops.enumerated() {
      let isLast = index == hops.count - 1
      var line = MigrationHop(from: hop.from.name, to: hop.to.name, through: hop.through, means: hop.means)
      if let closure = hop.willMigrate {
        if !isPrivate {
          let copy = try intermediate("\(index)-old")
          try convert(
            PreparedHop(same: hop.from, isModelFile: migration.isModelFile).mapping, hop.from, current, to: copy, nil, &report)
          (current, isPrivate) = (copy, true)
        }
        try interpret(closure, hop.from, in: current, &line, &report)
      }
      let goal = isLast && hop.didMigrate == nil ? nil : try intermediate("\(index)-new")
      try convert(hop.mapping, hop.from, current, to: goal, &line, &report)
      if isPrivate { removeStore(current) }
      if let goal { (current, isPrivate) = (goal, true) }
      if let closure = hop.didMigrate {
        try interpret(closure, hop.to, in: current, &line, &report)
        if isLast {
          try convert(
            PreparedHop(same: hop.to, isModelFile: migration.isModelFile).mapping, hop.to, current, to: nil, nil, &report)
        }
      }
      report.migration?.hops.append(line)
    }
    try finish(&report)
  }

  private func finish(_ report: inout ConversionReport) throws {
    report.entities = whole.entities
    report.relationships = whole.relationships
    report.attributes = whole.attributes
    report.dropped = whole.dropped
    if let path = options.conversion.rejectsPath {
      do { try rejects.write(to: URL(fileURLWithPath: path), options: .atomic) } catch {
        throw Finding(.targetUncreatable, "'\(path)' cannot be written", at: .file(path))
      }
    }
    report.migration?.whole = wholeComparison
    let count = report.migration?.hops.count ?? 0
    if count > 1 {
      report.findings.append(
        Finding(.hopsOneByOne, "\(count) conversions followed one another, through private stores in between"))
    }
  }

  /// Converts one store into the next; `goal` is nil for the last conversion, which makes the output.
  private func convert(
    _ mapping: Mapping, _ model: Schema, _ path: String, to goal: String?, _ line: inout MigrationHop,
    _ report: inout ConversionReport
  ) throws {
    let made = try convert(mapping, model, path, to: goal, &report)
    line.entities = made.entities
    line.relationships = made.relationships
    line.attributes = made.attributes
    line.dropped = made.dropped
  }

  /// A conversion that copies a version as it is has no line among the hops.
  private func convert(
    _ mapping: Mapping, _ model: Schema, _ path: String, to goal: String?, _ line: MigrationHop?, _ report: inout ConversionReport
  ) throws {
    _ = try convert(mapping, model, path, to: goal, &report)
  }

  private func convert(
    _ mapping: Mapping, _ model: Schema, _ path: String, to goal: String?, _ report: inout ConversionReport
  ) throws -> ConversionReport {
    var wishes = options.conversion
    wishes.source.modelPath = nil
    if goal != nil {
      (wishes.isDryRun, wishes.layout, wishes.templatePath, wishes.modelPath) = (false, .swiftData, nil, nil)
    }
    if path != self.path { wishes.onlyRejectsPath = nil }
    // Each conversion refuses records of its own; they end in one file.
    if options.conversion.rejectsPath != nil { wishes.rejectsPath = try intermediate("rejects") }
    let run = ConversionRun(mapping, path, goal ?? output, wishes, progress)
    run.sourceModel = model
    run.whenProven = { try self.confirm($0, from: model, isLast: goal == nil) }
    var made = ConversionReport(status: .converted, source: .init(path: path), target: .init(path: goal ?? output))
    defer {
      if report.source.sha256 == nil, path == self.path { report.source.sha256 = made.source.sha256 }
      if goal == nil { report.metadata = made.metadata }
      for finding in made.findings where !report.findings.contains(finding) && isWorthTelling(finding, of: path) {
        report.findings.append(finding)
      }
    }
    try run.run(into: &made)
    if let path = wishes.rejectsPath { rejects += FileManager.default.contents(atPath: path) ?? Data() }
    whole.join(made)
    return made
  }

  /// What a private store is made of is of no interest; nor is a nil that a closure was there to fill, and that the run counts.
  private func isWorthTelling(_ finding: Finding, of path: String) -> Bool {
    if path != self.path, finding.severity == .note { return false }
    return path == self.path || finding.kind != .optionalToRequired
  }

  // MARK: - Stores in between

  /// The path of the folder of stores in between, where there are any.
  var folder: String? { privateFolder?.path }

  private func intermediate(_ name: String) throws -> String {
    let folder = try privateFolder ?? PrivateFolder()
    privateFolder = folder
    return "\(folder.path)/\(name).store"
  }

  private func removeStore(_ path: String) { try? FileManager.default.removeItem(atPath: path) }

  func removeIntermediates() { privateFolder = nil }
}

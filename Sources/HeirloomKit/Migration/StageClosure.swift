internal import HeirloomFindings
internal import HeirloomSchema
internal import HeirloomSwiftSource
internal import HeirloomVersions

/// A closure of a custom stage that can be interpreted.
struct StageClosure {
  let name: String
  let function: ClosureFunction
  let text: String
  let place: TextPlace?
  let summary: String
}

/// Looks at the closures of custom stages before anything is run.
struct StageClosureReader {
  /// What the closures may call.
  let sources: ClosureSources
  /// The full name of the plan's type.
  let plan: String?
  /// The closures may be interpreted; otherwise each stops the run, and what it seems to do is told.
  let runsClosures: Bool
  /// How the plan is named on the command line.
  let path: String
  private(set) var findings: [Finding] = []

  init(sources: ClosureSources, plan: String?, runsClosures: Bool, path: String) {
    self.sources = sources
    self.plan = plan
    self.runsClosures = runsClosures
    self.path = path
  }

  /// The closures of a stage; one that cannot or may not be run is a finding that stops the migration.
  mutating func read(_ stage: MigrationStage, from: Schema, to: Schema) -> (will: StageClosure?, did: StageClosure?) {
    let will = read(stage.willMigrate, stage.willMigratePlace ?? stage.place, "willMigrate", from, stage)
    let did = read(stage.didMigrate, stage.didMigratePlace ?? stage.place, "didMigrate", to, stage)
    return (will, did)
  }

  private mutating func read(
    _ text: String?, _ place: TextPlace?, _ name: String, _ schema: Schema, _ stage: MigrationStage
  ) -> StageClosure? {
    guard let text else { return nil }
    let way = "\(name) of the stage from '\(stage.from)' to '\(stage.to)'"
    let (function, ownProblems) = ClosureFunction.read(text, at: place)
    guard let function else {
      findings.append(
        Finding(
          .stageWithoutMapping, "\(way) is neither a closure nor a function of the plan, and no mapping takes its place",
          at: place.map { .text($0) }, help: advice(stage)))
      return nil
    }
    // An empty closure is none.
    if function.statements.isEmpty, ownProblems.isEmpty { return nil }
    let summary = ClosureSummary(of: function, sources: sources, plan: plan).text
    let problems = ownProblems + ClosureVocabulary(checking: function, against: schema, sources: sources, plan: plan).problems
    if !runsClosures {
      findings.append(
        Finding(
          .stageWithoutMapping, "\(way) has no mapping in its place; it \(summary)", at: place.map { .text($0) },
          help: advice(stage, problems)))
      return nil
    }
    if !problems.isEmpty {
      findings.append(
        Finding(
          .stageWithoutMapping, "\(way) cannot be interpreted, and no mapping takes its place; it \(summary)",
          at: place.map { .text($0) }, help: advice(stage)))
      findings += problems.map {
        Finding(
          .closureBeyond, $0.message, at: .text($0.place), help: "a mapping with \(spelled(stage)) can take the closure's place")
      }
      return nil
    }
    return StageClosure(name: name, function: function, text: text, place: place, summary: summary)
  }

  private func spelled(_ stage: MigrationStage) -> String { "'\(StageSpelling.of(stage.from, stage.to))'" }

  private func advice(_ stage: MigrationStage) -> String {
    "write a mapping with \(spelled(stage)); 'heirloom schema \(path)@\(stage.from) --mapping \(path)@\(stage.to)' begins one"
  }

  private func advice(_ stage: MigrationStage, _ problems: [ClosureProblem]) -> String {
    guard let first = problems.first else { return "\(advice(stage)). Or let the closure be interpreted: --run-closures" }
    let more = problems.count == 1 ? "" : ", and \(problems.count - 1) more"
    return "\(advice(stage)). --run-closures cannot interpret it: \(first.message) (line \(first.place.line)\(more))"
  }
}

extension MigrationRun {
  /// Runs a closure over a private store, and counts what it did.
  func interpret(
    _ closure: StageClosure, _ schema: Schema, in path: String, _ line: inout MigrationHop, _ report: inout ConversionReport
  ) throws {
    progress(closure.name)
    let store = try RecordStore(path, schema)
    let concrete = schema.entities.filter { !$0.isAbstract }.map(\.name)
    let before = try concrete.map { try store.count(of: $0) }
    let interpreter = ClosureInterpreter(
      store, shared: shared, sources: migration.closureSources, plan: planKey,
      seed: "\(report.source.sha256 ?? "") \(line.to) \(closure.text)", now: clock)
    let way = "\(closure.name) of the stage to '\(line.to)'"
    let isLost: Bool
    do {
      try interpreter.run(closure.function)
      isLost = try store.close()
    } catch let fault as ClosureFault {
      let kind: FindingKind = fault.kind == .beyond ? .closureBeyond : .closureFailed
      throw Finding(
        kind, "\(way): \(fault.message)", at: (fault.place ?? closure.place).map { .text($0) },
        help: fault.kind == .beyond
          ? "a mapping with '\(StageSpelling.of(line.from, line.to))' can take the closure's place" : nil)
    }
    let place = closure.place.map { Place.text($0) }
    report.findings.append(Finding(.closureInterpreted, "\(way) was interpreted; it \(closure.summary)", at: place))
    if interpreter.readsClock {
      let moment = ClockText.text(clock)
      report.findings.append(
        Finding(
          .closureClock, "\(way) reads the clock, which shows \(moment) throughout", at: place,
          help: "'--clock \(moment)' gives the same store at another time"))
    }
    if isLost {
      report.findings.append(Finding(.closureUnsaved, "\(way) ends with changes that were not saved: they are lost", at: place))
    }
    let saved = store.saved
    try wholeProof?.join(saved, schema)
    var ledger: [ClosureLedger] = []
    for (entity, count) in zip(concrete, before) {
      func number(_ records: Set<RecordReference>) -> Int64 { Int64(records.count { $0.entity == entity }) }
      let counted = ClosureLedger(
        closure: closure.name, entity: entity.text, before: count, inserted: number(saved.inserted),
        deleted: number(saved.deleted),
        changed: number(saved.changed), after: try store.count(of: entity))
      if counted.inserted > 0 || counted.deleted > 0 || counted.changed > 0 || counted.before != counted.after {
        ledger.append(counted)
      }
    }
    line.closures += ledger
    whole.join(ledger, stage: line.to)
  }
}

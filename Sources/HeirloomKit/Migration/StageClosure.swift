internal import HeirloomFindings
internal import HeirloomReporting
internal import HeirloomSchema
internal import HeirloomSwiftSource
internal import HeirloomVersions

/// A closure of a custom stage that can be interpreted.
struct StageClosure {
  let function: ClosureFunction
  let text: String
  let place: TextPlace?
  let summary: String

  /// The closures of a stage; what one of them does beyond what is interpreted is a finding that stops the run.
  static func both(
    of stage: MigrationStage, from: Schema, to: Schema, _ findings: inout [Finding]
  ) -> (will: StageClosure?, did: StageClosure?) {
    let will = closure(stage.willMigrate, stage.willMigratePlace ?? stage.place, "willMigrate", from, stage, &findings)
    let did = closure(stage.didMigrate, stage.didMigratePlace ?? stage.place, "didMigrate", to, stage, &findings)
    return (will, did)
  }

  private static func closure(
    _ text: String?, _ place: TextPlace?, _ name: String, _ schema: Schema, _ stage: MigrationStage, _ findings: inout [Finding]
  ) -> StageClosure? {
    guard let text else { return nil }
    let way = "\(name) of the stage from '\(stage.from)' to '\(stage.to)'"
    let stageText = "'\(StageSpelling.of(stage.from, stage.to))'"
    let (function, problems) = ClosureFunction.read(text, at: place)
    guard let function else {
      findings.append(
        Finding(
          .stageWithoutMapping, "\(way) is neither a closure nor a function of the plan, and no mapping takes its place", at: place.map { .text($0) },
          help: "write a mapping with \(stageText)"))
      return nil
    }
    let summary = ClosureSummary(of: function).text
    let found = problems + ClosureVocabulary(checking: function, against: schema).problems
    if !found.isEmpty {
      findings.append(
        Finding(
          .stageWithoutMapping, "\(way) cannot be interpreted, and no mapping takes its place; it \(summary)", at: place.map { .text($0) },
          help: "write a mapping with \(stageText)"))
      findings += found.map { Finding(.closureBeyond, $0.message, at: .text($0.place), help: "a mapping with \(stageText) can take the closure's place") }
      return nil
    }
    // An empty closure is none.
    return function.statements.isEmpty ? nil : StageClosure(function: function, text: text, place: place, summary: summary)
  }
}

extension MigrationRun {
  /// Runs a closure over a private store, and counts what it did.
  func interpret(
    _ closure: StageClosure, _ name: String, _ schema: Schema, in path: String, _ line: inout MigrationHop, _ report: inout ConversionReport
  ) throws {
    progress(name)
    let store = try RecordStore(path, schema)
    let concrete = schema.entities.filter { !$0.isAbstract }.map(\.name)
    let before = try concrete.map { try store.count(of: $0) }
    let interpreter = ClosureInterpreter(store, shared: shared, seed: "\(report.source.sha256 ?? "") \(line.to) \(closure.text)")
    let isLost: Bool
    do {
      try interpreter.run(closure.function)
      isLost = try store.close()
    } catch let fault as ClosureFault {
      let kind: FindingKind = fault.kind == .beyond ? .closureBeyond : .closureFailed
      throw Finding(
        kind, "\(name) of the stage to '\(line.to)': \(fault.message)", at: (fault.place ?? closure.place).map { .text($0) },
        help: fault.kind == .beyond ? "a mapping with '\(StageSpelling.of(line.from, line.to))' can take the closure's place" : nil)
    }
    report.findings.append(
      Finding(.closureInterpreted, "\(name) of the stage to '\(line.to)' was interpreted; it \(closure.summary)", at: closure.place.map { .text($0) }))
    if isLost {
      report.findings.append(
        Finding(
          .closureUnsaved, "\(name) of the stage to '\(line.to)' ends with changes that were not saved: they are lost", at: closure.place.map { .text($0) }))
    }
    let saved = store.saved
    var ledger: [ClosureLedger] = []
    for (entity, count) in zip(concrete, before) {
      func number(_ records: Set<RecordReference>) -> Int64 { Int64(records.count { $0.entity == entity }) }
      let counted = ClosureLedger(
        closure: name, entity: entity.text, before: count, inserted: number(saved.inserted), deleted: number(saved.deleted),
        changed: number(saved.changed), after: try store.count(of: entity))
      if counted.inserted > 0 || counted.deleted > 0 || counted.changed > 0 || counted.before != counted.after { ledger.append(counted) }
    }
    line.closures += ledger
    whole.join(ledger, stage: line.to)
  }
}

internal import HeirloomCoreDataModel
internal import HeirloomFindings
internal import HeirloomSchema

/// Faults of one migration plan.
struct PlanLint {
  let plan: MigrationPlan
  let source: VersionedSource
  private(set) var findings: [Finding] = []
  private let versions: [Schema]

  init(_ plan: MigrationPlan, of source: VersionedSource) {
    self.plan = plan
    self.source = source
    versions = plan.schemas.compactMap { source.version(named: $0) }
  }

  mutating func run() {
    checkOrder()
    checkStages()
    checkChecksums()
    checkSnapshots()
    for stage in plan.stages {
      checkChanges(of: stage)
      checkClosures(of: stage)
    }
    checkImplicitStages()
  }

  private var place: Place? { plan.place.map { .text($0) } }

  // MARK: - Order

  private func number(_ schema: Schema) -> [Int] { (schema.identifiers.first ?? "").split(separator: ".").map { Int($0) ?? 0 } }

  private func isBelow(_ a: Schema, _ b: Schema) -> Bool { number(a).lexicographicallyPrecedes(number(b)) }

  /// Every step of the plan leads to a lower number.
  private var leadsBackward: Bool { versions.count > 1 && zip(versions, versions.dropFirst()).allSatisfy { isBelow($1, $0) } }

  private mutating func checkOrder() {
    if leadsBackward {
      findings.append(Finding(.planBackward, "'\(plan.name)' leads from newer versions to older ones", at: place))
      return
    }
    for (first, second) in zip(versions, versions.dropFirst()) where !isBelow(first, second) {
      let numbers =
        number(first) == number(second)
        ? "have the same number \(first.identifiers.first ?? "")"
        : "have the numbers \(first.identifiers.first ?? "") and \(second.identifiers.first ?? "")"
      findings.append(
        Finding(
          .versionsOutOfOrder, "'\(first.name)' and then '\(second.name)' \(numbers)", at: second.place.map { .text($0) } ?? place
        ))
    }
    let others = Set(source.plans.flatMap(\.schemas))
    for version in source.versions where !others.contains(version.name) {
      findings.append(
        Finding(
          .versionNotInPlan, "no plan lists the version '\(version.name)'", at: version.place.map { .text($0) },
          help: source.plans.count == 1 ? "add \(version.name).self to the schemas of '\(plan.name)'" : nil))
    }
  }

  private mutating func checkStages() {
    for stage in plan.stages {
      let stagePlace = stage.place.map { Place.text($0) } ?? place
      let missing = [stage.from, stage.to].filter { name in !plan.schemas.contains(name) && source.version(named: name) != nil }
      for name in missing {
        findings.append(
          Finding(
            .versionNotInPlan, "a stage leads over '\(name)', which the schemas of '\(plan.name)' leave out", at: stagePlace))
      }
      guard let from = plan.schemas.firstIndex(of: stage.from), let to = plan.schemas.firstIndex(of: stage.to) else { continue }
      if to <= from {
        findings.append(
          Finding(
            .stagesDisconnected, "the stage from '\(stage.from)' to '\(stage.to)' goes against the order of 'schemas'",
            at: stagePlace))
      } else if to > from + 1 {
        let skipped = plan.schemas[(from + 1)..<to].map { "'\($0)'" }.joined(separator: ", ")
        findings.append(
          Finding(
            .stagesDisconnected, "the stage from '\(stage.from)' to '\(stage.to)' passes over \(skipped)", at: stagePlace,
            help: "a store of a version that is passed over has no way on"))
      }
    }
    for (first, second) in zip(plan.stages, plan.stages.dropFirst()) where first.to != second.from {
      findings.append(
        Finding(
          .stagesDisconnected, "a stage leads to '\(first.to)', and the next begins at '\(second.from)'",
          at: second.place.map { .text($0) } ?? place))
    }
    // No stages at all is the framework's own way of saying: all lightweight.
    guard !plan.stages.isEmpty else { return }
    let reached = Set(plan.stages.map(\.to)), left = Set(plan.stages.map(\.from))
    for (position, name) in plan.schemas.enumerated() where !reached.contains(name) && position > 0 {
      findings.append(
        Finding(
          .versionWithoutStage, "no stage of '\(plan.name)' leads to '\(name)'", at: place,
          help: left.contains(plan.schemas[position - 1]) ? nil : "add a stage from '\(plan.schemas[position - 1])' to '\(name)'")
      )
    }
  }

  // MARK: - Checksums

  private mutating func checkChecksums() {
    var firstWith: [String: Schema] = [:], names: Set<String> = []
    for version in versions {
      if !names.insert(version.name).inserted {
        findings.append(Finding(.duplicateChecksum, "'\(plan.name)' lists '\(version.name)' twice", at: place))
        continue
      }
      let checksum = VersionHashes(of: version).checksum
      guard let first = firstWith[checksum] else {
        firstWith[checksum] = version
        continue
      }
      let difference = SchemaDifference(from: first, to: version)
      let shared = version.entities.filter { entity in entity.place != nil && first[entity.name]?.place == entity.place }
      let help: String
      if !difference.changes.isEmpty {
        let list = difference.changes.prefix(3).map(\.message).joined(separator: "; ")
        help =
          "they differ only in what the checksum does not cover (\(list)): remove '\(version.name)' and its stage, and let '\(first.name)' carry the change"
      } else if shared.count == version.entities.count, !shared.isEmpty {
        help = "both list the same classes: freeze the old ones inside '\(first.name)', as they were when it shipped"
      } else {
        help = "they have the same models: remove one of them and its stage"
      }
      findings.append(
        Finding(
          .duplicateChecksum, "'\(first.name)' and '\(version.name)' have the same version checksum",
          at: version.place.map { .text($0) } ?? place, help: help))
    }
  }

  /// A model of an earlier and a later version that is missing in between.
  private mutating func checkSnapshots() {
    guard versions.count > 2 else { return }
    for position in 1..<(versions.count - 1) {
      for entity in versions[position - 1].entities where versions[position][entity.name] == nil {
        guard let back = versions[(position + 1)...].first(where: { $0[entity.name] != nil }) else { continue }
        findings.append(
          Finding(
            .modelSkipsVersion,
            "'\(versions[position].name)' does not list '\(entity.name)', which '\(versions[position - 1].name)' and '\(back.name)' have",
            at: versions[position].place.map { .text($0) } ?? place))
      }
    }
  }

  // MARK: - Changes

  private mutating func checkChanges(of stage: MigrationStage) {
    guard let from = source.version(named: stage.from), let to = source.version(named: stage.to), stage.kind == .lightweight
    else { return }
    check(
      SchemaDifference(from: from, to: to), "the lightweight stage from '\(from.name)' to '\(to.name)'", fallback: stage.place)
  }

  /// A plan without stages relies on lightweight migration everywhere.
  private mutating func checkImplicitStages() {
    guard plan.stages.isEmpty else { return }
    for (from, to) in zip(versions, versions.dropFirst()) {
      check(
        SchemaDifference(from: from, to: to), "the way from '\(from.name)' to '\(to.name)', which has no stage,",
        fallback: plan.place)
    }
  }

  private mutating func check(_ difference: SchemaDifference, _ way: String, fallback: TextPlace?) {
    for change in difference.changes {
      let place = (change.place ?? fallback).map { Place.text($0) }
      if let question = change.question {
        findings.append(Finding(.likelyRename, "\(change.message) on \(way)", at: place, help: question))
      }
      guard change.need == .custom, !LightweightCheck.isDoneByDefault(change, in: difference.to) else { continue }
      if change.kind == .uniquenessAdded {
        findings.append(
          Finding(.uniquenessAdded, "'\(change.entity)' gets the unique \(change.after ?? "") on \(way)", at: place))
      } else {
        findings.append(Finding(.lightweightNotEnough, "\(way) cannot do this: \(change.message)", at: place, help: change.why))
      }
    }
  }

  // MARK: - Closures

  private mutating func checkClosures(of stage: MigrationStage) {
    for (facts, start, hidden, name) in [
      (stage.willMigrateFacts, stage.willMigratePlace, stage.to, "willMigrate"),
      (stage.didMigrateFacts, stage.didMigratePlace, stage.from, "didMigrate"),
    ] {
      guard let facts else { continue }
      if let change = facts.firstChange, !facts.saves {
        findings.append(
          Finding(
            .migrationWithoutSave, "\(name) of the stage to '\(stage.to)' changes records and never saves",
            at: (start ?? stage.place).map { .text($0) }, help: "its first change is in line \(change.line)"))
      }
      if stage.from != stage.to, let place = facts.named[hidden] {
        findings.append(
          Finding(
            .wrongVersionInClosure, "\(name) names models of '\(hidden)', which its context does not have", at: .text(place)))
      }
    }
  }
}

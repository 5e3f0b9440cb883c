internal import HeirloomFindings
internal import HeirloomMapping
internal import HeirloomReporting
internal import HeirloomSchema
internal import HeirloomVersions

/// A hop with everything that is needed to make it.
struct PreparedHop {
  let from: Schema
  private(set) var to: Schema
  /// Versions in between, when several hops are made at once.
  private(set) var through: [String] = []
  private(set) var means = MigrationHop.Means.lightweight
  private(set) var mapping: Mapping
  private(set) var willMigrate: StageClosure?
  private(set) var didMigrate: StageClosure?
  /// Something stops the hop already: what its plan would say besides is no news.
  private(set) var isRefused = false

  /// A store that stays at its version: everything is carried as it is.
  init(same version: Schema, isModelFile: Bool) {
    from = version
    to = version
    mapping = Mapping.lightweight(from: version, to: version, isModelFile: isModelFile)
  }

  /// Decides how a hop is made: by the mapping given for it, by its closures, or by the two versions alone.
  init(
    _ hop: MigrationRoute.Hop, of migration: Migration, _ closures: inout StageClosureReader, _ findings: inout [Finding]
  ) {
    from = hop.from
    to = hop.to
    mapping = Mapping.lightweight(from: hop.from, to: hop.to, isModelFile: migration.isModelFile)
    if !hop.isReversed, let given = migration.mappings.first(where: { $0.fits(hop.from.name, hop.to.name) }) {
      means = .mapping
      mapping = Mapping(path: given.path, text: given.text, file: given.file, target: hop.to, isModelFile: migration.isModelFile)
      return
    }
    var fillsNils = hop.isReversed
    if hop.stage.kind == .custom, !hop.isReversed {
      (willMigrate, didMigrate) = closures.read(hop.stage, from: hop.from, to: hop.to)
      if willMigrate != nil || didMigrate != nil { means = .closures }
      fillsNils = willMigrate != nil || !closures.runsClosures && hop.stage.willMigrate != nil
    }
    if !hop.isReversed { findings += LightweightCheck.questions(from: hop.from, to: hop.to, stage: hop.stage.place) }
    let refusals = LightweightCheck.findings(from: hop.from, to: hop.to, stage: hop.stage.place, fillsNils: fillsNils)
    isRefused = !refusals.isEmpty
    findings += refusals
  }
}

extension PreparedHop {
  /// Hops in a row that need nothing but their versions, as one conversion; nil where the result might not be the same.
  static func composed(_ hops: [PreparedHop], isModelFile: Bool) -> PreparedHop? {
    guard let first = hops.first, let last = hops.last, hops.allSatisfy({ $0.means == .lightweight }) else { return nil }
    guard let chain = LightweightChain(hops.map(\.from) + [last.to]) else { return nil }
    var hop = PreparedHop(same: first.from, isModelFile: isModelFile)
    hop.to = last.to
    hop.through = hops.dropLast().map(\.to.name)
    hop.mapping = Mapping.lightweight(chain, from: first.from, to: last.to, isModelFile: isModelFile)
    return hop
  }
}

extension Mapping {
  /// The mapping that follows from two versions of one schema, as a lightweight migration makes it.
  static func lightweight(from old: Schema, to new: Schema, isModelFile: Bool) -> Mapping {
    lightweight(LightweightChain([old, new]), from: old, to: new, isModelFile: isModelFile)
  }

  fileprivate static func lightweight(_ chain: LightweightChain?, from old: Schema, to new: Schema, isModelFile: Bool) -> Mapping
  {
    func reason(_ version: String) -> String { "removed in \(version.isEmpty ? "the new version" : version)" }
    let continuation = Continuation(
      target: chain?.target ?? new, reason: reason(new.name),
      ended: (chain?.ended ?? []).map { ($0.entity, $0.property, reason($0.version)) })
    return Mapping(
      path: "", text: "\(old.name) → \(new.name)", file: MappingFile(path: ""), target: new, isModelFile: isModelFile,
      continuation: continuation)
  }
}

internal import HeirloomFindings
internal import HeirloomMapping
internal import HeirloomReporting
internal import HeirloomSchema
internal import HeirloomVersions

/// A hop with everything that is needed to make it.
struct PreparedHop {
  let from: Schema
  let to: Schema
  private(set) var means = MigrationHop.Means.lightweight
  private(set) var mapping: Mapping
  private(set) var willMigrate: StageClosure?
  private(set) var didMigrate: StageClosure?

  /// A store that stays at its version: everything is carried as it is.
  init(same version: Schema, isModelFile: Bool) {
    from = version
    to = version
    mapping = Mapping.lightweight(from: version, to: version, isModelFile: isModelFile)
  }

  /// Decides how a hop is made: by the mapping given for it, by its closures, or by the two versions alone.
  init(_ hop: MigrationRoute.Hop, of migration: Migration, _ findings: inout [Finding]) {
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
      (willMigrate, didMigrate) = StageClosure.both(of: hop.stage, from: hop.from, to: hop.to, &findings)
      if willMigrate != nil || didMigrate != nil { means = .closures }
      fillsNils = willMigrate != nil
    }
    findings += LightweightCheck.findings(from: hop.from, to: hop.to, stage: hop.stage.place, fillsNils: fillsNils)
  }
}

extension Mapping {
  /// The mapping that follows from two versions of one schema, as a lightweight migration makes it.
  static func lightweight(from old: Schema, to new: Schema, isModelFile: Bool) -> Mapping {
    let continuity = Continuity(from: old, to: new)
    let continued = Set(continuity.entities.values)
    // An entity that ends while one of its sub-entities goes on is left out record by record, not with its family.
    let ended = old.entities.filter { entity in !old.family(of: entity.name).contains { continued.contains($0.name) } }.map(\.name)
    let continuation = Continuation(
      target: continuity.target(new), reason: "removed in \(new.name.isEmpty ? "the new version" : new.name)", endedEntities: ended,
      endedProperties: continuity.namesakes(old, new))
    return Mapping(
      path: "", text: "\(old.name) → \(new.name)", file: MappingFile(path: ""), target: new, isModelFile: isModelFile, continuation: continuation)
  }
}

internal import HeirloomCoreDataModel
internal import HeirloomFindings
internal import HeirloomMapping
internal import HeirloomSchema
internal import HeirloomVersions

/// Whether a plan's custom stages or a mapping do the custom work between two schemas.
struct Coverage {
  /// What does the work, as a report names it; nil when nothing does.
  private(set) var name: String?

  init(from old: Schema, to new: Schema, sides: (SchemaSide, SchemaSide), plans: [String], mappings: [String]) throws {
    for path in mappings {
      var findings: [Finding] = []
      for mapping in try StageMapping.read(path, findings: &findings)
      where mapping.fits(old.name, new.name) || mapping.from == nil && mapping.fits("", new.name) {
        let checked = Mapping(path: path, text: mapping.text, file: mapping.file, target: new, isModelFile: false).plan(
          from: old, allowsUnmapped: false)
        let faults = (findings + checked.findings).filter { $0.severity == .error }
        if let fault = faults.first { throw fault }
        name = "the mapping '\(path)'"
        return
      }
    }
    var sources = [sides.0.source, sides.1.source].compactMap { $0 }
    if !plans.isEmpty { sources.append(try VersionedSource.reading(plans)) }
    for source in sources {
      for plan in source.plans {
        let versions = plan.schemas.compactMap { source.version(named: $0) }
        // A store is at the version that has its hashes.
        func member(_ schema: Schema) -> Schema? {
          versions.first { $0.name == schema.name }
            ?? versions.first { VersionHashes(of: $0).entities == VersionHashes(of: schema).entities }
        }
        guard let start = member(old), let end = member(new), start.name != end.name, !plan.stages.isEmpty,
          let route = try? MigrationRoute(from: start, to: end, through: versions, stages: plan.stages), !route.hops.isEmpty
        else { continue }
        let isCovered = route.hops.allSatisfy {
          $0.stage.kind == .custom || SchemaDifference(from: $0.from, to: $0.to).verdict != .custom
        }
        if isCovered {
          name = "the plan '\(plan.name)'"
          return
        }
      }
    }
  }
}

internal import HeirloomFindings
internal import HeirloomReporting
internal import HeirloomSchema
internal import HeirloomVersions

/// What is done before a row is read.
extension MigrationRun {
  /// Decides how each hop is made, and finds everything that would stop one of them.
  func prepare(_ route: MigrationRoute, _ report: inout ConversionReport) throws -> [PreparedHop] {
    var findings: [Finding] = []
    var closures = StageClosureReader(
      sources: migration.closureSources, plan: planKey, runsClosures: options.runsClosures, path: migration.path)
    let hops = route.hops.map { PreparedHop($0, of: migration, &closures, &findings) }
    findings = closures.findings + findings
    for hop in hops where !hop.isRefused {
      // What a hop's plan finds about its schemas is told now, before the first store is touched.
      let checked = hop.mapping.plan(from: hop.from, allowsUnmapped: options.conversion.allowsUnmapped)
      findings += checked.findings.filter { $0.severity == .error }
    }
    for mapping in migration.mappings where !hops.contains(where: { mapping.fits($0.from.name, $0.to.name) }) {
      if !migration.source.versions.contains(where: { version in mapping.fits(mapping.from ?? version.name, version.name) }) {
        findings.append(
          Finding(
            .noSuchVersion, "'\(mapping.path)' has a stage to '\(mapping.to)', which the plan does not have",
            at: .file(mapping.path)))
      }
    }
    var seen: Set<Finding> = Set(report.findings)
    report.findings += findings.filter { seen.insert($0).inserted }
    if let fault = findings.first(where: { $0.severity == .error }) { throw fault }
    return compose(hops)
  }

  /// Makes one conversion of lightweight hops in a row, where the result is the same.
  private func compose(_ hops: [PreparedHop]) -> [PreparedHop] {
    var result: [PreparedHop] = [], rest = hops[...]
    while let first = rest.first {
      let row = Array(rest.prefix { $0.means == .lightweight })
      // The longest row that can be made at once, or one hop.
      let made = stride(from: row.count, to: 1, by: -1).lazy.compactMap { count in
        PreparedHop.composed(Array(row.prefix(count)), isModelFile: self.migration.isModelFile).map { ($0, count) }
      }.first
      result.append(made?.0 ?? first)
      rest = rest.dropFirst(made?.1 ?? 1)
    }
    return result
  }
}

package import HeirloomFindings
package import HeirloomSchema

/// Faults of versions and plans that a team wants to know before it ships them.
///
/// ```swift
/// let findings = Lint.run(SwiftDataSource.read(files: files))
/// ```
/// Nothing is run and no store is needed. Which faults: docs/lint.md.
package enum Lint {
  package struct Options: Sendable {
    /// The store is to be mirrored to CloudKit.
    package var usesCloudKit = false
    package init(usesCloudKit: Bool = false) { self.usesCloudKit = usesCloudKit }
  }

  /// The findings of reading the source, then those of its versions and plans, in the order of the text.
  package static func run(_ source: VersionedSource, options: Options = Options()) -> [Finding] {
    var findings = source.findings
    for version in source.versions {
      findings += VersionLint.findings(on: version)
      if options.usesCloudKit { findings += CloudKitLint.findings(on: version) }
    }
    for plan in source.plans {
      var lint = PlanLint(plan, of: source)
      lint.run()
      findings += lint.findings
    }
    var seen: Set<Finding> = []
    return findings.filter { seen.insert($0).inserted }.enumerated().sorted { a, b in
      let (first, second) = (position(a.element), position(b.element))
      return first == second ? a.offset < b.offset : first < second
    }.map(\.element)
  }

  private static func position(_ finding: Finding) -> Position {
    if case .text(let place)? = finding.place { return Position(file: place.file, line: place.line, column: place.column) }
    return Position(file: "", line: 0, column: 0)
  }

  private struct Position: Comparable {
    var file: String, line: Int, column: Int
    static func < (a: Self, b: Self) -> Bool { (a.file, a.line, a.column) < (b.file, b.line, b.column) }
  }
}

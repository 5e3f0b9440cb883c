/// The sort of a finding: its stable id, how grave it usually is, and what a user should know of it.
///
/// Every target lists its kinds in one catalogue file; `docs/findings.md` and `heirloom explain-finding`
/// are made from those lists.
public struct FindingKind: Hashable, Sendable {
  /// Stable, lower case, words joined by hyphens.
  public let id: String
  public let severity: Finding.Severity
  /// One sentence: what it means when this is found.
  public let meaning: String
  /// One or two sentences: what to do next.
  public let advice: String
  /// The exit status when a run ends because of it; nil when a run goes on.
  public let exitStatus: ExitStatus?

  public init(
    _ id: String, _ severity: Finding.Severity, exit exitStatus: ExitStatus? = nil, meaning: String, advice: String
  ) {
    self.id = id
    self.severity = severity
    self.exitStatus = exitStatus
    self.meaning = meaning
    self.advice = advice
  }

  public static func == (a: Self, b: Self) -> Bool { a.id == b.id }
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

public import HeirloomFindings
internal import HeirloomReading
public import HeirloomReporting

/// What an export wrote, and what opening its store brought to light.
public struct ExportReport: Sendable, Hashable {
  public var source: String
  /// `coredata`, `realm` and so on.
  public var kind: String
  public var target: String
  public var counts: ExportCounts
  public var findings: [Finding]

  /// What of a damaged store is missing in the archive.
  public var losses: [Finding]

  public init(of store: Store, to target: String, _ counts: ExportCounts, losses: [Finding] = []) {
    source = store.path
    kind = store.legacy.identity.kind.rawValue
    self.target = target
    self.counts = counts
    findings = store.findings + losses
    self.losses = losses
  }

  public var exitStatus: ExitStatus { losses.isEmpty ? .done : .differences }

  /// For scripts; keys are added beside those that are there, never renamed.
  public var json: JSONValue {
    [
      "contract": 1, "status": "exported", "exitCode": .integer(Int64(exitStatus.rawValue)),
      "source": ["path": .string(source), "kind": .string(kind)],
      "target": ["path": .string(target)], "records": .integer(counts.records), "links": .integer(counts.links),
      "blobs": .integer(counts.blobs), "findings": findings.json,
    ]
  }
}

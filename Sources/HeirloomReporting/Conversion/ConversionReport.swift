public import HeirloomFindings

/// The record of one conversion, migration or verification: what went in, what came out, and the proof.
///
/// The ledgers say what became of every record and link; the report never holds a record's value.
public struct ConversionReport: Sendable, Hashable {
  public enum Status: String, Sendable, Hashable {
    case converted
    /// Everything was done on the real data and nothing was written.
    case dryRun = "dry-run"
    /// The validator alone: two stores that exist were compared.
    case verified
    case failed
  }

  public struct Source: Sendable, Hashable {
    public var path: String
    /// As in `inspect --json`: `coredata`, `swiftdata`, `realm`, `archive`; empty when it could not be told.
    public var kind: String
    /// Of the store's own file, in hex; nil when it could not be read.
    public var sha256: String?
    public init(path: String, kind: String = "", sha256: String? = nil) {
      self.path = path
      self.kind = kind
      self.sha256 = sha256
    }
  }

  public struct Target: Sendable, Hashable {
    public var path: String
    /// The version identifier of the target schema, such as `2.0.0`.
    public var version: String?
    public init(path: String, version: String? = nil) {
      self.path = path
      self.version = version
    }
  }

  /// What was asked for; `outcome` turns it into `failed` when it was not reached.
  public var status: Status
  public var source: Source
  public var target: Target
  public var entities: [EntityLedger]
  public var relationships: [RelationshipLedger]
  public var attributes: [AttributeComparison]
  public var dropped: [DroppedSource]
  public var metadata: VersionMetadata?
  /// The hops of a migration; nil for a conversion by one mapping.
  public var migration: MigrationSummary?
  public var findings: [Finding]
  /// Wall time; the one figure that differs between two equal runs.
  public var seconds: Double

  public init(
    status: Status, source: Source, target: Target, entities: [EntityLedger] = [], relationships: [RelationshipLedger] = [],
    attributes: [AttributeComparison] = [], dropped: [DroppedSource] = [], metadata: VersionMetadata? = nil,
    findings: [Finding] = [], seconds: Double = 0
  ) {
    self.status = status
    self.source = source
    self.target = target
    self.entities = entities
    self.relationships = relationships
    self.attributes = attributes
    self.dropped = dropped
    self.metadata = metadata
    self.findings = findings
    self.seconds = seconds
  }
}

// MARK: - How it went

extension ConversionReport {
  /// Every record and every link that went in is accounted for, and the validator found what was written.
  public var isBalanced: Bool {
    entities.allSatisfy { $0.isBalanced && $0.isConfirmed } && relationships.allSatisfy { $0.isBalanced && $0.isConfirmed }
      && migration?.hops.allSatisfy(\.isBalanced) ?? true
  }

  /// Records were refused, or values differ between source and target.
  public var hasDifferences: Bool {
    entities.contains { $0.rejected > 0 } || attributes.contains { $0.different > 0 }
  }

  /// What scripts see: 0 only when nothing was lost.
  public var exitStatus: ExitStatus {
    if let fatal = findings.first(where: { $0.severity == .error && $0.kind.exitStatus != nil }) { return fatal.exitStatus }
    if let fatal = findings.first(where: { $0.severity == .error }), status == .failed { return fatal.exitStatus }
    if status == .failed || (!isBalanced && status != .verified) { return .internalFault }
    if hasDifferences || !isBalanced || findings.contains(where: { $0.severity == .error }) { return .differences }
    return .done
  }

  /// The status as reported: a conversion that ends with neither 0 nor 1 has failed.
  public var outcome: Status { exitStatus == .done || exitStatus == .differences ? status : .failed }
}

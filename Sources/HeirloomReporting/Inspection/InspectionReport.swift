public import HeirloomFindings
public import HeirloomSchema

/// What a store is and what it holds, by count and never by value.
public struct InspectionReport: Sendable, Hashable {
  public struct Store: Sendable, Hashable {
    public var path: String
    /// `swiftdata`, `coredata`, `coredata-xml`, `coredata-binary`, `realm` or `archive`.
    public var kind: String
    public var formatVersion: String?
    public var modelVersions: [String]
    public var bytes: Int64
    /// What the version hashes that the store records say of it: `its own model's`, `Model 4 of App.momd`; nil without hashes.
    public var versionHashes: String?
    public init(path: String, kind: String, formatVersion: String? = nil, modelVersions: [String] = [], bytes: Int64 = 0) {
      self.path = path
      self.kind = kind
      self.formatVersion = formatVersion
      self.modelVersions = modelVersions
      self.bytes = bytes
    }
  }

  /// The links of one relationship: pairs whose two ends exist, and pairs whose target does not.
  public struct Links: Sendable, Hashable {
    public var links: Int64
    public var dangling: Int64
    public init(links: Int64, dangling: Int64 = 0) {
      self.links = links
      self.dangling = dangling
    }
  }

  public var store: Store
  /// The store's model; transient properties are left out of the report.
  public var schema: Schema
  /// Rows of exactly that entity, its sub-entities not counted.
  public var records: [EntityName: Int64]
  /// By the entity that declares the relationship, sub-entities' links included.
  public var links: [RelationshipKey: Links]
  public var findings: [Finding]

  public struct RelationshipKey: Hashable, Sendable {
    public var entity: EntityName
    public var property: PropertyName
    public init(_ entity: EntityName, _ property: PropertyName) {
      self.entity = entity
      self.property = property
    }
  }

  public init(
    store: Store, schema: Schema, records: [EntityName: Int64] = [:], links: [RelationshipKey: Links] = [:],
    findings: [Finding] = []
  ) {
    self.store = store
    self.schema = schema
    self.records = records
    self.links = links
    self.findings = findings
  }

  /// 65 when a part of the store is damaged, 1 when a part is missing for another reason, or by the user's leave.
  public var exitStatus: ExitStatus {
    if findings.contains(where: { $0.severity == .error && $0.kind.exitStatus == .sourceUnreadable }) { return .sourceUnreadable }
    return findings.contains { $0.severity == .error } ? .differences : .done
  }
}

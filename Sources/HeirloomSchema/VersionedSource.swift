public import HeirloomFindings

/// What a schema's source holds: versions, and the plans that lead from one to the next.
public struct VersionedSource: Sendable {
  /// In the order of their declaration; a source without a `VersionedSchema` has one version of all its models.
  public var versions: [Schema]
  public var plans: [MigrationPlan]
  public var findings: [Finding]

  public init(versions: [Schema] = [], plans: [MigrationPlan] = [], findings: [Finding] = []) {
    self.versions = versions
    self.plans = plans
    self.findings = findings
  }

  public func version(named name: String) -> Schema? { versions.first { $0.name == name } }
}

/// A `SchemaMigrationPlan`: versions in order, and the stages between them.
public struct MigrationPlan: Hashable, Sendable {
  public var name: String
  public var schemas: [String]
  public var stages: [MigrationStage]
  public var place: TextPlace?

  public init(name: String, schemas: [String] = [], stages: [MigrationStage] = []) {
    self.name = name
    self.schemas = schemas
    self.stages = stages
  }
}

/// One hop of a plan.
public struct MigrationStage: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable { case lightweight, custom }
  public var kind: Kind
  public var from: String
  public var to: String
  /// The source text of the closures of a custom stage; nil when there is none.
  public var willMigrate: String?
  public var didMigrate: String?
  /// What the closures seem to do, functions that they call included.
  public var willMigrateFacts: ClosureFacts?
  public var didMigrateFacts: ClosureFacts?
  /// Where the closures begin.
  public var willMigratePlace: TextPlace?
  public var didMigratePlace: TextPlace?
  public var place: TextPlace?

  public init(kind: Kind, from: String, to: String) {
    self.kind = kind
    self.from = from
    self.to = to
  }
}

/// What can be seen of a migration closure without running it.
public struct ClosureFacts: Hashable, Sendable {
  /// The first place where it inserts, deletes or assigns to a record.
  public var firstChange: TextPlace?
  /// It saves its context, or hands it to a function that may.
  public var saves = false
  /// Types whose members it names, `NotesSchemaV1` of `NotesSchemaV1.Note`, each with the first place.
  public var named: [String: TextPlace] = [:]

  public init() {}
}

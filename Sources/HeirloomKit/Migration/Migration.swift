internal import Foundation
internal import HeirloomFindings
internal import HeirloomMapping
internal import HeirloomReading
internal import HeirloomReporting
internal import HeirloomSchema
internal import HeirloomSwiftSource
internal import HeirloomVersions

/// A migration plan: versions of a schema and the stages between them, with mappings for stages that need one.
///
/// ```swift
/// let migration = try Migration(plan: ["NotesSchema.swift"], mappings: ["v3.mapping.swift"])
/// let report = migration.migrate("Notes.store", to: "NotesNew.store")
/// ```
/// A plan is SwiftData source with a `SchemaMigrationPlan`, or a Core Data model with several versions.
public struct Migration: Sendable {
  let path: String
  let source: VersionedSource
  /// The versions are Core Data's: no persistent history is written beside them.
  let isModelFile: Bool
  let mappings: [StageMapping]
  /// What the closures of the plans may call.
  let closureSources: ClosureSources
  /// Of mappings: what their syntax is wrong in.
  let mappingFindings: [Finding]

  /// - Throws: a `Finding` when a file is missing, or the plan declares no version.
  public init(plan paths: [String], mappings: [String] = []) throws {
    path = paths.joined(separator: ", ")
    source = try VersionedSource.reading(paths)
    isModelFile = source.plans.isEmpty && !paths.contains { $0.hasSuffix(".swift") }
    if source.versions.isEmpty {
      throw source.findings.first { $0.severity == .error }
        ?? Finding(.missingSchema, "'\(path)' declares no version", at: .file(path))
    }
    let hasClosures = source.plans.contains { $0.stages.contains { $0.willMigrate != nil || $0.didMigrate != nil } }
    closureSources = hasClosures ? try VersionedSource.closureSources(in: paths) : ClosureSources()
    var read: [StageMapping] = [], findings: [Finding] = []
    for path in mappings { read += try StageMapping.read(path, findings: &findings) }
    self.mappings = read
    mappingFindings = findings
  }

  /// A version by its name or its number; a number may be written without its last zeros.
  func version(_ text: String) throws -> Schema {
    func digits(_ text: String) -> String {
      var parts = text.split(separator: ".")
      while parts.count > 1, parts.last == "0" { parts.removeLast() }
      return parts.joined(separator: ".")
    }
    if let named = source.version(named: text) { return named }
    let numbered = source.versions.filter { $0.identifiers.contains { digits($0) == digits(text) } }
    if numbered.count == 1 { return numbered[0] }
    let names = source.versions.map(\.name)
    throw Finding(
      .noSuchVersion, "'\(path)' has no version '\(text)'", at: .file(path),
      help: closestName(to: text, among: names).map { "did you mean '\($0)'?" }
        ?? "it has \(names.map { "'\($0)'" }.joined(separator: ", "))")
  }

  /// Finds which version a store is at: one that a plan lists, where there are plans.
  func finder(for store: any LegacyStore, _ path: String) -> VersionFinder {
    let clues = StoreVersionClues(
      path: path, hashes: store.identity.versionHashes, identifiers: store.identity.modelVersions, schema: store.schema)
    let listed =
      source.plans.isEmpty
      ? source.versions : source.versions.filter { version in source.plans.contains { $0.schemas.contains(version.name) } }
    return VersionFinder(among: listed.isEmpty ? source.versions : listed, for: clues)
  }

  /// The plan to follow: the one that lists the version and does not lead backward.
  func plan(with version: String?) -> MigrationPlan? {
    let fitting = version.map { name in source.plans.filter { $0.schemas.contains(name) } } ?? source.plans
    return fitting.first { !leadsBackward($0) } ?? fitting.first
  }

  private func leadsBackward(_ plan: MigrationPlan) -> Bool {
    let numbers = plan.schemas.compactMap { source.version(named: $0)?.identifiers.first }.map {
      $0.split(separator: ".").map { Int($0) ?? 0 }
    }
    return numbers.count > 1 && zip(numbers, numbers.dropFirst()).allSatisfy { $1.lexicographicallyPrecedes($0) }
  }

  /// The versions in the order of the plan; those of a model, or of a source without a plan, in their own order.
  func versions(of plan: MigrationPlan?) -> [Schema] {
    plan.map { $0.schemas.compactMap { source.version(named: $0) } } ?? source.versions
  }
}

/// What is asked of a migration, beside what is asked of every conversion.
public struct MigrationOptions: Sendable {
  public var conversion: ConversionOptions
  /// The version to end at, by name or number; the plan's last one when nil.
  public var targetVersion: String?
  /// The version that the store is at, when it is not to be found out.
  public var startVersion: String?
  /// Going back to an older version is allowed where nothing is lost.
  public var allowsDowngrade: Bool
  /// The closures of custom stages without a mapping are interpreted; otherwise they stop the run, which says what they seem to do.
  public var runsClosures: Bool
  /// What the clock shows to closures, in seconds since 2001-01-01T00:00:00Z; the start of the run when nil.
  public var clock: Double?

  public init(
    conversion: ConversionOptions = ConversionOptions(), targetVersion: String? = nil, startVersion: String? = nil,
    allowsDowngrade: Bool = false, runsClosures: Bool = false, clock: Double? = nil
  ) {
    self.conversion = conversion
    self.targetVersion = targetVersion
    self.startVersion = startVersion
    self.allowsDowngrade = allowsDowngrade
    self.runsClosures = runsClosures
    self.clock = clock
  }
}

/// The declarations of a mapping for one hop.
struct StageMapping: Sendable {
  /// As the mapping names the versions; `from` is nil for a mapping that only names its target.
  let from: String?
  let to: String
  let file: MappingFile
  let text: String
  let path: String

  /// The stages of a mapping file; a file without any is the mapping of the stage that leads to its target's version.
  static func read(_ path: String, findings: inout [Finding]) throws -> [StageMapping] {
    let data = try FilePlace.contents(of: path, as: "mapping")
    guard let text = String(validating: data, as: UTF8.self) else {
      throw Finding(.mappingSyntax, "'\(path)' is not UTF-8 text", at: .file(path))
    }
    let file = MappingFile.read(text, path: path)
    findings += file.findings
    let stages = file.stages
    if !stages.isEmpty {
      return stages.map { stage, _ in
        StageMapping(
          from: stage.from.text, to: stage.to.text, file: MappingFile(path: path, declarations: stage.declarations), text: text,
          path: path)
      }
    }
    for declaration in file.declarations {
      if case .target(_, let version?) = declaration.kind {
        return [
          StageMapping(
            from: nil, to: version.text, file: MappingFile(path: path, declarations: file.declarations), text: text, path: path)
        ]
      }
    }
    if file.findings.contains(where: { $0.severity == .error }) { return [] }
    throw Finding(
      .missingSchema, "the mapping '\(path)' names no stage", at: .file(path),
      help: "write 'Stage(SchemaV1.self, to: SchemaV2.self) { … }' around its declarations")
  }

  func fits(_ from: String, _ to: String) -> Bool {
    func short(_ name: String) -> String { name.split(separator: ".").last.map { String($0) } ?? name }
    func isSame(_ written: String, _ name: String) -> Bool { written == name || short(written) == name }
    return isSame(self.to, to) && self.from.map { isSame($0, from) } ?? true
  }
}

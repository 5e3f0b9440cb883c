internal import Foundation
internal import HeirloomCoreDataModel
internal import HeirloomFindings
internal import HeirloomMapping
internal import HeirloomReading
public import HeirloomReporting
internal import HeirloomSchema
internal import HeirloomSwiftSource
internal import HeirloomVersions

extension DifferenceReport {
  /// Compares two schemas: stores, models, Swift source, each with `@VERSION` to name one of several versions.
  ///
  /// A word that is no file is a version of the other side's file.
  /// - Parameters:
  ///   - plans: sources whose stages, or the sides' own, may do custom work.
  ///   - mappings: mappings that may do it: their `Stage` blocks, or their target's version.
  /// - Throws: a `Finding` when a side cannot be read or has no such version.
  public static func comparing(
    _ old: String, _ new: String, plans: [String] = [], mappings: [String] = [], options: StoreOptions = StoreOptions()
  ) throws -> DifferenceReport {
    let sides = try SchemaSide.both(old, new, options)
    // A Realm file has no linking objects, whatever its classes declare.
    let from = sides.1.source == nil ? sides.0.schema.withoutLinkingObjects : sides.0.schema
    let to = sides.0.source == nil ? sides.1.schema.withoutLinkingObjects : sides.1.schema
    let difference = SchemaDifference(from: from, to: to)
    var report = DifferenceReport(
      from: sides.0.described, to: sides.1.described, changes: difference.changes.map { Change($0) },
      verdict: difference.verdict.rawValue,
      summary: difference.summary)
    if sides.0.kind != nil { try report.countDuplicates(in: sides.0, difference, options) }
    if difference.verdict == .custom,
      difference.changes.allSatisfy({ $0.need != .custom || LightweightCheck.isDoneByDefault($0, in: to) })
    {
      report.coveredBy = "a lightweight stage, by the defaults of what became required,"
    } else if difference.verdict == .custom {
      report.coveredBy = try Coverage(from: from, to: to, sides: sides, plans: plans, mappings: mappings).name
    }
    return report
  }
}

extension DifferenceReport {
  /// Adds to new constraints how many of the old store's records they have no room for.
  fileprivate mutating func countDuplicates(in side: SchemaSide, _ difference: SchemaDifference, _ options: StoreOptions) throws {
    let way = Continuity(from: difference.from, to: difference.to)
    let indices = changes.indices.filter { difference.changes[$0].kind == .uniquenessAdded }
    if indices.isEmpty { return }
    let duplicates = try StoreDuplicates(side.path, options)
    for index in indices {
      let change = difference.changes[index]
      let constraint = difference.to[change.entity]?.uniqueness.first {
        $0.map { "'\($0)'" }.joined(separator: ", ") == change.after
      }
      guard let constraint, let entity = way.entities[change.entity] else { continue }
      let names = constraint.compactMap { way.attributes[change.entity]?[$0] ?? way.relationships[change.entity]?[$0] }
      guard names.count == constraint.count, let count = try duplicates.count(of: entity, by: names) else { continue }
      changes[index].why +=
        count == 0
        ? "; in this store no two are"
        : "; in this store \(count) \(count == 1 ? "record has" : "records have") to go or be joined"
    }
  }
}

extension DifferenceReport.Change {
  init(_ change: SchemaChange) {
    self.init(
      kind: change.kind.rawValue, entity: change.entity.text, property: change.property?.text, before: change.before,
      after: change.after,
      migration: change.need.rawValue, why: change.why, question: change.question, message: change.message)
  }
}

extension Schema {
  /// The schema as a Realm file keeps it: the other ends of links exist in the source only.
  fileprivate var withoutLinkingObjects: Schema {
    var result = self
    for entity in entities {
      var kept = entity
      kept.relationships.removeAll { $0.isLinkingObjects }
      for index in kept.relationships.indices where inverse(of: kept.relationships[index])?.isLinkingObjects ?? false {
        kept.relationships[index].inverse = nil
      }
      result[entity.name] = kept
    }
    return result
  }
}

extension Relationship {
  fileprivate var isLinkingObjects: Bool { userInfo["realm.linkingObjects"] == "true" }
}

/// One side of a comparison.
struct SchemaSide {
  let path: String
  let schema: Schema
  /// What the file declares; nil for a store.
  let source: VersionedSource?
  /// Of a store.
  var kind: StoreIdentity.Kind?
  /// Properties of a store that look like references.
  var suggestions: [ReferenceSuggestion] = []
  var findings: [Finding] = []

  var described: DifferenceReport.Side { .init(path: path, version: schema.name, checksum: VersionHashes(of: schema).checksum) }

  init(path: String, schema: Schema, source: VersionedSource?) {
    self.path = path
    self.schema = schema
    self.source = source
  }

  /// - Throws: a `Finding` when a version is asked for that is not the store's one.
  private init(of store: Store, at version: String?) throws {
    self.init(path: store.path, schema: store.schema, source: nil)
    let versions = ([store.schema.name] + store.schema.identifiers + store.legacy.identity.modelVersions).filter { !$0.isEmpty }
    if let version, !versions.contains(version) {
      throw Finding(
        .noSuchVersion, "'\(store.path)' is a store, and not one of version '\(version)'", at: .file(store.path),
        help: "check the name; a store has one version, its own, and sources and models may have several")
    }
    kind = store.legacy.identity.kind
    suggestions = store.legacy.suggestedReferences
    findings = store.findings.filter { $0.severity != .note }
  }

  static func both(_ old: String, _ new: String, _ options: StoreOptions) throws -> (SchemaSide, SchemaSide) {
    let (first, second) = (split(old), split(new))
    switch (first, second) {
    case (let a?, let b?):
      if a.path == b.path, a.version == nil, b.version == nil { return try ends(of: a.path) }
      return (try read(a.path, a.version, options), try read(b.path, b.version, options))
    case (let a?, nil): return (try read(a.path, a.version, options), try read(word: new, asVersionOf: a.path, options))
    case (nil, let b?): return (try read(word: old, asVersionOf: b.path, options), try read(b.path, b.version, options))
    case (nil, nil): throw Finding(.noSuchInput, "there is no file '\(old)'", at: .file(old))
    }
  }

  /// `Notes.swift@NotesSchemaV2` as a file that exists and a version; nil for what is no file.
  private static func split(_ text: String) -> (path: String, version: String?)? {
    if FileManager.default.fileExists(atPath: text) { return (text, nil) }
    guard let mark = text.lastIndex(of: "@") else { return nil }
    let path = String(text[..<mark])
    return FileManager.default.fileExists(atPath: path) ? (path, String(text[text.index(after: mark)...])) : nil
  }

  /// A plan against itself: its first version and its last.
  private static func ends(of path: String) throws -> (SchemaSide, SchemaSide) {
    let source = try VersionedSource.reading([path])
    let names = source.plans.first?.schemas ?? source.versions.map(\.name)
    let versions = names.compactMap { source.version(named: $0) }
    guard versions.count > 1, let first = versions.first, let last = versions.last else {
      throw Finding(.noSuchVersion, "'\(path)' has no two versions to compare", at: .file(path))
    }
    return (SchemaSide(path: path, schema: first, source: source), SchemaSide(path: path, schema: last, source: source))
  }

  /// A word that is no file: a version of the other side's file, or else a file that is missing where it looks like a path.
  private static func read(word: String, asVersionOf path: String, _ options: StoreOptions) throws -> SchemaSide {
    do { return try read(path, word, options) } catch let finding as Finding where finding.kind == .noSuchVersion {
      let endings = [
        ".swift", ".sqlite", ".store", ".realm", ".json", ".zip", ".xml", ".mom", ".momd", ".xcdatamodel", ".xcdatamodeld",
      ]
      guard word.isEmpty || word.contains("/") || endings.contains(where: { word.hasSuffix($0) }) else { throw finding }
      throw Finding(
        .noSuchInput, "there is no file '\(word)', and '\(path)' has no version of that name", at: .file(word))
    }
  }

  private static func read(_ path: String, _ version: String?, _ options: StoreOptions) throws -> SchemaSide {
    if !path.hasSuffix(".swift"), !ModelFile.isModel(path) {
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      // A folder is source where it is no store: exported data may have its schema beside it.
      if !isFolder.boolValue { return try SchemaSide(of: try Store.open(path, options: options), at: version) }
      if let store = try? Store.open(path, options: options) { return try SchemaSide(of: store, at: version) }
    }
    let migration = try Migration(plan: [path])
    if let version { return SchemaSide(path: path, schema: try migration.version(version), source: migration.source) }
    guard let last = migration.versions(of: migration.plan(with: nil)).last else {
      throw Finding(.noSuchVersion, "'\(path)' lists no version", at: .file(path))
    }
    return SchemaSide(path: path, schema: last, source: migration.source)
  }
}

/// Whether a plan's custom stages or a mapping do the custom work between two schemas.
private struct Coverage {
  var name: String?

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

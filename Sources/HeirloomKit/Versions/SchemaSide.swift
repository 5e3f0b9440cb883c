internal import Foundation
internal import HeirloomCoreDataModel
internal import HeirloomFindings
internal import HeirloomReading
internal import HeirloomReporting
internal import HeirloomSchema
internal import HeirloomVersions

/// A schema to compare or to map, and where it is from.
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
    if let store = try SchemaPath(path).store(options) { return try SchemaSide(of: store, at: version) }
    let migration = try Migration(plan: [path])
    if let version { return SchemaSide(path: path, schema: try migration.version(version), source: migration.source) }
    guard let last = migration.versions(of: migration.plan(with: nil)).last else {
      throw Finding(.noSuchVersion, "'\(path)' lists no version", at: .file(path))
    }
    return SchemaSide(path: path, schema: last, source: migration.source)
  }
}

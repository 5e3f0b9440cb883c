internal import HeirloomCoreDataModel
internal import HeirloomFindings
internal import HeirloomReading
internal import HeirloomSchema

/// A store that was opened as the options say, and which version of the given model it is at.
struct OpenedStore {
  let legacy: any LegacyStore
  /// How the version hashes that the store records compare: with its own model, or with the one that was given.
  let versionHashes: String?
  let findings: [Finding]
}

extension StoreOptions {
  /// Opens a store. Of a given model the version is taken whose hashes are the store's. When none has them, a store that keeps a
  /// model of itself is read by that, and a finding for each entity says how the nearest version differs.
  ///
  /// - Parameter schema: a model that is known to be the store's, by which it is read without a question.
  /// - Throws: a `Finding` when the store or the model cannot be read.
  func open(_ path: String, as schema: Schema? = nil) throws -> OpenedStore {
    let opened = try openAny(path, as: schema)
    if let (entity, names) = opened.legacy.schema.namesThatDifferInCase.first {
      throw Finding(
        .namesAlike, "names of '\(entity)' differ in case only: \(names.map { "'\($0)'" }.joined(separator: ", "))",
        at: .store(StorePlace(file: path, entity: entity.text)))
    }
    return opened
  }

  private func openAny(_ path: String, as schema: Schema?) throws -> OpenedStore {
    var reading = OpenOptions(model: schema, key: key, internalTables: showsInternalTables)
    reading.toleratesMissingFiles = toleratesMissingFiles
    reading.salvages = salvages
    archive.apply(to: &reading)
    reading.progress = progress?.tell
    if schema != nil { return OpenedStore(legacy: try openStore(path, options: reading), versionHashes: nil, findings: []) }
    let legacy = try openStore(path, options: reading)
    let recorded = legacy.identity.versionHashes
    guard let modelPath else {
      return OpenedStore(legacy: legacy, versionHashes: recorded.isEmpty ? nil : Self.own(legacy, recorded), findings: [])
    }
    let versions = try VersionedSource.reading([modelPath])
    guard let last = versions.versions.last else {
      throw versions.findings.first ?? Finding(.noSuchInput, "'\(modelPath)' holds no model", at: .file(modelPath))
    }
    let ranked = versions.versions.map { ($0, SchemaComparison(recorded: recorded, to: $0)) }
    // Of equally near versions the latest, as a plan or a bundle ends with the newest.
    let nearest = recorded.isEmpty ? nil : ranked.reversed().min { $0.1.differences.count < $1.1.differences.count }
    let isGuessed = legacy.findings.contains { $0.kind == .modelGuessed }
    var opened = legacy
    if isGuessed || nearest?.1.isSame ?? true {
      reading.model = nearest?.0 ?? last
      opened = try openStore(path, options: reading)
    }
    guard let (schema, comparison) = nearest else {
      return OpenedStore(legacy: opened, versionHashes: nil, findings: versions.findings)
    }
    let name = schema.name.isEmpty ? "'\(modelPath)'" : "'\(schema.name)' of '\(modelPath)'"
    if comparison.isSame { return OpenedStore(legacy: opened, versionHashes: "those of \(name)", findings: versions.findings) }
    // With the store's own model the differences can be told in words.
    let own = VersionHashes(of: legacy.schema).entities == recorded
    let told = own ? SchemaComparison(from: legacy.schema, to: schema) : comparison
    let count = comparison.differences.count
    return OpenedStore(
      legacy: opened,
      versionHashes: "nearest to \(name), \(count) of \(comparison.entityCount) entities differ\(count == 1 ? "s" : "")",
      findings: versions.findings + told.findings(model: name))
  }

  private static func own(_ legacy: any LegacyStore, _ recorded: [EntityName: [UInt8]]) -> String {
    let comparison = SchemaComparison(recorded: recorded, to: legacy.schema)
    if comparison.isSame { return "those of its own model" }
    return "differ from its own model in \(comparison.differences.map(\.entity.text).joined(separator: ", "))"
  }
}

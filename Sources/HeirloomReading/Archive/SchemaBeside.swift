internal import HeirloomArchive
internal import HeirloomFindings
internal import HeirloomSchema

/// The schemas that stand beside the data of an archive or folder: Swift source, and models of Core Data.
///
/// Of several versions that one is taken which knows most of what the data has; two that know the same are told, and none is taken.
struct SchemaBeside {
  private let archive: ArchiveReader
  private let contents: ArchiveContents
  private let options: ArchiveOptions
  private(set) var findings: [Finding] = []

  init(_ archive: ArchiveReader, _ contents: ArchiveContents, _ options: ArchiveOptions) {
    self.archive = archive
    self.contents = contents
    self.options = options
  }

  private struct Candidate {
    var file: String
    var schema: Schema
    var label: String { schema.name.isEmpty || schema.name == file ? "'\(file)'" : "'\(schema.name)' of '\(file)'" }

    func isNamed(_ wanted: String) -> Bool { schema.name == wanted || file == wanted || file.hasSuffix("/" + wanted) }
  }

  /// The schema for what was staged; nil when there is none.
  /// - Throws: a finding when it is not clear which is meant.
  mutating func choose(for stager: Stager) throws -> Schema? {
    guard let read = options.readSchemas, options.schemaName != "none" else { return nil }
    var candidates = try self.candidates(read)
    if let wanted = options.schemaName {
      candidates = candidates.filter { $0.isNamed(wanted) }
      if candidates.isEmpty {
        throw Finding(.archiveSchemaAmbiguous, "no schema beside the data is named '\(wanted)'", at: .file(archive.path))
      }
    }
    guard !candidates.isEmpty else { return nil }
    let ranked = candidates.compactMap { candidate in strangers(of: candidate.schema, stager).map { (candidate, $0) } }
    guard let least = ranked.map(\.1).min() else {
      findings.append(
        Finding(
          .archiveSchemaUnused, "no schema beside the data has its entities: \(candidates.map(\.label).joined(separator: ", "))",
          at: .file(archive.path)))
      return nil
    }
    let best = ranked.filter { $0.1 == least }.map(\.0)
    guard best.count == 1, let chosen = best.first else {
      throw Finding(
        .archiveSchemaAmbiguous, "\(best.count) schemas beside the data fit it alike", at: .file(archive.path),
        help: "name one with --data-schema: \(best.map(\.label).joined(separator: ", "))")
    }
    let others = candidates.count > 1 ? ", of \(candidates.count) the nearest" : ""
    findings.append(Finding(.archiveSchemaUsed, "types and links are those of \(chosen.label)\(others)", at: .file(archive.path)))
    return chosen.schema
  }

  private mutating func candidates(_ read: SchemaReading) throws -> [Candidate] {
    let sources = contents.items.filter { $0.kind == .swiftSource }.map(\.entry.path)
    let models = contents.items.compactMap(\.model).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    guard !sources.isEmpty || !models.isEmpty else { return [] }
    var root = archive.path, unpacked: PrivateFolder?
    if archive.shape != .folder {
      let wanted = Set(contents.items.filter { $0.kind == .swiftSource || $0.kind == .model }.map(\.entry.ordinal))
      let folder = try archive.unpack(in: options.temporaryFolder) { wanted.contains($0.ordinal) }
      (root, unpacked) = (folder.path, folder)
    }
    defer { _ = unpacked }
    var result: [Candidate] = []
    // Swift files are one source: a version in one may list the models of another.
    for files in [sources] + models.map({ [$0] }) where !files.isEmpty {
      let name = files.count == 1 ? files[0] : "\(files.count) Swift files"
      do {
        result += try read(files.map { root + "/" + $0 }).filter { !$0.entities.isEmpty }.map {
          Candidate(file: name, schema: $0)
        }
      } catch let finding as Finding {
        let told = UnpackedPath(root, standsFor: archive.path).told(finding)
        findings.append(
          Finding(.archiveSchemaUnused, "'\(name)' beside the data cannot be read: \(told.message)", at: .file(archive.path)))
      }
    }
    return result
  }

  /// How many entities and properties of the data a schema does not know; nil when it knows no entity of it.
  private func strangers(of schema: Schema, _ stager: Stager) -> Int? {
    var isKnown = false, count = 0
    for staged in stager.entities where staged.owner == nil && !stager.discarded.contains(staged.number) {
      guard let entity = schema.entities.first(where: { $0.name.text.lowercased() == staged.givenName.lowercased() }) else {
        count += 1 + staged.properties.count
        continue
      }
      isKnown = true
      let attributes = schema.attributes(of: entity.name).flatMap { [$0.name.text] + $0.columns.map(\.path) }
      let known = Set(attributes + schema.relationships(of: entity.name).map(\.name.text))
      count += staged.properties.count { !known.contains($0.name) }
    }
    return isKnown ? count : nil
  }
}

internal import Foundation
internal import HeirloomBytes
internal import HeirloomCoreDataModel
internal import HeirloomFindings
internal import HeirloomReading
internal import HeirloomReporting
internal import HeirloomSQLite
internal import HeirloomSchema
internal import HeirloomWriting

extension ConversionRun {
  /// The writer that the options ask for.
  func makeWriter(_ report: inout ConversionReport) throws -> any TargetWriter {
    // An archive is exported from a store that was proven, and is not the store itself.
    let destination = options.isDryRun || options.layout == .archive ? nil : output
    if options.layout == .archive, !options.isDryRun {
      try ArchiveExport.checkEnding(of: output)
      try refuseExisting(output)
    }
    var schema = mapping.target
    if !mapping.isModelFile, schema.configurations.isEmpty {
      // SwiftData's containers put every model into one configuration of this name (docs/formats/coredata.md).
      schema.configurations = ["default": schema.entities.map(\.name)]
    }
    if let template = options.templatePath {
      report.metadata = VersionMetadata(.template, path: template)
      if options.merges {
        let rule = try MergeRule(options.newerBy, in: schema)
        return MergeTarget(schema, into: template, rule: rule, at: destination, overwrites: options.overwrites)
      }
      return TemplateTarget(schema, template: template, at: destination, overwrites: options.overwrites)
    }
    if options.merges {
      throw Finding(.mergeWithoutTemplate, "'--merge' needs the store to merge into", help: "--template STORE --merge")
    }
    if options.layout == .sqlite {
      report.metadata = VersionMetadata(.none)
      return SQLiteTarget(schema, at: destination, overwrites: options.overwrites)
    }
    let hashes = VersionHashes(of: schema)
    if options.layout != .archive { report.findings += hashes.findings }
    var metadata = StoreMetadata(for: schema, hashes: hashes, uuid: [])
    report.metadata =
      options.layout == .archive ? VersionMetadata(.none) : VersionMetadata(.computed, uncertain: hashes.findings.map(\.facet))
    if let modelPath = options.modelPath { try take(modelPath, &metadata, &report) }
    if options.layout == .swiftData, !ownMetadata.isEmpty {
      if options.keepsMetadata { metadata.own = ownMetadata } else { report.findings.append(metadataLeftOut()) }
    }
    if options.layout == .swiftData { report.findings += ModelCache.leftOut(of: schema) }
    return SwiftDataTarget(
      schema, metadata: metadata, modelCache: try ModelCache.write(schema, listsUniqueness: !mapping.isModelFile),
      keepsHistory: !mapping.isModelFile, at: destination, overwrites: options.overwrites)
  }

  /// What the writer has to tell; of an archive nothing that is true of a store alone, from which it is exported.
  func targetFindings(of writer: any TargetWriter) -> [Finding] {
    let ofStores: [FindingKind] = [.derivedNotKept, .targetIndexLeftOut, .targetIndexInferred, .targetJoinInferred]
    return options.layout == .archive ? writer.findings.filter { !ofStores.contains($0.kind) } : writer.findings
  }

  private func metadataLeftOut() -> Finding {
    let keys = ownMetadata.keys.sorted().map { "'\($0)'" }.joined(separator: ", ")
    return Finding(
      .metadataLeftOut, "metadata of the app's own are not carried over: \(keys)", at: .file(path), count: ownMetadata.count)
  }

  /// Gives a new store its identity, which follows from what went in, a store's log included, so that the same input gives the same
  /// bytes.
  func identify(_ writer: any TargetWriter, source digest: String?) {
    guard let writer = writer as? SwiftDataTarget else { return }
    let logs = ["-wal", "-journal"].compactMap { try? Digest.hex(Digest.sha256(ofFile: path + $0)) }
    let name = Array(((digest ?? path) + logs.joined()).utf8) + Array(mapping.text.utf8)
    let checksum = VersionHashes(of: mapping.target).checksum
    writer.metadata.uuid = StableUUID.make(namespace: Array(Digest.sha256(Array(checksum.utf8))[..<16]), name: name)
  }

  /// A trial run writes nothing; it says what would keep the real one from being published.
  func foresee(_ report: inout ConversionReport) {
    guard options.isDryRun, !output.isEmpty, comparedPath == nil else { return }
    let folder = PathText.folder(of: output)
    if !FileManager.default.fileExists(atPath: folder.isEmpty ? "." : folder) {
      report.findings.append(
        Finding(
          .targetUncreatable, "the folder '\(folder)' does not exist: a real run would be refused", at: .file(output),
          severity: .warning))
    } else if !options.overwrites, FileManager.default.fileExists(atPath: output) {
      report.findings.append(
        Finding(.targetExists, "'\(output)' exists already: a real run would be refused", at: .file(output), severity: .warning))
    }
  }

  /// Begins the draft; every way in which a template is unfit is told, and not the first alone.
  func begin(_ writer: any TargetWriter, _ report: inout ConversionReport) throws -> Connection {
    do { return try writer.begin() } catch {
      report.findings += targetFindings(of: writer)
      throw error
    }
  }

  func publish(_ writer: any TargetWriter) throws {
    guard options.layout == .archive else { return try writer.publish() }
    try Store.open(writer.draftPath).export(to: output, overwrite: options.overwrites)
    writer.abandon()
  }

  /// Adds what a merge did to the report: each record was added, or found and kept or updated.
  func tellMerge(_ writer: any TargetWriter, _ report: inout ConversionReport) throws {
    guard let merge = writer as? MergeTarget else { return }
    for (entity, count) in merge.missingFiles {
      let isOne = count == 1
      report.findings.append(
        Finding(
          .externalFileMissing,
          "\(count) \(isOne ? "file" : "files") of '\(entity)' \(isOne ? "is" : "are") not beside the template, nor beside the new store",
          at: options.templatePath.map { .file($0) },
          help: "copy the template together with the folder '.NAME_SUPPORT' beside it",
          count: count, severity: .warning))
    }
    for count in merge.counts {
      report.findings.append(
        Finding(
          .merged, "'\(count.entity)': \(count.added) added, \(count.kept) there already and kept, \(count.updated) updated",
          at: .store(StorePlace(entity: count.entity.text)), count: count.added))
      let written = report.entities.filter { $0.target == count.entity.text }.reduce(0) { $0 + $1.written }
      if Int64(count.added + count.kept + count.updated) != written {
        throw Finding(
          .unbalanced,
          "\(written) records of '\(count.entity)' were to be merged, and \(count.added + count.kept + count.updated) were")
      }
    }
  }

  /// The source is never written, not even on request.
  func refuseSource() throws {
    guard !options.isDryRun else { return }
    for output in [output, options.rejectsPath].compactMap({ $0 }) {
      try FilePlace.refuseSpecial(output)
      for companion in ["", "-wal", "-journal"] where FileManager.default.isSameFile(output, path + companion) {
        throw Finding(.targetIsSource, "'\(output)' is the source itself", at: .file(output))
      }
    }
  }

  private func refuseExisting(_ path: String) throws {
    if !options.overwrites, FileManager.default.fileExists(atPath: path) {
      throw Finding(.targetExists, "'\(path)' exists already", at: .file(path), help: "choose another name, or pass --overwrite")
    }
  }

  /// Takes the version hashes of the app's compiled model, held against ours.
  private func take(_ modelPath: String, _ metadata: inout StoreMetadata, _ report: inout ConversionReport) throws {
    let contents = try ModelFile.read(modelPath)
    let names = Set(mapping.target.entities.map(\.name))
    var fitting = contents.versions.filter { Set($0.entities.map(\.name)) == names }
    if let wanted = options.modelVersion {
      fitting = contents.versions.filter { $0.name == wanted }
      if fitting.isEmpty {
        let help = closestName(to: wanted, among: contents.versions.map(\.name)).map { "did you mean '\($0)'?" }
        throw Finding(.modelUnfit, "'\(modelPath)' has no version '\(wanted)'", at: .file(modelPath), help: help)
      }
    }
    // Several versions may have these entities: the one whose hashes are the target's is meant, else the current one.
    let matching = Set(contents.versions(matching: metadata.hashes))
    let same = fitting.filter { matching.contains($0.name) || VersionHashes(of: $0).entities == metadata.hashes }
    let candidates = same.isEmpty ? fitting : same
    guard let model = candidates.first(where: { $0.name == contents.current }) ?? candidates.last,
      Set(model.entities.map(\.name)) == names
    else {
      throw Finding(.modelUnfit, "no version of '\(modelPath)' has the entities of the target schema", at: .file(modelPath))
    }
    let computed = metadata.hashes
    let recorded = contents.recordedHashes[model.name].map { VersionHashes(recorded: $0) }
    let hashes = recorded ?? VersionHashes(of: model)
    // What is recorded leaves no doubt.
    if recorded != nil { report.findings.removeAll { $0.kind == .hashOutsideEvidence } }
    metadata.hashes = hashes.entities
    metadata.digest = hashes.digest
    metadata.checksum = hashes.checksum
    if !model.identifiers.isEmpty { metadata.identifiers = model.identifiers }
    let different = names.filter { computed[$0] != hashes.entities[$0] }.map(\.text).sorted()
    // The tables are laid out by the source: a model that differs would describe another store than this.
    report.findings += SchemaComparison(from: mapping.target, to: model).findings(model: "'\(model.name)'")
    report.metadata = VersionMetadata(
      .model, path: modelPath, compared: names.count, different: different,
      uncertain: recorded == nil ? hashes.findings.map(\.facet) : [])
  }
}

extension Finding {
  /// The entity or property that a doubt about a hash is about: `Trip.price`.
  fileprivate var facet: String {
    guard case .store(let place)? = place, let entity = place.entity else { return message }
    return "'\(entity)\(place.property.map { ".\($0)" } ?? "")'"
  }
}

extension FileManager {
  /// Whether both paths lead to one file that exists, by whatever names.
  func isSameFile(_ a: String, _ b: String) -> Bool {
    func number(_ path: String) -> [Int]? {
      guard let attributes = try? attributesOfItem(atPath: URL(fileURLWithPath: path).resolvingSymlinksInPath().path),
        let device = attributes[.systemNumber] as? NSNumber, let file = attributes[.systemFileNumber] as? NSNumber
      else { return nil }
      return [device.intValue, file.intValue]
    }
    return number(a).map { $0 == number(b) } ?? false
  }
}

internal import Foundation
internal import HeirloomArchive
internal import HeirloomFindings
internal import HeirloomSchema

/// Reads the data files of an archive into one staged store.
struct DataArchive {
  private let archive: ArchiveReader
  private let contents: ArchiveContents
  private let items: [ArchiveItem]
  private let options: ArchiveOptions
  private let stager: Stager
  private let counter: ByteCounter
  private var findings: [Finding] = []

  init(_ archive: ArchiveReader, _ contents: ArchiveContents, _ items: [ArchiveItem], _ options: ArchiveOptions) throws {
    self.archive = archive
    self.contents = contents
    self.items = items
    self.options = options
    counter = ByteCounter(options.progress, of: items.map(\.entry.size))
    stager = try Stager(in: options.temporaryFolder)
  }

  consuming func open() throws -> any LegacyStore {
    let stamp = archive.shape == .folder ? nil : try FileStamp(of: archive.path)
    if let schema = contents.items.first(where: {
      $0.kind == .schema && $0.entry.folder.isEmpty || $0.entry.path.hasSuffix("/schema.json")
    }), schema.kind == .schema {
      return try OwnArchive(archive, schema, options, stager).open(contents, stamp: stamp)
    }
    let chosen = Dictionary(items.map { ($0.entry.ordinal, $0) }, uniquingKeysWith: { first, _ in first })
    try archive.visit { entry, content in
      if let item = chosen[entry.ordinal] { try read(item, content) }
      return .goOn
    }
    try stager.close()
    var given = options.schema
    if given == nil {
      var beside = SchemaBeside(archive, contents, options)
      given = try beside.choose(for: stager)
      findings += beside.findings
    }
    var builder = try SchemaBuilder(stager, given: given, file: archive.path, holdsKeys: false)
    let model = try builder.build()
    if model.findings.contains(where: { $0.kind == .archiveCopiesRecognised }),
      !findings.contains(where: { $0.kind == .realmStudioExport })
    {
      findings.append(
        Finding(
          .realmStudioExport,
          "links are written out in full, as Realm Studio 10 to 12 did: whether data, or integers beyond 2^53, were lost cannot be told",
          at: .file(archive.path)))
    }
    let ignored = contents.items.filter { $0.kind == .ignored }.count
    if ignored > 0 {
      findings.append(
        Finding(
          .archiveMemberIgnored, "\(shown(ignored)) members are neither data nor stores", at: .file(archive.path), count: ignored)
      )
    }
    let nested = contents.nested
    if let first = nested.first {
      let count = nested.count == 1 ? "'\(first.entry.path)', an archive within, was" : "\(nested.count) archives within were"
      findings.append(
        Finding(
          .archiveNested, "\(count) not opened", at: .file(archive.path), help: "choose one with --member \(first.entry.path)",
          count: nested.count, severity: .warning))
    }
    findings = archive.findings + findings + stager.tallied(archive.path) + model.findings
    let formats = [archive.shape == .file ? nil : archive.format].compactMap { $0 } + Set(items.map(\.kind.rawValue)).sorted()
    let bytes = stamp?.size ?? items.reduce(0) { $0 + ($1.entry.size ?? 0) }
    let identity = StoreIdentity(kind: .archive, path: archive.path, formatVersion: formats.joined(separator: ", "), bytes: bytes)
    return StagedStore(model, identity, stager, findings, stamp: stamp)
  }

  private mutating func read(_ item: ArchiveItem, _ content: any ByteStream) throws {
    let file = archive.shape == .file ? archive.path : item.entry.path
    let stream = try HeadedStream(content, head: ArchiveItem.headSize, progress: counter)
    switch item.kind {
    case .json, .jsonLines:
      var document = try JSONDocument(stream, context(of: item, file), stager)
      defer { findings += document.findings }
      try document.read()
    case .csv:
      var table = CSVTable(file: file, entity: item.entry.stem, stager, delimiter: options.delimiter)
      defer { findings += table.findings }
      try table.read(stream)
    case .propertyList:
      var document = PropertyListDocument(file: file, entity: entity(of: item), stager)
      defer { findings += document.findings }
      try document.read(stream)
    default: break
    }
  }

  private func context(of item: ArchiveItem, _ file: String) -> JSONDocument.Context {
    var context = JSONDocument.Context(file: file, entity: entity(of: item), isLines: item.kind == .jsonLines)
    context.allowsDuplicateKeys = options.allowsDuplicateKeys
    context.isRecord = item.kind == .json && hasNeighbours(item)
    return context
  }

  private func hasNeighbours(_ item: ArchiveItem) -> Bool {
    // Whole records are read into memory; a large file is no single record.
    guard item.entry.size ?? 0 <= 16 << 20 else { return false }
    return items.contains {
      $0.entry.ordinal != item.entry.ordinal && $0.kind == item.kind && $0.entry.folder == item.entry.folder
    }
  }

  /// A file's records are named after it; `notes/1.json` and `note-17.json` after what their names have in common.
  private func entity(of item: ArchiveItem) -> String {
    let stem = item.entry.stem
    let word = stem.prefix { !$0.isNumber }.trimmingSuffix { " -_.(#".contains($0) }
    guard hasNeighbours(item), item.kind == .json || item.kind == .propertyList else { return stem }
    if !word.isEmpty, word.count < stem.count, !DataArchive.isIdentifier(stem) { return word }
    let isNumbered = word.isEmpty || DataArchive.isIdentifier(stem)
    if isNumbered, let folder = item.entry.folder.split(separator: "/").last { return String(folder) }
    if isNumbered { return "Record" }
    return stem
  }

  /// A UUID or another long name of hex digits.
  private static func isIdentifier(_ name: String) -> Bool {
    name.count >= 16 && name.allSatisfy { $0.isHexDigit || $0 == "-" }
  }
}

extension StringProtocol {
  fileprivate func trimmingSuffix(_ isTrimmed: (Character) -> Bool) -> String {
    var text = Substring(self)
    while let last = text.last, isTrimmed(last) { text.removeLast() }
    return String(text)
  }
}

extension Stager {
  /// The findings that were counted while records came in.
  func tallied(_ file: String) -> [Finding] {
    let messages: [FindingKind: String] = [
      .archiveNestedList: "lists within lists are read as JSON text",
      .archiveMixedShape: "values are of another shape than the others",
      .archiveTooDeep: "objects are nested too deep",
    ]
    return findings.counts.map { key, count in
      let place = key.entity == nil ? Place.file(file) : .store(StorePlace(entity: key.entity, property: key.property))
      return Finding(key.kind, "\(shown(count)) \(messages[key.kind] ?? "")", at: place, count: count)
    }.sorted { ($0.id, $0.place?.description ?? "") < ($1.id, $1.place?.description ?? "") }
  }
}

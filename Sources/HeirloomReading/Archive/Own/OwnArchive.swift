internal import HeirloomArchive
internal import HeirloomFindings
internal import HeirloomSchema
internal import HeirloomSQLite

/// Reads an archive that Heirloom exported: its schema is stated, its links are keys, nothing is inferred.
struct OwnArchive {
  private let archive: ArchiveReader
  private let options: ArchiveOptions
  private let stager: Stager
  private let manifest: ArchiveManifest
  private let root: String
  /// What each file of the layout holds.
  private var files: [String: Content] = [:]

  private enum Content {
    /// With the paths of the columns that hold dates.
    case records(StagedEntity, dates: Set<String>)
    case list(StagedList, element: String, isDate: Bool = false)
  }

  init(_ archive: ArchiveReader, _ schemaItem: ArchiveItem, _ options: ArchiveOptions, _ stager: Stager) throws {
    self.archive = archive
    self.options = options
    self.stager = stager
    manifest = try ArchiveManifest(try archive.bytes(of: schemaItem.entry), file: archive.path)
    root = schemaItem.entry.folder.isEmpty ? "" : schemaItem.entry.folder + "/"
    let ending = manifest.format
    let schema = manifest.schema.schema
    for entity in schema.entities {
      let staged = stager.entity(entity.name.text)
      files[root + ArchiveLayout.entity(entity.name, ending)] = .records(
        staged,
        dates: Set(schema.attributes(of: entity.name).flatMap(\.columns).filter { $0.leaf.type == .date }.map(\.path)))
      for attribute in entity.attributes where attribute.collection != nil {
        files[root + ArchiveLayout.values(attribute.name, of: entity.name, ending)] = .list(
          try stager.emptyList(of: attribute.name.text, staged), element: "value",
          isDate: attribute.type == .date)
      }
      for relationship in entity.relationships where relationship.isToMany {
        files[root + ArchiveLayout.links(relationship.name, of: entity.name, ending)] = .list(
          try stager.emptyList(of: relationship.name.text, staged), element: "target")
      }
    }
  }

  func open(_ contents: ArchiveContents, stamp: FileStamp?) throws -> any LegacyStore {
    let schema = manifest.schema.schema
    var missing = Set(files.keys)
    let counter = ByteCounter(options.progress, of: contents.items.map(\.entry).filter { files[$0.path] != nil }.map(\.size))
    try archive.visit { entry, content in
      if let found = files[entry.path] {
        missing.remove(entry.path)
        let stream = try HeadedStream(content, head: 1, progress: counter)
        try read(entry, stream, found)
      } else if entry.path.hasPrefix(root + "blobs/") {
        let bytes = try content.all(
          limit: 1 << 30, or: Finding(.archiveTooLarge, "'\(entry.path)' is larger than 1 GiB", at: .file(archive.path)))
        try stager.database.run(
          "INSERT INTO blobs VALUES (?, ?)", [.text(String(entry.path.dropFirst(root.count))), .blob(bytes)])
      }
      return .goOn
    }
    try stager.close()
    var builder = try SchemaBuilder(stager, given: schema, file: archive.path, holdsKeys: true)
    let model = try builder.build()
    let absent = missing.sorted().map { Finding(.archiveNotInData, "'\($0)' is missing", at: .file(archive.path)) }
    var identity = StoreIdentity(
      kind: .archive, path: archive.path, formatVersion: "heirloom \(manifest.heirloom.archive), \(archive.format)",
      modelVersions: schema.identifiers, bytes: stamp?.size ?? 0)
    identity.exportedFrom = StoreIdentity.Kind(rawValue: manifest.kind)
    return StagedStore(
      model, identity, stager, archive.findings + stager.tallied(archive.path) + model.findings + absent, stamp: stamp)
  }

  private func read(_ entry: ArchiveEntry, _ stream: HeadedStream, _ content: Content) throws {
    let rows = try OwnRows(stream, isCSV: manifest.format == "csv", file: entry.path)
    while let record = try rows.next() {
      switch content {
      case .records(let entity, let dates):
        var record = record, id: Int64?
        for index in record.members.indices where dates.contains(record.members[index].name) {
          record.members[index].value = OwnArchive.date(record.members[index].value)
        }
        if let place = record.members.firstIndex(where: { $0.name == "_id" }) {
          id = OwnArchive.integer(record.members[place].value)
          record.members.remove(at: place)
        }
        guard let id else { throw Finding(.jsonDamaged, "a record without '_id'", at: .file(entry.path)) }
        try stager.add(record, to: entity, id: id)
      case .list(let list, let element, let isDate):
        func member(_ name: String) -> RecordValue { record.members.first { $0.name == name }?.value ?? .null }
        let value = isDate ? OwnArchive.date(member(element)) : member(element)
        if case .file = value { list.profile.count(value) }
        let key: SQLiteValue = if case .text(let text) = member("key") { .text(text) } else { .null }
        list.rows += 1
        try list.insertion?.run(
          OwnArchive.integer(member("owner")) ?? 0,
          [
            (0, OwnArchive.integer(member("position")).map { .integer($0) } ?? .null), (1, key), (2, .integer(0)),
            (3, .integer(-1)),
            (4, StagedValue.encode(value) ?? .null), (5, .null), (6, StagedValue.encode(member("type")) ?? .null),
          ])
      }
    }
  }

  /// A date without a fraction of a second was a whole number in the store.
  private static func date(_ value: RecordValue) -> RecordValue {
    guard case .text(let text) = value, let seconds = DateText.wholeSeconds(text) else { return value }
    return .exact(.integer(seconds))
  }

  private static func integer(_ value: RecordValue) -> Int64? {
    switch value {
    case .integer(let value): value
    case .text(let text): Int64(text)
    default: nil
    }
  }
}

/// The rows of one file of our own, JSON lines or CSV.
private final class OwnRows {
  private let json: JSONParser?
  private let csv: CSVParser?
  private let file: String
  private var names: [String] = []

  init(_ stream: HeadedStream, isCSV: Bool, file: String) throws {
    self.file = file
    json = isCSV ? nil : try JSONParser(stream, file: file)
    csv = isCSV ? try CSVParser(stream, delimiter: UInt8(ascii: ","), file: file) : nil
    names = try csv?.next()?.map { String(decoding: $0.bytes, as: UTF8.self) } ?? []
  }

  func next() throws -> Record? {
    if let json {
      guard try json.peek() != nil else { return nil }
      guard case .object(let record) = try json.value() else { throw json.damage("this is no record") }
      return record
    }
    guard let fields = try csv?.next() else { return nil }
    var record = Record()
    for (name, field) in zip(names, fields) { record.members.append((name, try value(field))) }
    return record
  }

  /// `json:` and `file:` mark what plain text cannot say.
  private func value(_ field: CSVParser.Field) throws -> RecordValue {
    if field.bytes.isEmpty { return field.isQuoted ? .text("") : .null }
    let text = String(decoding: field.bytes, as: UTF8.self)
    if text.hasPrefix("json:") { return try JSONParser(TextStream(String(text.dropFirst(5))), file: file).value() }
    return .text(text)
  }
}

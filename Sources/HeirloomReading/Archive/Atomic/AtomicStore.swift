internal import HeirloomArchive
internal import HeirloomCoreDataModel
internal import HeirloomFindings
internal import HeirloomSchema

/// Core Data's stores that are read and written as a whole: XML (NSXMLStoreType) and binary (NSBinaryStoreType).
///
/// docs/formats/archives.md tells their forms, and how sure each is.
enum AtomicStore {
  static func open(_ item: ArchiveItem, of archive: ArchiveReader, _ options: ArchiveOptions) throws -> any LegacyStore {
    let stager = try Stager(in: options.temporaryFolder)
    let file = archive.shape == .file ? archive.path : item.entry.path
    let facts = AtomicStoreFacts(file: file)
    let counter = ByteCounter(options.progress, of: [item.entry.size])
    try archive.visit { entry, content in
      guard entry.ordinal == item.entry.ordinal else { return .goOn }
      let stream = try HeadedStream(content, head: 1, progress: counter)
      switch item.kind {
      case .binaryStore: try BinaryStoreReader(stager, facts, model: options.schema).read(stream)
      default: try XMLStoreReader(stager, facts).read(stream)
      }
      return .stop
    }
    try stager.close()
    var builder = AtomicSchemaBuilder(stager, facts, given: options.schema)
    let model = try builder.build()
    var identity = StoreIdentity(
      kind: item.kind == .binaryStore ? .coreDataBinary : .coreDataXML, path: archive.path,
      formatVersion: facts.metadata["NSPersistenceFrameworkVersion"]?.integer.map(String.init),
      modelVersions: (facts.metadata["NSStoreModelVersionIdentifiers"]?.array ?? []).compactMap(\.string).filter { !$0.isEmpty },
      bytes: counter.done)
    for (name, hash) in facts.metadata["NSStoreModelVersionHashes"]?.dictionary ?? [:] {
      if let bytes = hash.data { identity.versionHashes[EntityName(name)] = bytes }
    }
    let stamp = archive.shape == .folder ? nil : try FileStamp(of: archive.path)
    return StagedStore(model, identity, stager, archive.findings + stager.tallied(file) + model.findings, stamp: stamp)
  }
}

/// What a reader learnt of an atomic store besides its objects.
final class AtomicStoreFacts {
  let file: String
  var metadata: [String: PropertyList] = [:]
  /// The types that the store names, by entity and attribute.
  var attributeTypes: [String: [String: AttributeType]] = [:]
  /// By entity and relationship.
  var relationships: [String: [String: Declaration]] = [:]
  var findings: [Finding] = []

  init(file: String) { self.file = file }

  /// A relationship as the store declares it.
  struct Declaration {
    var destination: String
    var minimum: Int
    /// 0 is no limit.
    var maximum: Int
    var list: StagedList
  }
}

internal import Foundation
internal import HeirloomArchive
internal import HeirloomCoreDataModel
internal import HeirloomFindings
internal import HeirloomSchema

/// Core Data's XML store (NSXMLStoreType): docs/formats/archives.md.
enum XMLStore {
  static func open(_ item: ArchiveItem, of archive: ArchiveReader, _ options: ArchiveOptions) throws -> any LegacyStore {
    let stager = try Stager(in: options.temporaryFolder)
    let file = archive.shape == .file ? archive.path : item.entry.path
    let reader = XMLStoreReader(stager, file: file)
    var bytes: Int64 = 0
    try archive.visit { entry, content in
      guard entry.ordinal == item.entry.ordinal else { return .goOn }
      let stream = try HeadedStream(content, head: 1) { count in
        bytes += count
        options.progress?(count)
      }
      try reader.read(stream)
      return .stop
    }
    try stager.close()
    var builder = try XMLSchemaBuilder(stager, reader, given: options.schema, file: file)
    let model = try builder.build()
    let identity = StoreIdentity(
      kind: .coreDataXML, path: archive.path, formatVersion: reader.metadata["NSPersistenceFrameworkVersion"]?.integer.map(String.init),
      modelVersions: (reader.metadata["NSStoreModelVersionIdentifiers"]?.array ?? []).compactMap(\.string).filter { !$0.isEmpty }, bytes: bytes)
    var named = identity
    for (name, hash) in reader.metadata["NSStoreModelVersionHashes"]?.dictionary ?? [:] {
      if let bytes = hash.data { named.versionHashes[EntityName(name)] = bytes }
    }
    let stamp = archive.shape == .folder ? nil : try FileStamp(of: archive.path)
    return StagedStore(model, named, stager, archive.findings + stager.tallied(file) + model.findings, stamp: stamp)
  }
}

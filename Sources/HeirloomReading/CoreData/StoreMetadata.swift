internal import HeirloomCoreDataModel
internal import HeirloomFindings
internal import HeirloomSQLite
internal import HeirloomSchema

/// What a Core Data store says of itself in `Z_METADATA`.
struct StoreMetadata {
  var uuid: String?
  /// The number of the framework that wrote it, such as `1522`.
  var frameworkVersion: String?
  var modelVersions: [String] = []
  var versionHashes: [EntityName: [UInt8]] = [:]
  /// Present from 2023 on, and in every SwiftData store.
  var checksum: String?
  /// The entries that are neither the framework's nor the model's.
  var own: [String: PropertyList] = [:]
  var finding: Finding?

  /// Reads the row that is there; an empty or unreadable one is a finding, since the records do not depend on it.
  init(_ connection: Connection, tables: StoreTables, path: String) throws {
    let place = Place.file(path)
    guard tables["Z_METADATA"] != nil else {
      finding = Finding(.metadataUnreadable, "the store has no table 'Z_METADATA'", at: place)
      return
    }
    guard let row = try connection.rows("SELECT Z_UUID, Z_PLIST FROM Z_METADATA ORDER BY Z_VERSION LIMIT 1").first else {
      finding = Finding(.metadataUnreadable, "the store's metadata has no row", at: place)
      return
    }
    uuid = row[0].text
    guard let bytes = row[1].blob, !bytes.isEmpty else {
      finding = Finding(.metadataUnreadable, "the store's metadata is empty", at: place)
      return
    }
    guard let list = try? PropertyList(bytes), list.dictionary != nil else {
      finding = Finding(.metadataUnreadable, "the store's metadata is not a property list", at: place)
      return
    }
    frameworkVersion = list["NSPersistenceFrameworkVersion"].flatMap { $0.integer.map(String.init) ?? $0.string }
    // The default model of Xcode has one identifier, the empty text.
    modelVersions = (list["NSStoreModelVersionIdentifiers"]?.array ?? []).compactMap(\.string).filter { !$0.isEmpty }.sorted()
    checksum = list["NSStoreModelVersionChecksumKey"]?.string
    own = (list.dictionary ?? [:]).filter { !$0.key.hasPrefix("NS") && !$0.key.hasPrefix("_NS") }
    for (name, hash) in list["NSStoreModelVersionHashes"]?.dictionary ?? [:] {
      if let hash = hash.data { versionHashes[EntityName(name)] = hash }
    }
  }

  /// Whether SwiftData wrote the store.
  ///
  /// Its layout is Core Data's. What tells them apart in every real store seen: all version identifiers are three-part numbers
  /// (`Schema.Version`), there is a model checksum (from 2023 on) and a history, which SwiftData always keeps.
  func isSwiftData(hasHistory: Bool) -> Bool {
    hasHistory && checksum != nil && !modelVersions.isEmpty && modelVersions.allSatisfy(isThreePartVersion)
  }
}

private func isThreePartVersion(_ text: String) -> Bool {
  let parts = text.split(separator: ".", omittingEmptySubsequences: false)
  return parts.count == 3 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { ("0"..."9").contains($0) } }
}

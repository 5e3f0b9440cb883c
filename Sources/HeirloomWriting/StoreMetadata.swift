internal import Foundation
internal import HeirloomBytes
package import HeirloomCoreDataModel
package import HeirloomSchema

/// What a store says of itself in `Z_METADATA`: its identity and the version of its model.
package struct StoreMetadata: Sendable {
  /// 16 bytes. The same input must give the same store: derive it from the conversion, do not draw it.
  package var uuid: [UInt8]
  /// `NSStoreModelVersionIdentifiers`.
  package var identifiers: [String]
  /// `NSStoreModelVersionHashes`, by which a model recognises its store.
  package var hashes: [EntityName: [UInt8]]
  /// `NSStoreModelVersionHashesDigest`, base64.
  package var digest: String?
  /// `NSStoreModelVersionChecksumKey`, base64, by which a staged migration finds the version.
  package var checksum: String?
  /// `NSPersistenceFrameworkVersion`: the oldest that is known to write SwiftData stores, so that none takes the store for newer.
  package var frameworkVersion = 1345
  /// Entries that are neither the framework's nor the model's but the app's own, under the app's keys; none may begin like the
  /// framework's keys, `NS` or `_NS`.
  package var own: [String: PropertyList] = [:]

  /// The style of the framework that the metadata name.
  package var style: StoreStyle { StoreStyle(frameworkVersion: frameworkVersion) }

  /// - Parameter hashes: computed from the schema, or taken from a compiled model.
  package init(for schema: Schema, hashes: VersionHashes, uuid: [UInt8]) {
    self.uuid = uuid
    identifiers = schema.identifiers
    self.hashes = hashes.entities
    digest = hashes.digest
    checksum = hashes.checksum
  }

  /// Upper case with hyphens, as Core Data writes it.
  package var uuidText: String { uuid.count == 16 ? StableUUID.text(uuid) : StableUUID.text([UInt8](repeating: 0, count: 16)) }

  /// `Z_PLIST`, a binary property list; the same metadata always give the same bytes.
  ///
  /// - Parameter history: the model of the store's persistent history, where the framework records its hashes; else nil.
  func propertyList(history: Schema?) -> [UInt8] {
    var entries: [String: PropertyList] = [
      "NSPersistenceFrameworkVersion": .integer(Int64(frameworkVersion)),
      "NSStoreModelVersionHashes": Self.list(hashes),
      "NSStoreModelVersionHashesVersion": .integer(3),
      "NSStoreModelVersionIdentifiers": .array(identifiers.map { .string($0) }),
      "NSStoreType": .string("SQLite"),
      "_NSAutoVacuumLevel": .string("2"),
    ]
    entries["NSStoreModelVersionHashesDigest"] = style.hasDigest ? digest.map { .string($0) } : nil
    entries["NSStoreModelVersionChecksumKey"] = style.hasChecksum ? checksum.map { .string($0) } : nil
    if style.statesMaximum { entries["NSPersistenceMaximumFrameworkVersion"] = .integer(Int64(frameworkVersion)) }
    if let history {
      entries["_NSStoreAncillaryModelVersionHashesMetadataKey"] = .dictionary([
        "NSPersistentHistoryTrackingKey": Self.list(VersionHashes(of: history).entities)
      ])
    }
    entries.merge(own.filter { !Self.isFrameworks($0.key) }) { first, _ in first }
    return BinaryPropertyListWriter.write(.dictionary(entries))
  }

  private static func list(_ hashes: [EntityName: [UInt8]]) -> PropertyList {
    .dictionary(Dictionary(hashes.map { ($0.key.text, .data($0.value)) }, uniquingKeysWith: { first, _ in first }))
  }

  /// Whether a key of a store's metadata is the framework's, and not the app's own.
  package static func isFrameworks(_ key: String) -> Bool { key.hasPrefix("NS") || key.hasPrefix("_NS") }
}

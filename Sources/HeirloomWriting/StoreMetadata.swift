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
  package var propertyList: [UInt8] {
    var entries: [String: PropertyList] = [
      "NSPersistenceFrameworkVersion": .integer(Int64(frameworkVersion)),
      "NSStoreModelVersionHashes": .dictionary(
        Dictionary(hashes.map { ($0.key.text, .data($0.value)) }, uniquingKeysWith: { first, _ in first })),
      "NSStoreModelVersionHashesVersion": .integer(3),
      "NSStoreModelVersionIdentifiers": .array(identifiers.map { .string($0) }),
      "NSStoreType": .string("SQLite"),
      "_NSAutoVacuumLevel": .string("2"),
    ]
    // The digest is seen from framework 977 on, the checksum from 1327 on; between 1251 and 1327 no store was at hand.
    entries["NSStoreModelVersionHashesDigest"] = frameworkVersion < 900 ? nil : digest.map { .string($0) }
    entries["NSStoreModelVersionChecksumKey"] = frameworkVersion < 1300 ? nil : checksum.map { .string($0) }
    return BinaryPropertyListWriter.write(.dictionary(entries))
  }
}

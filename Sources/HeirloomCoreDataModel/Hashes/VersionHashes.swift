package import HeirloomFindings
package import HeirloomSchema
internal import Foundation
internal import HeirloomBytes

/// The version hashes of a schema, as Core Data computes them for the same model.
///
/// A store opens when its `NSStoreModelVersionHashes` equal the model's. The rules are those of docs/formats/version-hashes.md,
/// confirmed on real stores; where a schema goes beyond what those confirmed, `findings` says so.
package struct VersionHashes: Sendable {
  /// 32 bytes for each entity: `NSStoreModelVersionHashes`.
  package let entities: [EntityName: [UInt8]]
  /// `NSStoreModelVersionHashesDigest`, base64.
  package let digest: String
  /// `NSStoreModelVersionChecksumKey`, base64: by it a staged migration finds the version a store is at.
  package let checksum: String
  /// One `hash-outside-evidence` for each facet of the schema that no real store has confirmed.
  package let findings: [Finding]

  /// - Complexity: linear in the properties, inherited ones counted with each entity.
  package init(of schema: Schema) {
    var hasher = EntityHasher(schema: schema)
    var hashes: [EntityName: [UInt8]] = [:]
    for entity in schema.entities { hashes[entity.name] = hasher.hash(of: entity) }
    self.init(entities: hashes, findings: HashEvidence.findings(on: schema))
  }

  /// Digest and checksum of hashes that were recorded elsewhere: in a store's metadata, in a VersionInfo.plist.
  package init(recorded: [EntityName: [UInt8]]) { self.init(entities: recorded, findings: []) }

  private init(entities: [EntityName: [UInt8]], findings: [Finding]) {
    self.entities = entities
    self.findings = findings
    let sorted = entities.sorted { $0.key < $1.key }
    digest = Self.base64(Digest.sha512(sorted.flatMap { Array($0.key.text.utf8) + $0.value }))
    checksum = Self.base64(Digest.sha256(sorted.flatMap(\.value)))
  }

  /// The hash as hexadecimal digits; nil for an entity the schema has not.
  package func hex(_ entity: EntityName) -> String? { entities[entity].map { Digest.hex($0) } }

  private static func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }
}

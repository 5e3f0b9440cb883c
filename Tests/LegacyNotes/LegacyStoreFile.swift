internal import HeirloomBytes
internal import HeirloomCoreDataModel
package import HeirloomSQLite
package import HeirloomSchema
internal import HeirloomWriting

/// A Core Data store of any schema, as an app of 2020 would have left it: with its model, without history.
package enum LegacyStoreFile {
  /// Writes a store, in place of what is there.
  /// - Parameter fill: writes the rows into the layout's tables, which stand in `main`.
  /// - Returns: the layout, to add rows later.
  @discardableResult
  package static func write(
    _ schema: Schema, to path: String, fill: (Connection, StorageLayout) throws -> Void
  ) throws -> StorageLayout {
    var metadata = StoreMetadata(
      for: schema, hashes: VersionHashes(of: schema), uuid: Array(Digest.sha256(Array(schema.name.utf8))[..<16]))
    // The framework of macOS 10.15: no model checksum yet.
    metadata.frameworkVersion = 977
    let target = SwiftDataTarget(schema, metadata: metadata, keepsHistory: false, at: path, overwrites: true)
    let connection = try target.begin()
    do {
      try fill(connection, target.layout)
      try target.finish()
      try target.publish()
    } catch {
      target.abandon()
      throw error
    }
    return target.layout
  }
}

package import HeirloomFindings
package import HeirloomSchema
internal import HeirloomBytes

/// The model that a Core Data or SwiftData store carries in `Z_MODELCACHE.Z_CONTENT`: a deflated keyed archive.
package enum ModelCache {
  /// The most bytes a cache may unpack to; the largest one known has 350 KB.
  private static let limit = 64 << 20

  /// Reads the schema, with findings on what in it is not understood.
  /// - Parameter zContent: the blob as the column holds it, raw DEFLATE.
  /// - Throws: a finding `model-damaged`; a store without a usable cache can still be read through a model file.
  package static func read(_ zContent: [UInt8]) throws -> (Schema, [Finding]) {
    try ModelArchive.read(try archive(zContent))
  }

  /// The cache's archive, unpacked.
  package static func archive(_ zContent: [UInt8]) throws -> [UInt8] {
    do { return try Deflate.unpack(zContent, limit: limit) } catch let error as BytesError {
      throw Finding(.modelDamaged, "the model cache of the store cannot be unpacked: \(error)")
    }
  }
}

/// An archived NSManagedObjectModel: the contents of a `.mom`, and of an unpacked cache.
package enum ModelArchive {
  /// - Throws: a finding `model-damaged` when the bytes are no archive of a model.
  package static func read(_ bytes: [UInt8]) throws -> (Schema, [Finding]) {
    let archive: KeyedArchive
    do { archive = try KeyedArchive(bytes) } catch let error as BytesError {
      throw Finding(.modelDamaged, "the model cannot be read: \(error)")
    }
    var reader = ModelArchiveReader()
    let schema = try reader.read(archive.root)
    return (schema, reader.findings)
  }
}

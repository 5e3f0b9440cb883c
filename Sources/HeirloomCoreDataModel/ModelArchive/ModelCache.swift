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

  /// Writes a schema as a store's cache; the same schema always gives the same bytes.
  ///
  /// What a cache cannot say of it, `leftOut(of:)` lists.
  /// - Parameter listsUniqueness: an entity without unique attributes has an empty list of them, as in SwiftData's caches; else none.
  /// - Throws: a finding `internal-fault` when zlib fails.
  package static func write(_ schema: Schema, listsUniqueness: Bool = false) throws -> [UInt8] {
    var writer = ModelArchiveWriter(schema: schema, listsUniqueness: listsUniqueness)
    do { return try Deflate.pack(writer.write()) } catch {
      throw Finding(.internalFault, "the model cache cannot be packed: \(error)")
    }
  }

  /// One note for each part of a schema that `write` leaves out, because its archived form is not known: predicates beyond
  /// comparisons with a constant, derivations beyond key paths, patterns, fetched properties.
  package static func leftOut(of schema: Schema) -> [Finding] {
    schema.entities.flatMap { entity -> [Finding] in
      func note(_ what: String) -> Finding {
        Finding(.modelCachePartial, "the written model leaves out \(what)", at: .store(StorePlace(entity: entity.name.text)))
      }
      let predicates = entity.indexes.filter {
        $0.predicate != nil && $0.predicate.flatMap { ModelPredicate(parsing: $0) } == nil
      }
      let derived = entity.attributes.filter { $0.derivation?.isKeyPath == false }
      let patterns = entity.attributes.filter { $0.validation.pattern != nil }
      return predicates.map { note("the predicate of the index '\($0.name)'") }
        + derived.map { note("the derivation of '\(entity.name).\($0.name)'") }
        + patterns.map { note("the pattern of '\(entity.name).\($0.name)'") }
        + entity.fetchedProperties.map { note("the fetched property '\(entity.name).\($0)'") }
    }
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

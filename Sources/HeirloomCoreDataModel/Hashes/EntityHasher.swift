internal import HeirloomBytes
internal import HeirloomSchema

/// Computes entity hashes: docs/formats/version-hashes.md, term by term.
struct EntityHasher {
  let schema: Schema
  private var known: [EntityName: [UInt8]] = [:]

  init(schema: Schema) { self.schema = schema }

  mutating func hash(of entity: Entity) -> [UInt8] {
    // Ancestors first, so that each has its parent's hash at hand, and a cycle of parents ends.
    var parent: [UInt8]?
    for ancestor in schema.lineage(of: entity.name).reversed() {
      let hash = known[ancestor.name] ?? Digest.sha256(contents(of: ancestor, parent: parent))
      known[ancestor.name] = hash
      parent = hash
    }
    return known[entity.name] ?? []
  }

  private func contents(of entity: Entity, parent: [UInt8]?) -> [UInt8] {
    let lineage = Set(schema.lineage(of: entity.name).map(\.name))
    var properties: [(name: PropertyName, hash: [UInt8])] = []
    for attribute in schema.attributes(of: entity.name) where !attribute.isTransient {
      properties.append((attribute.name, Self.hash(attribute)))
    }
    for relationship in schema.relationships(of: entity.name) where !relationship.isTransient {
      properties.append((relationship.name, Self.hash(relationship, lineage: lineage)))
    }
    properties.sort { $0.name < $1.name }
    let unique = entity.uniqueness.map { $0.map(\.text).joined(separator: ".") }.sorted {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
    var bytes = Array(entity.name.text.utf8)
    bytes.append(entity.isAbstract ? 1 : 0)
    bytes += parent ?? []
    bytes += properties.flatMap(\.hash)
    bytes += Array((entity.hashModifier ?? "").utf8)
    bytes += unique.flatMap { Array($0.utf8) }
    return bytes
  }

  static func hash(_ attribute: Attribute) -> [UInt8] {
    if attribute.type == .composite, attribute.derivation == nil {
      return Digest.sha256(attribute.elements.sorted { $0.name < $1.name }.flatMap { hash($0) })
    }
    if let derivation = attribute.derivation { return Digest.sha256(Array(derivation.utf8)) }
    var bytes = property(
      attribute.name, optional: attribute.isOptional, transient: attribute.isTransient, readOnly: attribute.isReadOnly,
      modifier: attribute.hashModifier)
    bytes += littleEndian(attribute.type.archiveCode ?? 0)
    if attribute.allowsExternalStorage { bytes.append(1) }
    if attribute.preservesValueOnDeletion { bytes.append(1) }
    return Digest.sha256(bytes)
  }

  private static func hash(_ relationship: Relationship, lineage: Set<EntityName>) -> [UInt8] {
    var bytes = property(
      relationship.name, optional: relationship.isOptional, transient: relationship.isTransient, readOnly: false,
      modifier: relationship.hashModifier)
    bytes += Array(relationship.destination.text.utf8)
    // A relationship that is its own inverse has no inverse to name.
    let isOwnInverse = relationship.inverse == relationship.name && lineage.contains(relationship.destination)
    if let inverse = relationship.inverse, !isOwnInverse { bytes += Array(inverse.text.utf8) }
    bytes += littleEndian(relationship.maximumCount) + littleEndian(relationship.minimumCount)
    if relationship.isOrdered { bytes += [1, 0] }
    return Digest.sha256(bytes)
  }

  private static func property(
    _ name: PropertyName, optional: Bool, transient: Bool, readOnly: Bool, modifier: String?
  ) -> [UInt8] {
    let flags: UInt8 = (optional ? 1 : 0) | (transient ? 2 : 0) | (readOnly ? 4 : 0)
    return Digest.sha256(Array(name.text.utf8) + [flags, 0] + Array((modifier ?? "").utf8))
  }

  private static func littleEndian(_ number: Int) -> [UInt8] {
    let bits = UInt32(truncatingIfNeeded: number)
    return (0..<4).map { UInt8(truncatingIfNeeded: bits >> (8 * UInt32($0))) }
  }
}

internal import HeirloomCoreDataModel
package import HeirloomFindings
package import HeirloomSchema

/// What a store says of its own version.
package struct StoreVersionClues: Sendable {
  package var path: String
  /// The hash that the store records for each entity; empty when it records none.
  package var hashes: [EntityName: [UInt8]]
  /// Such as `1.0.0`; a model without identifiers leaves none, or an empty text.
  package var identifiers: [String]
  package var schema: Schema

  package init(path: String, hashes: [EntityName: [UInt8]], identifiers: [String], schema: Schema) {
    self.path = path
    self.hashes = hashes
    self.identifiers = identifiers.filter { !$0.isEmpty }
    self.schema = schema
  }
}

/// Finds which of several versions a store is at.
package struct VersionFinder {
  package enum Means: String, Hashable, Sendable {
    /// The version hashes are equal: the framework would say the same.
    case hashes
    case identifier
    /// The store has the version's entities and properties.
    case shape
  }

  package struct Result: Sendable {
    package let version: Schema
    package let means: Means
    /// What is doubtful about it.
    package let findings: [Finding]
  }

  private let versions: [Schema]
  private let clues: StoreVersionClues

  package init(among versions: [Schema], for clues: StoreVersionClues) {
    self.versions = versions
    self.clues = clues
  }

  /// The version, by hashes, else by identifiers, else by the shape of entities and properties.
  /// - Throws: `version-unknown` with the entities that differ from the nearest one, `version-ambiguous` when several fit equally.
  package func find() throws -> Result {
    guard let first = versions.first else { throw Finding(.versionUnknown, "the plan has no versions", at: .file(clues.path)) }
    if !clues.hashes.isEmpty {
      let exact = versions.filter { VersionHashes(of: $0).entities == clues.hashes }
      if exact.count == 1 { return Result(version: exact[0], means: .hashes, findings: []) }
      if exact.count > 1 { return try chosen(among: exact) }
    }
    let identified = versions.filter { !Set($0.identifiers).isDisjoint(with: clues.identifiers) }
    if identified.count == 1 {
      let told =
        clues.hashes.isEmpty
        ? []
        : differences(
          to: identified[0], .versionByIdentifier,
          "the store calls itself \(named(identified[0])), but its version hashes are others")
      return Result(version: identified[0], means: .identifier, findings: told)
    }
    let shape = Self.shape(of: clues.schema)
    let alike = versions.filter { Self.shape(of: $0) == shape }
    if alike.count > 1 { throw ambiguous(alike, "have the entities and properties of the store") }
    if let only = alike.first {
      let why = clues.hashes.isEmpty ? "the store records no version hashes" : "its version hashes are those of no version"
      return Result(
        version: only, means: .shape,
        findings: differences(to: only, .versionByShape, "the store was taken for \(named(only)) by its shape: \(why)"))
    }
    let nearest = versions.min { distance(to: $0) < distance(to: $1) } ?? first
    let list = differing(from: nearest)
    throw Finding(
      .versionUnknown, "'\(clues.path)' is at no version of the plan; the nearest is \(named(nearest))", at: .file(clues.path),
      help: list.prefix(8).joined(separator: "; ") + (list.count > 8 ? "; and \(list.count - 8) more" : ""))
  }

  /// Versions with equal hashes are one version to the framework; what the store calls itself may still tell.
  private func chosen(among exact: [Schema]) throws -> Result {
    let identified = exact.filter { !Set($0.identifiers).isDisjoint(with: clues.identifiers) }
    guard identified.count == 1 else { throw ambiguous(exact, "have the version hashes of the store") }
    let names = exact.map(named).joined(separator: " and ")
    return Result(
      version: identified[0], means: .identifier,
      findings: [
        Finding(
          .versionAmbiguous, "\(names) have the same version hashes; the store calls itself \(named(identified[0]))",
          severity: .warning)
      ])
  }

  private func ambiguous(_ versions: [Schema], _ what: String) -> Finding {
    Finding(
      .versionAmbiguous, "\(versions.map(named).joined(separator: " and ")) \(what)", at: .file(clues.path),
      help: "say which with '--from \(versions[0].name)'")
  }

  private func named(_ version: Schema) -> String { "'\(version.name)'" }

  // MARK: - Differences

  private func differing(from version: Schema) -> [String] {
    SchemaComparison(from: clues.schema, to: version).findings(model: named(version)).map(\.message)
  }

  private func differences(to version: Schema, _ kind: FindingKind, _ message: String) -> [Finding] {
    let list = differing(from: version)
    return [Finding(kind, message, at: .file(clues.path), help: list.isEmpty ? nil : list.prefix(8).joined(separator: "; "))]
  }

  /// How many entities and properties only one of the two has.
  private func distance(to version: Schema) -> Int {
    Self.shape(of: version).symmetricDifference(Self.shape(of: clues.schema)).count
  }

  /// Entities and properties by name. A store without its model has lost the case of its names, and the types.
  private static func shape(of schema: Schema) -> Set<String> {
    var result: Set<String> = []
    for entity in schema.entities {
      let name = entity.name.text.lowercased()
      result.insert(name)
      for attribute in entity.attributes where !attribute.isTransient {
        result.insert("\(name).\(attribute.name.text.lowercased())")
      }
      for relationship in entity.relationships where !relationship.isTransient {
        result.insert("\(name).\(relationship.name.text.lowercased())")
      }
    }
    return result
  }
}

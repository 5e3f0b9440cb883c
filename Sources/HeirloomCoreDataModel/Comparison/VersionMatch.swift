package import HeirloomSchema

/// How near a version of a model is to the hashes that a store records.
package struct VersionMatch: Hashable, Sendable {
  package var version: String
  /// How many entities have equal hashes.
  package var same: Int
  /// Entities that differ, or that only one of the two has; empty when the store is at this version.
  package var differing: [EntityName]

  package var isExact: Bool { differing.isEmpty }
}

extension ModelFileContents {
  /// The versions by nearness to a store's hashes, the nearest first; equally near ones stay in natural order.
  ///
  /// Uses the hashes a `.momd` records, and computes those of the versions it does not.
  package func matches(for hashes: [EntityName: [UInt8]]) -> [VersionMatch] {
    let names = Set(versions.map(\.name)).union(recordedHashes.keys).sorted { isNaturallyOrdered($0, before: $1) }
    let all = names.map { name in
      let known = recordedHashes[name] ?? version(named: name).map { VersionHashes(of: $0).entities } ?? [:]
      let entities = Set(known.keys).union(hashes.keys)
      let differing = entities.filter { known[$0] != hashes[$0] }.sorted()
      return VersionMatch(version: name, same: entities.count - differing.count, differing: differing)
    }
    return all.enumerated().sorted { a, b in
      a.element.differing.count == b.element.differing.count
        ? a.offset < b.offset : a.element.differing.count < b.element.differing.count
    }.map(\.element)
  }
}

package import HeirloomMapping
internal import HeirloomSQLite
package import HeirloomSchema

/// A record that was refused, and why.
package struct Reject: Sendable {
  package let entity: EntityName?
  /// The record's key in the source.
  package let key: Int64
  package let target: EntityName
  package let site: Site
}

extension Conversion {
  /// How many records were refused for each reason, in the order of rules and reasons.
  package func refusals() throws -> [(entity: EntityName?, site: Site, count: Int64)] {
    try sources.filter(\.hasFates).flatMap { source in
      try connection.rows("SELECT site, count(*) FROM \(source.fates) WHERE site IS NOT NULL GROUP BY site ORDER BY site").compactMap { row in
        guard let number = row[0].integer, let count = row[1].integer, !sites[Int(number)].isOnPurpose else { return nil }
        return (source.rule.sourceEntity, sites[Int(number)], count)
      }
    }
  }

  /// Calls `body` for every refused record, in the order of rules and keys.
  package func forEachReject(_ body: (Reject) throws -> Void) throws {
    for source in sources where source.hasFates {
      var rows = try connection.prepare("SELECT _id, site FROM \(source.fates) WHERE site IS NOT NULL ORDER BY _id")
      while try rows.step() {
        let site = sites[Int(rows.integer(at: 1))]
        guard !site.isOnPurpose else { continue }
        try body(Reject(entity: source.rule.sourceEntity, key: rows.integer(at: 0), target: source.rule.target, site: site))
      }
    }
  }
}

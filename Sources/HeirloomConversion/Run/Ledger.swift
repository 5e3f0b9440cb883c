package import HeirloomSchema

/// What became of every record and every link.
package struct Ledger: Sendable {
  package var records: [Records] = []
  package var links: [Links] = []
  /// Nils that a default of the schema, or a `??` of the mapping, took the place of.
  package var defaults: [Defaulted] = []

  package struct Records: Sendable {
    package var rule: Int
    package var source: String
    package var target: EntityName
    package var read: Int64 = 0
    package var skipped: Int64 = 0
    package var merged: Int64 = 0
    package var rejected: Int64 = 0
    package var written: Int64 = 0
    package var isBalanced: Bool { read == written + merged + skipped + rejected }
  }

  package struct Links: Sendable {
    package var rule: Int
    package var source: String
    package var target: String
    /// Links whose two ends exist in the source.
    package var before: Int64 = 0
    /// Links that lost an end, because its record was left out.
    package var skipped: Int64 = 0
    /// Links that became one with another, or went with a merged record.
    package var merged: Int64 = 0
    package var after: Int64 = 0
    /// Links of the source that lead nowhere; not part of `before`.
    package var dangling: Int64 = 0
    package var isBalanced: Bool { before == after + skipped + merged }
  }

  package struct Defaulted: Sendable {
    package var entity: EntityName
    package var path: String
    package var count: Int64
    /// The mapping gave the value, and not the schema.
    package var isByMapping = false
  }
}

/// Along which versions a migration led, hop by hop.
public struct MigrationSummary: Sendable, Hashable {
  /// The version that the store was found to be at, by its name.
  public var from: String
  public var to: String
  /// How the version was told: `hashes`, `identifier`, `shape`, or `given`.
  public var foundBy: String
  public var hops: [MigrationHop]
  /// What was held against the first store directly, where several conversions followed one another.
  public var whole: WholeComparison?

  public init(from: String, to: String, foundBy: String, hops: [MigrationHop] = []) {
    self.from = from
    self.to = to
    self.foundBy = foundBy
    self.hops = hops
  }
}

/// The last store of a migration held against the first, whatever was in between.
public struct WholeComparison: Sendable, Hashable {
  /// Records of the last store that were traced to their record in the first.
  public var records: Int64
  /// Values that every stage carried, compared in both.
  public var values: Int64
  /// Links of relationships that every stage carried.
  public var links: Int64

  public init(records: Int64, values: Int64, links: Int64) {
    self.records = records
    self.values = values
    self.links = links
  }
}

/// One hop of a migration, with the ledger of its own.
public struct MigrationHop: Sendable, Hashable {
  public enum Means: String, Sendable, Hashable {
    /// By the two versions alone.
    case lightweight
    case mapping
    /// By the plan's own closures, interpreted.
    case closures
  }

  public var from: String
  public var to: String
  /// Versions in between, when several lightweight stages were made at once, with the same result as one at a time.
  public var through: [String]
  public var means: Means
  public var entities: [EntityLedger] = []
  public var relationships: [RelationshipLedger] = []
  public var attributes: [AttributeComparison] = []
  public var dropped: [DroppedSource] = []
  public var closures: [ClosureLedger] = []

  public init(from: String, to: String, through: [String] = [], means: Means) {
    self.from = from
    self.to = to
    self.through = through
    self.means = means
  }

  public var isBalanced: Bool {
    entities.allSatisfy { $0.isBalanced && $0.isConfirmed } && relationships.allSatisfy { $0.isBalanced && $0.isConfirmed }
      && closures.allSatisfy(\.isBalanced)
  }
}

/// What a closure did to the records of one entity.
public struct ClosureLedger: Sendable, Hashable {
  /// `willMigrate` or `didMigrate`.
  public var closure: String
  public var entity: String
  public var before: Int64
  public var inserted: Int64
  public var deleted: Int64
  /// Records of which at least one property was assigned.
  public var changed: Int64
  /// Counted in the store afterwards.
  public var after: Int64

  public init(
    closure: String, entity: String, before: Int64 = 0, inserted: Int64 = 0, deleted: Int64 = 0, changed: Int64 = 0,
    after: Int64 = 0
  ) {
    self.closure = closure
    self.entity = entity
    self.before = before
    self.inserted = inserted
    self.deleted = deleted
    self.changed = changed
    self.after = after
  }

  public var isBalanced: Bool { before &+ inserted == after &+ deleted }
}

// MARK: - Forms

extension MigrationSummary {
  var json: JSONValue {
    let json: JSONValue = [
      "from": .string(from), "to": .string(to), "foundBy": .string(foundBy), "hops": .array(hops.map(\.json)),
    ]
    return whole.map { json.adding("whole", $0.json) } ?? json
  }

  /// One line for each hop, and a table for each that did more than carry.
  var blocks: [Document.Block] {
    guard !hops.isEmpty else { return [] }
    let table = Table(
      [
        .init("from"), .init("to"), .init("by"), .init("read", numeric: true), .init("written", numeric: true),
        .init("merged", numeric: true),
        .init("skipped", numeric: true), .init("rejected", numeric: true), .init("links", numeric: true), .init("balance"),
      ],
      rows: hops.map { hop in
        func sum(_ count: (EntityLedger) -> Int64) -> String { grouped(hop.entities.reduce(Int64(0)) { $0 &+ count($1) }) }
        return [
          hop.from, hop.through.isEmpty ? hop.to : "\(hop.to), through \(hop.through.joined(separator: ", "))",
          hop.means.rawValue, sum(\.read), sum(\.written), sum(\.merged), sum(\.skipped), sum(\.rejected),
          grouped(hop.relationships.reduce(Int64(0)) { $0 &+ $1.after }), hop.isBalanced ? "ok" : "OFF",
        ]
      })
    var blocks: [Document.Block] = [.heading("Hops"), .table(table)]
    if let whole {
      blocks.append(
        .paragraph(
          "From the first store to the last: \(grouped(whole.records)) records, \(grouped(whole.values)) values and \(grouped(whole.links)) links compared"
        ))
    }
    let closures = hops.flatMap { hop in hop.closures.map { (hop, $0) } }
    if !closures.isEmpty {
      blocks += [
        .heading("Closures"),
        .table(
          Table(
            [
              .init("stage"), .init("closure"), .init("entity"), .init("before", numeric: true), .init("inserted", numeric: true),
              .init("changed", numeric: true), .init("deleted", numeric: true), .init("after", numeric: true), .init("balance"),
            ],
            rows: closures.map { hop, line in
              ["to \(hop.to)", line.closure, line.entity]
                + [line.before, line.inserted, line.changed, line.deleted, line.after].map(grouped)
                + [line.isBalanced ? "ok" : "OFF"]
            })),
      ]
    }
    return blocks
  }
}

extension WholeComparison {
  var json: JSONValue { ["records": .integer(records), "values": .integer(values), "links": .integer(links)] }
}

extension MigrationHop {
  var json: JSONValue {
    [
      "from": .string(from), "to": .string(to), "through": .strings(through), "means": .string(means.rawValue),
      "entities": .array(entities.map(\.json)),
      "relationships": .array(relationships.map(\.json)), "attributes": .array(attributes.map(\.json)),
      "dropped": .array(dropped.map(\.json)),
      "closures": .array(closures.map(\.json)), "balanced": .bool(isBalanced),
    ]
  }
}

extension ClosureLedger {
  var json: JSONValue {
    [
      "closure": .string(closure), "entity": .string(entity), "before": .integer(before), "inserted": .integer(inserted),
      "changed": .integer(changed), "deleted": .integer(deleted), "after": .integer(after),
    ]
  }
}

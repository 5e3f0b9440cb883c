internal import HeirloomMapping
package import HeirloomReporting
package import HeirloomSQLite
package import HeirloomSchema
package import HeirloomVerification

/// What the conversions of a migration claim together, from the first store to the last.
///
/// Each conversion is proven by itself against the store before it. Here their claims are composed: which record of the first store
/// became which of the last, by the sum of the key offsets, and which values were carried by all of them. The validator then holds
/// the last store against the first one directly, with queries of its own, so that no store in between has to be trusted.
package struct WholeProof {
  /// Records of the store so far that were records of the first one.
  struct Descent {
    var target: EntityName
    let source: EntityName
    let excluded: [EntityName]
    var offset: Int64
    /// Keys of the first store: what did not get here.
    var leftOut: Set<Int64> = []
    /// Keys of the first store: what a closure changed.
    var changed: Set<Int64> = []
    /// What closures assigned in those, by the first store's names: the values need not be the same.
    var assigned: Set<String> = []
    var attributes: [Claims.Attribute]
    var isFilled: Bool
  }

  private(set) var descents: [Descent] = []
  private(set) var links: [Claims.Links] = []
  /// Records that were none of the first store: made of values and links, by closures, or with keys that cannot be traced.
  private(set) var made: [EntityName: Int64] = [:]
  private(set) var conversions = 0
  /// The first store, under the prefix `first.`.
  private let connection: Connection

  package static let prefix = "first."

  /// - Parameter connection: has the first store's relations.
  package init(on connection: Connection) throws {
    self.connection = connection
    try connection.run("CREATE TEMP TABLE probe (key INTEGER PRIMARY KEY)")
  }

  // MARK: - Composing

  /// Adds what the next conversion claims.
  ///
  /// - Parameters:
  ///   - source: the schema of the store that it read.
  ///   - hop: the connection that has the claims' tables.
  package mutating func join(_ claims: Claims, from source: Schema, on hop: Connection) throws {
    defer { conversions += 1 }
    let before = descents, isFirst = conversions == 0
    descents = []
    made = [:]
    for claim in claims.records {
      var traced: Int64 = 0
      if let entity = claim.source, case .offset(let offset) = claim.key {
        let left = try claim.leftOut.map { try Set(hop.rows("SELECT _id FROM \($0)").compactMap(\.first?.integer)) } ?? []
        for var descent in isFirst ? [first(claim, entity)] : before.filter({ feeds($0, claim, entity, source) }) {
          let gone = try members(of: descent, left)
          descent.leftOut.formUnion(gone)
          descent.changed.subtract(gone)
          descent.offset &+= offset
          descent.target = claim.target
          if !isFirst { descent.compose(claim) }
          traced += try count(descent)
          descents.append(descent)
        }
      }
      made[claim.target, default: 0] += claim.written - traced
    }
    links = isFirst ? claims.links : claims.links.map { composed($0, source) }
  }

  private func first(_ claim: Claims.Records, _ entity: EntityName) -> Descent {
    Descent(
      target: claim.target, source: entity, excluded: claim.excluded, offset: 0, attributes: claim.attributes,
      isFilled: claim.isFilled)
  }

  /// Whether records that came so far are among those that the claim is about.
  private func feeds(_ descent: Descent, _ claim: Claims.Records, _ entity: EntityName, _ source: Schema) -> Bool {
    source.family(of: entity).contains { $0.name == descent.target } && !claim.excluded.contains(descent.target)
  }

  private func composed(_ link: Claims.Links, _ source: Schema) -> Claims.Links {
    var result = link
    result.carried = nil
    guard let carried = link.carried else { return result }
    let family = Set(source.family(of: carried.declarer).map(\.name))
    let earlier = links.filter { $0.relationship == carried.property && family.contains($0.target) }.map(\.carried)
    guard let first = earlier.first, let first, earlier.allSatisfy({ $0 == first }) else { return result }
    result.carried = Claims.Carried(
      declarer: first.declarer, property: first.property, isToMany: first.isToMany,
      isOrdered: first.isOrdered && carried.isOrdered,
      ownerOffset: first.ownerOffset &+ carried.ownerOffset, targetOffset: first.targetOffset &+ carried.targetOffset)
    return result
  }

  /// Adds what a closure did to the records of the store so far.
  mutating func join(_ changes: RecordStore.Changes, _ schema: Schema) throws {
    func keys(_ records: Set<RecordReference>) -> [EntityName: Set<Int64>] {
      Dictionary(grouping: records, by: \.entity).mapValues { Set($0.map(\.key)) }
    }
    for (entity, deleted) in keys(changes.deleted) {
      var traced = 0
      for index in descents.indices where descents[index].target == entity {
        let gone = try members(of: descents[index], deleted)
        descents[index].leftOut.formUnion(gone)
        descents[index].changed.subtract(gone)
        traced += gone.count
      }
      made[entity, default: 0] -= Int64(deleted.count - traced)
    }
    for (entity, changed) in keys(changes.changed) {
      let assigned = changes.assigned[entity] ?? []
      for index in descents.indices where descents[index].target == entity {
        descents[index].assigned.formUnion(
          descents[index].attributes.filter { assigned.contains($0.targetPath) }.map(\.sourcePath))
        descents[index].changed.formUnion(try members(of: descents[index], changed))
      }
    }
    for (entity, inserted) in keys(changes.inserted) { made[entity, default: 0] += Int64(inserted.count) }
    // A closure's links are its own, at whichever end they were set.
    let touched = Set((changes.changed.union(changes.inserted)).flatMap { schema.lineage(of: $0.entity).map(\.name) })
    for index in links.indices {
      let destination = schema.relationship(links[index].relationship, of: links[index].target)?.destination
      let ends = [links[index].target] + (destination.map { [$0] } ?? [])
      let kin = Set(ends.flatMap { end in schema.lineage(of: end).map(\.name) + schema.family(of: end).map(\.name) })
      if !kin.isDisjoint(with: touched) { links[index].carried = nil }
    }
  }

  // MARK: - The first store

  private func rows(of descent: Descent) -> String {
    let relation = sqlName(CanonicalRelation.entity(descent.source, prefix: Self.prefix))
    guard !descent.excluded.isEmpty else { return "\(relation) AS o WHERE 1" }
    return "\(relation) AS o WHERE o._entity NOT IN (\(descent.excluded.map { sqlText($0.text) }.joined(separator: ", ")))"
  }

  private func count(_ descent: Descent) throws -> Int64 {
    try connection.count("SELECT count(*) FROM \(rows(of: descent))") - Int64(descent.leftOut.count)
  }

  /// Which of the keys, of the store so far, are a descent's; as keys of the first store.
  private func members(of descent: Descent, _ keys: Set<Int64>) throws -> Set<Int64> {
    if keys.isEmpty { return [] }
    try connection.run("DELETE FROM probe")
    for key in keys { try connection.run("INSERT INTO probe VALUES (?)", [.integer(key &- descent.offset)]) }
    let found = try connection.rows(
      "SELECT o._id FROM \(rows(of: descent)) AND EXISTS (SELECT 1 FROM probe WHERE key = o._id)")
    return Set(found.compactMap(\.first?.integer)).subtracting(descent.leftOut)
  }
}

extension WholeProof.Descent {
  /// Values that were carried so far and are carried again.
  fileprivate mutating func compose(_ claim: Claims.Records) {
    attributes = claim.attributes.compactMap { next in
      guard let before = attributes.first(where: { $0.targetPath == next.sourcePath }) else { return nil }
      var whole = next
      whole.sourcePath = before.sourcePath
      whole.fillsNils = before.fillsNils || next.fillsNils
      whole.isDecimal = before.isDecimal || next.isDecimal
      return whole
    }
    isFilled = isFilled || claim.isFilled
  }
}

// MARK: - Proving

extension WholeProof {
  /// Holds the last store against the first.
  ///
  /// - Parameters:
  ///   - connection: has the first store's relations under `first.`, the last one's under `after`.
  ///   - schema: the last store's, as it tells itself.
  package func prove(
    on connection: Connection, after: String, _ schema: Schema
  ) throws -> (comparison: WholeComparison, validator: Validator) {
    var claims = Claims()
    for (number, descent) in descents.enumerated() {
      let relation = sqlName(CanonicalRelation.entity(descent.source, prefix: Self.prefix))
      let changed = try table("changed\(number)", descent.changed, on: connection)
      let notSame = try table("notSame\(number)", descent.changed.union(descent.leftOut), on: connection)
      let all = try count(descent), changedCount = Int64(descent.changed.count)
      var same = Claims.Records(
        target: descent.target, relation: relation, key: .offset(descent.offset), written: all - changedCount)
      same.excluded = descent.excluded
      same.leftOut = notSame
      same.attributes = descent.attributes
      same.isFilled = descent.isFilled
      claims.records.append(same)
      if let changed {
        var rest = Claims.Records(
          target: descent.target, relation: "(SELECT * FROM \(relation) WHERE _id IN (SELECT _id FROM \(changed)))",
          key: .offset(descent.offset), written: changedCount)
        rest.attributes = descent.attributes.filter { !descent.assigned.contains($0.sourcePath) }
        rest.isFilled = descent.isFilled
        claims.records.append(rest)
      }
    }
    claims.made = made
    claims.links = links
    var validator = Validator(on: connection, before: Self.prefix, after: after, schema: schema)
    let proof = try validator.prove(claims)
    let comparison = WholeComparison(
      records: proof.records.reduce(0, &+), values: proof.attributes.joined().reduce(Int64(0)) { $0 &+ $1.compared },
      links: zip(claims.links, proof.links).reduce(Int64(0)) { $0 &+ ($1.0.carried == nil ? 0 : $1.1) })
    return (comparison, validator)
  }

  private func table(_ name: String, _ keys: Set<Int64>, on connection: Connection) throws -> String? {
    if keys.isEmpty { return nil }
    let quoted = "temp.\(sqlName("whole_\(name)"))"
    try connection.run("CREATE TEMP TABLE \(sqlName("whole_\(name)")) (_id INTEGER PRIMARY KEY)")
    for key in keys.sorted() { try connection.run("INSERT INTO \(quoted) VALUES (?)", [.integer(key)]) }
    return quoted
  }
}

package import HeirloomFindings
package import HeirloomSQLite
package import HeirloomSchema

/// Proves that a target holds what a conversion claims, by reading both stores again.
///
/// Both are presented on one connection as canonical relations, the source under `before`, the target under `after`.
/// Cost: one join over each claim of records, and a count or a join for each relationship.
package struct Validator {
  let connection: Connection
  let before: String
  let after: String
  /// The target's schema as the target itself tells it.
  let schema: Schema
  package private(set) var findings: [Finding] = []
  /// How many links were counted at an end, when the other end's claim was looked at.
  var countedEnds: [End: Int64] = [:]
  /// Ends whose links were held against the source's.
  var comparedEnds: Set<End> = []

  /// A relationship of exactly one entity.
  struct End: Hashable {
    let entity: EntityName
    let relationship: PropertyName
    init(_ entity: EntityName, _ relationship: PropertyName) { (self.entity, self.relationship) = (entity, relationship) }
  }

  package init(on connection: Connection, before: String, after: String, schema: Schema) {
    self.connection = connection
    self.before = before
    self.after = after
    self.schema = schema
  }

  package mutating func prove(_ claims: Claims) throws -> Proof {
    var proof = try proveRecords(claims)
    proof.links = try proveLinks(claims)
    return proof
  }

  /// The half of the proof that is about records, their values, and the links that stand among these.
  package mutating func proveRecords(_ claims: Claims) throws -> Proof {
    var proof = Proof()
    for claim in claims.records {
      let found = try compare(claim)
      proof.records.append(found.pairs)
      proof.attributes.append(found.attributes)
    }
    try countRecords(claims, proof)
    try compareColumns(claims.links)
    return proof
  }

  /// The half that is about counts of links, and links between many. It needs the two stores' relations and no table of the conversion's, so that it can be done on
  /// another connection at the same time.
  /// - Returns: for each claim of links, how many the target has.
  package mutating func proveLinks(_ claims: Claims) throws -> [Int64] {
    let counts = try claims.links.map { try count($0) }
    try compareCollections(claims.links)
    return counts
  }

  /// Takes over what another validator of the same stores found.
  package mutating func add(_ others: [Finding]) { findings += others }

  package mutating func report(_ kind: FindingKind, _ message: String, entity: EntityName, property: String? = nil, count: Int64)
  {
    findings.append(
      Finding(kind, message, at: .store(StorePlace(entity: entity.text, property: property)), count: Int(clamping: count)))
  }

  func old(_ entity: EntityName) -> String { sqlName(CanonicalRelation.entity(entity, prefix: before)) }
  func new(_ entity: EntityName) -> String { sqlName(CanonicalRelation.entity(entity, prefix: after)) }

  // MARK: - Records

  /// Joins every source row that is claimed to be written with its record, and compares what was carried.
  private mutating func compare(
    _ claim: Claims.Records
  ) throws -> (pairs: Int64, attributes: [(compared: Int64, different: Int64)]) {
    var conditions = ["n._entity = \(sqlText(claim.target.text))"]
    if !claim.excluded.isEmpty {
      conditions.append("o._entity NOT IN (\(claim.excluded.map { sqlText($0.text) }.joined(separator: ", ")))")
    }
    if let leftOut = claim.leftOut { conditions.append("o._id NOT IN (SELECT _id FROM \(leftOut))") }
    let join =
      switch claim.key {
      case .offset(let offset): "JOIN \(new(claim.target)) AS n ON n._id = o._id + \(offset)"
      case .table(let table): "JOIN \(table) AS k ON k.old = o._id JOIN \(new(claim.target)) AS n ON n._id = k.new"
      }
    var columns = ["count(*)"]
    for attribute in claim.attributes {
      let (was, now) = ("o.\(sqlName(attribute.sourcePath))", "n.\(sqlName(attribute.targetPath))")
      // Where nils were filled only the values that were there can be compared.
      // A decimal is its number, whatever zeros end its digits.
      let (old, new) = attribute.isDecimal ? ("CAST(\(was) AS REAL)", "CAST(\(now) AS REAL)") : (was, now)
      columns.append(attribute.fillsNils || claim.isFilled ? "count(\(was))" : "count(*)")
      columns.append(
        attribute.fillsNils || claim.isFilled ? "sum(\(was) IS NOT NULL AND \(new) IS NOT \(old))" : "sum(\(new) IS NOT \(old))")
    }
    // The source is walked in its own order and the target looked up by key, never the other way round.
    let row =
      try connection.rows(
        "SELECT \(columns.joined(separator: ", ")) FROM \(claim.relation) AS o CROSS \(join) WHERE \(conditions.joined(separator: " AND "))"
      ).first ?? []
    let numbers = row.map { $0.integer ?? 0 }
    let attributes = claim.attributes.indices.map { (compared: numbers[1 + 2 * $0], different: numbers[2 + 2 * $0]) }
    for (attribute, found) in zip(claim.attributes, attributes) where found.different > 0 {
      report(
        .valuesDiffer,
        "\(found.different) of \(found.compared) values of '\(claim.target).\(attribute.targetPath)' differ from the source",
        entity: claim.target, property: attribute.targetPath, count: found.different)
    }
    return (numbers.first ?? 0, attributes)
  }

  /// The target must hold the records that are claimed, and no others.
  private mutating func countRecords(_ claims: Claims, _ proof: Proof) throws {
    for entity in schema.entities where !entity.isAbstract {
      let traced = claims.records.filter { $0.target == entity.name }.reduce(0) { $0 + $1.written }
      let claimed = traced + (claims.made[entity.name] ?? 0)
      let present = try connection.count("SELECT count(*) FROM \(new(entity.name)) WHERE _entity = \(sqlText(entity.name.text))")
      if present != claimed {
        report(
          .recordsDiffer, "the target holds \(present) records of '\(entity.name)', and \(claimed) were written",
          entity: entity.name, count: abs(present - claimed))
      }
    }
    for (claim, pairs) in zip(claims.records, proof.records) where pairs != claim.written {
      report(
        .recordsDiffer, "\(claim.written) records of '\(claim.target)' were written, and \(pairs) have their source record",
        entity: claim.target, count: abs(pairs - claim.written))
    }
  }
}

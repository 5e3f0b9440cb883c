package import HeirloomFindings
package import HeirloomSQLite
package import HeirloomSchema

/// How many records and links a store holds, counted over its canonical relations.
///
/// ```swift
/// try store.present(on: connection, prefix: "")
/// let census = try Census(of: store, on: connection)
/// census.records["Note"]          // 123
/// census.links["Note"]?["tags"]   // links 456, dangling 0
/// ```
package struct Census: Sendable {
  /// Records of exactly that entity: sub-entities count under their own names. Every entity of the schema is listed.
  package private(set) var records: [EntityName: Int64] = [:]
  /// By the entity that declares the relationship; its sub-entities' links are included.
  package private(set) var links: [EntityName: [PropertyName: Links]] = [:]
  /// Dangling links, one finding for each relationship that has some, and what `examine` found.
  package private(set) var findings: [Finding] = []

  /// The links of one relationship.
  package struct Links: Hashable, Sendable {
    /// Pairs whose two ends exist.
    package var links: Int64
    /// Pairs whose target does not exist.
    package var dangling: Int64
    /// Pairs whose target exists and whose owner does not: only a join table or an inverse can hold such.
    package var ownerless: Int64

    package init(links: Int64, dangling: Int64 = 0, ownerless: Int64 = 0) {
      self.links = links
      self.dangling = dangling
      self.ownerless = ownerless
    }
  }

  /// Counts. The store must have been presented on the connection, under the same prefix.
  ///
  /// Cost: one pass over each root's relation, one join for each relationship.
  /// - Throws: a `Finding` when the store turns out to be damaged.
  package init(of store: any LegacyStore, on connection: Connection, prefix: String = "") throws {
    do {
      for entity in store.schema.entities { records[entity.name] = 0 }
      try countRecords(store.schema, connection, prefix)
      for entity in store.schema.entities {
        for relationship in entity.relationships where !relationship.isTransient {
          try countLinks(relationship, of: entity.name, store, connection, prefix)
        }
      }
      findings += try store.examine(on: connection, prefix: prefix)
    } catch {
      throw Finding(reading: store.identity.path, failed: error)
    }
  }

  private mutating func countRecords(_ schema: Schema, _ connection: Connection, _ prefix: String) throws {
    for root in schema.entities where schema.root(of: root.name) == root.name {
      let relation = sqlName(CanonicalRelation.entity(root.name, prefix: prefix))
      if schema.family(of: root.name).count == 1 {
        records[root.name] = try connection.count("SELECT count(*) FROM \(relation)")
      } else {
        for row in try connection.rows("SELECT \"_entity\", count(*) FROM \(relation) GROUP BY 1") {
          if let name = row[0].text, let count = row[1].integer { records[EntityName(name), default: 0] += count }
        }
      }
    }
  }

  private mutating func countLinks(
    _ relationship: Relationship, of entity: EntityName, _ store: any LegacyStore, _ connection: Connection, _ prefix: String
  ) throws {
    let schema = store.schema
    let targets = sqlName(CanonicalRelation.entity(schema.root(of: relationship.destination), prefix: prefix))
    guard schema[relationship.destination] != nil else { return }
    let counts: [SQLiteValue]
    if relationship.isToMany {
      let pairs = sqlName(CanonicalRelation.collection(relationship.name, of: entity, prefix: prefix))
      let owners = sqlName(CanonicalRelation.entity(schema.root(of: entity), prefix: prefix))
      counts = try connection.rows(
        """
        SELECT count(*), sum(d."_id" IS NULL), sum(d."_id" IS NOT NULL AND o."_id" IS NULL) FROM \(pairs) AS l
        LEFT JOIN \(targets) AS d ON d."_id" = l.target LEFT JOIN \(owners) AS o ON o."_id" = l.owner
        """)[0]
    } else {
      let column = "v.\(sqlName(relationship.name.text))"
      counts = try connection.rows(
        """
        SELECT count(*), sum(d."_id" IS NULL), 0 FROM \(sqlName(CanonicalRelation.entity(entity, prefix: prefix))) AS v
        LEFT JOIN \(targets) AS d ON d."_id" = \(column) WHERE \(column) IS NOT NULL
        """)[0]
    }
    let all = counts[0].integer ?? 0
    let dangling = counts[1].integer ?? 0
    let ownerless = counts[2].integer ?? 0
    links[entity, default: [:]][relationship.name] = Links(
      links: all - dangling - ownerless, dangling: dangling, ownerless: ownerless)
    let place = Place.store(StorePlace(file: store.identity.path, entity: entity.text, property: relationship.name.text))
    let property = "'\(entity).\(relationship.name)'"
    if dangling > 0 {
      let number = Counted(dangling, "link")
      findings.append(
        Finding(
          .danglingLink, "\(number) of \(property) \(number.verb("leads", "lead")) to no record", at: place,
          count: Int(dangling)))
    }
    // With an inverse, the same links are dangling there.
    if ownerless > 0, relationship.inverse == nil {
      let number = Counted(ownerless, "link")
      findings.append(
        Finding(
          .ownerMissing, "\(number) of \(property) \(number.verb("belongs", "belong")) to no record", at: place,
          count: Int(ownerless)))
    }
    if let sql = LinkAgreement(schema: schema, prefix: prefix).count(relationship, of: entity) {
      let count = try connection.count(sql)
      if count > 0 {
        let number = Counted(count, "link")
        let message = "\(number) of \(property) \(number.verb("is", "are")) not returned by its inverse"
        findings.append(Finding(.oneSidedLink, message, at: place, count: Int(count)))
      }
    }
  }
}

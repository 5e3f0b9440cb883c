internal import HeirloomMapping
internal import HeirloomSQLite
internal import HeirloomSchema

extension Conversion {
  /// Gives every ordered relationship of the target its order columns.
  ///
  /// The order is the source's where the links come from an ordered relationship, the keys' elsewhere.
  func orderLinks() throws {
    var done: Set<SourceRelationship> = []
    for entity in plan.target.entities {
      for relationship in entity.relationships where relationship.isToMany && relationship.isOrdered {
        guard done.insert(SourceRelationship(entity.name, relationship.name)).inserted else { continue }
        try order(relationship, of: entity.name)
      }
    }
  }

  /// Numbers the links of the relationships in which the mapping asks for positions.
  func numberRelationships() throws {
    for relationship in plan.numbered.sorted(by: { ($0.declarer.text, $0.name.text) < ($1.declarer.text, $1.name.text) }) {
      try number(relationship)
    }
  }

  /// Numbers the links of a relationship within their owners, for expressions that ask for positions.
  func number(_ relationship: SourceRelationship) throws {
    let sql = ExpressionSQL(source: plan.source, prefix: prefix), table = ExpressionSQL.numbers(relationship)
    try connection.run(
      "CREATE TABLE \(table)(owner INTEGER, target INTEGER, number INTEGER, PRIMARY KEY (owner, target)) WITHOUT ROWID")
    try execute(
      "number the links of \(relationship.declarer).\(relationship.name)",
      """
      INSERT OR IGNORE INTO \(table) SELECT owner, target, row_number() OVER (PARTITION BY owner ORDER BY position, target) - 1 AS number \
      FROM \(sql.relation(relationship.name, of: relationship.declarer)) ORDER BY owner, target
      """)
  }

  private func order(_ relationship: Relationship, of owner: EntityName) throws {
    let title = "order \(owner).\(relationship.name)"
    let destination = try placement(of: relationship.destination)
    switch try placement(of: owner).relationships[relationship.name] {
    case .inverse(let inverse):
      guard case .column(let column, _, let orderColumn?)? = destination.relationships[inverse] else { return }
      try order(in: destination.table, key: destination.keyColumn, owner: column, orderColumn, relationship, owner, title)
    case .destinationColumn(let column, let orderColumn?):
      try order(in: destination.table, key: destination.keyColumn, owner: column, orderColumn, relationship, owner, title)
    case .joinTable(let table, let ownerColumn, let targetColumn, let orderColumn?):
      // The links may have been written from the other end, whose order says nothing about this one.
      guard let positions = try positions(of: relationship, of: owner) else { return }
      let (a, b) = (sqlName(ownerColumn), sqlName(targetColumn))
      try execute(
        title,
        """
        UPDATE main.\(sqlName(table)) SET \(sqlName(orderColumn)) = \(layout.orderKey("s.i")) FROM
        (SELECT t.\(a) AS a, t.\(b) AS b, row_number() OVER (PARTITION BY t.\(a) ORDER BY q.p NULLS LAST, t.\(b)) - 1 AS i
        FROM main.\(sqlName(table)) AS t LEFT JOIN \(positions) AS q ON q.a = t.\(a) AND q.b = t.\(b)) AS s
        WHERE \(a) = s.a AND \(b) = s.b
        """)
    default: return
    }
  }

  private func order(
    in table: String, key: String, owner column: String, _ orderColumn: String, _ relationship: Relationship, _ owner: EntityName,
    _ title: String
  ) throws {
    let positions = try positions(of: relationship, of: owner)
    let (k, fk) = (sqlName(key), sqlName(column))
    let join = positions.map { " LEFT JOIN \($0) AS q ON q.b = t.\(k) AND q.a = t.\(fk)" } ?? ""
    let by = positions == nil ? "" : "q.p NULLS LAST, "
    try execute(
      title,
      """
      UPDATE main.\(sqlName(table)) SET \(sqlName(orderColumn)) = \(layout.orderKey("s.i")) FROM
      (SELECT t.\(k) AS k, row_number() OVER (PARTITION BY t.\(fk) ORDER BY \(by)t.\(k)) - 1 AS i
      FROM main.\(sqlName(table)) AS t\(join) WHERE t.\(fk) IS NOT NULL) AS s WHERE \(k) = s.k
      """)
  }

  /// A table of the source's positions in terms of the new keys; nil when the source has no order for these links.
  private func positions(of relationship: Relationship, of owner: EntityName) throws -> String? {
    let inverse = plan.target.inverse(of: relationship)
    let ends = plan.links.filter { link in
      link.declarer == owner && link.relationship.name == relationship.name
        || inverse.map {
          link.relationship.name == $0.name
            && plan.target.lineage(of: relationship.destination).map(\.name).contains(link.declarer)
        } ?? false
    }
    var name: String?
    for link in ends {
      guard let carried = link.carries, let legacy = plan.source.relationship(carried.name, of: carried.declarer) else {
        continue
      }
      // The to-one end's order is that of its inverse.
      let ordered =
        legacy.isToMany ? (carried.declarer, legacy) : plan.source.inverse(of: legacy).map { (legacy.destination, $0) }
      guard let (declarer, many) = ordered, many.isToMany, many.isOrdered else { continue }
      let isNear = link.declarer == owner && link.relationship.name == relationship.name
      // Seen from the other end of a many-to-many, the order is another one.
      if !isNear, legacy.isToMany { continue }
      let table = name ?? "order_\(owner.text)_\(relationship.name.text)"
      if name == nil {
        try connection.run("CREATE TEMP TABLE \(sqlName(table))(a INTEGER, b INTEGER, p, PRIMARY KEY (a, b)) WITHOUT ROWID")
      }
      name = table
      let sql = ExpressionSQL(source: plan.source, prefix: prefix)
      let relation = sql.relation(many.name, of: plan.source.declarer(of: many.name, in: declarer) ?? declarer)
      let ownerKey = resolution(of: "c.owner", isSimple: true, from: declarer, to: owner).key
      let targetKey = resolution(of: "c.target", isSimple: true, from: many.destination, to: relationship.destination).key
      try execute(
        "read the order of \(declarer).\(many.name)",
        """
        INSERT OR IGNORE INTO temp.\(sqlName(table)) SELECT a, b, p FROM \
        (SELECT \(ownerKey) AS a, \(targetKey) AS b, c.position AS p FROM \(relation) AS c) WHERE a IS NOT NULL AND b IS NOT NULL ORDER BY a, p, b
        """)
    }
    if let name { try placeCopies(in: "temp.\(sqlName(name))", relationship, of: owner) }
    return name.map { "temp.\(sqlName($0))" }
  }
}

internal import HeirloomSQLite
internal import HeirloomSchema

/// A legacy store in memory: the canonical relations of a schema as TEMP tables, with the rows that a test gives.
///
/// Rows are SQL: `"Note(_id, title)": ["1, 'a'", "2, NULL"]`, and links `"Note.tags": ["1, 7", "1, 8"]`, which are owner and
/// target in order. A to-many whose inverse is a to-one follows from that column, the second end of a many-to-many from the
/// first; an ordered one is given its links by the test.
struct LegacyTables {
  let schema: Schema
  let prefix: String
  let connection: Connection
  /// Ends of a many-to-many whose links stand at the other end.
  private var farEnds: [String: String] = [:]

  init(_ schema: Schema, _ rows: [(String, [String])], on connection: Connection, prefix: String = "old.") throws {
    (self.schema, self.prefix, self.connection) = (schema, prefix, connection)
    for entity in schema.entities { try createRecords(of: entity.name) }
    for entity in schema.entities where !schema.children(of: entity.name).isEmpty { try createFamily(of: entity.name) }
    for entity in schema.entities {
      for attribute in entity.attributes where attribute.collection != nil {
        let name = CanonicalRelation.collection(attribute.name, of: entity.name, prefix: prefix)
        try connection.run(
          "CREATE TEMP TABLE \(sqlName(name))(owner INTEGER, value, position INTEGER, key TEXT\(attribute.type == .mixed ? ", type TEXT" : ""))"
        )
      }
    }
    var done: Set<String> = []
    for entity in schema.entities {
      for relationship in entity.relationships where relationship.isToMany {
        try createLinks(relationship, of: entity.name, &done)
      }
    }
    for (relation, lines) in rows { try fill(relation, lines) }
  }

  /// Where the records of exactly one entity stand.
  private func own(_ entity: EntityName) -> String {
    schema.children(of: entity).isEmpty ? CanonicalRelation.entity(entity, prefix: prefix) : "\(prefix)\(entity) itself"
  }

  private func columns(of entity: EntityName) -> [String] {
    schema.attributes(of: entity).flatMap { $0.columns.map(\.path) }
      + schema.relationships(of: entity).filter { !$0.isToMany }.map(\.name.text)
  }

  private func createRecords(of entity: EntityName) throws {
    let types = schema.attributes(of: entity).flatMap { $0.columns.map { ($0.path, $0.leaf.type.storage.rawValue) } }
    let mixed = schema.attributes(of: entity).filter { $0.type == .mixed && $0.collection == nil }.map {
      "\(sqlName("\($0.name).type")) TEXT"
    }
    let declared = types.map { "\(sqlName($0.0)) \($0.1 == "ANY" ? "" : $0.1)" }
    let links = schema.relationships(of: entity).filter { !$0.isToMany }.map { "\(sqlName($0.name.text)) INTEGER" }
    let all = ["_id INTEGER PRIMARY KEY", "_entity TEXT DEFAULT \(sqlText(entity.text))"] + declared + mixed + links
    try connection.run("CREATE TEMP TABLE \(sqlName(own(entity)))(\(all.joined(separator: ", ")))")
  }

  private func createFamily(of entity: EntityName) throws {
    let list = (["_id", "_entity"] + columns(of: entity)).map { sqlName($0) }.joined(separator: ", ")
    let parts = schema.family(of: entity).map { "SELECT \(list) FROM temp.\(sqlName(own($0.name)))" }
    try connection.run(
      "CREATE TEMP VIEW \(sqlName(CanonicalRelation.entity(entity, prefix: prefix))) AS \(parts.joined(separator: " UNION ALL "))"
    )
  }

  private mutating func createLinks(_ relationship: Relationship, of entity: EntityName, _ done: inout Set<String>) throws {
    let name = CanonicalRelation.collection(relationship.name, of: entity, prefix: prefix)
    if let inverse = schema.inverse(of: relationship), !relationship.isOrdered, relationship.collection == nil {
      let far = schema.declarer(of: inverse.name, in: relationship.destination) ?? relationship.destination
      if !inverse.isToMany {
        try connection.run(
          """
          CREATE TEMP VIEW \(sqlName(name)) AS SELECT \(sqlName(inverse.name.text)) AS owner, _id AS target, NULL AS position \
          FROM temp.\(sqlName(CanonicalRelation.entity(far, prefix: prefix))) WHERE owner IS NOT NULL
          """)
        return
      }
      let other = CanonicalRelation.collection(inverse.name, of: far, prefix: prefix)
      if done.contains(other) {
        farEnds[name] = other
        try connection.run(
          "CREATE TEMP VIEW \(sqlName(name)) AS SELECT target AS owner, owner AS target, NULL AS position FROM temp.\(sqlName(other))"
        )
        return
      }
    }
    done.insert(name)
    try connection.run("CREATE TEMP TABLE \(sqlName(name))(owner INTEGER, target INTEGER, position INTEGER, key TEXT)")
    try connection.run("CREATE INDEX temp.\(sqlName("by " + name)) ON \(sqlName(name))(owner, position)")
  }

  private func fill(_ relation: String, _ lines: [String]) throws {
    if let open = relation.firstIndex(of: "("), relation.contains(".") {
      // A collection with its own columns: `Note.scores(owner, value, key)`.
      let name = prefix + relation[..<open], list = relation[open...]
      for line in lines { try connection.run("INSERT INTO temp.\(sqlName(name))\(list) VALUES (\(line))") }
    } else if let open = relation.firstIndex(of: "(") {
      let entity = EntityName(relation[..<open]), list = relation[open...]
      for line in lines { try connection.run("INSERT INTO temp.\(sqlName(own(entity)))\(list) VALUES (\(line))") }
    } else {
      let isOrdered =
        relation.split(separator: ".").last.flatMap { name in
          schema[EntityName(relation.split(separator: ".")[0])]?.relationships.first { $0.name.text == name }?.isOrdered
        } ?? false
      let far = farEnds[prefix + relation], columns = far == nil ? "owner, target, position" : "target, owner, position"
      for (position, line) in lines.enumerated() {
        try connection.run(
          "INSERT INTO temp.\(sqlName(far ?? prefix + relation))(\(columns)) VALUES (\(line), \(isOrdered ? String(position) : "NULL"))"
        )
      }
    }
  }
}

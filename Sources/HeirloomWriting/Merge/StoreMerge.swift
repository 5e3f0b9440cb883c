internal import HeirloomSQLite
internal import HeirloomSchema

/// Adds the records of `staged` to those of `main`, both in the same layout, on one connection.
///
/// 1. A record is recognised by its unique attributes, or by all its values and links where its entity has none.
/// 2. What is not recognised gets the next free keys, in the order of the staged ones: the same input gives the same keys.
/// 3. Links are translated, and join tables filled up with the pairs that are missing.
///
/// Adding the same records again therefore adds nothing.
struct StoreMerge {
  let connection: Connection
  let plan: MergePlan
  let rule: MergeRule
  let layout: StorageLayout

  func run() throws -> [MergeCount] {
    try connection.run("CREATE TEMP TABLE replaced_values (place TEXT NOT NULL, value BLOB NOT NULL)")
    for table in plan.tables {
      try connection.run(
        "CREATE TEMP TABLE \(map(table.name)) (old INTEGER PRIMARY KEY, new INTEGER NOT NULL, existed INTEGER NOT NULL, updated INTEGER)"
      )
      for key in table.keyed { try recognise(table, by: key) }
    }
    var known: Set<String> = []
    for table in plan.tables {
      for number in Set(table.unkeyed).sorted() { try recogniseByValues(table, number, known) }
      try numberNew(table)
      known.insert(table.name)
    }
    for table in plan.tables {
      try updateOlder(table)
      try insertNew(table)
    }
    for table in plan.tables { for link in table.links where link.mirror != nil { try agree(table, link) } }
    for join in plan.joins { try fill(join) }
    return try counts()
  }

  private func map(_ table: String) -> String { sqlName("map_\(table)") }

  private func list(_ numbers: [Int]) -> String { numbers.map(String.init).joined(separator: ", ") }

  private func recognise(_ table: MergePlan.Table, by key: MergePlan.Keyed) throws {
    let name = sqlName(table.name)
    let equal = key.columns.map { "s.\(sqlName($0)) = t.\(sqlName($0))" }.joined(separator: " AND ")
    try connection.run(
      """
      INSERT OR IGNORE INTO \(map(table.name)) (old, new, existed)
      SELECT s.Z_PK, t.Z_PK, 1 FROM staged.\(name) s JOIN main.\(name) t ON \(equal)
      WHERE s.Z_ENT IN (\(list(key.numbers))) AND t.Z_ENT IN (\(list(key.numbers)))
      """)
  }

  /// Records that are alike pair up in the order of their keys: two alike here and one there leave one to add.
  private func recogniseByValues(_ table: MergePlan.Table, _ number: Int, _ known: Set<String>) throws {
    let name = sqlName(table.name)
    let links = table.links.filter { known.contains($0.target) }
    // Equal values stand in files of different names.
    let values = table.values.map {
      table.external.contains($0) ? "\(ExternalValues.digestFunction)(\(sqlName($0)))" : sqlName($0)
    }
    let translated = links.map { "(SELECT new FROM \(map($0.target)) WHERE old = \(sqlName($0.column)))" }
    func numbered(_ schema: String, _ linkValues: [String]) -> String {
      let all = values + linkValues
      let named = all.enumerated().map { "\($1) AS v\($0)" }
      let partition = all.isEmpty ? "" : "PARTITION BY \(all.joined(separator: ", ")) "
      return "SELECT Z_PK, \((named + ["row_number() OVER (\(partition)ORDER BY Z_PK) AS place"]).joined(separator: ", ")) "
        + "FROM \(schema).\(name) WHERE Z_ENT = \(number)"
    }
    let conditions = (0..<(values.count + links.count)).map { "s.v\($0) IS t.v\($0)" } + ["s.place = t.place"]
    try connection.run(
      """
      INSERT OR IGNORE INTO \(map(table.name)) (old, new, existed)
      SELECT s.Z_PK, t.Z_PK, 1 FROM (\(numbered("staged", translated))) s
      JOIN (\(numbered("main", links.map { sqlName($0.column) }))) t ON \(conditions.joined(separator: " AND "))
      """)
  }

  private func numberNew(_ table: MergePlan.Table) throws {
    let last = try connection.count(
      "SELECT max(ifnull((SELECT max(Z_PK) FROM main.\(sqlName(table.name))), 0), "
        + "ifnull((SELECT Z_MAX FROM main.Z_PRIMARYKEY WHERE Z_NAME = ?), 0))", [.text(table.root.text)])
    try connection.run(
      """
      INSERT INTO \(map(table.name)) (old, new, existed)
      SELECT Z_PK, \(last) + row_number() OVER (ORDER BY Z_PK), 0 FROM staged.\(sqlName(table.name))
      WHERE Z_PK NOT IN (SELECT old FROM \(map(table.name)))
      """)
  }

  private func translated(_ link: MergePlan.Link) -> String {
    "(SELECT new FROM \(map(link.target)) WHERE old = s.\(sqlName(link.column)))"
  }

  private func insertNew(_ table: MergePlan.Table) throws {
    let name = sqlName(table.name)
    var columns = ["Z_PK", "Z_ENT", "Z_OPT"], expressions = ["m.new", "s.Z_ENT", "s.Z_OPT"]
    for column in table.values + table.copied {
      columns.append(sqlName(column))
      expressions.append("s.\(sqlName(column))")
    }
    for link in table.links {
      columns.append(sqlName(link.column))
      expressions.append(translated(link))
      guard let order = link.orderColumn else { continue }
      // After what the owner has already.
      let last = sqlName("last_\(table.name)_\(link.column)")
      try connection.run("CREATE TEMP TABLE \(last) (owner INTEGER PRIMARY KEY, position INTEGER)")
      try connection.run(
        "INSERT INTO \(last) SELECT \(sqlName(link.column)), max(\(sqlName(order))) FROM main.\(name) WHERE \(sqlName(link.column)) IS NOT NULL GROUP BY 1"
      )
      columns.append(sqlName(order))
      expressions.append("s.\(sqlName(order)) + ifnull((SELECT position FROM \(last) WHERE owner = \(translated(link))), 0)")
    }
    try connection.run(
      """
      INSERT INTO main.\(name) (\(columns.joined(separator: ", ")))
      SELECT \(expressions.joined(separator: ", ")) FROM staged.\(name) s JOIN \(map(table.name)) m ON m.old = s.Z_PK
      WHERE NOT m.existed ORDER BY m.new
      """)
  }

  /// Gives an older record that is there the values of the newer one; its links stay.
  private func updateOlder(_ table: MergePlan.Table) throws {
    guard case .keepNewer(let attributes) = rule else { return }
    let name = sqlName(table.name)
    for (entity, property) in attributes.sorted(by: { $0.key < $1.key }) {
      guard let placement = layout.entities[entity], placement.table == table.name, let column = placement.columns[property.text],
        let number = placement.entityNumber
      else { continue }
      let own = placement.columns.values.sorted().map(sqlName)
      let external = table.external.filter(placement.columns.values.contains)
      try connection.run(
        """
        UPDATE \(map(table.name)) AS m SET updated = 1 WHERE existed AND
        (SELECT \(sqlName(column)) FROM staged.\(name) WHERE Z_PK = m.old AND Z_ENT = \(number))
        > (SELECT \(sqlName(column)) FROM main.\(name) WHERE Z_PK = m.new AND Z_ENT = \(number))
        """)
      // Two records may be found in one, each by another key: the newest counts.
      let date = "(SELECT \(sqlName(column)) FROM staged.\(name) WHERE Z_PK = "
      try connection.run(
        """
        UPDATE \(map(table.name)) AS m SET updated = NULL WHERE updated AND EXISTS (
          SELECT 1 FROM \(map(table.name)) o WHERE o.updated AND o.new = m.new AND (\(date)o.old), m.old) > (\(date)m.old), o.old))
        """)
      for column in external {
        try connection.run(
          """
          INSERT INTO replaced_values SELECT \(sqlText("\(table.name).\(column)")), t.\(sqlName(column)) FROM main.\(name) t JOIN \(map(table.name)) m ON m.new = t.Z_PK
          WHERE m.updated AND t.Z_ENT = \(number) AND substr(t.\(sqlName(column)), 1, 1) = x'02'
          """)
      }
      try connection.run(
        """
        UPDATE main.\(name) AS t SET \(own.map { "\($0) = s.\($0)" }.joined(separator: ", ")), Z_OPT = t.Z_OPT + 1
        FROM staged.\(name) s JOIN \(map(table.name)) m ON m.old = s.Z_PK
        WHERE m.updated AND s.Z_ENT = \(number) AND t.Z_PK = m.new
        """)
    }
  }

  /// Makes both columns of a one-to-one say the same: what is there has its partner already, and keeps it.
  private func agree(_ table: MergePlan.Table, _ link: MergePlan.Link) throws {
    guard let mirror = link.mirror.map(sqlName) else { return }
    let name = sqlName(table.name), other = sqlName(link.target), column = sqlName(link.column)
    let isNew = "Z_PK IN (SELECT new FROM \(map(table.name)) WHERE NOT existed)"
    try connection.run(
      """
      UPDATE main.\(other) AS o SET \(mirror) = n.Z_PK FROM main.\(name) n
      WHERE n.\(column) = o.Z_PK AND o.\(mirror) IS NULL AND n.\(isNew)
      """)
    try connection.run(
      """
      UPDATE main.\(name) AS n SET \(column) = NULL WHERE \(isNew) AND \(column) IS NOT NULL
      AND (SELECT \(mirror) FROM main.\(other) o WHERE o.Z_PK = n.\(column)) IS NOT n.Z_PK
      """)
  }

  private func fill(_ join: MergePlan.Join) throws {
    let name = sqlName(join.name), owner = sqlName(join.owner.column), target = sqlName(join.target.column)
    var columns = [owner, target]
    var expressions = ["o.new", "t.new"]
    for order in join.orders {
      let last = sqlName("last_\(join.name)_\(order.column)")
      try connection.run("CREATE TEMP TABLE \(last) (owner INTEGER PRIMARY KEY, position INTEGER)")
      try connection.run(
        "INSERT INTO \(last) SELECT \(sqlName(order.of)), max(\(sqlName(order.column))) FROM main.\(name) GROUP BY 1")
      columns.append(sqlName(order.column))
      let key = order.of == join.owner.column ? "o.new" : "t.new"
      expressions.append("j.\(sqlName(order.column)) + ifnull((SELECT position FROM \(last) WHERE owner = \(key)), 0)")
    }
    try connection.run(
      """
      INSERT OR IGNORE INTO main.\(name) (\(columns.joined(separator: ", ")))
      SELECT \(expressions.joined(separator: ", ")) FROM staged.\(name) j
      JOIN \(map(join.owner.table)) o ON o.old = j.\(owner) JOIN \(map(join.target.table)) t ON t.old = j.\(target)
      """)
  }

  /// What columns held or would have held, staged values and replaced ones, and no record of `main` holds.
  func unusedExternalValues(in column: String, of table: String) throws -> [[UInt8]] {
    let name = sqlName(table), value = sqlName(column)
    return try connection.rows(
      "SELECT value FROM (SELECT \(value) AS value FROM staged.\(name) UNION "
        + "SELECT value FROM temp.replaced_values WHERE place = \(sqlText("\(table).\(column)"))) "
        + "WHERE substr(value, 1, 1) = x'02' AND value NOT IN (SELECT \(value) FROM main.\(name) WHERE \(value) IS NOT NULL)"
    ).compactMap { $0[0].blob }
  }

  /// What a column of `main` holds of values that stand in files.
  func externalValues(in column: String, of table: String) throws -> [[UInt8]] {
    let value = sqlName(column)
    return try connection.rows("SELECT \(value) FROM main.\(sqlName(table)) WHERE substr(\(value), 1, 1) = x'02'").compactMap {
      $0[0].blob
    }
  }

  private func counts() throws -> [MergeCount] {
    var result: [MergeCount] = []
    for (entity, placement) in layout.entities.sorted(by: { $0.key < $1.key }) {
      guard let number = placement.entityNumber else { continue }
      let row = try connection.rows(
        "SELECT count(*) FILTER (WHERE NOT existed), count(*) FILTER (WHERE existed AND updated IS NULL), count(updated) "
          + "FROM \(map(placement.table)) m JOIN staged.\(sqlName(placement.table)) s ON s.Z_PK = m.old WHERE s.Z_ENT = \(number)"
      ).first
      let figures = (row ?? []).map { Int(clamping: $0.integer ?? 0) }
      guard figures.count == 3 else { continue }
      result.append(MergeCount(entity: entity, added: figures[0], kept: figures[1], updated: figures[2]))
    }
    return result
  }
}

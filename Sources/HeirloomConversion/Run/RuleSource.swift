internal import HeirloomFindings
internal import HeirloomMapping
internal import HeirloomSQLite
internal import HeirloomSchema

/// The rows that a rule turns into records, and what became of them.
final class RuleSource {
  let rule: RecordRule
  var sql: ExpressionSQL
  /// `FROM` clause in which `o` (and `p`) are the rule's rows.
  let from: String
  /// SQL of the row's own key: the record's `_id`, or the number of the link or value.
  let key: String
  /// Conditions that every row fulfils; empty when all do.
  let conditions: [String]
  private let isPartial: Bool
  let count: Int64
  /// How a row's key becomes the new record's.
  var policy = KeyPolicy.offset(0)
  /// Rows that are left out: `temp.fate_n(_id, site, survivor)`. Rows without an entry are written.
  var hasFates = false
  /// Some of them were merged into others.
  var hasSurvivors = false

  /// A deletion reached rows that were left out for another reason: they stand in `othersDeleted`.
  var hasOthersDeleted = false

  var number: Int { rule.number }
  var othersDeleted: String { "temp.\"deleted_\(rule.number)\"" }
  var fates: String { "temp.\"fate_\(rule.number)\"" }
  var keys: String { "temp.\"keys_\(rule.number)\"" }

  enum KeyPolicy {
    /// The new key is the old one plus a number.
    case offset(Int64)
    /// The new key stands in `temp.keys_n(old, new)`.
    case map
  }

  init(_ rule: RecordRule, _ conversion: Conversion) throws {
    self.rule = rule
    sql = conversion.compiler(for: rule)
    let connection = conversion.connection
    isPartial = conversion.only != nil
    let rows = "temp.\"rows_\(rule.number)\""
    switch rule.origin {
    case .entity(let entity):
      from = "\(sql.relation(entity)) AS o"
      key = "o._id"
      conditions = Self.conditions(of: entity, without: rule.excluded, isPartial, on: "o")
    case .links(let entity, let property):
      let destination = conversion.plan.source.relationship(property, of: entity)?.destination ?? entity
      let declarer = conversion.plan.source.declarer(of: property, in: entity) ?? entity
      try connection.run(
        "CREATE TEMP TABLE \"rows_\(rule.number)\"(_id INTEGER PRIMARY KEY, owner INTEGER, target INTEGER, position INTEGER, key)"
      )
      let isDictionary = conversion.plan.source.relationship(property, of: entity)?.collection == .dictionary
      let linkKey = isDictionary ? "c.key" : "NULL"
      let isToMany = conversion.plan.source.relationship(property, of: entity)?.isToMany ?? true
      let links =
        isToMany
        ? sql.relation(property, of: declarer)
        : "(SELECT _id AS owner, \(sqlName(property.text)) AS target, 0 AS position FROM \(sql.relation(entity)) WHERE \(sqlName(property.text)) IS NOT NULL)"
      try conversion.execute(
        "number the links of \(entity).\(property)",
        """
        INSERT INTO \(rows)(owner, target, position, key) \
        SELECT c.owner, c.target, row_number() OVER (PARTITION BY c.owner ORDER BY c.position, c.target) - 1, \(linkKey) FROM \(links) AS c \
        WHERE EXISTS (SELECT 1 FROM \(sql.relation(entity)) AS s WHERE s._id = c.owner) \
        AND EXISTS (SELECT 1 FROM \(sql.relation(destination)) AS s WHERE s._id = c.target) \
        ORDER BY c.owner, c.position, c.target
        """, at: rule.place)
      from =
        "\(rows) AS r JOIN \(sql.relation(entity)) AS o ON o._id = r.owner JOIN \(sql.relation(destination)) AS p ON p._id = r.target"
      key = "r._id"
      conditions = isPartial ? ["0"] : []
    case .elements(let entity, let value):
      try connection.run(
        "CREATE TEMP TABLE \"rows_\(rule.number)\"(_id INTEGER PRIMARY KEY, owner INTEGER, value, position INTEGER, key)")
      let elements: String
      if case .collection(let collection) = value.kind, case .values(_, let declarer, let property) = collection.source {
        let isMixed = if case .dictionary(_, let held) = value.type.base { held.base == .mixed } else { false }
        let held =
          isMixed
          ? "(SELECT owner, key, \(sql.mixed(property, of: declarer)) AS value FROM \(sql.relation(property, of: declarer)))"
          : sql.relation(property, of: declarer)
        elements = """
          SELECT o._id, c.value, row_number() OVER (PARTITION BY o._id ORDER BY c.key) - 1, CAST(c.key AS TEXT) AS k \
          FROM \(held) AS c JOIN \(sql.relation(entity)) AS o ON o._id = c.owner ORDER BY o._id, c.key
          """
      } else {
        let element = ExpressionSQL.decoded("v.value", value.type.base.listElement)
        elements =
          "SELECT o._id, \(element), v.key, v.key FROM \(sql.relation(entity)) AS o, \(ElementTable.name)(\(sql.sql(value))) AS v ORDER BY o._id, v.key"
      }
      try conversion.execute(
        "number the elements of \(entity)", "INSERT INTO \(rows)(owner, value, position, key) \(elements)", at: rule.place)
      from = "\(rows) AS r JOIN \(sql.relation(entity)) AS o ON o._id = r.owner"
      key = "r._id"
      conditions = isPartial ? ["0"] : []
    case .values(let entity, let value):
      let isList = if case .list = value.type.base { true } else { false }
      let values =
        isList
        ? "SELECT DISTINCT \(ExpressionSQL.decoded("v.value", value.type.base.listElement)) AS value FROM \(sql.relation(entity)) AS o, \(ElementTable.name)(\(sql.sql(value))) AS v WHERE v.value IS NOT NULL"
        : "SELECT DISTINCT \(sql.sql(value)) AS value FROM \(sql.relation(entity)) AS o WHERE \(sql.sql(value)) IS NOT NULL"
      try connection.run("CREATE TEMP TABLE \"rows_\(rule.number)\"(_id INTEGER PRIMARY KEY, value)")
      try conversion.execute(
        "number the distinct values of \(entity)", "INSERT INTO \(rows)(value) SELECT value FROM (\(values)) ORDER BY value",
        at: rule.place)
      from = "\(rows) AS o"
      key = "o._id"
      conditions = isPartial ? ["0"] : []
    case .constant:
      from = "(SELECT 1 AS _id) AS o"
      key = "o._id"
      conditions = isPartial ? ["0"] : []
    }
    let filter = conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))"
    count = try connection.count("SELECT count(*) FROM \(from)\(filter)")
    try storeLets(conversion)
  }

  /// The conditions on a row of the entity under another alias, for a subquery whose alias must not hide the outer `o`.
  func conditions(on alias: String) -> [String] {
    guard case .entity(let entity) = rule.origin else { return conditions }
    return Self.conditions(of: entity, without: rule.excluded, isPartial, on: alias)
  }

  private static func conditions(
    of entity: EntityName, without excluded: Set<EntityName>, _ isPartial: Bool, on alias: String
  ) -> [String] {
    let names = excluded.map(\.text).sorted().map { sqlText($0) }.joined(separator: ", ")
    return (excluded.isEmpty ? [] : ["\(alias)._entity NOT IN (\(names))"])
      + (isPartial ? ["\(alias)._id IN (SELECT key FROM temp.only_records WHERE entity = \(sqlText(entity.text)))"] : [])
  }

  /// `WHERE` clause with more conditions; empty when there is none.
  func filter(_ more: [String] = []) -> String {
    let all = conditions + more
    return all.isEmpty ? "" : " WHERE \(all.joined(separator: " AND "))"
  }

  /// The condition under which a row is written.
  var survives: [String] { hasFates ? [isKept(key)] : [] }

  /// The condition under which the row of a key was not left out. Of a rule with fates only.
  ///
  /// IN opens the table once for a statement; EXISTS would do so for each row.
  func isKept(_ key: String) -> String { "\(key) NOT IN (SELECT _id FROM \(fates))" }

  /// SQL of the new record's key for a row in `from`.
  var newKey: String { newKey(of: key) }

  func newKey(of old: String) -> String {
    switch policy {
    case .offset(0): old
    case .offset(let offset): "(\(old) + \(offset))"
    case .map: "(SELECT k.new FROM \(keys) AS k WHERE k.old = \(old))"
    }
  }
}

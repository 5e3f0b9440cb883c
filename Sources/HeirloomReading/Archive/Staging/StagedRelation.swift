internal import HeirloomSQLite
internal import HeirloomSchema

/// A canonical relation over staged tables, written as SQL once the staging file's name on the connection is known.
struct StagedRelation {
  /// Without prefix: `Note`, `Note.tags`.
  var name: String
  var parts: [Part]

  /// One SELECT; several are joined by UNION ALL.
  struct Part {
    var columns: [(name: String, expression: StagedExpression)]
    /// The table that `t` stands for; nil for a relation without rows.
    var table: String?
    var condition: [StagedExpression] = []
  }

  func sql(_ schema: String) -> String {
    parts.map { part in
      let columns = part.columns.map { "\($0.expression.sql(schema)) AS \(sqlName($0.name))" }.joined(separator: ", ")
      var text = "SELECT \(columns)"
      if let table = part.table { text += " FROM \(table.hasPrefix("(") ? table : "\(sqlName(schema)).\(table)") AS t" }
      let conditions = part.condition.map { "(\($0.sql(schema))) IS NOT NULL" } + (part.table == nil ? ["0"] : [])
      return text + (conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))")
    }.joined(separator: " UNION ALL ")
  }
}

/// What a column of a relation is made of, over the row `t` of a staged table.
indirect enum StagedExpression {
  case null
  case text(String)
  case column(String)
  /// The staged value as the type's canonical form.
  case converted(AttributeType, String)
  /// Likewise, where the value may be a blob of the archive.
  case fileOrConverted(AttributeType, String)
  /// The key of the record of `table` whose column equals ours.
  case lookup(table: String, key: String, column: String)
  /// The record that was given an identity, when it is one of that entity.
  case identity(entity: Int, column: String)
  /// A value of the object under a column, which is a row of `table`.
  case part(AttributeType, table: String, value: String, of: String)
  /// The record that a copy stands for.
  case copy(map: String, of: StagedExpression)
  /// `expression` for the elements of that kind (and entity), null for others.
  case whenKind(Int, entity: Int?, link: String?, StagedExpression)
  /// The one target that a list has for the row.
  case onlyTarget(String)
  /// The first that is not null.
  case either(StagedExpression, StagedExpression)

  func sql(_ schema: String) -> String {
    let staged = sqlName(schema)
    switch self {
    case .null: return "NULL"
    case .text(let text): return sqlText(text)
    case .column(let name): return "t.\(name)"
    case .converted(let type, let name): return "heirloom_staged(\(StagedFunction.code(of: type)), t.\(name))"
    case .fileOrConverted(let type, let name):
      return """
        CASE WHEN typeof(t.\(name)) = 'blob' AND substr(t.\(name), 1, 1) = x'66' \
        THEN (SELECT bytes FROM \(staged).blobs WHERE path = CAST(substr(t.\(name), 2) AS TEXT)) \
        ELSE heirloom_staged(\(StagedFunction.code(of: type)), t.\(name)) END
        """
    case .lookup(let table, let key, let column): return "(SELECT _id FROM \(staged).\(table) WHERE \(key) = t.\(column) LIMIT 1)"
    case .identity(let entity, let column):
      return "(SELECT id FROM \(staged).identities WHERE identity = t.\(column) AND entity = \(entity))"
    case .part(let type, let table, let value, let column):
      return """
        (SELECT heirloom_staged(\(StagedFunction.code(of: type)), p.\(value)) FROM \(staged).\(table) AS p WHERE p._id = t.\(column))
        """
    case .copy(let map, let copy): return "(SELECT record FROM \(staged).\(map) WHERE copy = \(copy.sql(schema)))"
    case .onlyTarget(let list): return "(SELECT target FROM \(staged).\(list) WHERE owner = t._id LIMIT 1)"
    case .either(let first, let second): return "coalesce(\(first.sql(schema)), \(second.sql(schema)))"
    case .whenKind(let kind, let entity, let link, let expression):
      var test = "t.kind = \(kind)"
      if let entity { test += " AND t.entity = \(entity)" }
      if let link { test += " AND t.value = \(sqlText(link))" }
      return "CASE WHEN \(test) THEN \(expression.sql(schema)) END"
    }
  }
}

/// The SQL function behind `StagedExpression.converted`.
enum StagedFunction {
  static func code(of type: AttributeType) -> Int { AttributeType.allCases.firstIndex(of: type) ?? 0 }

  static func register(on connection: Connection) throws(SQLiteError) {
    let types = AttributeType.allCases
    try connection.addFunction("heirloom_staged", arguments: 2) { arguments, result in
      let code = Int(arguments.integer(0))
      guard types.indices.contains(code) else { return result.setNull() }
      if arguments.isNull(1) { return result.setNull() }
      result.set(StagedValue.present(arguments.value(1), as: types[code]) ?? .null)
    }
  }
}

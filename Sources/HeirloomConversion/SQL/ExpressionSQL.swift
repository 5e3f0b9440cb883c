internal import HeirloomMapping
internal import HeirloomSQLite
internal import HeirloomSchema

/// Turns checked expressions into SQL over the canonical relations.
///
/// The rule's own row is `o`, the target of a rule over links `p`, the element of the n-th closure `e<n>`. A record that a
/// link leads to is read by a scalar subquery on its `_id`, which SQLite answers by one look-up.
struct ExpressionSQL {
  let source: Schema
  let prefix: String
  let locals: [Expression]
  /// SQL of the value under consideration, in a rule that makes records of values.
  var value = "o.value"

  init(source: Schema, prefix: String, locals: [Expression] = []) {
    self.source = source
    self.prefix = prefix
    self.locals = locals
  }

  func relation(_ entity: EntityName) -> String { sqlName(CanonicalRelation.entity(entity, prefix: prefix)) }

  func relation(_ property: PropertyName, of declarer: EntityName) -> String {
    sqlName(CanonicalRelation.collection(property, of: declarer, prefix: prefix))
  }

  /// The table in which the links of a relationship are numbered within their owner, from 0.
  static func numbers(_ relationship: SourceRelationship) -> String { "temp.\(sqlName("numbers_\(relationship.declarer).\(relationship.name)"))" }

  // MARK: - Rows

  /// SQL of the `_id` of a row.
  func identity(_ row: Row) -> String {
    switch row {
    case .parameter(let number, _): "\(number == 0 ? "o" : "p")._id"
    case .element(let depth, _): "e\(depth)._id"
    case .step(let owner, let name, _): column(name.text, of: owner)
    case .found(let expression, _): sql(expression)
    }
  }

  func column(_ name: String, of row: Row) -> String {
    switch row {
    case .parameter(let number, _): "\(number == 0 ? "o" : "p").\(sqlName(name))"
    case .element(let depth, _): "e\(depth).\(sqlName(name))"
    case .step(_, _, let entity), .found(_, let entity):
      "(SELECT s.\(sqlName(name)) FROM \(relation(entity)) AS s WHERE s._id = \(identity(row)))"
    }
  }

  // MARK: - Values

  func sql(_ expression: Expression) -> String {
    switch expression.kind {
    case .constant(let constant): return literal(constant)
    case .column(let row, let name): return column(name, of: row)
    case .identity(let row): return identity(row)
    case .entityName(let row): return column("_entity", of: row)
    case .local(let number): return locals.indices.contains(number) ? sql(locals[number]) : "NULL"
    case .value: return value
    case .operation(let operation, let operands): return OperationSQL.text(operation, operands.map { sql($0) }, operands)
    case .coalesce(let a, let b):
      if case .reject = b.kind { return sql(a) }
      return "COALESCE(\(sql(a)), \(sql(b)))"
    case .conditional: return conditional(expression)
    case .reject: return "NULL"
    case .require(let value, _): return sql(value)
    case .aggregate(let aggregate, let collection): return self.aggregate(aggregate, collection)
    case .list(let collection, let value): return list(collection, value)
    case .storedList(let row, let declarer, let property):
      let values = "SELECT value FROM \(relation(property, of: declarer)) WHERE owner = \(identity(row)) ORDER BY position, value"
      return whole("(SELECT json_group_array(value) FROM (\(values)))", of: row)
    case .first(let collection): return "(\(select("e\(collection.depth)._id", from: collection)))"
    case .callerFunction(let name, let operands): return "\(sqlName("caller_\(name)"))(\(operands.map { sql($0) }.joined(separator: ", ")))"
    case .position(let row, let collection):
      return """
        (SELECT r.number FROM \(ExpressionSQL.numbers(SourceRelationship(collection.declarer, collection.property))) AS r \
        WHERE r.owner = \(identity(collection.owner)) AND r.target = \(identity(row)))
        """
    case .linkPosition: return "r.position"
    case .composite, .collection, .mapped, .lookup, .several: return "NULL"
    }
  }

  /// A chain of alternatives as one CASE, so that a `switch` of many cases does not nest as deeply.
  private func conditional(_ expression: Expression) -> String {
    var branches = "", last = expression
    while case .conditional(let condition, let value, let other) = last.kind {
      branches += " WHEN \(sql(condition)) THEN \(sql(value))"
      last = other
    }
    return "CASE\(branches) ELSE \(sql(last)) END"
  }

  /// What is said of a record that may be missing is nil when it is.
  private func whole(_ text: String, of owner: Row) -> String {
    switch owner {
    case .parameter, .element: text
    case .step, .found: "CASE WHEN \(identity(owner)) IS NOT NULL THEN \(text) END"
    }
  }

  func literal(_ constant: Constant) -> String {
    switch constant {
    case .null: "NULL"
    case .integer(let value): SQLiteValue.integer(value).literal
    case .real(let value): SQLiteValue.real(value).literal
    case .text(let value): sqlText(value)
    case .blob(let value): SQLiteValue.blob(value).literal
    }
  }

  // MARK: - Collections

  /// `FROM … WHERE …` of a collection's links and elements.
  func from(_ collection: Collection) -> String {
    let depth = collection.depth
    var conditions = ["c\(depth).owner = \(identity(collection.owner))"]
    conditions += collection.filters.map { sql($0) }
    return """
      FROM \(relation(collection.property, of: collection.declarer)) AS c\(depth) \
      JOIN \(relation(collection.element)) AS e\(depth) ON e\(depth)._id = c\(depth).target \
      WHERE \(conditions.joined(separator: " AND "))
      """
  }

  func order(_ collection: Collection) -> String {
    let keys = collection.order.map { "\(sql($0.key)) \($0.isAscending ? "ASC NULLS LAST" : "DESC NULLS LAST")" }
    // The relationship's own order breaks ties, and the key what is left, so that every run chooses the same.
    return (keys + ["c\(collection.depth).position", "e\(collection.depth)._id"]).joined(separator: ", ")
  }

  func select(_ columns: String, from collection: Collection) -> String {
    "SELECT \(columns) \(from(collection)) ORDER BY \(order(collection))" + (collection.limit.map { " LIMIT \($0)" } ?? "")
  }

  private func aggregate(_ aggregate: CollectionAggregate, _ collection: Collection) -> String {
    whole(boiledDown(aggregate, collection), of: collection.owner)
  }

  private func boiledDown(_ aggregate: CollectionAggregate, _ collection: Collection) -> String {
    func over(_ value: Expression?, _ function: String) -> String {
      guard collection.limit != nil else {
        return "(SELECT \(function.replacing("?", with: value.map { sql($0) } ?? "*")) \(from(collection)))"
      }
      let inner = select("\(value.map { sql($0) } ?? "1") AS v", from: collection)
      return "(SELECT \(function.replacing("?", with: value == nil ? "*" : "v")) FROM (\(inner)))"
    }
    switch aggregate {
    case .count: return over(nil, "count(?)")
    case .isEmpty: return "NOT EXISTS (\(select("1", from: collection)))"
    case .contains(let condition) where collection.limit != nil:
      return "EXISTS (SELECT 1 FROM (\(select("\(sql(condition)) AS v", from: collection))) WHERE v)"
    case .allSatisfy(let condition) where collection.limit != nil:
      return "NOT EXISTS (SELECT 1 FROM (\(select("\(sql(condition)) AS v", from: collection))) WHERE v IS NOT TRUE)"
    case .contains(let condition):
      var narrowed = collection
      narrowed.filters.append(condition)
      return "EXISTS (\(select("1", from: narrowed)))"
    case .allSatisfy(let condition):
      var narrowed = collection
      narrowed.filters.append(Expression(.operation(.not, [condition]), condition.type))
      return "NOT EXISTS (\(select("1", from: narrowed)))"
    case .minimum(let value) where value.type.base == .decimal: return extreme(value, "ASC", collection)
    case .maximum(let value) where value.type.base == .decimal: return extreme(value, "DESC", collection)
    case .minimum(let value): return over(value, "min(?)")
    case .maximum(let value): return over(value, "max(?)")
    // An empty sum is 0 in Swift and NULL in SQL.
    case .sum(let value) where value.type.base != .int: return "COALESCE(\(over(value, "sum(?)")), 0.0)"
    case .sum(let value): return wholeSum(value, collection)
    case .average(let value): return over(value, "avg(?)")
    }
  }

  /// SQLite ends the statement when whole numbers overflow; here the sum is NULL then. The halves of the numbers are summed
  /// by themselves, which cannot overflow.
  private func wholeSum(_ value: Expression, _ collection: Collection) -> String {
    let values = select("\(sql(value)) AS v", from: collection)
    return """
      (SELECT CASE WHEN h IS NULL THEN 0 WHEN h + (l >> 32) BETWEEN -2147483648 AND 2147483647 \
      THEN ((h + (l >> 32)) << 32) | (l & 4294967295) END FROM \
      (SELECT sum(v >> 32) AS h, sum(v & 4294967295) AS l FROM (\(values))))
      """
  }

  private func extreme(_ value: Expression, _ direction: String, _ collection: Collection) -> String {
    let values = select("\(sql(value)) AS v, \(sql(value.sortable)) AS k", from: collection)
    return "(SELECT v FROM (\(values)) WHERE v IS NOT NULL ORDER BY k \(direction) LIMIT 1)"
  }

  private func list(_ collection: Collection, _ value: Expression) -> String {
    whole("(SELECT json_group_array(v) FROM (\(select("\(sql(value)) AS v", from: collection))))", of: collection.owner)
  }
}

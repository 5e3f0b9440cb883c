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
  /// Where the `let`s stand that are computed once for each record, by their numbers.
  var stored: [Int: StoredLet] = [:]
  /// SQL of the value under consideration, in a rule that makes records of values.
  var value = "o.value"

  /// Columns of the types of values of any type that the source does not have: `Note.any.type`, `Note.anys.type`.
  var absent: Set<String> = []
  /// One more part of the names of UUIDs, for copies of a record; nil for the record itself.
  var seed: UUIDSeed?

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
  static func numbers(_ relationship: SourceRelationship) -> String {
    "temp.\(sqlName("numbers_\(relationship.declarer).\(relationship.name)"))"
  }

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
    if absent.contains("\(row.entity).\(name)") { return "NULL" }
    return switch row {
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
    case .local(let number):
      return stored[number]?.value ?? (locals.indices.contains(number) ? sql(locals[number]) : "NULL")
    case .value: return value
    case .operation(.uuidStable, let operands) where seed != nil:
      let isSeeded = seed?.isForAll == true || operands.contains(where: \.isNameOfItsRow)
      return OperationSQL.text(.uuidStable, operands.map { sql($0) } + (isSeeded ? [seed?.sql ?? "NULL"] : []), operands)
    case .operation(let operation, let operands): return OperationSQL.text(operation, operands.map { sql($0) }, operands)
    case .coalesce(let a, let b):
      if case .reject = b.kind { return sql(a) }
      return "COALESCE(\(sql(a)), \(sql(b)))"
    case .conditional: return conditional(expression)
    case .reject: return "NULL"
    case .require(let value, _): return sql(value)
    case .aggregate(let aggregate, let collection): return self.aggregate(aggregate, collection)
    case .list(let collection, let value): return list(collection, value)
    case .flattened(let collection, let list): return flattened(collection, list)
    case .pick(let collection, let value): return pick(collection, value)
    case .elementValue(let depth): return "c\(depth).value"
    case .elementKey(let depth): return "CAST(c\(depth).key AS TEXT)"
    case .storedList(let row, let declarer, let property):
      if expression.type.base.listElement == .mixed {
        let values =
          "SELECT \(mixed(property, of: declarer)) AS v FROM \(relation(property, of: declarer)) WHERE owner = \(identity(row)) ORDER BY position, value"
        return whole("(SELECT json_group_array(v) FROM (\(values)))", of: row)
      }
      let values = "SELECT value FROM \(relation(property, of: declarer)) WHERE owner = \(identity(row)) ORDER BY position, value"
      let value = Self.encoded("value", expression.type.base.listElement)
      return whole("(SELECT json_group_array(\(value)) FROM (\(values)))", of: row)
    case .first(let collection): return "(\(select("e\(collection.depth)._id", from: collection)))"
    case .callerFunction(let name, let operands):
      return "\(sqlName("caller_\(name)"))(\(operands.map { sql($0) }.joined(separator: ", ")))"
    case .position(let row, let collection):
      guard let links = collection.links else { return "NULL" }
      return """
        (SELECT r.number FROM \(ExpressionSQL.numbers(SourceRelationship(links.declarer, links.property))) AS r \
        WHERE r.owner = \(identity(links.owner)) AND r.target = \(identity(row)))
        """
    case .linkPosition: return "r.position"
    case .linkKey: return "r.key"
    case .composite, .collection, .mapped, .lookup, .several: return "NULL"
    }
  }

  /// SQL of an element of any type, which is a row with the columns `value` and `type`; null is one too.
  func mixed(_ property: PropertyName, of declarer: EntityName) -> String {
    let type = absent.contains("\(declarer).\(property).type") ? "NULL" : "type"
    return "COALESCE(heirloom_jsonFromMixed(value, \(type)), 'null')"
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
}

internal import HeirloomMapping
internal import HeirloomSchema

/// The SQL of collections: their rows, their order, and what is made of them.
extension ExpressionSQL {
  /// `FROM … WHERE …` of a collection's elements.
  func from(_ collection: Collection) -> String {
    let c = "c\(collection.depth)", e = "e\(collection.depth)"
    var conditions: [String] = []
    let rows: String
    let target: String
    switch collection.source {
    case .links(let owner, let declarer, let property), .values(let owner, let declarer, let property):
      conditions.append("\(c).owner = \(identity(owner))")
      var relation = relation(property, of: declarer)
      if case .entry(_, let held) = collection.element, held.base == .mixed {
        relation = "(SELECT owner, \(mixed(property, of: declarer)) AS value, position, key FROM \(relation))"
      }
      (rows, target) = ("\(relation) AS \(c)", "target")
    case .keys(let list), .elements(let list):
      (rows, target) = ("\(ElementTable.name)(\(sql(list))) AS \(c)", "value")
    case .enclosed(let inner):
      let entry = "c\(inner.depth)", held = inner.entity == nil ? "value" : "target"
      let place = "row_number() OVER (ORDER BY \(order(inner)))"
      let entries = select("\(entry).key AS key, \(entry).\(held) AS \(held), \(place) AS place", from: inner)
      (rows, target) = ("(\(entries)) AS \(c)", "target")
    }
    let join = collection.entity.map { " JOIN \(relation($0)) AS \(e) ON \(e)._id = \(c).\(target)" } ?? ""
    conditions += collection.filters.map { sql($0) }
    // LIMIT 0 in an inner query ends the outer one too early (seen with SQLite 3.40).
    if collection.limit == 0 { conditions.append("0") }
    return "FROM \(rows)\(join)\(conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))")"
  }

  func order(_ collection: Collection) -> String {
    let c = "c\(collection.depth)"
    var keys = collection.order.map { "\(sql($0.key)) \($0.isAscending ? "ASC" : "DESC") NULLS LAST" }
    // The collection's own order breaks ties, and the key what is left, so that every run chooses the same.
    let ties: [String]
    switch (collection.source, collection.element) {
    case (.links, .record): ties = ["\(c).position", "e\(collection.depth)._id"]
    case (.links, _), (.values, _): ties = ["\(c).key", "\(c).position"]
    case (.enclosed, _): ties = ["\(c).place"]
    case (.keys, _), (.elements, _): ties = ["\(c).key"]
    }
    keys += ties.map { collection.takesLastOfEquals ? "\($0) DESC" : $0 }
    return keys.joined(separator: ", ")
  }

  func select(_ columns: String, from collection: Collection) -> String {
    "SELECT \(columns) \(from(collection)) ORDER BY \(order(collection))"
      + (collection.limit.map { $0 == 0 ? "" : " LIMIT \($0)" } ?? "")
  }

  /// What is said of elements that may be missing is nil when they are.
  private func whole(_ text: String, of collection: Collection) -> String {
    collection.presence.map { "CASE WHEN \(sql($0)) IS NOT NULL THEN \(text) END" } ?? text
  }

  func aggregate(_ aggregate: CollectionAggregate, _ collection: Collection) -> String {
    whole(boiledDown(aggregate, collection), of: collection)
  }

  private func boiledDown(_ aggregate: CollectionAggregate, _ collection: Collection) -> String {
    func over(_ value: Expression?, _ function: String) -> String {
      guard let value else {
        let rows = collection.limit == nil ? from(collection) : "FROM (\(select("1", from: collection)))"
        return "(SELECT \(function.replacing("?", with: "*")) \(rows))"
      }
      // An aggregate of nothing but the outer row's columns would be the outer query's own, by the rules of SQL.
      let inner =
        collection.limit == nil ? "SELECT \(sql(value)) AS v \(from(collection))" : select("\(sql(value)) AS v", from: collection)
      return "(SELECT \(function.replacing("?", with: "v")) FROM (\(inner)))"
    }
    switch aggregate {
    case .count: return over(nil, "count(?)")
    case .isEmpty: return "(NOT EXISTS (\(select("1", from: collection))))"
    case .contains(let condition) where collection.limit != nil:
      return "EXISTS (SELECT 1 FROM (\(select("\(sql(condition)) AS v", from: collection))) WHERE v)"
    case .allSatisfy(let condition) where collection.limit != nil:
      return "(NOT EXISTS (SELECT 1 FROM (\(select("\(sql(condition)) AS v", from: collection))) WHERE v IS NOT TRUE))"
    case .contains(let condition):
      var narrowed = collection
      narrowed.filters.append(condition)
      return "EXISTS (\(select("1", from: narrowed)))"
    case .allSatisfy(let condition):
      var narrowed = collection
      narrowed.filters.append(Expression(.operation(.not, [condition]), condition.type))
      return "(NOT EXISTS (\(select("1", from: narrowed))))"
    case .minimum(let value) where value.type.base == .decimal: return extreme(value, "ASC", collection)
    case .maximum(let value) where value.type.base == .decimal: return extreme(value, "DESC", collection)
    case .minimum(let value): return over(value, "min(?)")
    case .maximum(let value): return over(value, "max(?)")
    case .sum(let value) where value.type.base == .decimal:
      return "heirloom_sumOfDecimals((SELECT json_group_array(v) FROM (\(select("\(sql(value)) AS v", from: collection)))))"
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

  // MARK: - Lists

  func list(_ collection: Collection, _ value: Expression) -> String {
    let values = select("\(sql(value)) AS v", from: collection)
    return whole("(SELECT json_group_array(\(Self.encoded("v", value.type.base))) FROM (\(values)))", of: collection)
  }

  func flattened(_ collection: Collection, _ list: Expression) -> String {
    let number = "row_number() OVER (ORDER BY \(order(collection)))"
    let lists = select("\(number) AS n, \(sql(list)) AS l", from: collection)
    let base = list.type.base.listElement == .bool ? ValueType.Base.bool : .double
    let value = list.type.base.listElement.travelsAsText ? "v" : Self.encoded("v", base)
    return whole(
      """
      (SELECT json_group_array(\(value)) FROM (SELECT x.value AS v FROM (\(lists)) AS q, \(ElementTable.name)(q.l) AS x \
      ORDER BY q.n, x.key))
      """, of: collection)
  }

  /// The value of a closure for the first element.
  func pick(_ collection: Collection, _ value: Expression) -> String { "(\(select(sql(value), from: collection)))" }

  /// The form that a value has inside a list: JSON as Foundation's encoder writes it.
  static func encoded(_ value: String, _ base: ValueType.Base) -> String {
    switch base {
    case .double, .float, .date: "json(heirloom_jsonNumber(\(value)))"
    case .bool: "json(CASE WHEN \(value) IS NOT NULL THEN CASE WHEN \(value) THEN 'true' ELSE 'false' END END)"
    case .uuid: "heirloom_textFromUUID(\(value))"
    case .data: "heirloom_base64FromData(\(value))"
    default: value
    }
  }

  /// The value that an element of a list stands for.
  static func decoded(_ element: String, _ base: ValueType.Base) -> String {
    switch base {
    case .uuid: "heirloom_uuidFromText(\(element))"
    case .data: "heirloom_dataFromBase64(\(element))"
    default: element
    }
  }
}

extension ValueType.Base {
  /// Inside a list the value is a text or a whole number, which SQLite writes as it is.
  fileprivate var travelsAsText: Bool {
    switch self {
    case .double, .float, .date, .bool: false
    default: true
    }
  }
}

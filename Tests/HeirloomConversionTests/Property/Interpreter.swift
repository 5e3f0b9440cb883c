internal import Foundation
internal import HeirloomMapping
internal import HeirloomSQLite
internal import HeirloomSchema

/// Runs a plan's expressions row by row, slowly and in the plainest way: what the engine's SQL is held against.
///
/// It shares nothing with the engine but the plan. Every expression is evaluated in Swift's order; what is not evaluated
/// refuses nothing.
struct Interpreter {
  /// The records of an entity by key.
  var records: [EntityName: [Int64: [String: SQLiteValue]]]
  /// The links of a to-many, in their order: `Note.tags`.
  var links: [String: [(owner: Int64, target: Int64)]]
  let plan: Plan

  /// A record cannot be made, or is left out.
  struct Refused: Error, Hashable {
    var reason: String
    var property: String?
  }

  enum Value: Hashable {
    case scalar(SQLiteValue)
    case list([SQLiteValue])
    static let null = Value.scalar(.null)
  }

  struct Scope {
    var key: Int64
    /// The target, in a rule over links, and the place of the link.
    var target: Int64?
    var position: Int64 = 0
    /// In a rule over values.
    var value: SQLiteValue = .null
    var elements: [Int: Int64] = [:]
    var locals: [HeirloomMapping.Expression]
    var property: String?
  }

  // MARK: - Rules

  /// What a rule makes of one record: its values by column path, or why there is none.
  func record(_ rule: RecordRule, _ key: Int64) -> Result<[String: SQLiteValue], Refused> {
    record(rule, Scope(key: key, locals: rule.locals))
  }

  func record(_ rule: RecordRule, _ start: Scope) -> Result<[String: SQLiteValue], Refused> {
    var scope = start
    do {
      for exit in rule.exits where try isTrue(exit.condition, scope) { throw Refused(reason: plan.sites[exit.site].reason) }
      var values: [String: SQLiteValue] = [:]
      for attribute in rule.attributes {
        scope.property = attribute.path
        values[attribute.path] = try scalar(attribute.value, scope)
      }
      for link in plan.links where link.rule == rule.number {
        scope.property = link.relationship.name.text
        switch link.value {
        case .record(let value): values[link.relationship.name.text] = try scalar(value, scope)
        case .records(let collection): _ = try elements(collection, scope)
        default: break
        }
      }
      return .success(values)
    } catch let refused as Refused { return .failure(refused) } catch { return .failure(Refused(reason: "\(error)")) }
  }

  func targets(_ collection: Collection, _ rule: RecordRule, _ key: Int64) -> [Int64] {
    (try? elements(collection, Scope(key: key, locals: rule.locals))) ?? []
  }

  // MARK: - Rows

  private func identity(_ row: Row, _ scope: Scope) throws -> Int64? {
    switch row {
    case .parameter(let number, _): number == 0 ? scope.key : scope.target
    case .element(let depth, _): scope.elements[depth]
    case .step(let owner, let name, _): try column(owner, name.text, scope).integer
    case .found(let expression, _): try scalar(expression, scope).integer
    }
  }

  private func column(_ row: Row, _ name: String, _ scope: Scope) throws -> SQLiteValue {
    guard let key = try identity(row, scope) else { return .null }
    return records[row.entity]?[key]?[name] ?? .null
  }

  private func elements(_ collection: Collection, _ scope: Scope) throws -> [Int64] {
    guard let entity = collection.entity, var result = try all(collection, scope) else { return [] }
    result = result.filter { records[entity]?[$0] != nil }
    func with(_ element: Int64) -> Scope {
      var inner = scope
      inner.elements[collection.depth] = element
      return inner
    }
    for filter in collection.filters { result = try result.filter { try isTrue(filter, with($0)) } }
    let keys = try collection.order.map { order in try result.map { ($0, try scalar(order.key, with($0))) } }.map {
      Dictionary($0, uniquingKeysWith: { a, _ in a })
    }
    let lastFirst = collection.takesLastOfEquals
    result = result.enumerated().sorted { a, b in
      for (order, key) in zip(collection.order, keys) {
        let (x, y) = (key[a.element] ?? .null, key[b.element] ?? .null)
        if x == y { continue }
        if x.isNull || y.isNull { return y.isNull }
        if compare(x, y) != 0 { return (compare(x, y) < 0) == order.isAscending }
      }
      return (a.offset < b.offset) != lastFirst
    }.map(\.element)
    return collection.limit.map { Array(result.prefix(Int($0))) } ?? result
  }

  /// The keys of the elements before they are narrowed; nil when there is no owner, or no list.
  private func all(_ collection: Collection, _ scope: Scope) throws -> [Int64]? {
    switch collection.source {
    case .links(let row, let declarer, let property):
      guard let owner = try identity(row, scope) else { return nil }
      return (links["\(declarer).\(property)"] ?? []).filter { $0.owner == owner }.map(\.target)
    case .keys(let list):
      guard case .list(let keys) = try value(list, scope) else { return nil }
      return keys.compactMap(\.integer)
    case .values, .elements, .enclosed: throw Refused(reason: "not part of the interpreter: values as elements")
    }
  }

  // MARK: - Values

  private func isTrue(_ expression: HeirloomMapping.Expression, _ scope: Scope) throws -> Bool {
    (try scalar(expression, scope).number ?? 0) != 0
  }

  private func scalar(_ expression: HeirloomMapping.Expression, _ scope: Scope) throws -> SQLiteValue {
    if case .scalar(let value) = try value(expression, scope) { value } else { .null }
  }

  private func fail(_ reason: String, _ scope: Scope) -> Refused { Refused(reason: reason, property: scope.property) }

  private func refuse(_ site: Int, _ scope: Scope) -> Refused {
    Refused(reason: plan.sites[site].reason, property: plan.sites[site].property)
  }

  func value(_ expression: HeirloomMapping.Expression, _ scope: Scope) throws -> Value {
    switch expression.kind {
    case .constant(.null): return .null
    case .constant(.integer(let value)): return .scalar(.integer(value))
    case .constant(.real(let value)): return .scalar(.real(value))
    case .constant(.text("[]")) where expression.type.base.isList: return .list([])
    case .constant(.text(let value)): return .scalar(.text(value))
    case .constant(.blob(let value)): return .scalar(.blob(value))
    case .column(let row, let name): return .scalar(try column(row, name, scope))
    case .identity(let row): return .scalar(try identity(row, scope).map { .integer($0) } ?? .null)
    case .local(let number):
      return try value(scope.locals[number], scope)
    case .value: return .scalar(scope.value)
    case .linkPosition: return .scalar(.integer(scope.position))
    case .coalesce(let a, let b):
      let first = try value(a, scope)
      return first == .null ? try value(b, scope) : first
    case .conditional(let condition, let a, let b):
      return try isTrue(condition, scope) ? try value(a, scope) : try value(b, scope)
    case .reject(let site): throw refuse(site, scope)
    case .require(let inner, let site):
      let found = try value(inner, scope)
      if found == .null { throw refuse(site, scope) }
      return found
    case .first(let collection): return .scalar(try elements(collection, scope).first.map { .integer($0) } ?? .null)
    case .list(let collection, let body): return try each(collection, body, scope).map { .list($0) } ?? .null
    case .flattened(let collection, let body):
      guard try all(collection, scope) != nil else { return .null }
      return .list(
        try elements(collection, scope).flatMap { element -> [SQLiteValue] in
          var inner = scope
          inner.elements[collection.depth] = element
          if case .list(let list) = try value(body, inner) { return list }
          return []
        })
    case .aggregate(let aggregate, let collection): return .scalar(try boilDown(aggregate, collection, scope))
    case .operation(let operation, let operands): return try operate(operation, operands, scope)
    default: throw Refused(reason: "not part of the interpreter: \(expression.kind)")
    }
  }

  /// A closure's value for each element; nil when there is no owner.
  private func each(_ collection: Collection, _ body: HeirloomMapping.Expression, _ scope: Scope) throws -> [SQLiteValue]? {
    guard try all(collection, scope) != nil else { return nil }
    return try elements(collection, scope).map { element in
      var inner = scope
      inner.elements[collection.depth] = element
      return try scalar(body, inner)
    }
  }

  private func boilDown(_ aggregate: CollectionAggregate, _ collection: Collection, _ scope: Scope) throws -> SQLiteValue {
    func values(_ body: HeirloomMapping.Expression) throws -> [SQLiteValue]? {
      try each(collection, body, scope)?.filter { !$0.isNull }
    }
    func all() throws -> [Int64]? { try self.all(collection, scope) == nil ? nil : try elements(collection, scope) }
    switch aggregate {
    case .count: return try all().map { .integer(Int64($0.count)) } ?? .null
    case .isEmpty: return try all().map { .integer($0.isEmpty ? 1 : 0) } ?? .null
    case .contains(let condition): return try values(condition).map { .integer($0.contains { $0.number != 0 } ? 1 : 0) } ?? .null
    case .allSatisfy(let condition):
      return try each(collection, condition, scope).map { .integer($0.allSatisfy { ($0.number ?? 0) != 0 } ? 1 : 0) } ?? .null
    case .minimum(let body): return try values(body)?.min { less($0, $1, body) } ?? .null
    case .maximum(let body): return try values(body)?.max { less($0, $1, body) } ?? .null
    case .average(let body):
      guard let found = try values(body), !found.isEmpty else { return .null }
      return .real(found.reduce(0) { $0 + ($1.number ?? 0) } / Double(found.count))
    case .sum(let body):
      guard let found = try values(body) else { return .null }
      guard body.type.base == .int else { return .real(found.reduce(0) { $0 + ($1.number ?? 0) }) }
      // Wide enough for any sum of a test.
      let sum = found.reduce(Int128(0)) { $0 + Int128($1.integer ?? 0) }
      guard let small = Int64(exactly: sum) else { throw fail("the sum does not fit an Int", scope) }
      return .integer(small)
    }
  }

  private func less(_ a: SQLiteValue, _ b: SQLiteValue, _ body: HeirloomMapping.Expression) -> Bool {
    guard body.type.base == .decimal else { return compare(a, b) < 0 }
    return (Decimal(string: a.text ?? "") ?? 0) < (Decimal(string: b.text ?? "") ?? 0)
  }
}

/// By number, and by the bytes of texts.
func compare(_ a: SQLiteValue, _ b: SQLiteValue) -> Int {
  if case .integer(let x) = a, case .integer(let y) = b { return x < y ? -1 : x > y ? 1 : 0 }
  if let x = a.number, let y = b.number { return x < y ? -1 : x > y ? 1 : 0 }
  let (x, y) = (Array((a.text ?? "").utf8), Array((b.text ?? "").utf8))
  return x.lexicographicallyPrecedes(y) ? -1 : x == y ? 0 : 1
}

extension ValueType.Base {
  var isList: Bool { if case .list = self { true } else { false } }
}

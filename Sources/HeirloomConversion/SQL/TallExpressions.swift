internal import HeirloomMapping
internal import HeirloomSchema

/// Takes apart what would nest too deeply for SQLite's parser: parts of it become `let`s, computed beforehand.
///
/// Only what needs no element of a closure around it can be, and no function of the caller's, which is called for the
/// records alone that need it.
struct TallExpressions {
  private(set) var lets: [Expression]
  /// The `let`s that were added.
  private(set) var added: Set<Int> = []

  init(_ lets: [Expression]) { self.lets = lets }

  mutating func takeApartLets() { for number in lets.indices { lets[number] = shortened(lets[number]) } }

  mutating func shortened(_ expression: Expression) -> Expression {
    guard Heights.height(expression) > Heights.limit else { return expression }
    return expression.with(shortened(expression.parts, Heights.own(expression)))
  }

  mutating func shortened(_ collection: Collection) -> Collection { collection.with(shortened(collection.parts, 24)) }

  /// Parts that leave room for what stands around them.
  private mutating func shortened(_ parts: [Expression], _ own: Int) -> [Expression] {
    var parts = parts.map { shortened($0) }
    while true {
      let heights = parts.map { Heights.height($0) }
      guard own + (heights.max() ?? 0) > Heights.limit else { return parts }
      let tall = parts.indices.filter { heights[$0] > Heights.ofLet && canStandAlone(parts[$0]) }
      guard let tallest = tall.max(by: { heights[$0] < heights[$1] }) else { return parts }
      lets.append(parts[tallest])
      added.insert(lets.count - 1)
      parts[tallest] = Expression(.local(lets.count - 1), parts[tallest].type, parts[tallest].place)
    }
  }

  private func canStandAlone(_ expression: Expression) -> Bool {
    switch expression.kind {
    case .collection, .mapped, .several, .lookup, .composite, .local: false
    default: !callsOut(expression) && openClosures(expression).isEmpty
    }
  }

  private func callsOut(_ expression: Expression) -> Bool {
    if case .callerFunction = expression.kind { return true }
    return expression.parts.contains { callsOut($0) }
  }

  // MARK: - Closures

  /// The closures whose elements an expression reads, and which it does not bring with it.
  private func openClosures(_ expression: Expression) -> Set<Int> {
    switch expression.kind {
    case .elementValue(let depth), .elementKey(let depth): [depth]
    case .column(let row, _), .identity(let row), .entityName(let row), .storedList(let row, _, _): openClosures(row)
    case .collection(let collection), .first(let collection): openClosures(collection, [])
    case .aggregate(let aggregate, let collection): openClosures(collection, aggregate.values)
    case .list(let collection, let value), .mapped(let collection, let value), .flattened(let collection, let value),
      .pick(let collection, let value):
      openClosures(collection, [value])
    case .position(let row, let collection): openClosures(row).union(openClosures(collection, []))
    default: openClosures(expression.parts)
    }
  }

  private func openClosures(_ expressions: [Expression]) -> Set<Int> {
    expressions.reduce(into: []) { $0.formUnion(openClosures($1)) }
  }

  private func openClosures(_ row: Row) -> Set<Int> {
    switch row {
    case .parameter: []
    case .element(let depth, _): [depth]
    case .step(let owner, _, _): openClosures(owner)
    case .found(let value, _): openClosures(value)
    }
  }

  private func openClosures(_ collection: Collection, _ values: [Expression]) -> Set<Int> {
    let source =
      switch collection.source {
      case .links(let owner, _, _), .values(let owner, _, _): openClosures(owner)
      case .keys(let list), .elements(let list): openClosures(list)
      case .enclosed(let inner): openClosures(inner, [])
      }
    let inner = openClosures(collection.filters + collection.order.map(\.key) + values)
    return source.union(inner.subtracting([collection.depth]))
  }
}

extension Plan {
  /// The plan with every expression short enough for SQLite, and the `let`s that were added to each rule.
  func takenApart() -> (plan: Plan, added: [Int: Set<Int>]) {
    var result = self, added: [Int: Set<Int>] = [:]
    for number in rules.indices {
      var rule = rules[number], tall = TallExpressions(rules[number].locals)
      tall.takeApartLets()
      for index in rule.exits.indices { rule.exits[index].condition = tall.shortened(rule.exits[index].condition) }
      for index in rule.attributes.indices {
        // The form in which the store keeps what is carried is told by the whole expression.
        rule.attributes[index].value = tall.shortened(rule.attributes[index].value)
        rule.attributes[index].beforeDefault = rule.attributes[index].beforeDefault.map { tall.shortened($0) }
        rule.attributes[index].beforeFallback = rule.attributes[index].beforeFallback.map { tall.shortened($0) }
      }
      for index in links.indices where links[index].rule == number {
        result.links[index].value = links[index].value.shortened(&tall)
      }
      rule.locals = tall.lets
      result.rules[number] = rule
      if !tall.added.isEmpty { added[number] = tall.added }
    }
    return (result, added)
  }
}

extension LinkAssignment.Value {
  fileprivate func shortened(_ tall: inout TallExpressions) -> Self {
    switch self {
    case .record(let value): .record(tall.shortened(value))
    case .several(let values): .several(values.map { tall.shortened($0) })
    case .records(let collection): .records(tall.shortened(collection))
    case .mapped(let collection, let value): .mapped(tall.shortened(collection), value)
    case .lookup(let entity, let key, let value): .lookup(entity, key, tall.shortened(value))
    case .lookups(let entity, let key, let value): .lookups(entity, key, tall.shortened(value))
    case .either(let ways): .either(ways.map { $0.shortened(&tall) })
    case .chosen(let condition, let a, let b):
      .chosen(tall.shortened(condition), a.shortened(&tall), b.shortened(&tall))
    case .required(let value, let site): .required(value.shortened(&tall), site)
    case .reject, .inverse, .empty: self
    }
  }
}

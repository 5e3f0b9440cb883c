internal import HeirloomFindings
internal import HeirloomMapping

/// Reasons for refusing a record that come from the way values are computed, beside those the mapping names.
struct SiteRegister {
  private(set) var sites: [Site]
  /// The sites that were named or added since this was last emptied.
  var met: Set<Int> = []

  init(_ sites: [Site]) { self.sites = sites }

  /// The same reason with the attribute that is made where it is met, for one that names none, such as that of a `let`.
  mutating func named(_ site: Int, _ property: String?) -> Int {
    met.insert(site)
    guard let property, sites.indices.contains(site), sites[site].property == nil else { return site }
    let own = sites[site]
    return add(own.reason, rule: own.rule, property: property, kind: own.kind, place: own.place)
  }

  mutating func add(
    _ reason: String, rule: Int, property: String?, kind: Site.Kind = .unrepresentable, place: TextPlace? = nil
  ) -> Int {
    let known = sites.firstIndex {
      $0.rule == rule && $0.reason == reason && $0.property == property && $0.kind == kind && (place == nil || $0.place == place)
    }
    let number = known ?? sites.count
    if known == nil { sites.append(Site(kind: kind, reason: reason, rule: rule, property: property, place: place)) }
    met.insert(number)
    return number
  }
}

extension ExpressionSQL {
  /// SQL that gives the number of the site at which the expression refuses the record, or NULL; nil when it never does.
  ///
  /// It follows Swift's order of evaluation: what is not evaluated does not refuse.
  func refusal(_ expression: Expression, rule: Int, property: String?, _ register: inout SiteRegister) -> String? {
    func refusal(_ inner: Expression) -> String? { self.refusal(inner, rule: rule, property: property, &register) }
    switch expression.kind {
    case .reject(let site): return String(register.named(site, property))
    case .require(let value, let site):
      return first([refusal(value), "CASE WHEN \(sql(value)) IS NULL THEN \(register.named(site, property)) END"])
    case .coalesce(let a, let b): return first([refusal(a), refusal(b).map { "CASE WHEN \(sql(a)) IS NULL THEN \($0) END" }])
    case .conditional(let condition, let a, let b):
      let (then, other) = (refusal(a), refusal(b))
      let branch: String? =
        then == nil && other == nil ? nil : "CASE WHEN \(sql(condition)) THEN \(then ?? "NULL") ELSE \(other ?? "NULL") END"
      return first([refusal(condition), branch])
    case .local(let number):
      // What a `let` refuses is the business of the attribute in which it is used.
      if let let_ = stored[number] {
        register.met.formUnion(let_.sites)
        guard let refusal = let_.refusal, property != nil, !let_.sites.isEmpty else { return let_.refusal }
        let names = let_.sites.map { "WHEN \($0) THEN \(register.named($0, property))" }.joined(separator: " ")
        return "CASE \(refusal) \(names) END"
      }
      return locals.indices.contains(number) ? refusal(locals[number]) : nil
    case .operation(.and, let operands):
      return first([refusal(operands[0]), refusal(operands[1]).map { "CASE WHEN \(sql(operands[0])) THEN \($0) END" }])
    case .operation(.or, let operands):
      return first([refusal(operands[0]), refusal(operands[1]).map { "CASE WHEN NOT \(sql(operands[0])) THEN \($0) END" }])
    case .operation(let operation, let operands):
      var parts = operands.map { refusal($0) }
      if operation.canFail, let failure = OperationSQL.failure(operation, operands.map { sql($0) }, operands) {
        let site = register.add(failure.reason, rule: rule, property: property, place: expression.place)
        parts.append("CASE WHEN \(failure.condition) THEN \(site) END")
      }
      return first(parts)
    case .callerFunction(_, let operands), .several(let operands): return first(operands.map { refusal($0) })
    case .column(let row, _), .identity(let row), .entityName(let row), .storedList(let row, _, _):
      return self.refusal(of: row, rule: rule, property: property, &register)
    case .list(let collection, let value), .mapped(let collection, let value), .flattened(let collection, let value),
      .pick(let collection, let value):
      return self.refusal(of: collection, [value], rule: rule, property: property, &register)
    case .first(let collection), .collection(let collection):
      return self.refusal(of: collection, [], rule: rule, property: property, &register)
    case .aggregate(let aggregate, let collection):
      var parts = [self.refusal(of: collection, aggregate.values, rule: rule, property: property, &register)]
      if case .sum(let value) = aggregate, value.type.base == .int || value.type.base == .decimal {
        let type = value.type.base == .int ? "an Int" : "a Decimal"
        let site = register.add("the sum does not fit \(type)", rule: rule, property: property, place: expression.place)
        let isThere = collection.presence.map { "\(sql($0)) IS NOT NULL AND " } ?? ""
        parts.append("CASE WHEN \(isThere)\(sql(expression)) IS NULL THEN \(site) END")
      }
      return first(parts)
    case .lookup(_, _, let value): return refusal(value)
    case .position(let row, let collection):
      return first([
        self.refusal(of: row, rule: rule, property: property, &register),
        collection.links.flatMap { self.refusal(of: $0.owner, rule: rule, property: property, &register) },
      ])
    case .constant, .value, .composite, .linkPosition, .linkKey, .elementValue, .elementKey: return nil
    }
  }

  private func refusal(of row: Row, rule: Int, property: String?, _ register: inout SiteRegister) -> String? {
    switch row {
    case .parameter, .element: nil
    case .step(let owner, _, _): refusal(of: owner, rule: rule, property: property, &register)
    case .found(let expression, _): refusal(expression, rule: rule, property: property, &register)
    }
  }

  /// The first refusal among the elements of a collection: of its filters, its order, or the values taken from it.
  func refusal(
    of collection: Collection, _ values: [Expression], rule: Int, property: String?, _ register: inout SiteRegister
  ) -> String? {
    var parts: [String?]
    switch collection.source {
    case .links(let owner, _, _), .values(let owner, _, _):
      parts = [refusal(of: owner, rule: rule, property: property, &register)]
    case .keys(let list), .elements(let list): parts = [refusal(list, rule: rule, property: property, &register)]
    case .enclosed(let inner): parts = [refusal(of: inner, [], rule: rule, property: property, &register)]
    }
    func add(_ expression: Expression, over elements: Collection) {
      guard let site = refusal(expression, rule: rule, property: property, &register) else { return }
      parts.append("(SELECT r FROM (\(select("\(site) AS r", from: elements))) WHERE r IS NOT NULL LIMIT 1)")
    }
    var unordered = collection
    (unordered.filters, unordered.order, unordered.limit) = ([], [], nil)
    for filter in collection.filters {
      add(filter, over: unordered)
      unordered.filters.append(filter)
    }
    for order in collection.order { add(order.key, over: unordered) }
    for value in values { add(value, over: collection) }
    return first(parts)
  }

  /// The first site of several, in order.
  func first(_ sites: [String?]) -> String? {
    let given = sites.compactMap { $0 }
    return given.isEmpty ? nil : Self.coalesced(given)
  }

  /// The first value of several that is not NULL; in groups, since SQLite's functions take 127 arguments at most.
  ///
  /// - Parameter list: the arguments of one `COALESCE`, from the places of its values.
  static func coalesced(
    _ values: [String], list: (Range<Int>, [String]) -> String = { $1.joined(separator: ", ") }
  ) -> String {
    guard values.count > 1 else { return values.first ?? "NULL" }
    var groups: [String] = []
    for start in stride(from: 0, to: values.count, by: argumentLimit) {
      let range = start..<min(start + argumentLimit, values.count)
      // COALESCE wants two arguments at least.
      groups.append(
        range.count == 1
          ? "COALESCE(\(list(range, Array(values[range]))), NULL)" : "COALESCE(\(list(range, Array(values[range]))))")
    }
    return coalesced(groups)
  }

  /// How many arguments are given to one function: well below SQLite's own limit.
  static let argumentLimit = 100
}

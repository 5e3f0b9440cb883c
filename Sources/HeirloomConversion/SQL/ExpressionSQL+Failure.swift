internal import HeirloomMapping

/// Reasons for refusing a record that come from the way values are computed, beside those the mapping names.
struct SiteRegister {
  private(set) var sites: [Site]

  init(_ sites: [Site]) { self.sites = sites }

  mutating func add(_ reason: String, rule: Int, property: String?, kind: Site.Kind = .unrepresentable) -> Int {
    if let known = sites.firstIndex(where: { $0.rule == rule && $0.reason == reason && $0.property == property && $0.kind == kind }) {
      return known
    }
    sites.append(Site(kind: kind, reason: reason, rule: rule, property: property))
    return sites.count - 1
  }
}

extension ExpressionSQL {
  /// SQL that gives the number of the site at which the expression refuses the record, or NULL; nil when it never does.
  ///
  /// It follows Swift's order of evaluation: what is not evaluated does not refuse.
  func refusal(_ expression: Expression, rule: Int, property: String?, _ register: inout SiteRegister) -> String? {
    func refusal(_ inner: Expression) -> String? { self.refusal(inner, rule: rule, property: property, &register) }
    switch expression.kind {
    case .reject(let site): return String(site)
    case .require(let value, let site): return first([refusal(value), "CASE WHEN \(sql(value)) IS NULL THEN \(site) END"])
    case .coalesce(let a, let b): return first([refusal(a), refusal(b).map { "CASE WHEN \(sql(a)) IS NULL THEN \($0) END" }])
    case .conditional(let condition, let a, let b):
      let (then, other) = (refusal(a), refusal(b))
      let branch: String? =
        then == nil && other == nil ? nil : "CASE WHEN \(sql(condition)) THEN \(then ?? "NULL") ELSE \(other ?? "NULL") END"
      return first([refusal(condition), branch])
    case .local(let number): return locals.indices.contains(number) ? refusal(locals[number]) : nil
    case .operation(.and, let operands):
      return first([refusal(operands[0]), refusal(operands[1]).map { "CASE WHEN \(sql(operands[0])) THEN \($0) END" }])
    case .operation(.or, let operands):
      return first([refusal(operands[0]), refusal(operands[1]).map { "CASE WHEN NOT \(sql(operands[0])) THEN \($0) END" }])
    case .operation(let operation, let operands):
      var parts = operands.map { refusal($0) }
      if operation.canFail, let failure = OperationSQL.failure(operation, operands.map { sql($0) }, operands) {
        let site = register.add(failure.reason, rule: rule, property: property)
        parts.append("CASE WHEN \(failure.condition) THEN \(site) END")
      }
      return first(parts)
    case .callerFunction(_, let operands): return first(operands.map { refusal($0) })
    default: return nil
    }
  }

  /// The first site of several, in order.
  func first(_ sites: [String?]) -> String? {
    let given = sites.compactMap { $0 }
    return given.isEmpty ? nil : given.count == 1 ? given[0] : "COALESCE(\(given.joined(separator: ", ")))"
  }
}

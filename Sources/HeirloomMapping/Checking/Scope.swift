internal import HeirloomFindings
internal import HeirloomSchema

/// The names that an expression may use, and what they stand for.
struct Scope {
  /// Names of blocks, closures and `let`s; the innermost wins.
  private(set) var names: [String: Expression] = [:]
  /// How many closures over collections stand around the expression.
  var depth = 0
  /// The rule whose reasons for refusal are being collected.
  var rule: Int
  /// The target attribute that is being assigned, for reasons.
  var property: String?

  init(rule: Int) { self.rule = rule }

  mutating func bind(_ name: String, to expression: Expression) { names[name] = expression }

  func binding(_ name: String, to expression: Expression) -> Scope {
    var inner = self
    inner.bind(name, to: expression)
    return inner
  }
}

extension Expression {
  /// The row that an expression of a record type stands for.
  var row: Row? {
    guard case .record(let entity) = type.base else { return nil }
    switch kind {
    case .identity(let row): return row
    case .column(let owner, let name): return .step(owner, PropertyName(name), entity)
    default: return .found(self, entity)
    }
  }
}

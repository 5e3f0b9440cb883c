internal import HeirloomFindings
internal import HeirloomSchema

/// What the block of a rule assigns, before the automatic rest is added.
struct Assigned {
  struct Value {
    var alternatives: Alternatives
    var place: TextPlace
  }
  /// What an attribute becomes in each branch of the block; a hole where a branch does not assign it.
  indirect enum Alternatives {
    /// `before` is the value before a default of the schema replaced its nils.
    case value(Expression, before: Expression?)
    case hole
    case choice(Expression, Alternatives, Alternatives)
  }
  /// By column path or attribute name.
  var attributes: [String: Value] = [:]
  var links: [PropertyName: LinkAssignment] = [:]
  /// Values whose nils a default of the schema replaced, by column path.
  var defaulted: [String: Expression] = [:]
}

extension Assigned.Alternatives {
  /// The expression, with `rest` where nothing is assigned.
  func expression(or rest: Expression) -> Expression {
    switch self {
    case .value(let value, _): value
    case .hole: rest
    case .choice(let condition, let a, let b): choice(condition, a.expression(or: rest), b.expression(or: rest))
    }
  }

  /// The expression before defaults took the place of nils; nil when there are none.
  func before(or rest: Expression?, _ whole: Expression) -> Expression? {
    switch self {
    case .value(_, let before): return before
    case .hole: return rest
    case .choice(let condition, let a, let b):
      let (x, y) = (a.before(or: rest, whole), b.before(or: rest, whole))
      return x == nil && y == nil ? nil : choice(condition, x ?? a.expression(or: whole), y ?? b.expression(or: whole))
    }
  }

  private func choice(_ condition: Expression, _ a: Expression, _ b: Expression) -> Expression {
    let base = a.type.base == .nothing ? b.type.base : a.type.base
    return Expression(
      .conditional(condition, a, b), ValueType(base, optional: a.type.isOptional || b.type.isOptional), a.place ?? b.place)
  }

  var hasHole: Bool {
    switch self {
    case .value: false
    case .hole: true
    case .choice(_, let a, let b): a.hasHole || b.hasHole
    }
  }

  func filled(with rest: Self) -> Self {
    switch self {
    case .value: self
    case .hole: rest
    case .choice(let condition, let a, let b): .choice(condition, a.filled(with: rest), b.filled(with: rest))
    }
  }
}

extension Checker {
  /// What is assigned after an `if`: what its branches assign, and what was assigned before where they do not.
  ///
  /// A branch is nil when it leaves the record out: what it assigns matters to nobody.
  mutating func joined(_ before: Assigned, _ holds: Expression, _ then: Assigned?, _ other: Assigned?) -> Assigned {
    var result = before
    guard let then, let other else {
      let only = then ?? other ?? Assigned()
      result.attributes.merge(only.attributes) { a, b in
        .init(alternatives: b.alternatives.filled(with: a.alternatives), place: b.place)
      }
      result.links.merge(only.links) { $1 }
      return result
    }
    for key in Set(then.attributes.keys).union(other.attributes.keys).sorted() {
      let choice = Assigned.Alternatives.choice(
        holds, then.attributes[key]?.alternatives ?? .hole, other.attributes[key]?.alternatives ?? .hole)
      guard let place = (then.attributes[key] ?? other.attributes[key])?.place else { continue }
      result.attributes[key] = .init(
        alternatives: before.attributes[key].map { choice.filled(with: $0.alternatives) } ?? choice, place: place)
    }
    for name in Set(then.links.keys).union(other.links.keys).sorted() {
      guard var link = then.links[name] ?? other.links[name] else { continue }
      let rest = before.links[name]?.value ?? .empty
      if let value = LinkAssignment.Value.choice(holds, then.links[name]?.value ?? rest, other.links[name]?.value ?? rest) {
        (link.value, link.carries) = (value, nil)
        result.links[name] = link
      } else {
        report(
          .mappingSyntax, "'\(name)' cannot be assigned under a condition in this way", link.place,
          help: "say it in one expression: '\(name) = old.items.filter { … }'")
      }
    }
    return result
  }
}

package import HeirloomFindings

/// A migration closure as it was written: parameters and statements, with nothing known of their meaning.
package struct ClosureFunction: Sendable {
  package var parameters: [String]
  package var statements: [ClosureStatement]
  package var place: TextPlace?
  /// The model that `#Predicate<Model>` names.
  package var predicateModel: String?
}

/// An expression of a closure.
package struct ClosureTerm: Sendable {
  package let kind: Kind
  package let place: TextPlace

  package indirect enum Kind: Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    case real(Double)
    case text([Piece])
    case name(String)
    /// `.reverse`, whose owner follows from where it stands.
    case implicitMember(String)
    case member(ClosureTerm, String)
    /// `owner?`
    case chain(ClosureTerm)
    /// `value!`
    case unwrap(ClosureTerm)
    /// `try? value`: nil when it fails.
    case attempt(ClosureTerm)
    /// Trailing closures are the last arguments.
    case call(ClosureTerm, [Argument])
    case element(ClosureTerm, [Argument])
    case prefix(String, ClosureTerm)
    case binary(String, ClosureTerm, ClosureTerm)
    case conditional(ClosureTerm, ClosureTerm, ClosureTerm)
    /// `if … { value } else { value }` and `switch` where a value is wanted.
    case block([ClosureStatement])
    case array([ClosureTerm])
    case dictionary([(key: ClosureTerm, value: ClosureTerm)])
    case tuple([Argument])
    case closure(ClosureFunction)
    case keyPath([String])
  }

  package struct Argument: Sendable {
    package let label: String?
    package let value: ClosureTerm
  }

  package enum Piece: Sendable { case text(String), value(ClosureTerm) }
}

/// A statement of a closure.
package struct ClosureStatement: Sendable {
  package let kind: Kind
  package let place: TextPlace

  package indirect enum Kind: Sendable {
    /// `let name = value`, `var (a, b) = value`; the type as written, when there is one.
    case binding([String], type: String?, ClosureTerm?)
    /// `target = value`, `target += value`: the operator without its `=`.
    case assignment(ClosureTerm, operation: String, ClosureTerm)
    case branch([Condition], [ClosureStatement], [ClosureStatement])
    case unless([Condition], [ClosureStatement])
    case loop([String], ClosureTerm, condition: ClosureTerm?, [ClosureStatement])
    case whileLoop([Condition], [ClosureStatement])
    case choice(ClosureTerm, [Case])
    case exit(ClosureTerm?)
    case proceed
    case leave
    case fail(ClosureTerm)
    case block([ClosureStatement])
    case function(String, ClosureFunction)
    case expression(ClosureTerm)
  }

  package enum Condition: Sendable {
    case holds(ClosureTerm)
    /// `if let name = value`
    case binds(String, ClosureTerm)
  }

  package struct Case: Sendable {
    /// Empty for `default`.
    package let patterns: [Pattern]
    package let condition: ClosureTerm?
    package let statements: [ClosureStatement]
  }

  package enum Pattern: Sendable {
    case value(ClosureTerm)
    case wildcard
    case binds(String)
  }
}

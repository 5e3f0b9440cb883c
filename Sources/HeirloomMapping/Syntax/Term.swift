package import HeirloomFindings

/// An expression of a mapping as it was written, before anything is known of its meaning.
package struct Term: Sendable {
  package let kind: Kind
  package let place: TextPlace

  package indirect enum Kind: Sendable {
    case name(String)
    /// `.draft`, whose owner follows from where it stands.
    case implicitMember(String)
    case member(Term, String)
    /// `owner?`: nil if the owner is nil.
    case chain(Term)
    /// `value!`
    case unwrap(Term)
    case call(Term, [Argument])
    case element(Term, [Argument])
    case integer(Int64)
    case double(Double)
    /// The digits as written, for a literal that becomes a Decimal or does not fit an Int.
    case number(String)
    case text(String)
    case interpolation([Piece])
    case bool(Bool)
    case null
    case binary(String, Term, Term)
    case prefix(String, Term)
    case conditional(Term, Term, Term)
    /// `switch subject { case patterns: value … }`; no patterns is `default`.
    case choice(Term, [Branch])
    /// `\.name` or `\Trip.name`
    case keyPath([String])
    case closure([String], Term)
    case array([Term])
    /// Written, but not part of the language; already reported.
    case faulty
  }

  package struct Argument: Sendable {
    package let label: String?
    package let value: Term
  }

  package enum Piece: Sendable { case text(String), value(Term) }

  package struct Branch: Sendable {
    package let patterns: [Term]
    package let value: Term
  }

  package init(_ kind: Kind, _ place: TextPlace) {
    self.kind = kind
    self.place = place
  }
}

/// A statement inside the block of a rule.
package struct RuleStatement: Sendable {
  package indirect enum Kind: Sendable {
    /// `let name = value`
    case binding(String, Term)
    /// `title = value`, `self.title = value`, `author.person = value`
    case assignment([String], Term)
    /// `guard condition else { … }`: the block runs when the condition is false.
    case unless(Condition, [RuleStatement])
    /// `if condition, condition { … } else { … }`
    case conditional([Condition], [RuleStatement], [RuleStatement])
    /// `skip("why")`, `reject("why")` or `delete("why")`
    case exit(Exit, Term?)
  }
  package enum Condition: Sendable {
    case holds(Term)
    /// `let name = value`: holds when the value is not nil, and names it.
    case binds(String, Term)
  }
  package enum Exit: String, Sendable { case skip, reject, delete }

  package let kind: Kind
  package let place: TextPlace
}

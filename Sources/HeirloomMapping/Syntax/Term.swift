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
    /// `(owner?.name)`: what follows belongs to the chain no more.
    case group(Term)
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
    /// `if condition, let name = value { … } else { … }`
    case branch([RuleStatement.Condition], Term, Term)
    /// `switch subject { case patterns: value … }`; a tuple has several subjects.
    case choice([Term], [Branch])
    /// `1...3`, `1..<3`, `3...`; closed when the end belongs to it.
    case range(Term?, Term?, closed: Bool)
    /// `/[a-z]+/`
    case regex(String)
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
    /// None is `default`.
    package let alternatives: [Alternative]
    package let value: Term
  }

  /// What stands between commas after `case`.
  package struct Alternative: Sendable {
    /// One for each subject.
    package let patterns: [Pattern]
    /// The condition after `where`.
    package let condition: Term?
    package let place: TextPlace
  }

  package enum Pattern: Sendable {
    /// A value, a range or nil.
    case value(Term)
    /// `let name`
    case name(String, TextPlace)
    /// `let name?`: fits what is not nil.
    case present(String, TextPlace)
    /// `_`
    case anything
  }

  package init(_ kind: Kind, _ place: TextPlace) {
    self.kind = kind
    self.place = place
  }
}

extension Term {
  /// A `?` stands in the chain of members and calls that the term ends.
  var isChained: Bool {
    switch kind {
    case .chain: true
    case .member(let owner, _), .element(let owner, _), .call(let owner, _): owner.isChained
    default: false
    }
  }
}

/// A statement inside the block of a rule.
package struct RuleStatement: Sendable {
  package indirect enum Kind: Sendable {
    /// `let name = value`, `let name: Type = value`
    case binding(String, Term, type: Named?)
    /// `title = value`, `self.title = value`, `author.person = value`
    case assignment([String], Term)
    /// `guard condition else { … }`: the block runs when the condition is false.
    case unless(Condition, [RuleStatement])
    /// `if condition, condition { … } else { … }`
    case conditional([Condition], [RuleStatement], [RuleStatement])
    /// `switch subject { case patterns: … }`
    case choice([Term], [Case])
    /// `skip("why")`, `reject("why")` or `delete("why")`
    case exit(Exit, Term?)
  }
  package enum Condition: Sendable {
    case holds(Term)
    /// `let name = value`: holds when the value is not nil, and names it.
    case binds(String, Term)
    /// `case pattern = value`
    case fits([Term], [Term.Alternative])
  }
  package struct Case: Sendable {
    /// None is `default`.
    package let alternatives: [Term.Alternative]
    package let statements: [RuleStatement]
  }
  package typealias Named = MappingFile.Named
  package enum Exit: String, Sendable { case skip, reject, delete }

  package let kind: Kind
  package let place: TextPlace
}

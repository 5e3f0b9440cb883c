package import HeirloomFindings

/// A form of a closure that is not among those interpreted.
package struct ClosureProblem: Hashable, Sendable {
  package let message: String
  package let place: TextPlace

  package init(_ message: String, at place: TextPlace) {
    self.message = message
    self.place = place
  }
}

/// A migration closure or a function that it calls, as it was written: parameters and statements, with nothing known of their meaning.
package struct ClosureFunction: Sendable {
  package var parameters: [Parameter]
  package var statements: [ClosureStatement]
  package var place: TextPlace?
  /// The model that `#Predicate<Model>` names.
  package var predicateModel: String?
  /// The type of the result as written; nil for closures, which leave it to be inferred, and where there is none.
  package var result: String?
  /// How many arguments a closure without parameters names: 2 for `$0 + $1`.
  package var anonymousCount = 0
  /// Forms inside a function of the sources that are not interpreted; a closure's own are told when it is read.
  package var problems: [ClosureProblem] = []

  package struct Parameter: Sendable {
    /// What the body calls it.
    package var name: String
    /// What a call writes before the value; nil where it writes nothing.
    package var label: String?
    package var type: String?
    /// The value when a call leaves the parameter out.
    package var fallback: ClosureTerm?
    /// The body may change the caller's variable.
    package var isInout = false
    /// `T` of a parameter of type `T`, `T.Type` or `[T]`, where that is generic.
    package var generic: String?

    init(_ name: String) { self.name = name }
  }
}

/// An expression of a closure.
package struct ClosureTerm: Sendable {
  package let kind: Kind
  package let place: TextPlace

  package init(kind: Kind, place: TextPlace) {
    self.kind = kind
    self.place = place
  }

  package indirect enum Kind: Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    case real(Double)
    case text([Piece])
    /// A name, or an operator that stands for its function.
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
    /// `value as Type`, `as?` (nil where it is none), `as!`.
    case cast(ClosureTerm, type: String, mark: String)
    /// `value is Type`
    case test(ClosureTerm, type: String)
    /// `&variable`
    case reference(ClosureTerm)
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
    /// Written after the parentheses, where its label may be left out.
    package var isTrailing = false
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
    /// `repeat { … } while condition`
    case repeatLoop([ClosureStatement], ClosureTerm)
    case choice(ClosureTerm, [Case])
    case exit(ClosureTerm?)
    case proceed
    case leave
    case fail(ClosureTerm)
    /// `do { … } catch { … }`; without a catch, a block.
    case block([ClosureStatement], catches: [Catch])
    case deferred([ClosureStatement])
    case function(String, ClosureFunction)
    case expression(ClosureTerm)
  }

  package enum Condition: Sendable {
    case holds(ClosureTerm)
    /// `if let name = value`
    case binds(String, ClosureTerm)
    /// `if case pattern = value`
    case matches(Pattern, ClosureTerm)
  }

  package struct Case: Sendable {
    /// Empty for `default`.
    package let patterns: [Pattern]
    package let condition: ClosureTerm?
    package let statements: [ClosureStatement]
  }

  package struct Catch: Sendable {
    /// Errors by their cases; empty for all of them.
    package let patterns: [ClosureTerm]
    /// What the body calls the error.
    package let name: String
    package let statements: [ClosureStatement]
  }

  package indirect enum Pattern: Sendable {
    case value(ClosureTerm)
    case wildcard
    case binds(String)
    /// `let note as Note`, `is Note`
    case type(String, binds: String?)
    /// `let value?`: anything but nil.
    case some(Pattern)
    /// `(let a, .draft)`
    case tuple([Pattern])
  }
}

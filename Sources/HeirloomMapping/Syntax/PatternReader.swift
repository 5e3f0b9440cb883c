internal import HeirloomFindings
internal import SwiftSyntax

/// `switch`, and `if` as a value.
extension FoldedReader {
  func choice(_ choice: SwitchExprSyntax, _ reader: inout TermReader) -> Term.Kind {
    let subjects = self.subjects(choice.subject, &reader)
    var branches: [Term.Branch] = []
    for case .switchCase(let branch) in choice.cases {
      guard branch.statements.count == 1, case .expr(let value)? = branch.statements.first?.item else {
        reader.report(place(branch, reader), "each case of a 'switch' gives a single value here")
        continue
      }
      guard let alternatives = alternatives(branch.label, of: subjects.count, &reader) else { continue }
      branches.append(.init(alternatives: alternatives, value: read(value, with: &reader)))
    }
    return .choice(subjects, branches)
  }

  /// The parts of `(a, b)`, or the one subject.
  func subjects(_ syntax: ExprSyntax, _ reader: inout TermReader) -> [Term] {
    if let tuple = syntax.as(TupleExprSyntax.self), tuple.elements.count > 1 {
      return tuple.elements.map { read($0.expression, with: &reader) }
    }
    return [read(syntax, with: &reader)]
  }

  /// What a case fits, none for `default`; nil when a pattern was reported.
  func alternatives(
    _ label: SwitchCaseSyntax.Label, of count: Int, _ reader: inout TermReader
  ) -> [Term.Alternative]? {
    guard case .case(let label) = label else { return [] }
    var result: [Term.Alternative] = []
    for item in label.caseItems {
      let condition = item.whereClause.map { read($0.condition, with: &reader) }
      guard let found = alternative(item.pattern, condition, of: count, &reader) else { return nil }
      result.append(found)
    }
    return result
  }

  func alternative(
    _ syntax: PatternSyntax, _ condition: Term?, of count: Int, _ reader: inout TermReader
  ) -> Term.Alternative? {
    let here = place(syntax, reader)
    var patterns: [Term.Pattern] = []
    for (part, isBound) in parts(syntax, of: count) {
      guard let pattern = pattern(part, isBound, &reader) else { return nil }
      patterns.append(pattern)
    }
    guard patterns.count == count else {
      reader.report(here, "the pattern has \(patterns.count == 1 ? "one part" : "\(patterns.count) parts"), the value \(count)")
      return nil
    }
    return .init(patterns: patterns, condition: condition, place: here)
  }

  /// The parts of `(1, let x)` or `let (x, y)`, and whether a `let` stands before them.
  private func parts(_ syntax: PatternSyntax, of count: Int) -> [(Syntax, isBound: Bool)] {
    if let binding = syntax.as(ValueBindingPatternSyntax.self) {
      let inner = parts(binding.pattern, of: count)
      return inner.map { ($0.0, true) }
    }
    if count > 1, let tuple = syntax.as(TuplePatternSyntax.self) {
      return tuple.elements.map { element in
        if let binding = element.pattern.as(ValueBindingPatternSyntax.self) { return (Syntax(binding.pattern), true) }
        return (Syntax(element.pattern), false)
      }
    }
    if count > 1, let tuple = syntax.as(ExpressionPatternSyntax.self)?.expression.as(TupleExprSyntax.self) {
      return tuple.elements.map { (Syntax($0.expression), false) }
    }
    return [(Syntax(syntax), false)]
  }

  private func pattern(_ syntax: Syntax, _ isBound: Bool, _ reader: inout TermReader) -> Term.Pattern? {
    let here = place(syntax, reader)
    if syntax.is(WildcardPatternSyntax.self) || syntax.is(DiscardAssignmentExprSyntax.self) { return .anything }
    if let inner = syntax.as(ExpressionPatternSyntax.self) { return pattern(Syntax(inner.expression), isBound, &reader) }
    if let inner = syntax.as(PatternExprSyntax.self) { return pattern(Syntax(inner.pattern), isBound, &reader) }
    if let binding = syntax.as(ValueBindingPatternSyntax.self) { return pattern(Syntax(binding.pattern), true, &reader) }
    if isBound, let name = syntax.as(IdentifierPatternSyntax.self) { return .name(name.identifier.text, here) }
    if isBound, let name = syntax.as(DeclReferenceExprSyntax.self) { return .name(name.baseName.text, here) }
    if let chain = syntax.as(OptionalChainingExprSyntax.self) {
      switch pattern(Syntax(chain.expression), isBound, &reader) {
      case .name(let name, let place): return .present(name, place)
      case let other: return other
      }
    }
    if let value = syntax.as(ExprSyntax.self) { return .value(read(value, with: &reader)) }
    reader.report(here, "a pattern is a value, a range, 'nil', 'let name' or '_' here")
    return nil
  }

  /// `if condition { value } else { other }` as a value.
  func condition(_ choice: IfExprSyntax, _ reader: inout TermReader) -> Term.Kind {
    let conditions = choice.conditions.compactMap { condition($0, &reader) }
    guard conditions.count == choice.conditions.count else { return .faulty }
    guard choice.body.statements.count == 1, case .expr(let then)? = choice.body.statements.first?.item else {
      reader.report(place(choice, reader), "an 'if' that gives a value needs one value in each branch")
      return .faulty
    }
    let other: Term
    switch choice.elseBody {
    case .codeBlock(let block)?:
      guard block.statements.count == 1, case .expr(let value)? = block.statements.first?.item else {
        reader.report(place(block, reader), "an 'if' that gives a value needs one value in each branch")
        return .faulty
      }
      other = read(value, with: &reader)
    case .ifExpr(let next)?: other = read(ExprSyntax(next), with: &reader)
    default:
      reader.report(place(choice, reader), "an 'if' that gives a value needs an 'else'")
      return .faulty
    }
    let then_ = read(then, with: &reader)
    if conditions.count == 1, case .holds(let condition) = conditions[0] { return .conditional(condition, then_, other) }
    return .branch(conditions, then_, other)
  }

  func condition(_ element: ConditionElementSyntax, _ reader: inout TermReader) -> RuleStatement.Condition? {
    switch element.condition {
    case .expression(let condition): return .holds(read(condition, with: &reader))
    case .optionalBinding(let binding):
      guard let name = binding.pattern.as(IdentifierPatternSyntax.self) else { break }
      let text = name.identifier.text.replacing("`", with: "")
      return .binds(
        text, binding.initializer.map { read($0.value, with: &reader) } ?? Term(.name(text), place(name, reader)))
    case .matchingPattern(let match):
      let subjects = self.subjects(match.initializer.value, &reader)
      return alternative(match.pattern, nil, of: subjects.count, &reader).map { .fits(subjects, [$0]) }
    default: break
    }
    reader.report(place(element, reader), "a condition is an expression, 'let name = value' or 'case pattern = value' here")
    return nil
  }

  /// What to write instead of a form of expression that the language does not have.
  static func advice(_ syntax: ExprSyntax) -> String? {
    switch syntax.as(ExprSyntaxEnum.self) {
    case .asExpr(let cast): "convert it by name: '\(cast.type.trimmedDescription)(…)'"
    case .unresolvedAsExpr: "convert it by name: 'Double(…)'"
    case .isExpr: "the type of every value is known; of a record, 'entityName(old)' tells the entity"
    case .tupleExpr: "give each value a name of its own with 'let'"
    case .dictionaryExpr: "choose with 'switch old.key { case \"a\": 1 default: 0 }'"
    case .awaitExpr: "a mapping depends on the store alone"
    default: nil
    }
  }
}

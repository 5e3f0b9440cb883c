internal import HeirloomFindings
internal import SwiftSyntax

extension TermReader {
  /// The statements that one item of a block stands for; empty when it was reported as not understood.
  mutating func statements(_ item: CodeBlockItemSyntax) -> [RuleStatement] {
    switch item.item {
    case .decl(let declaration):
      guard let variable = declaration.as(VariableDeclSyntax.self) else { break }
      if variable.bindingSpecifier.text == "var" {
        report(placed.place(of: variable.bindingSpecifier), "a name is given once and does not change", help: "write 'let'")
      }
      return variable.bindings.compactMap { binding in
        guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text, let value = binding.initializer?.value
        else {
          reportForeign(binding, "expected 'let name = value'")
          return nil
        }
        let type = (binding.typeAnnotation?.type).map {
          MappingFile.Named(text: $0.trimmedDescription, place: placed.place(of: $0))
        }
        return RuleStatement(
          kind: .binding(name.replacing("`", with: ""), term(value), type: type), place: placed.place(of: variable))
      }
    case .stmt(let statement):
      if let guarded = statement.as(GuardStmtSyntax.self) {
        let conditions = self.conditions(guarded.conditions)
        let body = guarded.body.statements.flatMap { statements($0) }
        return conditions.map { RuleStatement(kind: .unless($0, body), place: placed.place(of: guarded)) }
      }
      if let wrapped = statement.as(ExpressionStmtSyntax.self) {
        if let choice = wrapped.expression.as(IfExprSyntax.self) { return [conditional(choice)].compactMap { $0 } }
        if let choice = wrapped.expression.as(SwitchExprSyntax.self) { return [self.choice(choice)] }
        return expression(wrapped.expression)
      }
    case .expr(let expression):
      if let choice = expression.as(IfExprSyntax.self) { return [conditional(choice)].compactMap { $0 } }
      if let choice = expression.as(SwitchExprSyntax.self) { return [self.choice(choice)] }
      return self.expression(expression)
    @unknown default: break
    }
    report(
      placed.place(of: item), "this statement is not part of the mapping language",
      help: item.item.is(ForStmtSyntax.self) || item.item.is(WhileStmtSyntax.self)
        ? "a rule is about one record; look at its links with 'filter', 'map', 'sum' and the like, or write 'Map(links: …)'" : nil
    )
    return []
  }

  /// A `switch` whose cases hold statements.
  private mutating func choice(_ choice: SwitchExprSyntax) -> RuleStatement {
    let reader = FoldedReader(shift: 0)
    let subjects = reader.subjects(choice.subject, &self)
    var cases: [RuleStatement.Case] = []
    for case .switchCase(let branch) in choice.cases {
      guard let alternatives = reader.alternatives(branch.label, of: subjects.count, &self) else { continue }
      // `break` says that a case does nothing.
      let statements = branch.statements.filter { !$0.item.is(BreakStmtSyntax.self) }.flatMap { self.statements($0) }
      cases.append(.init(alternatives: alternatives, statements: statements))
    }
    return RuleStatement(kind: .choice(subjects, cases), place: placed.place(of: choice))
  }

  private mutating func conditions(_ list: ConditionElementListSyntax) -> [RuleStatement.Condition] {
    list.compactMap { FoldedReader(shift: 0).condition($0, &self) }
  }

  private mutating func conditional(_ choice: IfExprSyntax) -> RuleStatement? {
    let conditions = self.conditions(choice.conditions)
    guard conditions.count == choice.conditions.count else { return nil }
    let then = choice.body.statements.flatMap { statements($0) }
    let other: [RuleStatement] =
      switch choice.elseBody {
      case .codeBlock(let block)?: block.statements.flatMap { statements($0) }
      case .ifExpr(let next)?: [conditional(next)].compactMap { $0 }
      default: []
      }
    return RuleStatement(kind: .conditional(conditions, then, other), place: placed.place(of: choice))
  }

  private mutating func expression(_ syntax: ExprSyntax) -> [RuleStatement] {
    let place = placed.place(of: syntax)
    if let call = syntax.as(FunctionCallExprSyntax.self), let name = call.calledExpression.as(DeclReferenceExprSyntax.self),
      let exit = RuleStatement.Exit(rawValue: name.baseName.text)
    {
      let reason = call.arguments.first.map { term($0.expression) }
      return [RuleStatement(kind: .exit(exit, reason), place: place)]
    }
    // An assignment is a sequence `path = value …`: what follows the first '=' is one expression.
    if let sequence = syntax.as(SequenceExprSyntax.self) {
      let elements = Array(sequence.elements)
      if elements.count >= 3, elements[1].is(AssignmentExprSyntax.self), let path = assignedPath(elements[0]) {
        let value = elements.count == 3 ? elements[2] : rest(of: sequence, after: elements[1])
        return [
          RuleStatement(kind: .assignment(path, detached(value, at: elements[2].position)), place: placed.place(of: elements[0]))
        ]
      }
    }
    reportForeign(
      syntax, "expected an assignment such as 'title = old.name', 'skip(\"why\")', 'delete(\"why\")' or 'reject(\"why\")'")
    return []
  }

  /// The elements after `=` as a sequence of their own.
  private func rest(of sequence: SequenceExprSyntax, after assignment: ExprSyntax) -> ExprSyntax {
    let tail = sequence.elements.drop { $0.id != assignment.id }.dropFirst()
    return ExprSyntax(SequenceExprSyntax(elements: ExprListSyntax(tail.map { $0 })))
  }

  /// `title`, `self.title` or `author.person`.
  private mutating func assignedPath(_ syntax: ExprSyntax) -> [String]? {
    if let name = syntax.as(DeclReferenceExprSyntax.self) { return [name.baseName.text.replacing("`", with: "")] }
    guard let access = syntax.as(MemberAccessExprSyntax.self), let base = access.base, let path = assignedPath(base) else {
      return nil
    }
    let name = access.declName.baseName.text.replacing("`", with: "")
    return path == ["self"] ? [name] : path + [name]
  }
}

internal import HeirloomFindings
internal import SwiftSyntax

extension ClosureReader {
  mutating func statements(_ list: CodeBlockItemListSyntax) -> [ClosureStatement] { list.flatMap { statements($0) } }

  private mutating func statements(_ item: CodeBlockItemSyntax) -> [ClosureStatement] {
    switch item.item {
    case .decl(let declaration):
      if let variable = declaration.as(VariableDeclSyntax.self) { return variable.bindings.compactMap { binding($0) } }
      if let function = declaration.as(FunctionDeclSyntax.self) {
        return [ClosureStatement(kind: .function(function.name.plainName, self.function(function)), place: place(function))]
      }
    case .stmt(let statement): return self.statement(statement).map { [$0] } ?? []
    case .expr(let expression): return [self.expression(expression)]
    @unknown default: break
    }
    report(item, "this declaration is not interpreted")
    return []
  }

  private mutating func binding(_ binding: PatternBindingSyntax) -> ClosureStatement? {
    let value = binding.initializer.map { term($0.value) }
    let type = binding.typeAnnotation?.type.trimmedDescription
    guard binding.accessorBlock == nil, let names = names(binding.pattern) else {
      report(binding, "this declaration is not interpreted")
      return nil
    }
    return ClosureStatement(kind: .binding(names, type: type, value), place: place(binding))
  }

  /// `name`, `(a, b)` or `_`.
  private func names(_ pattern: PatternSyntax) -> [String]? {
    if let name = pattern.as(IdentifierPatternSyntax.self) { return [name.identifier.plainName] }
    if pattern.is(WildcardPatternSyntax.self) { return ["_"] }
    if let tuple = pattern.as(TuplePatternSyntax.self) {
      let parts = tuple.elements.compactMap { names($0.pattern)?.first }
      return parts.count == tuple.elements.count ? parts : nil
    }
    return nil
  }

  private mutating func statement(_ statement: StmtSyntax) -> ClosureStatement? {
    let here = place(statement)
    func made(_ kind: ClosureStatement.Kind) -> ClosureStatement { ClosureStatement(kind: kind, place: here) }
    switch statement.as(StmtSyntaxEnum.self) {
    case .expressionStmt(let wrapped): return expression(wrapped.expression)
    case .returnStmt(let exit): return made(.exit(exit.expression.map { term($0) }))
    case .continueStmt(let proceed) where proceed.label == nil: return made(.proceed)
    case .breakStmt(let leave) where leave.label == nil: return made(.leave)
    case .throwStmt(let failure): return made(.fail(term(failure.expression)))
    case .guardStmt(let guarded): return made(.unless(conditions(guarded.conditions), statements(guarded.body.statements)))
    case .whileStmt(let loop): return made(.whileLoop(conditions(loop.conditions), statements(loop.body.statements)))
    case .repeatStmt(let loop): return made(.repeatLoop(statements(loop.body.statements), term(loop.condition)))
    case .deferStmt(let later): return made(.deferred(statements(later.body.statements)))
    case .doStmt(let block):
      return made(.block(statements(block.body.statements), catches: block.catchClauses.map { clause($0) }))
    case .forStmt(let loop): return self.loop(loop)
    default: break
    }
    report(statement, "this statement is not interpreted")
    return nil
  }

  private mutating func loop(_ loop: ForStmtSyntax) -> ClosureStatement? {
    let here = place(loop), sequence = term(loop.sequence)
    let condition = loop.whereClause.map { term($0.condition) }, body = statements(loop.body.statements)
    if loop.caseKeyword == nil, let names = names(loop.pattern) {
      return ClosureStatement(kind: .loop(names, sequence, condition: condition, body), place: here)
    }
    guard loop.caseKeyword != nil, let pattern = pattern(loop.pattern) else {
      report(loop.pattern, "this pattern is not interpreted")
      return nil
    }
    // `for case let note? in notes`: what does not fit is passed over.
    let element = ClosureTerm(kind: .name("$element"), place: here)
    var conditions = [ClosureStatement.Condition.matches(pattern, element)]
    if let condition { conditions.append(.holds(condition)) }
    let inner = ClosureStatement(kind: .branch(conditions, body, []), place: here)
    return ClosureStatement(kind: .loop(["$element"], sequence, condition: nil, [inner]), place: here)
  }

  private mutating func clause(_ clause: CatchClauseSyntax) -> ClosureStatement.Catch {
    var patterns: [ClosureTerm] = [], name = "error"
    for item in clause.catchItems {
      guard item.whereClause == nil, let written = item.pattern else {
        report(item, "this catch is not interpreted")
        continue
      }
      switch pattern(written) {
      case .binds(let given)?: name = given
      case .value(let term)?: patterns.append(term)
      case .type("Error", let given)?, .type("any Error", let given)?: name = given ?? name
      default: report(item, "this catch is not interpreted")
      }
    }
    return .init(patterns: patterns, name: name, statements: statements(clause.body.statements))
  }

  /// An expression that stands as a statement.
  private mutating func expression(_ syntax: ExprSyntax) -> ClosureStatement {
    let here = place(syntax)
    func made(_ kind: ClosureStatement.Kind) -> ClosureStatement { ClosureStatement(kind: kind, place: here) }
    switch syntax.as(ExprSyntaxEnum.self) {
    case .ifExpr(let choice): return branch(choice)
    case .switchExpr(let choice): return self.choice(choice)
    case .tryExpr(let attempt) where attempt.questionOrExclamationMark?.text != "?": return expression(attempt.expression)
    case .awaitExpr(let wait): return expression(wait.expression)
    case .infixOperatorExpr(let infix):
      if infix.operator.is(AssignmentExprSyntax.self) {
        return made(.assignment(term(infix.leftOperand), operation: "", term(infix.rightOperand)))
      }
      if let name = infix.operator.as(BinaryOperatorExprSyntax.self)?.operator.text,
        ["+=", "-=", "*=", "/=", "%="].contains(name)
      {
        return made(.assignment(term(infix.leftOperand), operation: String(name.dropLast()), term(infix.rightOperand)))
      }
    default: break
    }
    return made(.expression(term(syntax)))
  }

  private mutating func branch(_ choice: IfExprSyntax) -> ClosureStatement {
    let other: [ClosureStatement] =
      switch choice.elseBody {
      case .codeBlock(let block)?: statements(block.statements)
      case .ifExpr(let next)?: [branch(next)]
      default: []
      }
    return ClosureStatement(
      kind: .branch(conditions(choice.conditions), statements(choice.body.statements), other), place: place(choice))
  }

  private mutating func choice(_ choice: SwitchExprSyntax) -> ClosureStatement {
    var cases: [ClosureStatement.Case] = []
    for element in choice.cases {
      guard case .switchCase(let branch) = element else {
        report(element, "this case is not interpreted")
        continue
      }
      var patterns: [ClosureStatement.Pattern] = [], condition: ClosureTerm?
      if case .case(let label) = branch.label {
        if label.caseItems.count > 1, let clause = label.caseItems.lazy.compactMap(\.whereClause).first {
          report(clause, "a condition on one of several patterns is not interpreted")
        }
        for item in label.caseItems {
          if let clause = item.whereClause { condition = term(clause.condition) }
          if let pattern = pattern(item.pattern) {
            patterns.append(pattern)
          } else {
            report(item, "this pattern is not interpreted")
            patterns.append(.wildcard)
          }
        }
      }
      cases.append(.init(patterns: patterns, condition: condition, statements: statements(branch.statements)))
    }
    return ClosureStatement(kind: .choice(term(choice.subject), cases), place: place(choice))
  }

  /// `if` and `switch` that give a value, as a block of their own.
  mutating func valueBlock(_ syntax: ExprSyntax) -> ClosureTerm.Kind { .block([expression(syntax)]) }
}

package import HeirloomFindings
internal import SwiftOperators
internal import SwiftParser
internal import SwiftSyntax

extension ClosureFunction {
  /// Reads the text of a closure, or of the function that stands for one.
  ///
  /// - Parameters:
  ///   - text: as a plan's stage has it.
  ///   - place: where the text begins, so that lines can be named.
  /// - Returns: the closure, and a finding for each form that is not among those interpreted; nil when it is no closure at all.
  package static func read(
    _ text: String, at place: TextPlace?
  ) -> (function: ClosureFunction?, findings: [(message: String, place: TextPlace)]) {
    let isFunction = !text.hasPrefix("{")
    let prefix = isFunction ? "" : "let closure =\n"
    let file = ParsedFile(SourceText(path: place?.file ?? "", text: prefix + text))
    var reader = ClosureReader(file: file, start: place, lineShift: isFunction ? 0 : 1)
    guard let tree = OperatorTable.standardOperators.foldAll(file.tree, errorHandler: { _ in }).as(SourceFileSyntax.self) else {
      return (nil, [])
    }
    for item in tree.statements {
      guard case .decl(let declaration) = item.item else { continue }
      if let variable = declaration.as(VariableDeclSyntax.self),
        let closure = variable.bindings.first?.initializer?.value.as(ClosureExprSyntax.self)
      {
        return (reader.function(closure), reader.problems)
      }
      if let function = declaration.as(FunctionDeclSyntax.self) { return (reader.function(function), reader.problems) }
    }
    return (nil, [])
  }
}

/// Turns Swift's syntax into that of closures, and notes what is not among it.
struct ClosureReader {
  let file: ParsedFile
  let start: TextPlace?
  let lineShift: Int
  private(set) var problems: [(message: String, place: TextPlace)] = []

  init(file: ParsedFile, start: TextPlace?, lineShift: Int) {
    self.file = file
    self.start = start
    self.lineShift = lineShift
  }

  /// The place in the plan's own file: the first line begins in the middle of one.
  func place(_ node: some SyntaxProtocol) -> TextPlace {
    var place = file.place(of: node)
    place.line -= lineShift
    if place.line == 1, let start {
      place.column += start.column - 1
      place.lineText = start.lineText
    }
    place.line += (start?.line ?? 1) - 1
    return place
  }

  mutating func report(_ node: some SyntaxProtocol, _ message: String) { problems.append((message, place(node))) }

  // MARK: - Functions

  mutating func function(_ closure: ClosureExprSyntax) -> ClosureFunction {
    var names: [String] = []
    switch closure.signature?.parameterClause {
    case .simpleInput(let list)?: names = list.map(\.name.plainName)
    case .parameterClause(let clause)?: names = clause.parameters.map { ($0.secondName ?? $0.firstName).plainName }
    default: break
    }
    return ClosureFunction(parameters: names, statements: statements(closure.statements), place: place(closure))
  }

  mutating func function(_ function: FunctionDeclSyntax) -> ClosureFunction {
    let names = function.signature.parameterClause.parameters.map { ($0.secondName ?? $0.firstName).plainName }
    return ClosureFunction(
      parameters: names, statements: function.body.map { statements($0.statements) } ?? [], place: place(function))
  }

  // MARK: - Statements

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
    case .continueStmt: return made(.proceed)
    case .breakStmt: return made(.leave)
    case .throwStmt(let failure): return made(.fail(term(failure.expression)))
    case .guardStmt(let guarded): return made(.unless(conditions(guarded.conditions), statements(guarded.body.statements)))
    case .whileStmt(let loop): return made(.whileLoop(conditions(loop.conditions), statements(loop.body.statements)))
    case .doStmt(let block):
      // An error ends the migration, so what would catch it is not run here; it stops the run instead.
      return made(.block(statements(block.body.statements)))
    case .forStmt(let loop):
      guard let names = names(loop.pattern) else { break }
      return made(
        .loop(
          names, term(loop.sequence), condition: loop.whereClause.map { term($0.condition) }, statements(loop.body.statements)))
    default: break
    }
    report(statement, "this statement is not interpreted")
    return nil
  }

  private mutating func conditions(_ list: ConditionElementListSyntax) -> [ClosureStatement.Condition] {
    list.compactMap { element in
      switch element.condition {
      case .expression(let condition): return .holds(term(condition))
      case .optionalBinding(let binding):
        guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier else { break }
        let own = ClosureTerm(kind: .name(name.plainName), place: place(name))
        return .binds(name.plainName, binding.initializer.map { term($0.value) } ?? own)
      default: break
      }
      report(element, "this condition is not interpreted")
      return nil
    }
  }

  /// An expression that stands as a statement.
  private mutating func expression(_ syntax: ExprSyntax) -> ClosureStatement {
    let here = place(syntax)
    func made(_ kind: ClosureStatement.Kind) -> ClosureStatement { ClosureStatement(kind: kind, place: here) }
    switch syntax.as(ExprSyntaxEnum.self) {
    case .ifExpr(let choice): return branch(choice)
    case .switchExpr(let choice): return self.choice(choice)
    case .tryExpr(let attempt) where attempt.questionOrExclamationMark == nil: return expression(attempt.expression)
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
        for item in label.caseItems {
          if let clause = item.whereClause { condition = term(clause.condition) }
          if let value = item.pattern.as(ExpressionPatternSyntax.self) {
            patterns.append(.value(term(value.expression)))
          } else if item.pattern.is(WildcardPatternSyntax.self) {
            patterns.append(.wildcard)
          } else if let name = item.pattern.as(ValueBindingPatternSyntax.self)?.pattern.as(IdentifierPatternSyntax.self) {
            patterns.append(.binds(name.identifier.plainName))
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

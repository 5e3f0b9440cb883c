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
  /// - Returns: the closure, and what is not among the forms interpreted; nil when it is no closure at all.
  package static func read(_ text: String, at place: TextPlace?) -> (function: ClosureFunction?, problems: [ClosureProblem]) {
    let isFunction = !text.hasPrefix("{")
    let prefix = isFunction ? "" : "let closure =\n"
    let file = ParsedFile(SourceText(path: place?.file ?? "", text: prefix + text))
    var reader = ClosureReader(file: file, start: place, lineShift: isFunction ? 0 : 1)
    guard let tree = ClosureReader.folded(file) else { return (nil, []) }
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

  /// Reads an expression: the default of a property. Nil when it is none that is interpreted.
  package static func term(_ text: String, at place: TextPlace?) -> ClosureTerm? {
    let (function, problems) = read("{\n\(text)\n}", at: place)
    guard problems.isEmpty, let statements = function?.statements, statements.count == 1,
      case .expression(let term) = statements[0].kind
    else { return nil }
    return term
  }
}

/// Turns Swift's syntax into that of closures, and notes what is not among it.
struct ClosureReader {
  let file: ParsedFile
  let start: TextPlace?
  let lineShift: Int
  private(set) var problems: [ClosureProblem] = []

  init(file: ParsedFile, start: TextPlace? = nil, lineShift: Int = 0) {
    self.file = file
    self.start = start
    self.lineShift = lineShift
  }

  /// The file with its operators in the order of their precedence.
  static func folded(_ file: ParsedFile) -> SourceFileSyntax? {
    OperatorTable.standardOperators.foldAll(file.tree, errorHandler: { _ in }).as(SourceFileSyntax.self)
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

  mutating func report(_ node: some SyntaxProtocol, _ message: String) {
    problems.append(ClosureProblem(message, at: place(node)))
  }

  /// Takes out what was found since the last time.
  mutating func takeProblems() -> [ClosureProblem] {
    defer { problems = [] }
    return problems
  }

  // MARK: - Functions

  mutating func function(_ closure: ClosureExprSyntax) -> ClosureFunction {
    var parameters: [ClosureFunction.Parameter] = []
    switch closure.signature?.parameterClause {
    case .simpleInput(let list)?: parameters = list.map { .init($0.name.plainName) }
    case .parameterClause(let clause)?:
      parameters = clause.parameters.map { parameter in
        var result = ClosureFunction.Parameter((parameter.secondName ?? parameter.firstName).plainName)
        result.type = parameter.type?.trimmedDescription
        result.isInout = result.type?.hasPrefix("inout ") ?? false
        return result
      }
    default: break
    }
    var result = ClosureFunction(parameters: parameters, statements: statements(closure.statements), place: place(closure))
    if parameters.isEmpty { result.anonymousCount = Self.anonymousCount(in: Syntax(closure.statements)) }
    return result
  }

  /// Closures inside have arguments of their own.
  private static func anonymousCount(in node: Syntax) -> Int {
    if node.is(ClosureExprSyntax.self) { return 0 }
    if let token = node.as(TokenSyntax.self) {
      guard case .dollarIdentifier(let name) = token.tokenKind, let number = Int(name.dropFirst()) else { return 0 }
      return number + 1
    }
    return node.children(viewMode: .sourceAccurate).map { anonymousCount(in: $0) }.max() ?? 0
  }

  mutating func function(_ function: FunctionDeclSyntax) -> ClosureFunction {
    let generics = function.genericParameterClause?.parameters.map(\.name.plainName) ?? []
    var result = ClosureFunction(
      parameters: function.signature.parameterClause.parameters.map { parameter($0, generics) },
      statements: function.body.map { statements($0.statements) } ?? [], place: place(function.name))
    result.result = function.signature.returnClause?.type.trimmedDescription
    return result
  }

  mutating func function(_ initialiser: InitializerDeclSyntax) -> ClosureFunction {
    let generics = initialiser.genericParameterClause?.parameters.map(\.name.plainName) ?? []
    return ClosureFunction(
      parameters: initialiser.signature.parameterClause.parameters.map { parameter($0, generics) },
      statements: initialiser.body.map { statements($0.statements) } ?? [], place: place(initialiser.initKeyword))
  }

  private mutating func parameter(_ syntax: FunctionParameterSyntax, _ generics: [String]) -> ClosureFunction.Parameter {
    var result = ClosureFunction.Parameter((syntax.secondName ?? syntax.firstName).plainName)
    let label = syntax.firstName.plainName, type = syntax.type.trimmedDescription
    result.label = label == "_" ? nil : label
    result.isInout = type.hasPrefix("inout ")
    result.type = result.isInout ? String(type.dropFirst(6)) : type
    result.fallback = syntax.defaultValue.map { term($0.value) }
    result.generic = generics.first { ["\($0)", "\($0).Type", "[\($0)]", "\($0)?"].contains(result.type) }
    if syntax.ellipsis != nil { report(syntax, "a parameter of any number of values is not interpreted") }
    return result
  }

  // MARK: - Conditions and patterns

  mutating func conditions(_ list: ConditionElementListSyntax) -> [ClosureStatement.Condition] {
    list.compactMap { element in
      switch element.condition {
      case .expression(let condition): return .holds(term(condition))
      case .optionalBinding(let binding):
        if binding.pattern.is(WildcardPatternSyntax.self), let value = binding.initializer {
          return .binds("_", term(value.value))
        }
        guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier else { break }
        let own = ClosureTerm(kind: .name(name.plainName), place: place(name))
        return .binds(name.plainName, binding.initializer.map { term($0.value) } ?? own)
      case .matchingPattern(let match):
        if let pattern = pattern(match.pattern) { return .matches(pattern, term(match.initializer.value)) }
      default: break
      }
      report(element, "this condition is not interpreted")
      return nil
    }
  }

  /// Nil when the pattern is not among those interpreted.
  mutating func pattern(_ syntax: PatternSyntax, isBinding: Bool = false) -> ClosureStatement.Pattern? {
    if syntax.is(WildcardPatternSyntax.self) { return .wildcard }
    if let name = syntax.as(IdentifierPatternSyntax.self) { return .binds(name.identifier.plainName) }
    if let binding = syntax.as(ValueBindingPatternSyntax.self) { return pattern(binding.pattern, isBinding: true) }
    if let test = syntax.as(IsTypePatternSyntax.self) { return .type(test.type.trimmedDescription, binds: nil) }
    if let tuple = syntax.as(TuplePatternSyntax.self) {
      let parts = tuple.elements.map { pattern($0.pattern, isBinding: isBinding) }
      return parts.contains { $0 == nil } ? nil : .tuple(parts.compactMap { $0 })
    }
    guard let value = syntax.as(ExpressionPatternSyntax.self)?.expression else { return nil }
    return pattern(value, isBinding: isBinding)
  }

  private mutating func pattern(_ value: ExprSyntax, isBinding: Bool) -> ClosureStatement.Pattern? {
    if let inner = value.as(PatternExprSyntax.self) { return pattern(inner.pattern, isBinding: isBinding) }
    if value.is(DiscardAssignmentExprSyntax.self) { return .wildcard }
    if let name = value.as(DeclReferenceExprSyntax.self), isBinding { return .binds(name.baseName.plainName) }
    if let chain = value.as(OptionalChainingExprSyntax.self) {
      return pattern(chain.expression, isBinding: isBinding).map { .some($0) }
    }
    if let cast = value.as(AsExprSyntax.self), isBinding || cast.expression.is(PatternExprSyntax.self) {
      guard case .binds(let name)? = pattern(cast.expression, isBinding: isBinding) else { return nil }
      return .type(cast.type.trimmedDescription, binds: name)
    }
    if let call = value.as(FunctionCallExprSyntax.self) {
      // `.some(let value)`; the values of other cases are not kept apart.
      guard call.calledExpression.trimmedDescription == ".some", call.arguments.count == 1, let only = call.arguments.first else {
        return nil
      }
      return pattern(only.expression, isBinding: isBinding).map { .some($0) }
    }
    if let tuple = value.as(TupleExprSyntax.self), tuple.elements.count > 1 {
      let parts = tuple.elements.map { pattern($0.expression, isBinding: isBinding) }
      return parts.contains { $0 == nil } ? nil : .tuple(parts.compactMap { $0 })
    }
    return .value(term(value))
  }
}

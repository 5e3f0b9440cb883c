internal import HeirloomFindings
internal import HeirloomSchema
internal import SwiftSyntax

/// Looks at migration closures without running them, and at the functions of the sources that they call.
struct ClosureFactsReader {
  private let catalog: Catalog
  /// Functions of the sources by name, wherever they are declared.
  private let functions: [String: [(node: FunctionDeclSyntax, file: ParsedFile)]]

  init(catalog: Catalog) {
    self.catalog = catalog
    var functions: [String: [(node: FunctionDeclSyntax, file: ParsedFile)]] = [:]
    func add(_ declaration: DeclSyntax, _ file: ParsedFile) {
      if let node = declaration.as(FunctionDeclSyntax.self) { functions[node.name.plainName, default: []].append((node, file)) }
    }
    for file in catalog.files {
      for declaration in file.tree.statements.declarations {
        add(declaration, file)
        guard let addition = declaration.as(ExtensionDeclSyntax.self),
          case .named(let path, _) = TypeReference(addition.extendedType),
          catalog.resolve(path, in: []) == nil
        else { continue }
        for member in addition.memberBlock.members.all { add(member, file) }
      }
    }
    for key in catalog.order { for (member, file) in catalog.types[key]?.everyMember ?? [] { add(member, file) } }
    self.functions = functions
  }

  /// - Parameter closure: a closure, or the declaration of the function that stands for one.
  func facts(of closure: some SyntaxProtocol, in file: ParsedFile) -> ClosureFacts {
    var facts = ClosureFacts(), seen: Set<SyntaxIdentifier> = []
    look(at: Syntax(closure), in: file, &facts, &seen)
    return facts
  }

  private func look(at node: Syntax, in file: ParsedFile, _ facts: inout ClosureFacts, _ seen: inout Set<SyntaxIdentifier>) {
    guard seen.insert(node.id).inserted else { return }
    let visitor = ClosureFactsVisitor(file: file, contexts: contexts(of: node)) { isModel($0) }
    visitor.walk(node)
    facts.firstChange = facts.firstChange ?? visitor.facts.firstChange
    facts.saves = facts.saves || visitor.facts.saves
    facts.named.merge(visitor.facts.named) { first, _ in first }
    for (name, handsOnContext) in visitor.calls {
      let called = functions[name] ?? []
      // A function that is not among the sources may do anything with the context, saving included.
      if called.isEmpty, handsOnContext { facts.saves = true }
      for function in called { look(at: Syntax(function.node), in: function.file, &facts, &seen) }
    }
  }

  /// What the context is called: the first parameter of a closure, or a parameter of that type.
  private func contexts(of node: Syntax) -> Set<String> {
    var names: Set<String> = ["context", "modelContext"]
    if let closure = node.as(ClosureExprSyntax.self) {
      switch closure.signature?.parameterClause {
      case .simpleInput(let list)?: names.formUnion(list.prefix(1).map(\.name.plainName))
      case .parameterClause(let clause)?:
        names.formUnion(clause.parameters.prefix(1).map { ($0.secondName ?? $0.firstName).plainName })
      default: names.insert("$0")
      }
    } else if let function = node.as(FunctionDeclSyntax.self) {
      for parameter in function.signature.parameterClause.parameters
      where parameter.type.trimmedDescription.hasSuffix("ModelContext") {
        names.insert((parameter.secondName ?? parameter.firstName).plainName)
      }
    }
    return names
  }

  private func isModel(_ path: [String]) -> Bool { catalog.resolve(path, in: []).flatMap { catalog.types[$0]?.isModel } ?? false }
}

/// Notes changes, saves and names on its way through a closure.
private final class ClosureFactsVisitor: SyntaxVisitor {
  private let file: ParsedFile
  private let contexts: Set<String>
  private let isModel: ([String]) -> Bool
  private(set) var facts = ClosureFacts()
  /// Functions that are called by name, and whether they get the context.
  private(set) var calls: [String: Bool] = [:]
  /// Variables that hold no record: fetch descriptors and values of the app's own types.
  private var values: Set<String> = []

  init(file: ParsedFile, contexts: Set<String>, isModel: @escaping ([String]) -> Bool) {
    self.file = file
    self.contexts = contexts
    self.isModel = isModel
    super.init(viewMode: .sourceAccurate)
  }

  private func change(at node: some SyntaxProtocol) { facts.firstChange = facts.firstChange ?? file.place(of: node) }

  private func name(_ path: [String], at node: some SyntaxProtocol) {
    if path.count > 1, let first = path.first, first.first?.isUppercase == true, facts.named[first] == nil {
      facts.named[first] = file.place(of: node)
    }
  }

  /// The first name of `a.b?.c[0].d`.
  private func root(_ expression: ExprSyntax) -> String? {
    if let name = expression.as(DeclReferenceExprSyntax.self) { return name.baseName.plainName }
    if let member = expression.as(MemberAccessExprSyntax.self) { return member.base.flatMap { root($0) } }
    if let chain = expression.as(OptionalChainingExprSyntax.self) { return root(chain.expression) }
    if let unwrap = expression.as(ForceUnwrapExprSyntax.self) { return root(unwrap.expression) }
    if let element = expression.as(SubscriptCallExprSyntax.self) { return root(element.calledExpression) }
    if let call = expression.as(FunctionCallExprSyntax.self) { return root(call.calledExpression) }
    return nil
  }

  /// Whether a property of what the expression leads to is one of a record, as far as can be told.
  private func mayBeRecord(_ owner: ExprSyntax) -> Bool {
    guard let root = root(owner) else { return true }
    return root.first?.isUppercase != true && !contexts.contains(root) && !values.contains(root)
  }

  override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
    if let variable = node.pattern.as(IdentifierPatternSyntax.self)?.identifier.plainName,
      let call = node.initializer?.value.as(FunctionCallExprSyntax.self),
      case .named(let path, _)? = TypeReference(expression: call.calledExpression), path.last?.first?.isUppercase == true,
      !isModel(path)
    {
      values.insert(variable)
    }
    return .visitChildren
  }

  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    // Operators stand in a row here: what is left of an assignment is the element before it.
    let elements = Array(node.elements)
    for (position, element) in elements.enumerated() where position > 0 {
      let sign = element.as(BinaryOperatorExprSyntax.self)?.operator.text ?? ""
      guard element.is(AssignmentExprSyntax.self) || ["+=", "-=", "*=", "/="].contains(sign) else { continue }
      if let target = elements[position - 1].as(MemberAccessExprSyntax.self), let owner = target.base, mayBeRecord(owner) {
        change(at: target)
      }
    }
    return .visitChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if let function = node.calledExpression.as(DeclReferenceExprSyntax.self) {
      call(function.baseName.plainName, node)
    } else if let member = node.calledExpression.as(MemberAccessExprSyntax.self) {
      let name = member.declName.baseName.plainName
      let owner = member.base.flatMap { root($0) } ?? ""
      switch name {
      case "save", "transaction": facts.saves = true
      case "insert" where contexts.contains(owner), "delete" where contexts.contains(owner): change(at: member)
      case "append", "remove", "removeAll":
        if let list = member.base?.as(MemberAccessExprSyntax.self), let holder = list.base, mayBeRecord(holder) {
          change(at: member)
        }
      default: if !contexts.contains(owner) { call(name, node) }
      }
    }
    return .visitChildren
  }

  private func call(_ name: String, _ node: FunctionCallExprSyntax) {
    let handsOn = node.arguments.contains { argument in
      argument.expression.as(DeclReferenceExprSyntax.self).map { contexts.contains($0.baseName.plainName) } ?? false
    }
    calls[name] = calls[name] ?? false || handsOn
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    if case .named(let path, _)? = TypeReference(expression: ExprSyntax(node)) { name(path, at: node) }
    return .visitChildren
  }

  override func visit(_ node: MemberTypeSyntax) -> SyntaxVisitorContinueKind {
    if case .named(let path, _) = TypeReference(TypeSyntax(node)) { name(path, at: node) }
    return .visitChildren
  }
}

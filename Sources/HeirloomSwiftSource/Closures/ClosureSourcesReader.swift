internal import HeirloomFindings
internal import HeirloomSwiftText
internal import SwiftSyntax

extension ClosureSources {
  /// Reads all that closures may call in Swift files and folders.
  ///
  /// Nothing is judged yet: what a function has that is not interpreted is told when a closure calls it.
  /// - Throws: a `Finding` when a path does not exist or cannot be read.
  package static func read(paths: [String]) throws -> ClosureSources { read(files: try SourceText.load(paths)) }

  package static func read(files: [SourceText]) -> ClosureSources {
    Nesting.withDeepStack {
      var findings: [Finding] = []
      let catalog = Catalog(files: files.map { ParsedFile($0) }, findings: &findings)
      var reader = ClosureSourcesReader(catalog: catalog)
      for file in catalog.files { reader.read(file) }
      return reader.sources
    } ?? ClosureSources()
  }
}

/// Walks through the declarations of files.
struct ClosureSourcesReader {
  let catalog: Catalog
  private(set) var sources = ClosureSources()
  private var syntax: ClosureReader

  init(catalog: Catalog) {
    self.catalog = catalog
    syntax = ClosureReader(file: catalog.files.first ?? ParsedFile(SourceText(path: "", text: "")))
    for (key, type) in catalog.types {
      var members = ClosureSources.Members()
      members.kind =
        switch type.kind {
        case .classType: type.isModel ? .model : .classType
        case .structure: .structure
        case .enumeration: .enumeration
        case .actor, .protocolType: .other
        }
      if type.kind == .enumeration { members.cases = type.enumeration(in: catalog).0 }
      if type.isModel { sources.models[type.place] = key }
      sources.types[key] = members
      sources.fullNames[type.simpleName, default: []].append(key)
    }
  }

  mutating func read(_ file: ParsedFile) {
    guard let tree = ClosureReader.folded(file) else { return }
    syntax = ClosureReader(file: file)
    for declaration in tree.statements.declarations { read(declaration, inside: []) }
  }

  private mutating func read(_ declaration: DeclSyntax, inside scope: [String]) {
    switch declaration.as(DeclSyntaxEnum.self) {
    case .classDecl(let node): read(node.memberBlock, of: scope + [node.name.plainName])
    case .structDecl(let node): read(node.memberBlock, of: scope + [node.name.plainName])
    case .enumDecl(let node): read(node.memberBlock, of: scope + [node.name.plainName])
    case .extensionDecl(let node):
      guard case .named(let path, _) = TypeReference(node.extendedType) else { return }
      let key = catalog.resolve(path, in: [])
      read(node.memberBlock, of: key.map { $0.split(separator: ".").map { String($0) } } ?? Array(path.suffix(1)))
    case .functionDecl(let node) where scope.isEmpty:
      sources.functions[node.name.plainName, default: []].append(function(node))
    case .variableDecl(let node) where scope.isEmpty:
      for binding in node.bindings {
        guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.plainName, let value = binding.initializer
        else { continue }
        let term = syntax.term(value.value)
        if syntax.takeProblems().isEmpty { sources.values[name] = term }
      }
    default: break
    }
  }

  private mutating func read(_ block: MemberBlockSyntax, of path: [String]) {
    let key = path.joined(separator: ".")
    var members = sources.types[key] ?? ClosureSources.Members()
    var nested: [DeclSyntax] = []
    for member in block.members.all {
      if let function = member.as(FunctionDeclSyntax.self) {
        let name = function.name.plainName
        if isStatic(function.modifiers) {
          members.staticFunctions[name, default: []].append(self.function(function))
        } else {
          if has("mutating", function.modifiers) { members.mutating.insert(name) }
          members.methods[name, default: []].append(self.function(function))
        }
      } else if let initialiser = member.as(InitializerDeclSyntax.self) {
        var read = syntax.function(initialiser)
        read.problems = syntax.takeProblems()
        members.initialisers.append(read)
      } else if let variable = member.as(VariableDeclSyntax.self) {
        for binding in variable.bindings { read(binding, isStatic: isStatic(variable.modifiers), into: &members) }
      } else {
        nested.append(member)
      }
    }
    sources.types[key] = members
    if catalog.types[key] == nil, let last = path.last, sources.fullNames[last] == nil { sources.fullNames[last] = [key] }
    for declaration in nested { read(declaration, inside: path) }
  }

  private mutating func function(_ node: FunctionDeclSyntax) -> ClosureFunction {
    var result = syntax.function(node)
    result.problems = syntax.takeProblems()
    return result
  }

  private func isStatic(_ modifiers: DeclModifierListSyntax) -> Bool { has("static", modifiers) || has("class", modifiers) }
  private func has(_ word: String, _ modifiers: DeclModifierListSyntax) -> Bool { modifiers.contains { $0.name.text == word } }

  private mutating func read(_ binding: PatternBindingSyntax, isStatic: Bool, into members: inout ClosureSources.Members) {
    guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.plainName else { return }
    let type = binding.typeAnnotation?.type.trimmedDescription
    if let getter = getter(of: binding, result: type) {
      if isStatic { members.staticGetters[name] = getter } else { members.getters[name] = getter }
      if let setter = setter(of: binding) { members.setters[name] = setter }
      return
    }
    let value = binding.initializer.map { syntax.term($0.value) }
    let problems = syntax.takeProblems()
    if isStatic {
      members.staticValues[name] = (type, problems.isEmpty ? value : nil)
      if !problems.isEmpty { members.problems[name] = problems }
    } else {
      members.stored.append((name, type, problems.isEmpty ? value : nil))
    }
  }

  private mutating func getter(of binding: PatternBindingSyntax, result: String?) -> ClosureFunction? {
    let statements: CodeBlockItemListSyntax?
    switch binding.accessorBlock?.accessors {
    case .getter(let list)?: statements = list
    case .accessors(let list)?: statements = list.first { $0.accessorSpecifier.text == "get" }?.body?.statements
    default: statements = nil
    }
    guard let statements else { return nil }
    var function = ClosureFunction(
      parameters: [], statements: syntax.statements(statements), place: syntax.place(binding.pattern))
    function.result = result
    function.problems = syntax.takeProblems()
    return function
  }

  private mutating func setter(of binding: PatternBindingSyntax) -> ClosureFunction? {
    guard case .accessors(let list)? = binding.accessorBlock?.accessors,
      let accessor = list.first(where: { $0.accessorSpecifier.text == "set" }), let body = accessor.body
    else { return nil }
    let name = accessor.parameters?.name.plainName ?? "newValue"
    var function = ClosureFunction(
      parameters: [.init(name)], statements: syntax.statements(body.statements), place: syntax.place(accessor))
    function.problems = syntax.takeProblems()
    return function
  }
}

internal import HeirloomFindings
internal import HeirloomSwiftText
internal import SwiftDiagnostics
internal import SwiftOperators
internal import SwiftParser
internal import SwiftParserDiagnostics
internal import SwiftSyntax

extension MappingFile {
  /// Reads the text of a mapping; every mistake of syntax is in the result's findings.
  ///
  /// Nothing is run: the text is Swift to the parser, and a small language to us.
  /// - Complexity: linear in the text. Brackets nested deeper than the parser can take are a finding.
  package static func read(_ text: String, path: String) -> MappingFile {
    Nesting.withDeepStack { readHere(text, path: path) } ?? MappingFile(path: path)
  }

  private static func readHere(_ text: String, path: String) -> MappingFile {
    guard text.utf8.count <= Extent.bytes else {
      var file = MappingFile(path: path)
      file.findings = [Finding(.mappingSyntax, "the mapping is longer than a megabyte", at: .file(path))]
      return file
    }
    let tooDeep = Nesting.offsetBeyondLimit(Array(text.utf8))
    let tree = Parser.parse(source: tooDeep == nil ? text : "")
    let placed = PlacedText(path: path, text: text, tree: tree)
    var file = MappingFile(path: path)
    if let tooDeep {
      let place = TextPlace(at: tooDeep, in: text, path: path)
      file.findings.append(Finding(.mappingSyntax, "brackets are nested too deeply to be read", at: .text(place)))
      return file
    }
    if let position = Extent.positionBeyond(tree) {
      file.findings = [
        Finding(.mappingSyntax, "this expression is too long or nested too deeply", at: .text(placed.place(from: position)), help: "name its parts with 'let'")
      ]
      return file
    }
    // Past a hundred they say that this is no mapping at all.
    for diagnostic in ParseDiagnosticsGenerator.diagnostics(for: tree).filter({ $0.diagMessage.severity == .error }).prefix(100) {
      let message = diagnostic.message.prefix(1).lowercased() + diagnostic.message.dropFirst()
      file.findings.append(Finding(.mappingSyntax, message, at: .text(placed.place(from: diagnostic.position))))
    }
    guard file.findings.isEmpty else { return file }
    var reader = DeclarationReader(terms: TermReader(placed: placed))
    for item in tree.statements { reader.read(item, into: &file) }
    file.findings += reader.terms.findings
    return file
  }
}

/// Reads the declarations at the top level of a mapping.
private struct DeclarationReader {
  var terms: TermReader

  mutating func read(_ item: CodeBlockItemSyntax, into file: inout MappingFile) {
    switch item.item {
    case .decl(let declaration):
      if let variable = declaration.as(VariableDeclSyntax.self) { read(variable, into: &file) }
      else if declaration.is(ImportDeclSyntax.self) { return }
      else { terms.reportForeign(declaration, "a declaration of this kind has no place in a mapping") }
    case .expr(let expression):
      if let call = expression.as(FunctionCallExprSyntax.self), call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text == "Stage" {
        if let stage = stage(call) { file.declarations.append(.init(kind: .stage(stage), place: terms.placed.place(of: call))) }
        return
      }
      guard let call = expression.as(FunctionCallExprSyntax.self), let declaration = read(call) else {
        terms.reportForeign(expression, "expected 'Map(…)', 'Drop(…)' or another declaration of a mapping")
        return
      }
      file.declarations.append(.init(kind: .call(declaration), place: terms.placed.place(of: call)))
    case .stmt(let statement):
      terms.reportForeign(statement, "a statement can only stand inside the block of a rule")
    @unknown default: terms.reportForeign(item, "this has no place in a mapping")
    }
  }

  private mutating func read(_ variable: VariableDeclSyntax, into file: inout MappingFile) {
    for binding in variable.bindings {
      let place = terms.placed.place(of: variable)
      guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
        let call = binding.initializer?.value.as(FunctionCallExprSyntax.self), let value = read(call)
      else {
        terms.reportForeign(variable, "only 'let source = …' and 'let target = Schema(…)' can be declared here")
        continue
      }
      switch name {
      case "source": file.declarations.append(.init(kind: .source(value.name.text), place: place))
      case "target" where value.name.text == "Schema":
        var files: [MappingFile.Named] = [], version: MappingFile.Named?
        for argument in value.arguments {
          switch (argument.label, argument.value.kind) {
          case (nil, .text(let path)): files.append(.init(text: path, place: argument.value.place))
          case ("version", .member(let type, "self")):
            if let name = type.dottedName { version = .init(text: name, place: type.place) }
          case ("version", .text(let name)): version = .init(text: name, place: argument.value.place)
          default: terms.report(argument.value.place, "expected the path of a schema file or 'version: SomeSchema.self'")
          }
        }
        file.declarations.append(.init(kind: .target(files: files, version: version), place: place))
      default: terms.reportForeign(variable, "expected 'source' or 'target', found '\(name)'")
      }
    }
  }

  /// `Stage(V1.self, to: V2.self) { … }`; the block holds what a mapping holds at its top.
  private mutating func stage(_ call: FunctionCallExprSyntax) -> MappingFile.Stage? {
    let arguments = terms.arguments(call.arguments)
    let versions = arguments.map { version($0.value) }
    guard arguments.map(\.label) == [nil, "to"], let from = versions[0], let to = versions[1], let block = call.trailingClosure else {
      terms.reportForeign(call, "expected 'Stage(OldSchema.self, to: NewSchema.self) { … }'")
      return nil
    }
    var inner = MappingFile(path: "")
    for item in block.statements { read(item, into: &inner) }
    for declaration in inner.declarations {
      if case .stage = declaration.kind { terms.report(declaration.place, "a stage cannot stand inside another") }
    }
    return MappingFile.Stage(from: from, to: to, declarations: inner.declarations)
  }

  /// `NotesSchemaV2.self` or a text.
  private func version(_ term: Term) -> MappingFile.Named? {
    switch term.kind {
    case .member(let type, "self"): type.dottedName.map { .init(text: $0, place: type.place) }
    case .text(let name): .init(text: name, place: term.place)
    default: nil
    }
  }

  private mutating func read(_ call: FunctionCallExprSyntax) -> MappingFile.Call? {
    guard let name = call.calledExpression.as(DeclReferenceExprSyntax.self) else { return nil }
    let arguments = terms.arguments(call.arguments)
    let block = call.trailingClosure.map { terms.block($0) }
    return MappingFile.Call(
      name: .init(text: name.baseName.text, place: terms.placed.place(of: name)), arguments: arguments, block: block)
  }
}

extension Term {
  /// `Trip` or `Schema.Trip` as dotted text; nil when the term is anything else.
  package var dottedName: String? {
    switch kind {
    case .name(let name): name
    case .member(let owner, let name): owner.dottedName.map { "\($0).\(name)" }
    default: nil
    }
  }
}

extension TextPlace {
  /// The place of a byte of a text.
  fileprivate init(at offset: Int, in text: String, path: String) {
    let before = text.utf8.prefix(offset)
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { text.utf8.index(after: $0) } ?? text.utf8.startIndex
    let line = text[start...].prefix { !$0.isNewline }
    let number = before.count { $0 == UInt8(ascii: "\n") } + 1
    let column = String(decoding: text.utf8[start..<before.endIndex], as: UTF8.self).count + 1
    self.init(file: path, line: number, column: column, lineText: String(line.prefix(200)))
  }
}

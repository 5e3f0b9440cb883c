internal import HeirloomFindings
internal import SwiftOperators
internal import SwiftParser
internal import SwiftSyntax

/// Turns Swift's syntax into terms, and reports what the language of mappings does not have.
struct TermReader {
  let placed: PlacedText
  var findings: [Finding] = []

  init(placed: PlacedText) { self.placed = placed }

  mutating func report(_ place: TextPlace, _ message: String, help: String? = nil) {
    findings.append(Finding(.mappingSyntax, message, at: .text(place), help: help))
  }

  mutating func reportForeign(_ node: some SyntaxProtocol, _ message: String) { report(placed.place(of: node), message) }

  mutating func arguments(_ list: LabeledExprListSyntax) -> [Term.Argument] {
    list.map { Term.Argument(label: $0.label?.text, value: term($0.expression)) }
  }

  mutating func term(_ syntax: ExprSyntax) -> Term {
    detached(syntax, at: syntax.position)
  }

  /// Reads an expression that was cut out of the file, where its text starts at `position`.
  mutating func detached(_ syntax: ExprSyntax, at position: AbsolutePosition) -> Term {
    // Folding operators moves a copy to position 0: places are found again by the distance to the original.
    let folded = OperatorTable.standardOperators.foldAll(syntax) { _ in }.as(ExprSyntax.self) ?? syntax
    return FoldedReader(shift: position.utf8Offset - folded.position.utf8Offset).read(folded, with: &self)
  }

  mutating func block(_ closure: ClosureExprSyntax) -> MappingFile.Block {
    var parameters: [MappingFile.Named] = []
    switch closure.signature?.parameterClause {
    case .simpleInput(let list)?: parameters = list.map { .init(text: $0.name.text, place: placed.place(of: $0.name)) }
    case .parameterClause(let clause)?:
      parameters = clause.parameters.map { .init(text: $0.firstName.text, place: placed.place(of: $0.firstName)) }
    default: break
    }
    return .init(parameters: parameters, statements: closure.statements.flatMap { statements($0) })
  }
}

/// Reads one folded expression; `shift` leads from its positions to those of the file.
struct FoldedReader {
  let shift: Int

  func place(_ node: some SyntaxProtocol, _ reader: TermReader) -> TextPlace {
    let start = node.positionAfterSkippingLeadingTrivia.utf8Offset + shift
    let end = node.endPositionBeforeTrailingTrivia.utf8Offset + shift
    return reader.placed.place(from: AbsolutePosition(utf8Offset: start), to: AbsolutePosition(utf8Offset: end))
  }

  func read(_ syntax: ExprSyntax, with reader: inout TermReader) -> Term {
    let here = place(syntax, reader)
    func term(_ kind: Term.Kind) -> Term { Term(kind, here) }
    switch syntax.as(ExprSyntaxEnum.self) {
    case .declReferenceExpr(let name): return term(.name(name.baseName.text.replacing("`", with: "")))
    case .memberAccessExpr(let access):
      // The mark of a member is its own name, not all that stands before it.
      let name = access.declName.baseName.text.replacing("`", with: ""), spot = place(access.declName, reader)
      guard let base = access.base else { return Term(.implicitMember(name), spot) }
      return Term(.member(read(base, with: &reader), name), spot)
    case .optionalChainingExpr(let chain): return term(.chain(read(chain.expression, with: &reader)))
    case .forceUnwrapExpr(let unwrap): return term(.unwrap(read(unwrap.expression, with: &reader)))
    case .functionCallExpr(let call):
      var arguments = call.arguments.map { Term.Argument(label: $0.label?.text, value: read($0.expression, with: &reader)) }
      if let closure = call.trailingClosure {
        arguments.append(.init(label: nil, value: read(ExprSyntax(closure), with: &reader)))
      }
      return term(.call(read(call.calledExpression, with: &reader), arguments))
    case .subscriptCallExpr(let call):
      let arguments = call.arguments.map { Term.Argument(label: $0.label?.text, value: read($0.expression, with: &reader)) }
      return term(.element(read(call.calledExpression, with: &reader), arguments))
    case .integerLiteralExpr(let literal):
      let digits = literal.literal.text.replacing("_", with: "")
      return term(integer(digits).map { .integer($0) } ?? .number(digits))
    case .floatLiteralExpr(let literal):
      let digits = literal.literal.text.replacing("_", with: "")
      return term(Double(digits).map { .double($0) } ?? .number(digits))
    case .booleanLiteralExpr(let literal): return term(.bool(literal.literal.text == "true"))
    case .nilLiteralExpr: return term(.null)
    case .stringLiteralExpr(let literal): return term(text(literal, &reader))
    case .infixOperatorExpr(let infix):
      guard let name = infix.operator.as(BinaryOperatorExprSyntax.self)?.operator.text else { break }
      let left = read(infix.leftOperand, with: &reader), right = read(infix.rightOperand, with: &reader)
      return term(name == "..." || name == "..<" ? .range(left, right, closed: name == "...") : .binary(name, left, right))
    case .prefixOperatorExpr(let prefix) where ["...", "..<"].contains(prefix.operator.text):
      return term(.range(nil, read(prefix.expression, with: &reader), closed: prefix.operator.text == "..."))
    case .postfixOperatorExpr(let postfix) where postfix.operator.text == "...":
      return term(.range(read(postfix.expression, with: &reader), nil, closed: true))
    case .prefixOperatorExpr(let prefix):
      return term(.prefix(prefix.operator.text, read(prefix.expression, with: &reader)))
    case .ternaryExpr(let ternary):
      return term(
        .conditional(
          read(ternary.condition, with: &reader), read(ternary.thenExpression, with: &reader),
          read(ternary.elseExpression, with: &reader)))
    case .tupleExpr(let tuple):
      if tuple.elements.count == 1, let only = tuple.elements.first, only.label == nil {
        let inner = read(only.expression, with: &reader)
        return inner.isChained ? term(.group(inner)) : inner
      }
    case .keyPathExpr(let path):
      let names = path.components.compactMap { $0.component.as(KeyPathPropertyComponentSyntax.self)?.declName.baseName.text }
      if names.count == path.components.count, !names.isEmpty { return term(.keyPath(names)) }
    case .arrayExpr(let array): return term(.array(array.elements.map { read($0.expression, with: &reader) }))
    case .closureExpr(let closure): return term(self.closure(closure, &reader))
    case .switchExpr(let choice): return term(self.choice(choice, &reader))
    case .ifExpr(let choice): return term(self.condition(choice, &reader))
    case .tryExpr(let attempt): return read(attempt.expression, with: &reader)
    // A part of a statement, whose operators are not put in order yet.
    case .sequenceExpr: return reader.detached(syntax, at: AbsolutePosition(utf8Offset: syntax.position.utf8Offset + shift))
    case .regexLiteralExpr(let literal): return term(.regex(literal.regex.text))
    default: break
    }
    reader.report(here, "this form of expression is not part of the mapping language", help: Self.advice(syntax))
    return term(.faulty)
  }

  private func integer(_ digits: String) -> Int64? {
    for (prefix, radix) in [("0x", 16), ("0b", 2), ("0o", 8)] where digits.hasPrefix(prefix) {
      return Int64(digits.dropFirst(2), radix: radix)
    }
    return Int64(digits)
  }

  private func text(_ literal: StringLiteralExprSyntax, _ reader: inout TermReader) -> Term.Kind {
    if let whole = literal.representedLiteralValue { return .text(whole) }
    var pieces: [Term.Piece] = []
    for segment in literal.segments {
      switch segment {
      case .stringSegment(let text):
        // Escapes are the parser's business: it reads the segment as a literal of its own.
        let alone = StringLiteralExprSyntax(
          openingPounds: literal.openingPounds, openingQuote: .stringQuoteToken(),
          segments: StringLiteralSegmentListSyntax([.stringSegment(text)]), closingQuote: .stringQuoteToken(),
          closingPounds: literal.closingPounds)
        pieces.append(.text(alone.representedLiteralValue ?? text.content.text))
      case .expressionSegment(let value):
        if let only = value.expressions.first, value.expressions.count == 1, only.label == nil {
          pieces.append(.value(read(only.expression, with: &reader)))
        } else {
          reader.report(
            place(value, reader), "only a value by itself can stand inside a text",
            help: "give it its form before: '\\(String(format: \"%.2f\", old.size))'")
        }
      @unknown default: break
      }
    }
    return .interpolation(pieces)
  }

  private func closure(_ closure: ClosureExprSyntax, _ reader: inout TermReader) -> Term.Kind {
    var names: [String] = []
    switch closure.signature?.parameterClause {
    case .simpleInput(let list)?: names = list.map(\.name.text)
    case .parameterClause(let clause)?: names = clause.parameters.map(\.firstName.text)
    default: break
    }
    guard closure.statements.count == 1, case .expr(let body)? = closure.statements.first?.item else {
      reader.report(place(closure, reader), "a closure holds a single expression here")
      return .faulty
    }
    return .closure(names, read(body, with: &reader))
  }
}

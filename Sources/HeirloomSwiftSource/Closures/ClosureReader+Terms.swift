internal import HeirloomFindings
internal import SwiftParser
internal import SwiftSyntax

extension ClosureReader {
  mutating func term(_ syntax: ExprSyntax) -> ClosureTerm {
    var here = place(syntax)
    // The mark of a member is its own name, not all that stands before it.
    if let access = syntax.as(MemberAccessExprSyntax.self) { here = place(access.declName) }
    if let call = syntax.as(FunctionCallExprSyntax.self), let access = call.calledExpression.as(MemberAccessExprSyntax.self) {
      here = place(access.declName)
    }
    return ClosureTerm(kind: kind(syntax), place: here)
  }

  private mutating func kind(_ syntax: ExprSyntax) -> ClosureTerm.Kind {
    switch syntax.as(ExprSyntaxEnum.self) {
    case .declReferenceExpr(let name): return .name(name.baseName.plainName)
    case .memberAccessExpr(let access):
      let name = access.declName.baseName.plainName
      guard let base = access.base else { return .implicitMember(name) }
      return .member(term(base), name)
    case .optionalChainingExpr(let chain): return .chain(term(chain.expression))
    case .forceUnwrapExpr(let unwrap): return .unwrap(term(unwrap.expression))
    case .tryExpr(let attempt):
      return attempt.questionOrExclamationMark?.text == "?" ? .attempt(term(attempt.expression)) : kind(attempt.expression)
    case .awaitExpr(let wait): return kind(wait.expression)
    case .genericSpecializationExpr(let generic): return kind(generic.expression)
    case .functionCallExpr(let call):
      var list = arguments(call.arguments)
      if let closure = call.trailingClosure {
        list.append(.init(label: nil, value: term(ExprSyntax(closure)), isTrailing: true))
      }
      for extra in call.additionalTrailingClosures {
        list.append(.init(label: extra.label.text, value: term(ExprSyntax(extra.closure)), isTrailing: true))
      }
      // `[Note]()` and `[UUID: Note]()` make empty collections.
      if list.isEmpty, call.calledExpression.is(ArrayExprSyntax.self) { return .array([]) }
      if list.isEmpty, call.calledExpression.is(DictionaryExprSyntax.self) { return .dictionary([]) }
      // The type of a fetch is kept: `FetchDescriptor<Note>()` has no other mark of it.
      if let generic = call.calledExpression.as(GenericSpecializationExprSyntax.self),
        generic.expression.trimmedDescription == "FetchDescriptor",
        let type = generic.genericArgumentClause.arguments.first?.argument.trimmedDescription
      {
        let here = place(generic)
        let words = type.split(separator: ".").map { String($0) }
        let named = words.dropFirst().reduce(ClosureTerm(kind: .name(words.first ?? ""), place: here)) {
          ClosureTerm(kind: .member($0, $1), place: here)
        }
        list.insert(.init(label: "model", value: ClosureTerm(kind: .member(named, "self"), place: here)), at: 0)
      }
      return .call(term(call.calledExpression), list)
    case .macroExpansionExpr(let macro):
      if macro.macroName.text == "Predicate" {
        let closure = macro.trailingClosure ?? macro.arguments.first?.expression.as(ClosureExprSyntax.self)
        if let closure {
          var predicate = function(closure)
          let model = macro.genericArgumentClause?.arguments.first?.argument.trimmedDescription
          predicate.predicateModel = model?.split(separator: ".").last.map { String($0) }
          return .closure(predicate)
        }
      }
      report(syntax, "the macro '#\(macro.macroName.text)' is not interpreted")
      return .null
    case .subscriptCallExpr(let call): return .element(term(call.calledExpression), arguments(call.arguments))
    case .integerLiteralExpr(let literal):
      let digits = literal.literal.text.replacing("_", with: "")
      if let number = Int64(digits) { return .integer(number) }
      if digits.hasPrefix("0x"), let number = Int64(digits.dropFirst(2), radix: 16) { return .integer(number) }
    case .floatLiteralExpr(let literal):
      if let number = Double(literal.literal.text.replacing("_", with: "")) { return .real(number) }
    case .booleanLiteralExpr(let literal): return .bool(literal.literal.text == "true")
    case .nilLiteralExpr: return .null
    case .discardAssignmentExpr: return .name("_")
    case .stringLiteralExpr(let literal): return .text(pieces(literal))
    case .infixOperatorExpr(let infix):
      if let name = infix.operator.as(BinaryOperatorExprSyntax.self)?.operator.text {
        return .binary(name, term(infix.leftOperand), term(infix.rightOperand))
      }
    case .prefixOperatorExpr(let prefix): return .prefix(prefix.operator.text, term(prefix.expression))
    // `18...`, where a range is matched.
    case .postfixOperatorExpr(let postfix) where postfix.operator.text == "...": return .prefix("from", term(postfix.expression))
    case .ternaryExpr(let ternary):
      return .conditional(term(ternary.condition), term(ternary.thenExpression), term(ternary.elseExpression))
    case .tupleExpr(let tuple):
      if tuple.elements.count == 1, let only = tuple.elements.first, only.label == nil { return kind(only.expression) }
      return .tuple(arguments(tuple.elements))
    case .keyPathExpr(let path):
      // `\.owner?.name`: what is nil stays nil along the path.
      let components = path.components.filter { !$0.component.is(KeyPathOptionalComponentSyntax.self) }
      let names = components.compactMap { $0.component.as(KeyPathPropertyComponentSyntax.self)?.declName.baseName.plainName }
      if names.count == components.count, !names.isEmpty { return .keyPath(names) }
    case .arrayExpr(let array): return .array(array.elements.map { term($0.expression) })
    case .dictionaryExpr(let dictionary):
      if case .elements(let list) = dictionary.content { return .dictionary(list.map { (term($0.key), term($0.value)) }) }
      return .dictionary([])
    case .closureExpr(let closure): return .closure(function(closure))
    case .ifExpr, .switchExpr: return valueBlock(syntax)
    case .asExpr(let cast):
      return .cast(term(cast.expression), type: cast.type.trimmedDescription, mark: cast.questionOrExclamationMark?.text ?? "")
    case .isExpr(let test): return .test(term(test.expression), type: test.type.trimmedDescription)
    case .inOutExpr(let reference): return .reference(term(reference.expression))
    case .superExpr: return .name("super")
    default: break
    }
    report(syntax, "this form of expression is not interpreted")
    return .null
  }

  private mutating func arguments(_ list: LabeledExprListSyntax) -> [ClosureTerm.Argument] {
    list.map { ClosureTerm.Argument(label: $0.label?.text, value: term($0.expression)) }
  }

  private mutating func pieces(_ literal: StringLiteralExprSyntax) -> [ClosureTerm.Piece] {
    if let whole = literal.representedLiteralValue { return [.text(whole)] }
    return literal.segments.compactMap { segment in
      switch segment {
      case .stringSegment(let text):
        let alone = StringLiteralExprSyntax(
          openingPounds: literal.openingPounds, openingQuote: .stringQuoteToken(),
          segments: StringLiteralSegmentListSyntax([.stringSegment(text)]), closingQuote: .stringQuoteToken(),
          closingPounds: literal.closingPounds)
        return .text(alone.representedLiteralValue ?? text.content.text)
      case .expressionSegment(let value): return value.expressions.first.map { .value(term($0.expression)) }
      @unknown default: return nil
      }
    }
  }
}

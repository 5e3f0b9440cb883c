internal import SwiftSyntax

/// `#if` as an Apple platform's compiler with SwiftData would see it.
///
/// A condition that cannot be decided keeps its clause, and the ones after it too: a model declared for one
/// platform only is still a model.
enum Conditions {
  /// The clauses that count, in order.
  static func clauses(of block: IfConfigDeclSyntax) -> [IfConfigClauseSyntax] {
    var kept: [IfConfigClauseSyntax] = []
    for clause in block.clauses {
      guard let condition = clause.condition else {
        kept.append(clause)
        break
      }
      switch truth(of: condition) {
      case true?:
        kept.append(clause)
        return kept
      case false?: continue
      case nil: kept.append(clause)
      }
    }
    return kept
  }

  /// Three-valued: nil when it depends on the platform or the build.
  static func truth(of expression: ExprSyntax) -> Bool? {
    if let literal = expression.as(BooleanLiteralExprSyntax.self) { return literal.literal.text == "true" }
    if let tuple = expression.as(TupleExprSyntax.self), tuple.elements.count == 1, let only = tuple.elements.first {
      return truth(of: only.expression)
    }
    if let prefix = expression.as(PrefixOperatorExprSyntax.self), prefix.operator.text == "!" {
      return truth(of: prefix.expression).map { !$0 }
    }
    if let call = expression.as(FunctionCallExprSyntax.self) {
      let name = call.calledExpression.trimmedDescription
      if name == "canImport", call.arguments.first?.expression.trimmedDescription == "SwiftData" { return true }
      return name == "swift" || name == "compiler" ? true : nil
    }
    if let sequence = expression.as(SequenceExprSyntax.self) { return truth(of: Array(sequence.elements)) }
    return nil
  }

  /// `a && b || c`, unfolded: `&&` binds tighter.
  private static func truth(of elements: [ExprSyntax]) -> Bool? {
    var anyOf: [[Bool?]] = [[]]
    for element in elements {
      if let sign = element.as(BinaryOperatorExprSyntax.self) {
        if sign.operator.text == "||" { anyOf.append([]) }
        continue
      }
      anyOf[anyOf.count - 1].append(truth(of: element))
    }
    let parts = anyOf.map { all -> Bool? in
      if all.contains(false) { return false }
      return all.contains { $0 == nil } ? nil : true
    }
    if parts.contains(true) { return true }
    return parts.contains { $0 == nil } ? nil : false
  }
}

extension AttributeListSyntax {
  /// The attributes, those inside `#if` included where the condition may hold.
  var all: [AttributeSyntax] {
    flatMap { element -> [AttributeSyntax] in
      switch element {
      case .attribute(let attribute): return [attribute]
      case .ifConfigDecl(let block):
        return Conditions.clauses(of: block).flatMap { clause -> [AttributeSyntax] in
          if case .attributes(let list)? = clause.elements { return list.all }
          return []
        }
      @unknown default: return []
      }
    }
  }

  /// The first attribute of that name, whatever module it is qualified with.
  func first(named name: String) -> AttributeSyntax? { all.first { $0.baseName == name } }
}

extension AttributeSyntax {
  /// `Model` of `@Model` and of `@SwiftData.Model`.
  var baseName: String {
    let text = attributeName.trimmedDescription
    return text.split(separator: ".").last.map(String.init) ?? text
  }

  var argumentList: [LabeledExprSyntax] {
    if case .argumentList(let list)? = arguments { return Array(list) }
    return []
  }
}

extension MemberBlockItemListSyntax {
  /// The members, those inside `#if` included where the condition may hold.
  var all: [DeclSyntax] {
    flatMap { item -> [DeclSyntax] in
      guard let block = item.decl.as(IfConfigDeclSyntax.self) else { return [item.decl] }
      return Conditions.clauses(of: block).flatMap { clause -> [DeclSyntax] in
        if case .decls(let list)? = clause.elements { return list.all }
        return []
      }
    }
  }
}

extension CodeBlockItemListSyntax {
  /// The declarations at this level, those inside `#if` included where the condition may hold.
  var declarations: [DeclSyntax] {
    flatMap { item -> [DeclSyntax] in
      guard let declaration = item.item.as(DeclSyntax.self) else { return [] }
      guard let block = declaration.as(IfConfigDeclSyntax.self) else { return [declaration] }
      return Conditions.clauses(of: block).flatMap { clause -> [DeclSyntax] in
        if case .statements(let list)? = clause.elements { return list.declarations }
        return []
      }
    }
  }
}

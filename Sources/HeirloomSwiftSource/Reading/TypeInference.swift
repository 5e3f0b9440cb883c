internal import SwiftSyntax

/// The type of a property that has an initial value and no annotation.
struct TypeInference {
  let catalog: Catalog
  let scope: [String]
  /// How many constants have been followed to get here: they can go round in circles.
  var depth = 0

  func callAsFunction(_ expression: ExprSyntax) -> TypeReference? {
    if let literal = literalType(expression) { return literal }
    if let call = expression.as(FunctionCallExprSyntax.self) { return callType(call) }
    if let member = expression.as(MemberAccessExprSyntax.self) { return memberType(member) }
    if let sequence = expression.as(SequenceExprSyntax.self) { return sequenceType(Array(sequence.elements)) }
    if let cast = expression.as(AsExprSyntax.self) { return TypeReference(cast.type) }
    if let tuple = expression.as(TupleExprSyntax.self), tuple.elements.count == 1, let only = tuple.elements.first {
      return self(only.expression)
    }
    return nil
  }

  private func literalType(_ expression: ExprSyntax) -> TypeReference? {
    if expression.is(StringLiteralExprSyntax.self) { return .named("String") }
    if expression.is(IntegerLiteralExprSyntax.self) { return .named("Int") }
    if expression.is(FloatLiteralExprSyntax.self) { return .named("Double") }
    if expression.is(BooleanLiteralExprSyntax.self) { return .named("Bool") }
    if let prefix = expression.as(PrefixOperatorExprSyntax.self) {
      return prefix.operator.text == "!" ? .named("Bool") : literalType(prefix.expression)
    }
    if let array = expression.as(ArrayExprSyntax.self), let first = array.elements.first {
      return self(first.expression).map { .array($0) }
    }
    if let dictionary = expression.as(DictionaryExprSyntax.self), case .elements(let list) = dictionary.content,
      let first = list.first, let key = self(first.key), let value = self(first.value)
    {
      return .dictionary(key, value)
    }
    return nil
  }

  private func callType(_ call: FunctionCallExprSyntax) -> TypeReference? {
    if let member = call.calledExpression.as(MemberAccessExprSyntax.self), let base = member.base {
      let name = member.declName.baseName.text
      if name == "init" { return TypeReference(expression: base).flatMap(known) }
      if ["addingTimeInterval", "advanced"].contains(name), self(base) == .named("Date") { return .named("Date") }
      // `Kind.other("x")`: a case with values, or a static function that makes one.
      if let type = TypeReference(expression: base), case .named(let path, _) = type, let key = catalog.resolve(path, in: scope),
        catalog.types[key]?.kind == .enumeration
      {
        return type
      }
    }
    return TypeReference(expression: call.calledExpression).flatMap(known)
  }

  private func memberType(_ member: MemberAccessExprSyntax) -> TypeReference? {
    guard let base = member.base else { return nil }
    let name = member.declName.baseName.text
    if name == "rawValue", let inner = base.as(MemberAccessExprSyntax.self), let owner = inner.base,
      case .named(let path, _)? = TypeReference(expression: owner), let key = catalog.resolve(path, in: scope),
      let type = catalog.types[key], type.kind == .enumeration
    {
      return type.inherited.first { ScalarTypes.type(of: $0.type) != nil }?.type
    }
    guard let type = TypeReference(expression: base) else { return nil }
    if ScalarTypes.type(of: type) != nil, Self.constants.contains(name) { return type }
    guard case .named(let path, _) = type, let key = catalog.resolve(path, in: scope), let declared = catalog.types[key] else {
      return nil
    }
    for (added, _) in declared.everyMember {
      if declared.kind == .enumeration, let cases = added.as(EnumCaseDeclSyntax.self),
        cases.elements.contains(where: { $0.name.plainName == name })
      {
        return type
      }
      guard let variable = added.as(VariableDeclSyntax.self), variable.modifiers.contains(where: { $0.name.text == "static" })
      else { continue }
      for binding in variable.bindings where binding.pattern.trimmedDescription == name {
        if let annotation = binding.typeAnnotation?.type {
          let found = TypeReference(annotation)
          return found == .named("Self") ? type : catalog.canonical(found, in: declared.path)
        }
        // Four are enough, and keep sums of constants of sums within bounds.
        guard depth < 4 else { return nil }
        return binding.initializer.flatMap { TypeInference(catalog: catalog, scope: declared.path, depth: depth + 1)($0.value) }
      }
    }
    return nil
  }

  /// `nil as String?`, and arithmetic on literals such as `60 * 60`.
  private func sequenceType(_ elements: [ExprSyntax]) -> TypeReference? {
    if elements.count == 3, elements[1].is(UnresolvedAsExprSyntax.self), let type = elements[2].as(TypeExprSyntax.self) {
      return TypeReference(type.type)
    }
    guard elements.count % 2 == 1, elements.count < 40 else { return nil }
    var types: Set<TypeReference> = []
    for (position, element) in elements.enumerated() {
      if position % 2 == 1 {
        guard let sign = element.as(BinaryOperatorExprSyntax.self), ["+", "-", "*", "/", "%"].contains(sign.operator.text) else {
          return nil
        }
      } else {
        guard let type = self(element) else { return nil }
        types.insert(type)
      }
    }
    if types.count == 1 { return types.first }
    return types == [.named("Int"), .named("Double")] ? .named("Double") : nil
  }

  /// The type when it is one that the sources declare or SwiftData knows; a function call otherwise.
  private func known(_ type: TypeReference) -> TypeReference? {
    switch type {
    case .array, .dictionary, .optional: return type
    case .named(let path, let arguments):
      if !arguments.isEmpty || ScalarTypes.type(of: type) != nil || catalog.resolve(path, in: scope) != nil { return type }
      return catalog.canonical(type, in: scope) == type && path.last?.first?.isUppercase != true ? nil : type
    case .other: return nil
    }
  }

  private static let constants: Set<String> = ["now", "distantPast", "distantFuture", "max", "min", "zero", "infinity", "pi"]
}

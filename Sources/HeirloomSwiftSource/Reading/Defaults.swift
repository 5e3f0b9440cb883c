internal import Foundation
internal import HeirloomSchema
internal import SwiftSyntax

/// The default that an initial value gives, evaluated when the text alone allows it.
struct Defaults {
  let catalog: Catalog
  let scope: [String]

  /// Nil for `nil`; `.expression` for what only the app can evaluate.
  func value(_ expression: ExprSyntax, for attribute: Attribute) -> DefaultValue? {
    if expression.is(NilLiteralExprSyntax.self) { return nil }
    if let sequence = expression.as(SequenceExprSyntax.self), let first = sequence.elements.first, sequence.elements.count == 3,
      sequence.elements.contains(where: { $0.is(UnresolvedAsExprSyntax.self) })
    {
      return value(first, for: attribute)
    }
    // `UUID(uuidString: "…")!`
    if let forced = expression.as(ForceUnwrapExprSyntax.self), let inner = constant(forced.expression, for: attribute) {
      return inner
    }
    return literal(expression, for: attribute) ?? constant(expression, for: attribute)
      ?? .expression(expression.trimmedDescription)
  }

  private func literal(_ expression: ExprSyntax, for attribute: Attribute) -> DefaultValue? {
    switch attribute.type {
    case .bool: return Literals.bool(expression).map { .bool($0) }
    case .int16, .int32, .int64: return Literals.integer(expression).map { .integer($0) }
    case .float, .double: return Literals.real(expression).map { .real($0) }
    case .decimal: return Literals.decimal(expression).map { .decimal($0) }
    case .string: return Literals.string(expression).map { .string($0) }
    default: break
    }
    if let array = expression.as(ArrayExprSyntax.self), array.elements.isEmpty { return .emptyCollection }
    if let dictionary = expression.as(DictionaryExprSyntax.self), case .colon = dictionary.content { return .emptyCollection }
    return nil
  }

  private func constant(_ expression: ExprSyntax, for attribute: Attribute) -> DefaultValue? {
    if let call = expression.as(FunctionCallExprSyntax.self) { return made(by: call, for: attribute) }
    guard let member = expression.as(MemberAccessExprSyntax.self) else { return nil }
    let name = member.declName.baseName.plainName
    if name == "rawValue", let inner = member.base?.as(MemberAccessExprSyntax.self), let owner = inner.base,
      case .named(let path, _)? = TypeReference(expression: owner), let key = catalog.resolve(path, in: scope),
      let raw = catalog.types[key]?.enumeration(in: catalog).0.cases.first(where: { $0.name == inner.declName.baseName.plainName }
      )
    {
      return attribute.type.isInteger ? Int64(raw.rawValue).map { .integer($0) } : .string(raw.rawValue)
    }
    if let enumeration = attribute.enumeration, enumeration.cases.contains(where: { $0.name == name }) { return .enumCase(name) }
    switch (attribute.type, name) {
    // Foundation's distant dates: 0001-01-01 and 4001-01-01, in seconds since 2001.
    case (.date, "distantPast"): return .date(-63_114_076_800)
    case (.date, "distantFuture"): return .date(63_113_904_000)
    case (.int64, "zero"): return .integer(0)
    case (.int64, "max"): return .integer(.max)
    case (.int64, "min"): return .integer(.min)
    case (.double, "zero"), (.float, "zero"): return .real(0)
    case (.decimal, "zero"): return .decimal("0")
    default: return nil
    }
  }

  private func made(by call: FunctionCallExprSyntax, for attribute: Attribute) -> DefaultValue? {
    let arguments = Array(call.arguments)
    guard let argument = arguments.first else {
      let isBare = call.trailingClosure == nil
      switch attribute.type {
      case .string where isBare && isInitialiser(call, of: "String"): return .string("")
      case .data where isBare && isInitialiser(call, of: "Data"): return .data([])
      case .int64 where isBare && isInitialiser(call, of: "Int"): return .integer(0)
      default:
        let type = TypeReference(expression: call.calledExpression)
        switch type {
        case .array?, .dictionary?: return .emptyCollection
        case .named(["Set"], _)?: return .emptyCollection
        default: return nil
        }
      }
    }
    guard arguments.count == 1 else { return nil }
    switch (attribute.type, argument.label?.text) {
    case (.date, "timeIntervalSinceReferenceDate"?): return Literals.real(argument.expression).map { .date($0) }
    case (.date, "timeIntervalSince1970"?): return Literals.real(argument.expression).map { .date($0 - 978_307_200) }
    case (.decimal, nil), (.decimal, "string"?):
      return (Literals.string(argument.expression) ?? Literals.decimal(argument.expression)).map { .decimal($0) }
    case (.url, "string"?): return Literals.string(argument.expression).map { .string($0) }
    case (.uuid, "uuidString"?):
      guard let id = Literals.string(argument.expression).flatMap({ UUID(uuidString: $0) }) else { return nil }
      return .uuid(withUnsafeBytes(of: id.uuid) { Array($0) })
    case (.data, "base64Encoded"?):
      return Literals.string(argument.expression).flatMap { Data(base64Encoded: $0) }.map { .data(Array($0)) }
    case (.data, nil):
      guard let list = argument.expression.as(ArrayExprSyntax.self) else { return nil }
      let bytes = list.elements.compactMap { Literals.integer($0.expression).flatMap { UInt8(exactly: $0) } }
      return bytes.count == list.elements.count ? .data(bytes) : nil
    default: return nil
    }
  }

  private func isInitialiser(_ call: FunctionCallExprSyntax, of type: String) -> Bool {
    [type, "\(type).init", ".init"].contains(call.calledExpression.trimmedDescription)
  }
}

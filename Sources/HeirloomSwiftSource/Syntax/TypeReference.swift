internal import SwiftSyntax

/// A type as a source writes it, with the shorthands told apart: `T?`, `[T]`, `[K: V]`.
indirect enum TypeReference: Hashable, Sendable {
  case named([String], arguments: [TypeReference])
  case optional(TypeReference)
  case array(TypeReference)
  case dictionary(TypeReference, TypeReference)
  /// A tuple, a function, an existential: nothing that SwiftData keeps.
  case other(String)

  static func named(_ name: String) -> Self { .named([name], arguments: []) }

  init(_ syntax: TypeSyntax) {
    if let optional = syntax.as(OptionalTypeSyntax.self) {
      self = .optional(Self(optional.wrappedType))
    } else if let forced = syntax.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
      self = .optional(Self(forced.wrappedType))
    } else if let array = syntax.as(ArrayTypeSyntax.self) {
      self = .array(Self(array.element))
    } else if let dictionary = syntax.as(DictionaryTypeSyntax.self) {
      self = .dictionary(Self(dictionary.key), Self(dictionary.value))
    } else if let attributed = syntax.as(AttributedTypeSyntax.self) {
      self = Self(attributed.baseType)
    } else if let tuple = syntax.as(TupleTypeSyntax.self), tuple.elements.count == 1, let only = tuple.elements.first {
      self = Self(only.type)
    } else if let name = syntax.as(IdentifierTypeSyntax.self) {
      self = Self.make([name.name.plainName], name.genericArgumentClause, text: syntax.trimmedDescription)
    } else if let member = syntax.as(MemberTypeSyntax.self), case .named(let base, let arguments) = Self(member.baseType),
      arguments.isEmpty
    {
      self = Self.make(base + [member.name.plainName], member.genericArgumentClause, text: syntax.trimmedDescription)
    } else {
      self = .other(syntax.trimmedDescription)
    }
  }

  /// A type in the place of an expression: `Note`, `SchemaV1.Note`, `[Animal]`, `[String: Int]`, `Set<Int>`.
  init?(expression: ExprSyntax) {
    if let type = expression.as(TypeExprSyntax.self) {
      self = Self(type.type)
    } else if let name = expression.as(DeclReferenceExprSyntax.self) {
      self = .named(name.baseName.plainName)
    } else if let member = expression.as(MemberAccessExprSyntax.self), let base = member.base,
      case .named(let path, let arguments)? = Self(expression: base), arguments.isEmpty
    {
      self = .named(path + [member.declName.baseName.plainName], arguments: [])
    } else if let array = expression.as(ArrayExprSyntax.self), array.elements.count == 1, let only = array.elements.first,
      let element = Self(expression: only.expression)
    {
      self = .array(element)
    } else if let dictionary = expression.as(DictionaryExprSyntax.self), case .elements(let list) = dictionary.content,
      list.count == 1, let only = list.first, let key = Self(expression: only.key), let value = Self(expression: only.value)
    {
      self = .dictionary(key, value)
    } else if let generic = expression.as(GenericSpecializationExprSyntax.self),
      case .named(let path, _)? = Self(expression: generic.expression)
    {
      self = Self.make(path, generic.genericArgumentClause, text: expression.trimmedDescription)
    } else if let optional = expression.as(OptionalChainingExprSyntax.self), let wrapped = Self(expression: optional.expression) {
      self = .optional(wrapped)
    } else {
      return nil
    }
  }

  private static func make(_ path: [String], _ clause: GenericArgumentClauseSyntax?, text: String) -> Self {
    var arguments: [TypeReference] = []
    for argument in clause?.arguments ?? [] {
      guard case .type(let type) = argument.argument else { return .other(text) }
      arguments.append(Self(type))
    }
    let bare = path.first == "Swift" ? Array(path.dropFirst()) : path
    switch (bare.count, bare.last, arguments.count) {
    case (1, "Optional"?, 1): return .optional(arguments[0])
    case (1, "Array"?, 1): return .array(arguments[0])
    case (1, "Dictionary"?, 2): return .dictionary(arguments[0], arguments[1])
    default: return .named(path, arguments: arguments)
    }
  }

  /// As Swift would print it.
  var text: String {
    switch self {
    case .named(let path, let arguments):
      let list = arguments.isEmpty ? "" : "<\(arguments.map(\.text).joined(separator: ", "))>"
      return path.joined(separator: ".") + list
    case .optional(let wrapped): return wrapped.text + "?"
    case .array(let element): return "[\(element.text)]"
    case .dictionary(let key, let value): return "[\(key.text): \(value.text)]"
    case .other(let text): return text
    }
  }
}

internal import HeirloomFindings
internal import HeirloomSchema
internal import SwiftSyntax

/// The classes of a source that Realm's Swift SDK keeps: those that inherit from `Object` and its fellows.
///
/// Realm's store knows no inheritance: a subclass is a class of its own with all properties of its ancestors.
struct RealmClasses {
  let catalog: Catalog

  /// In the order of declaration.
  var all: [TypeDeclaration] { catalog.order.compactMap { catalog.types[$0] }.filter { base(of: $0) != nil } }

  enum Base: String {
    case object = "Object"
    case embedded = "EmbeddedObject"
    case asymmetric = "AsymmetricObject"
  }

  /// What of the SDK's a class inherits from, itself or through classes of the source.
  func base(of type: TypeDeclaration, depth: Int = 0) -> Base? {
    guard depth < 16, type.kind == .classType, case .named(let path, _)? = type.inherited.first?.type else { return nil }
    if let key = catalog.resolve(path, in: Array(type.path.dropLast())), key != type.key, let parent = catalog.types[key] {
      return base(of: parent, depth: depth + 1)
    }
    guard path.count == 1 || path.first == "RealmSwift" else { return nil }
    return path.last.flatMap(Base.init(rawValue:))
  }

  /// The class and its ancestors within the source, the outermost ancestor first.
  func lineage(of type: TypeDeclaration, depth: Int = 0) -> [TypeDeclaration] {
    guard depth < 16, case .named(let path, _)? = type.inherited.first?.type,
      let key = catalog.resolve(path, in: Array(type.path.dropLast())), key != type.key, let parent = catalog.types[key]
    else { return [type] }
    return lineage(of: parent, depth: depth + 1) + [type]
  }

  /// The class that a type names, when it is one of Realm's.
  func target(_ type: TypeReference, in scope: [String]) -> TypeDeclaration? {
    guard case .named(let path, _) = type, let key = catalog.resolve(path, in: scope), let found = catalog.types[key],
      base(of: found) != nil
    else { return nil }
    return found
  }

  /// What the file calls the class: its name, the one of `@objc(Name)`, or what `_realmObjectName()` returns.
  func name(of type: TypeDeclaration) -> EntityName {
    if let value = type.returned(by: "_realmObjectName"), let text = Literals.string(value) { return EntityName(text) }
    if let objc = type.attributes.first(named: "objc"), let argument = objc.arguments?.trimmedDescription, !argument.isEmpty {
      return EntityName(argument)
    }
    return EntityName(type.simpleName)
  }
}

extension TypeDeclaration {
  /// The one expression that a static or class function, or a static property, of the name gives.
  func returned(by name: String) -> ExprSyntax? {
    for (member, _) in everyMember {
      guard let function = member.as(FunctionDeclSyntax.self), function.name.plainName == name else { continue }
      return function.body?.statements.singleValue
    }
    return staticValue(name)?.value
  }

  /// The names that such a function lists: texts, or key paths of Objective-C.
  func names(listedBy function: String) -> [String] {
    guard let array = returned(by: function)?.as(ArrayExprSyntax.self) else { return [] }
    return array.elements.compactMap { RealmClasses.propertyName($0.expression) }
  }
}

extension RealmClasses {
  /// `"id"` or `#keyPath(Note.id)`.
  static func propertyName(_ expression: ExprSyntax) -> String? {
    if let text = Literals.string(expression) { return text }
    let text = expression.trimmedDescription
    guard text.hasPrefix("#keyPath("), text.hasSuffix(")") else { return nil }
    return text.dropFirst(9).dropLast().split(separator: ".").last.map(String.init)
  }
}

internal import HeirloomFindings
internal import SwiftSyntax

/// A property whose value a record keeps.
struct StoredProperty: Sendable {
  var name: String
  var nameToken: TokenSyntax
  /// As written, or as the initial value shows; nil when neither tells.
  var type: TypeReference?
  var typeText: String?
  var initialValue: ExprSyntax?
  var attributes: AttributeListSyntax
  var file: ParsedFile

  var place: TextPlace { file.place(of: nameToken) }
}

extension TypeDeclaration {
  /// The stored properties in the order of the text: neither static, lazy, computed nor `@Transient`.
  ///
  /// A property with only `willSet` or `didSet` is stored. With two branches of an `#if` the first of a name counts.
  func storedProperties(_ infer: (ExprSyntax) -> TypeReference?) -> [StoredProperty] {
    var result: [StoredProperty] = [], seen: Set<String> = []
    for member in members {
      guard let variable = member.as(VariableDeclSyntax.self) else { continue }
      let modifiers = variable.modifiers.map { $0.name.text }
      if modifiers.contains("static") || modifiers.contains("class") || modifiers.contains("lazy") { continue }
      if variable.attributes.first(named: "Transient") != nil { continue }
      // `var a, b: Int` gives the type once, at the end.
      var annotation: TypeSyntax?
      var found: [StoredProperty] = []
      for binding in variable.bindings.reversed() {
        annotation = binding.typeAnnotation?.type ?? (binding.initializer == nil ? annotation : nil)
        guard !binding.isComputed, let pattern = binding.pattern.as(IdentifierPatternSyntax.self) else { continue }
        let value = binding.initializer?.value
        let type = annotation.map { TypeReference($0) } ?? value.flatMap(infer)
        found.append(
          StoredProperty(
            name: pattern.identifier.plainName, nameToken: pattern.identifier, type: type,
            typeText: annotation?.trimmedDescription ?? type?.text, initialValue: value, attributes: variable.attributes,
            file: file))
      }
      for property in found.reversed() where seen.insert(property.name).inserted { result.append(property) }
    }
    return result
  }

  var hasInitialiser: Bool { everyMember.contains { $0.member.is(InitializerDeclSyntax.self) } }
}

extension PatternBindingSyntax {
  var isComputed: Bool {
    guard let block = accessorBlock else { return false }
    guard case .accessors(let list) = block.accessors else { return true }
    return !list.allSatisfy { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }
  }

  /// The expression that a getter or an initialiser gives, when it is a single one.
  var value: ExprSyntax? {
    if let initializer { return initializer.value }
    guard let block = accessorBlock else { return nil }
    switch block.accessors {
    case .getter(let items): return items.singleValue
    case .accessors(let list):
      return list.first { $0.accessorSpecifier.text == "get" }?.body?.statements.singleValue
    @unknown default: return nil
    }
  }
}

extension CodeBlockItemListSyntax {
  /// The value of a body that is one expression, with or without `return`.
  var singleValue: ExprSyntax? {
    guard count == 1, let only = first else { return nil }
    if let expression = only.item.as(ExprSyntax.self) { return expression }
    return only.item.as(StmtSyntax.self)?.as(ReturnStmtSyntax.self)?.expression
  }
}

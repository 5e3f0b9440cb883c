internal import HeirloomFindings
internal import SwiftSyntax

/// A model as a version lists it.
struct ListedModel {
  var key: String
  var place: TextPlace
}

extension SchemaReader {
  /// The models that a version lists, in its order.
  mutating func models(of version: TypeDeclaration, depth: Int = 0) -> [ListedModel] {
    guard let (value, file) = version.staticValue("models") else {
      findings.append(Finding(.unreadableVersion, "'\(version.simpleName)' has no list of models", at: .text(version.place)))
      return []
    }
    guard let value else {
      findings.append(
        Finding(
          .unreadableVersion, "the models of '\(version.simpleName)' are computed in several steps", at: .text(version.place)))
      return []
    }
    return models(in: value, of: version, file: file, depth: depth)
  }

  private mutating func models(in value: ExprSyntax, of version: TypeDeclaration, file: ParsedFile, depth: Int) -> [ListedModel] {
    if let array = value.as(ArrayExprSyntax.self) {
      return array.elements.compactMap { listed($0.expression, of: version, file: file) }
    }
    if let sequence = value.as(SequenceExprSyntax.self) {
      return sequence.elements.flatMap { element -> [ListedModel] in
        if element.is(BinaryOperatorExprSyntax.self) || element.is(UnresolvedAsExprSyntax.self) || element.is(TypeExprSyntax.self)
        {
          return []
        }
        return models(in: element, of: version, file: file, depth: depth + 1)
      }
    }
    // `SchemaV1.models`, `Self.frozenModels`, `frozenModels`: another list by its name.
    var name: String?, owner: TypeDeclaration? = version
    if let reference = value.as(DeclReferenceExprSyntax.self) { name = reference.baseName.plainName }
    if let member = value.as(MemberAccessExprSyntax.self), let base = member.base {
      name = member.declName.baseName.plainName
      if base.trimmedDescription != "Self", case .named(let path, _)? = TypeReference(expression: base) {
        owner = catalog.resolve(path, in: version.path).flatMap { catalog.types[$0] }
      }
    }
    listSteps += 1
    if let name, let owner, depth < 16, listSteps < 10_000, let (inner, innerFile) = owner.staticValue(name), let inner {
      return models(in: inner, of: owner, file: innerFile, depth: depth + 1)
    }
    findings.append(
      Finding(
        .unreadableVersion, "the models of '\(version.simpleName)' are not a list of types", at: .text(file.place(of: value))))
    return []
  }

  private mutating func listed(_ element: ExprSyntax, of version: TypeDeclaration, file: ParsedFile) -> ListedModel? {
    let place = file.place(of: element)
    guard let member = element.as(MemberAccessExprSyntax.self), member.declName.baseName.text == "self", let base = member.base,
      case .named(let path, _)? = TypeReference(expression: base)
    else {
      findings.append(Finding(.unreadableVersion, "'\(element.trimmedDescription)' is not a model type", at: .text(place)))
      return nil
    }
    let name = path.joined(separator: ".")
    guard let key = catalog.resolve(path, in: version.path), let type = catalog.types[key], type.isModel else {
      let models = catalog.types.values.filter(\.isModel).map(\.simpleName)
      let near = closestName(to: path.last ?? name, among: models).map { "did you mean '\($0)'?" }
      findings.append(
        Finding(
          .unknownModel, "'\(version.simpleName)' lists '\(name)', which the sources do not declare as a model", at: .text(place),
          help: near))
      return nil
    }
    return ListedModel(key: key, place: place)
  }
}

extension TypeDeclaration {
  /// The value of a static property, in the declaration or an extension: nil inside when it is not a single expression.
  func staticValue(_ name: String) -> (value: ExprSyntax?, file: ParsedFile)? {
    for (member, file) in everyMember {
      guard let variable = member.as(VariableDeclSyntax.self),
        variable.modifiers.contains(where: { $0.name.text == "static" || $0.name.text == "class" })
      else { continue }
      for binding in variable.bindings where binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.plainName == name {
        return (binding.value, file)
      }
    }
    return nil
  }
}

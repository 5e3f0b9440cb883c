internal import HeirloomFindings
internal import HeirloomSchema
internal import SwiftSyntax

/// One `@Model` class, as far as it can be read without its fellows: inverses are settled later.
struct EntityReading {
  var entity: Entity
  /// Full names of the model classes that relationships and the superclass lead to.
  var destinations: [PropertyName: String] = [:]
  var parentKey: String?
  /// What `inverse:` says: the names of the key path, the last one the property's.
  var inverses: [PropertyName: (path: [String], place: TextPlace)] = [:]
}

/// Reads model classes.
struct EntityReader {
  let catalog: Catalog
  private(set) var findings: [Finding] = []

  init(catalog: Catalog) { self.catalog = catalog }

  mutating func read(_ model: TypeDeclaration) -> EntityReading {
    var reading = EntityReading(entity: Entity(EntityName(model.simpleName)))
    reading.entity.place = model.place
    reading.entity.className = model.simpleName
    if let parent = superclass(of: model) {
      reading.parentKey = parent.key
      reading.entity.parent = EntityName(parent.simpleName)
    }
    let infer = TypeInference(catalog: catalog, scope: model.path)
    let properties = model.storedProperties { infer($0) }
    for property in properties { add(property, of: model, to: &reading) }
    for member in model.members {
      guard let macro = member.as(MacroExpansionDeclSyntax.self) else { continue }
      readMacro(macro, of: model, into: &reading)
    }
    let unset = properties.first { $0.initialValue == nil && !$0.isOptionalVariable }
    if let unset, !model.hasInitialiser {
      findings.append(
        Finding(
          .modelWithoutInit, "'\(model.simpleName)' has no init, and '\(unset.name)' has no initial value", at: .text(model.place)
        ))
    }
    return reading
  }

  private func superclass(of model: TypeDeclaration) -> TypeDeclaration? {
    guard case .named(let path, _)? = model.inherited.first?.type else { return nil }
    guard let key = catalog.resolve(path, in: Array(model.path.dropLast())), key != model.key else { return nil }
    guard let parent = catalog.types[key], parent.isModel else { return nil }
    return parent
  }

  private mutating func add(_ property: StoredProperty, of model: TypeDeclaration, to reading: inout EntityReading) {
    guard let type = property.type else {
      findings.append(
        Finding(
          .unreadableProperty, "the type of '\(property.name)' cannot be told from its initial value", at: .text(property.place),
          help: "write it after a colon: 'var \(property.name): …'"))
      return
    }
    let options = PropertyOptions(property, findings: &findings)
    if options.isEphemeral { return }
    if let target = destination(of: type, in: model.path) {
      addRelationship(property, to: target, options: options, reading: &reading)
      return
    }
    if property.attributes.first(named: "Relationship") != nil {
      findings.append(
        Finding(
          .unknownType, "'\(property.name)' is a relationship to '\(type.text)', which is not a model", at: .text(property.place))
      )
      return
    }
    var attribute: Attribute
    if let transformer = options.transformer {
      attribute = Attribute(PropertyName(property.name), .transformable)
      if case .optional = catalog.canonical(type, in: model.path) { attribute.isOptional = true }
      attribute.transformer = transformer
    } else {
      var reader = AttributeReader(catalog: catalog)
      attribute = reader.attribute(property.name, type, in: model.path, at: property.place)
      findings += reader.findings
    }
    attribute.swiftType = property.typeText
    attribute.place = property.place
    options.apply(to: &attribute)
    if let value = property.initialValue {
      attribute.defaultValue = Defaults(catalog: catalog, scope: model.path).value(value, for: attribute)
      noteUnreadableDefault(attribute, property)
    }
    if options.isUnique { reading.entity.uniqueness.append([attribute.name]) }
    reading.entity.attributes.append(attribute)
  }

  /// `UUID()` and `Date()` are known to be new for each record; other calls are worth a word.
  private mutating func noteUnreadableDefault(_ attribute: Attribute, _ property: StoredProperty) {
    guard case .expression(let text)? = attribute.defaultValue, attribute.type != .composite, let value = property.initialValue
    else { return }
    if ["UUID()", "Date()", ".now", "Date.now", ".init()", "Date.init()", "UUID.init()"].contains(text) { return }
    findings.append(
      Finding(
        .unreadableDefault, "the default of '\(attribute.name)' is an expression that only the app can evaluate",
        at: .text(property.file.place(of: value))))
  }

  // MARK: - Relationships

  private struct Destination {
    var key: String
    var isMany = false
    var isOptional = false
    var isSet = false
  }

  /// The model that a property's type leads to, when it is one: `T`, `T?`, `[T]`, `[T]?`.
  private func destination(of written: TypeReference, in scope: [String]) -> Destination? {
    var type = catalog.canonical(written, in: scope)
    var result = Destination(key: "")
    while case .optional(let wrapped) = type { (type, result.isOptional) = (catalog.canonical(wrapped, in: scope), true) }
    switch type {
    case .array(let element): (type, result.isMany) = (catalog.canonical(element, in: scope), true)
    case .named(let path, let arguments) where path.last == "Set" && arguments.count == 1:
      (type, result.isMany, result.isSet) = (catalog.canonical(arguments[0], in: scope), true, true)
    default: break
    }
    guard case .named(let path, _) = type, let key = catalog.resolve(path, in: scope), catalog.types[key]?.isModel == true else {
      return nil
    }
    result.key = key
    return result
  }

  private mutating func addRelationship(
    _ property: StoredProperty, to target: Destination, options: PropertyOptions, reading: inout EntityReading
  ) {
    let name = PropertyName(property.name)
    let simple = target.key.split(separator: ".").last.map(String.init) ?? target.key
    var relationship = Relationship(name, to: EntityName(simple), many: target.isMany)
    relationship.isOptional = target.isOptional
    relationship.place = property.place
    relationship.hasDefault = property.initialValue.map { !$0.is(NilLiteralExprSyntax.self) } ?? false
    options.apply(to: &relationship)
    if target.isSet {
      findings.append(
        Finding(
          .unprovenStorage, "'\(property.name)' is a Set of models; SwiftData's relationships are arrays",
          at: .text(property.place),
          severity: .warning))
    }
    if let inverse = options.inverse { reading.inverses[name] = inverse }
    reading.destinations[name] = target.key
    reading.entity.relationships.append(relationship)
  }

  // MARK: - #Unique and #Index

  private mutating func readMacro(_ macro: MacroExpansionDeclSyntax, of model: TypeDeclaration, into reading: inout EntityReading)
  {
    let name = macro.macroName.text
    guard name == "Unique" || name == "Index" else { return }
    for argument in macro.arguments {
      var list = argument.expression, isRTree = false
      if let call = list.as(FunctionCallExprSyntax.self), let inner = call.arguments.first?.expression {
        isRTree = call.calledExpression.trimmedDescription.hasSuffix("rtree")
        list = inner
      }
      guard let array = list.as(ArrayExprSyntax.self) else {
        findings.append(
          Finding(.unreadableOption, "#\(name) takes lists of key paths", at: .text(model.file.place(of: argument.expression))))
        continue
      }
      var names: [PropertyName] = []
      for element in array.elements {
        guard let path = element.expression.as(KeyPathExprSyntax.self)?.propertyNames, let property = path.last else { continue }
        let known = model.storedPropertyNames(in: catalog)
        if !known.contains(property), !path.contains(where: known.contains) {
          findings.append(
            Finding(
              .unknownKeyPath, "'\(model.simpleName)' has no stored property '\(property)'",
              at: .text(model.file.place(of: element.expression)),
              help: closestName(to: property, among: known).map { "did you mean '\($0)'?" }))
          continue
        }
        names.append(PropertyName(property))
      }
      guard !names.isEmpty else { continue }
      if name == "Unique" {
        if !reading.entity.uniqueness.contains(names) { reading.entity.uniqueness.append(names) }
      } else {
        // The name that real SwiftData stores show: Z_<Entity>_SwiftDataIndexOnBinary<prop><prop>.
        let label = "SwiftDataIndexOn\(isRTree ? "RTree" : "Binary")" + names.map(\.text).joined()
        if isRTree {
          findings.append(
            Finding(
              .unprovenStorage, "an R-tree index of SwiftData was not seen in a real store",
              at: .text(model.file.place(of: argument.expression))))
        }
        reading.entity.indexes.append(FetchIndex(name: label, elements: names.map { .init($0, rtree: isRTree) }))
      }
    }
  }
}

extension StoredProperty {
  /// An optional `var` starts as nil, so an init need not set it.
  var isOptionalVariable: Bool {
    if case .optional? = type { return true }
    return false
  }
}

extension TypeDeclaration {
  /// Names of the stored properties, those of model superclasses too.
  func storedPropertyNames(in catalog: Catalog, depth: Int = 0) -> [String] {
    let own = storedProperties { TypeInference(catalog: catalog, scope: path)($0) }.map(\.name)
    guard depth < 16, case .named(let name, _)? = inherited.first?.type,
      let key = catalog.resolve(name, in: Array(path.dropLast())),
      let parent = catalog.types[key], parent.isModel
    else { return own }
    return own + parent.storedPropertyNames(in: catalog, depth: depth + 1)
  }
}

extension KeyPathExprSyntax {
  /// The names of `\Note.tags`, root first: `["Note", "tags"]`; of `\.tags`: `["tags"]`.
  var propertyNames: [String] {
    var names: [String] = []
    if let root, case .named(let path, _) = TypeReference(root) { names = path }
    for component in components {
      if case .property(let property) = component.component { names.append(property.declName.baseName.plainName) }
    }
    return names
  }
}

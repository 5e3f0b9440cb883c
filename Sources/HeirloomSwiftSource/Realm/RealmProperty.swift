internal import HeirloomFindings
internal import HeirloomSchema
internal import SwiftSyntax

/// A property that Realm manages, as its declaration says.
struct RealmProperty {
  var name: PropertyName
  var type = AttributeType.undefined
  var isOptional = false
  var collection: CollectionKind?
  /// The class that a link leads to.
  var target: TypeDeclaration?
  /// For linking objects: the property of `target` that leads here.
  var origin: PropertyName?
  var isPrimaryKey = false
  var isIndexed = false
  var defaultValue: DefaultValue?
  var enumeration: Enumeration?
  var swiftType: String?
  var place: TextPlace

  func add(to entity: inout Entity, _ classes: RealmClasses) {
    guard let target else {
      var attribute = Attribute(name, type, optional: isOptional)
      attribute.collection = collection
      attribute.isIndexed = isIndexed || isPrimaryKey
      attribute.defaultValue = defaultValue
      attribute.enumeration = enumeration
      attribute.swiftType = swiftType
      attribute.place = place
      return entity.attributes.append(attribute)
    }
    var relationship = Relationship(name, to: classes.name(of: target), many: collection != nil)
    relationship.isOrdered = collection == .list
    relationship.collection = collection == .list ? nil : collection
    relationship.ownsDestination = classes.base(of: target) == .embedded
    if relationship.ownsDestination {
      relationship.deleteRule = .cascade
    } else {
      relationship.userInfo["realm.shared"] = "true"
    }
    relationship.place = place
    entity.relationships.append(relationship)
  }
}

/// Reads the properties that one class declares itself.
struct RealmPropertyReader {
  let classes: RealmClasses
  let owner: TypeDeclaration
  private(set) var findings: [Finding] = []

  init(classes: RealmClasses, owner: TypeDeclaration) {
    self.classes = classes
    self.owner = owner
  }

  /// With one `@Persisted` property only such are managed; else those of Objective-C and Realm's own collections are.
  mutating func properties() -> [RealmProperty] {
    let infer = TypeInference(catalog: classes.catalog, scope: owner.path)
    let stored = owner.storedProperties { RealmWrapper.type(madeBy: $0) ?? infer($0) }
    let isModern = stored.contains { $0.attributes.first(named: "Persisted") != nil }
    var result: [RealmProperty] = []
    for property in stored {
      let isManaged =
        isModern
        ? property.attributes.first(named: "Persisted") != nil
        : property.attributes.first(named: "objc") != nil || owner.attributes.first(named: "objcMembers") != nil
          || property.type.flatMap { RealmWrapper($0) } != nil
      if isManaged, let read = read(property) { result.append(read) }
    }
    return result
  }

  private mutating func read(_ property: StoredProperty) -> RealmProperty? {
    guard let written = property.type else {
      findings.append(
        Finding(
          .unreadableProperty, "the type of '\(property.name)' cannot be told from its initial value", at: .text(property.place),
          help: "write it after a colon: 'var \(property.name): …'"))
      return nil
    }
    var result = RealmProperty(name: PropertyName(property.name), swiftType: property.typeText, place: property.place)
    for argument in property.attributes.first(named: "Persisted")?.argumentList ?? [] {
      switch argument.label?.text {
      case "primaryKey": result.isPrimaryKey = Literals.bool(argument.expression) ?? false
      case "indexed": result.isIndexed = Literals.bool(argument.expression) ?? false
      case "originProperty": result.origin = RealmClasses.propertyName(argument.expression).map { PropertyName($0) }
      default: break
      }
    }
    var type = written
    if let wrapper = RealmWrapper(written) {
      result.collection = wrapper.collection
      type = wrapper.element
      if wrapper.isLinkingObjects { result.origin = result.origin ?? legacyOrigin(property) }
      result.isOptional = wrapper.isOptional
    }
    type = classes.catalog.canonical(type, in: owner.path)
    while case .optional(let wrapped) = type {
      (type, result.isOptional) = (classes.catalog.canonical(wrapped, in: owner.path), true)
    }
    result.target = classes.target(type, in: owner.path)
    if result.target == nil {
      guard let (scalar, enumeration) = scalar(type) else {
        findings.append(
          Finding(
            .unknownType, "'\(property.name)' has the type '\(written.text)', which Realm does not keep",
            at: .text(property.place)))
        return nil
      }
      (result.type, result.enumeration) = (scalar, enumeration)
      // A Mixed value may be null whatever its type says.
      if scalar == .mixed { result.isOptional = true }
    }
    if let value = property.initialValue, result.collection == nil, result.target == nil {
      var attribute = Attribute(result.name, result.type)
      attribute.enumeration = result.enumeration
      let found = Defaults(catalog: classes.catalog, scope: owner.path).value(value, for: attribute)
      // `RealmOptional<Int>()` is how the property is declared, not a default.
      if RealmWrapper(written) == nil { result.defaultValue = found }
    }
    return result
  }

  /// `LinkingObjects(fromType: Note.self, property: "tags")`.
  private func legacyOrigin(_ property: StoredProperty) -> PropertyName? {
    let call = property.initialValue?.as(FunctionCallExprSyntax.self)
    let argument = call?.arguments.first { $0.label?.text == "property" }
    return argument.flatMap { RealmClasses.propertyName($0.expression) }.map { PropertyName($0) }
  }

  /// The type of a value: all of Swift's integers are one in Realm, and an enum is kept as its raw value.
  private func scalar(_ type: TypeReference) -> (AttributeType, Enumeration?)? {
    guard case .named(let path, _) = type, let name = path.last else { return nil }
    if let key = classes.catalog.resolve(path, in: owner.path), let declared = classes.catalog.types[key] {
      if declared.kind == .enumeration {
        let (enumeration, _) = declared.enumeration(in: classes.catalog)
        return enumeration.rawType.map { ($0.isInteger ? .int64 : $0, enumeration) }
      }
      // `CustomPersistable` and `FailableCustomPersistable` say what they are kept as.
      for (member, _) in declared.everyMember {
        if let alias = member.as(TypeAliasDeclSyntax.self), alias.name.plainName == "PersistedType" {
          return scalar(TypeReference(alias.initializer.value))
        }
      }
      return nil
    }
    switch name {
    case "Decimal128": return (.decimal, nil)
    case "ObjectId": return (.objectID, nil)
    case "AnyRealmValue": return (.mixed, nil)
    case "NSString": return (.string, nil)
    case "NSDate": return (.date, nil)
    case "NSData": return (.data, nil)
    default:
      guard let scalar = ScalarTypes.type(of: type), scalar != .decimal, scalar != .url else { return nil }
      return (scalar.isInteger ? .int64 : scalar, nil)
    }
  }
}

/// Realm's generic types: `List<T>`, `MutableSet<T>`, `Map<K, V>`, `LinkingObjects<T>`, `RealmOptional<T>`, `RealmProperty<T?>`.
struct RealmWrapper {
  var element: TypeReference
  var collection: CollectionKind?
  var isOptional = false
  var isLinkingObjects = false

  init?(_ type: TypeReference) {
    guard case .named(let path, let arguments) = type, path.count == 1 || path.first == "RealmSwift", let last = arguments.last
    else {
      return nil
    }
    element = last
    switch (path.last, arguments.count) {
    case ("List"?, 1): collection = .list
    case ("MutableSet"?, 1): collection = .set
    case ("Map"?, 2): collection = .dictionary
    case ("LinkingObjects"?, 1): (collection, isLinkingObjects) = (.list, true)
    case ("RealmOptional"?, 1): isOptional = true
    case ("RealmProperty"?, 1): break
    default: return nil
    }
  }

  /// The type of `List<Tag>()` or `LinkingObjects(fromType: Note.self, property: "tags")`.
  static func type(madeBy value: ExprSyntax) -> TypeReference? {
    guard let call = value.as(FunctionCallExprSyntax.self), let type = TypeReference(expression: call.calledExpression) else {
      return nil
    }
    if RealmWrapper(type) != nil { return type }
    guard case .named(let path, let arguments) = type, path.last == "LinkingObjects", arguments.isEmpty,
      let from = call.arguments.first(where: { $0.label?.text == "fromType" })?.expression.as(MemberAccessExprSyntax.self),
      let source = from.base.flatMap({ TypeReference(expression: $0) })
    else { return nil }
    return .named(path, arguments: [source])
  }
}

internal import HeirloomFindings
internal import HeirloomSchema

extension ModelArchiveReader {
  mutating func attribute(_ node: KeyedArchive.Node, of entity: EntityName, depth: Int) -> Attribute? {
    guard let name = node["NSPropertyName"]?.string else {
      note(unknown: "attribute without a name")
      return nil
    }
    budget -= 1
    guard depth < 32, budget > 0 else {
      note(unknown: "composite that nests without end")
      return nil
    }
    note(node, known: ModelArchiveShape.attribute)
    let code = Int(clamping: node["NSAttributeType"]?.integer ?? 0)
    let type = AttributeType(archiveCode: code)
    if type == nil { note(unknown: "attribute type \(code)") }
    var attribute = Attribute(PropertyName(name), type ?? .undefined, optional: node["NSIsOptional"]?.bool ?? false)
    attribute.isTransient = node["NSIsTransient"]?.bool ?? false
    attribute.isReadOnly = node["NSIsReadOnly"]?.bool ?? false
    attribute.isIndexed = node["NSIsIndexed"]?.bool ?? false
    attribute.isSpotlightIndexed = node["NSIndexedBySpotlight"]?.bool ?? false
    attribute.allowsCloudEncryption = node["NSAllowsCloudEncryption"]?.bool ?? false
    attribute.hashModifier = node["NSVersionHashModifier"]?.string
    attribute.renamingIdentifier = node["NSRenamingIdentifier"]?.string.flatMap { $0 == name ? nil : $0 }
    attribute.transformer = node["NSValueTransformerName"]?.string
    attribute.valueClass = node["NSAttributeValueClassName"]?.string
    let flags = node["NSFlagsKey"]?.integer ?? 0
    attribute.allowsExternalStorage = flags & 4 != 0
    attribute.preservesValueOnDeletion = flags & 0x10 != 0
    if flags & ~0x14 != 0 { note(unknown: "attribute flag \(flags & ~0x14)") }
    let info = userInfo(node)
    attribute.userInfo = info.texts
    if let cases = info.cases {
      attribute.enumeration = Enumeration(name: "", rawType: nil, cases: cases.map { Enumeration.Case(name: $0, rawValue: $0) })
    }
    for element in node["NSCompositeElements"]?.elements ?? [] {
      if let read = self.attribute(element, of: entity, depth: depth + 1) { attribute.elements.append(read) }
    }
    if let expression = node["NSDerivationExpression"] { attribute.derivation = derivation(expression, of: name, in: entity) }
    if node["NSFilteringPredicate"] != nil { note(unknown: "filter of a derived attribute") }
    if let value = node["NSDefaultValue"] {
      attribute.defaultValue = defaultValue(value, type: attribute.type)
      if attribute.defaultValue == nil { note(unknown: "default of a \(attribute.type.rawValue) attribute") }
    }
    for predicate in node["NSValidationPredicates"]?.elements ?? [] { read(limit: predicate, into: &attribute.validation) }
    return attribute
  }

  private mutating func derivation(_ node: KeyedArchive.Node, of attribute: String, in entity: EntityName) -> String {
    if let path = ArchivedPredicate.keyPath(node) { return path }
    // `lowercase:(folder.name)` and `now()`, as Xcode's models spell them.
    if node.className == "NSFunctionExpression", let selector = node["NSSelectorName"]?.string {
      let arguments = node["NSArguments"]?.elements ?? [], paths = arguments.compactMap(ArchivedPredicate.keyPath)
      if paths.count == arguments.count, paths.count < 2 { return "\(selector)(\(paths.joined()))" }
    }
    note(unknown: "derivation of class '\(node.className ?? "none")'")
    return "?"
  }

  private func defaultValue(_ node: KeyedArchive.Node, type: AttributeType) -> DefaultValue? {
    switch type {
    case .bool: node.bool.map(DefaultValue.bool)
    case .int16, .int32, .int64: node.integer.map(DefaultValue.integer)
    case .float, .double: node.real.map(DefaultValue.real)
    case .decimal: (node.decimal ?? node.integer.map { String($0) } ?? node.real.map { String($0) }).map(DefaultValue.decimal)
    case .string: node.string.map(DefaultValue.string)
    case .url: (node.url ?? node.string).map(DefaultValue.string)
    case .date: node.date.map(DefaultValue.date)
    case .uuid: node.uuid.map(DefaultValue.uuid)
    case .data: node.data.map(DefaultValue.data)
    case .transformable, .composite, .undefined, .managedObjectID, .objectID, .mixed: untypedDefault(node)
    }
  }

  private func untypedDefault(_ node: KeyedArchive.Node) -> DefaultValue? {
    if let elements = node.elements { return elements.isEmpty ? .emptyCollection : nil }
    if let entries = node.entries { return entries.isEmpty ? .emptyCollection : nil }
    if node.isBool { return node.bool.map(DefaultValue.bool) }
    if let text = node.string { return .string(text) }
    if let number = node.integer { return .integer(number) }
    return node.real.map(DefaultValue.real) ?? node.data.map(DefaultValue.data)
  }

  /// Limits are predicates on the value: `SELF >= 0`, `length <= 40`, `SELF MATCHES "…"`.
  private mutating func read(limit node: KeyedArchive.Node, into validation: inout Validation) {
    guard case .comparison(let path, let comparator, let constant)? = ArchivedPredicate.read(node),
      ["SELF", "length", "SELF.length"].contains(path)
    else { return note(unknown: "validation predicate") }
    let text: String =
      switch constant {
      case .string(let text): text
      case .date(let seconds): String(seconds)
      default: constant.description
      }
    switch comparator {
    case .greaterOrEqual: validation.minimum = text
    case .lessOrEqual: validation.maximum = text
    case .matches: validation.pattern = text
    case .less, .greater, .equal, .different: note(unknown: "validation predicate")
    }
  }

  mutating func relationship(_ node: KeyedArchive.Node, of entity: EntityName) -> Relationship? {
    guard let name = node["NSPropertyName"]?.string,
      let destination = node["_NSDestinationEntityName"]?.string ?? node["NSDestinationEntity"]?["NSEntityName"]?.string
    else {
      note(unknown: "relationship without a name or a destination")
      return nil
    }
    note(node, known: ModelArchiveShape.relationship)
    let inverse = node["_NSInverseRelationshipName"]?.string ?? node["NSInverseRelationship"]?["NSPropertyName"]?.string
    var relationship = Relationship(PropertyName(name), to: EntityName(destination), inverse: inverse.map { PropertyName($0) })
    relationship.maximumCount = Int(clamping: node["NSMaxCount"]?.integer ?? 1)
    relationship.minimumCount = Int(clamping: node["NSMinCount"]?.integer ?? 0)
    relationship.isOptional = node["NSIsOptional"]?.bool ?? false
    relationship.isOrdered = node["NSIsOrdered"]?.bool ?? false
    relationship.isTransient = node["NSIsTransient"]?.bool ?? false
    relationship.isSpotlightIndexed = node["NSIndexedBySpotlight"]?.bool ?? false
    relationship.hashModifier = node["NSVersionHashModifier"]?.string
    relationship.renamingIdentifier = node["NSRenamingIdentifier"]?.string.flatMap { $0 == name ? nil : $0 }
    relationship.userInfo = userInfo(node).texts
    let rule = Int(clamping: node["NSDeleteRule"]?.integer ?? 1)
    if let known = DeleteRule(rawValue: rule) { relationship.deleteRule = known } else { note(unknown: "delete rule \(rule)") }
    return relationship
  }

  mutating func fetchIndex(_ node: KeyedArchive.Node, of entity: EntityName) -> FetchIndex? {
    guard let name = node["NSIndexName"]?.string else {
      note(unknown: "index without a name")
      return nil
    }
    var index = FetchIndex(name: name, elements: [])
    for element in node["NSIndexElements"]?.elements ?? [] {
      guard let property = element["NSPropertyName"]?.string ?? element["NSIndexedProperty"]?["NSPropertyName"]?.string else {
        note(unknown: "part of an index")
        continue
      }
      // Type 0 is binary, 1 an R-tree.
      let isRTree = element["NSFetchIndexElementType"]?.integer == 1
      var read = FetchIndex.Element(PropertyName(property), ascending: element["NSAscending"]?.bool ?? true, rtree: isRTree)
      if let indexed = element["NSIndexedProperty"], indexed.className == "NSExpressionDescription" {
        read.expression = indexed["NSExpression"].flatMap(ArchivedPredicate.keyPath)
        if read.expression == nil { note(unknown: "expression of an index") }
      }
      index.elements.append(read)
    }
    if let predicate = node["NSPartialIndexPredicate"] {
      index.predicate = ArchivedPredicate.read(predicate)?.description
      if index.predicate == nil { note(unknown: "predicate of an index") }
    }
    return index
  }
}

internal import HeirloomFindings
internal import HeirloomSchema

extension XcodeModelReader {
  private static let types: [String: AttributeType] = [
    "Boolean": .bool, "Integer 16": .int16, "Integer 32": .int32, "Integer 64": .int64, "Decimal": .decimal, "Double": .double,
    "Float": .float, "String": .string, "Date": .date, "Binary": .data, "Binary Data": .data, "UUID": .uuid, "URI": .url,
    "Transformable": .transformable, "Composite": .composite, "Undefined": .undefined, "ObjectID": .managedObjectID,
  ]

  mutating func attribute(_ element: MarkupElement, of entity: String, depth: Int) -> Attribute? {
    note(
      element,
      known: [
        "name", "optional", "transient", "indexed", "syncable", "attributeType", "usesScalarValueType", "defaultValueString",
        "defaultDateTimeInterval", "minDateTimeInterval", "maxDateTimeInterval", "minValueString", "maxValueString",
        "regularExpressionString", "allowsExternalBinaryDataStorage", "valueTransformerName", "customClassName",
        "versionHashModifier",
        "elementID", "derived", "derivationExpression", "allowsCloudEncryption", "spotlightIndexingEnabled",
        "preservesValueInHistoryOnDeletion", "storedInTruthFile", "compositeName", "compositeAttributeName",
      ], children: ["userInfo"])
    guard let name = element.attributes["name"] else {
      note(unknown: "attribute without a name")
      return nil
    }
    let spelling = element.attributes["attributeType"] ?? "Undefined"
    let type = Self.types[spelling]
    if type == nil { note(unknown: "attribute type '\(spelling)'") }
    var attribute = Attribute(PropertyName(name), type ?? .undefined, optional: element.flag("optional"))
    attribute.isTransient = element.flag("transient")
    attribute.isIndexed = element.flag("indexed")
    attribute.allowsExternalStorage = element.flag("allowsExternalBinaryDataStorage")
    attribute.allowsCloudEncryption = element.flag("allowsCloudEncryption")
    attribute.isSpotlightIndexed = element.flag("spotlightIndexingEnabled")
    attribute.preservesValueOnDeletion = element.flag("preservesValueInHistoryOnDeletion")
    attribute.hashModifier = element.attributes["versionHashModifier"]
    attribute.renamingIdentifier = element.attributes["elementID"].flatMap { $0 == name ? nil : $0 }
    attribute.transformer = element.attributes["valueTransformerName"].flatMap { $0.isEmpty ? nil : $0 }
    attribute.valueClass = attribute.type.archiveValueClass ?? element.attributes["customClassName"]
    attribute.userInfo = userInfo(element)
    if element.flag("derived") || element.attributes["derivationExpression"] != nil {
      attribute.derivation = element.attributes["derivationExpression"] ?? ""
      attribute.isReadOnly = true
    }
    attribute.validation = validation(element)
    attribute.defaultValue = defaultValue(element, type: attribute.type, name: "\(entity).\(name)")
    if attribute.type == .composite { attribute.elements = elements(of: element, entity: entity, depth: depth) }
    return attribute
  }

  private func validation(_ element: MarkupElement) -> Validation {
    var validation = Validation()
    validation.minimum = element.attributes["minValueString"] ?? element.attributes["minDateTimeInterval"]
    validation.maximum = element.attributes["maxValueString"] ?? element.attributes["maxDateTimeInterval"]
    validation.pattern = element.attributes["regularExpressionString"]
    return validation
  }

  private mutating func elements(of element: MarkupElement, entity: String, depth: Int) -> [Attribute] {
    let name =
      element.attributes["compositeName"] ?? element.attributes["compositeAttributeName"] ?? element.attributes["customClassName"]
    let declared = name.flatMap { composites[$0] } ?? (composites.count == 1 ? composites.values.first : nil)
    guard let declared, depth < 8 else {
      note(unknown: "composite type '\(name ?? "")'")
      return []
    }
    note(declared, known: ["name"], children: ["attribute", "userInfo"])
    return declared.children("attribute").compactMap { attribute($0, of: entity, depth: depth + 1) }
  }

  /// Numbers are as the editor left them: an integer may have the default `NO`.
  private mutating func defaultValue(_ element: MarkupElement, type: AttributeType, name: String) -> DefaultValue? {
    if type == .date, let seconds = element.attributes["defaultDateTimeInterval"].flatMap({ Double($0) }) {
      return .date(seconds)
    }
    guard let text = element.attributes["defaultValueString"] else { return nil }
    let flag = ["YES": true, "TRUE": true, "NO": false, "FALSE": false][text.uppercased()]
    let read: DefaultValue? =
      switch type {
      case .bool: (flag ?? Int64(text).map { $0 != 0 }).map(DefaultValue.bool)
      case .int16, .int32, .int64:
        (Int64(text) ?? flag.map { $0 ? 1 : 0 } ?? Double(text).flatMap { Int64(exactly: $0) }).map(DefaultValue.integer)
      case .float, .double: (Double(text) ?? flag.map { $0 ? 1 : 0 }).map(DefaultValue.real)
      case .decimal: .decimal(text)
      case .string, .url: .string(text)
      case .date: Double(text).map(DefaultValue.date)
      case .uuid, .data, .transformable, .composite, .managedObjectID, .objectID, .mixed, .undefined:
        text.isEmpty ? nil : .string(text)
      }
    if read == nil, !text.isEmpty { note(unknown: "default of '\(name)', of type \(type.rawValue)") }
    return read
  }

  mutating func relationship(_ element: MarkupElement, of entity: String) -> Relationship? {
    note(
      element,
      known: [
        "name", "destinationEntity", "deletionRule", "inverseName", "inverseEntity", "toMany", "maxCount", "minCount", "ordered",
        "optional",
        "transient", "elementID", "syncable", "indexed", "versionHashModifier", "spotlightIndexingEnabled", "storedInTruthFile",
        "allowsCloudEncryption",
      ], children: ["userInfo"])
    guard let name = element.attributes["name"], let destination = element.attributes["destinationEntity"] else {
      note(unknown: "relationship without a name or a destination")
      return nil
    }
    let inverse = element.attributes["inverseName"].map { PropertyName($0) }
    var relationship = Relationship(
      PropertyName(name), to: EntityName(destination), many: element.flag("toMany"), inverse: inverse)
    if let limit = element.attributes["maxCount"].flatMap({ Int32($0) }) { relationship.maximumCount = Int(limit) }
    relationship.minimumCount = element.attributes["minCount"].flatMap { Int32($0) }.map { Int($0) } ?? 0
    relationship.isOptional = element.flag("optional")
    relationship.isOrdered = element.flag("ordered")
    relationship.isTransient = element.flag("transient")
    relationship.isSpotlightIndexed = element.flag("spotlightIndexingEnabled")
    relationship.hashModifier = element.attributes["versionHashModifier"]
    relationship.renamingIdentifier = element.attributes["elementID"].flatMap { $0 == name ? nil : $0 }
    relationship.userInfo = userInfo(element)
    switch element.attributes["deletionRule"] {
    case "Nullify", nil: relationship.deleteRule = .nullify
    case "Cascade": relationship.deleteRule = .cascade
    case "Deny": relationship.deleteRule = .deny
    case "No Action": relationship.deleteRule = .noAction
    case let rule?: note(unknown: "delete rule '\(rule)'")
    }
    return relationship
  }
}

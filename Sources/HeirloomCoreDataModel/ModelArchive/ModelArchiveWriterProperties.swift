internal import HeirloomSchema

extension ModelArchiveWriter {
  mutating func write(_ attribute: Attribute, of entity: EntityName, at reference: Reference) {
    let value = defaultValue(of: attribute)
    var contents: [String: PropertyList] = [
      "NSEntity": self.reference(to: entity).value, "NSPropertyName": text(attribute.name.text), "NSDefaultValue": value.value,
      "NSRenamingIdentifier": text(attribute.renamingIdentifier ?? attribute.name.text),
      "NSAttributeType": .integer(Int64(attribute.type.archiveCode ?? 0)),
      "NSAttributeValueClassName": text(attribute.valueClass ?? attribute.type.archiveValueClass ?? Self.genericName(attribute)),
      "NSValueTransformerName": text(
        attribute.transformer ?? (Self.genericName(attribute) == nil ? nil : "NSSecureUnarchiveFromData")),
      "NSFlagsKey": .integer((attribute.allowsExternalStorage ? 4 : 0) | (attribute.preservesValueOnDeletion ? 0x10 : 0)),
    ]
    if attribute.isOptional { contents["NSIsOptional"] = .bool(true) }
    if attribute.isTransient { contents["NSIsTransient"] = .bool(true) }
    if attribute.isReadOnly { contents["NSIsReadOnly"] = .bool(true) }
    if attribute.isIndexed { contents["NSIsIndexed"] = .bool(true) }
    if attribute.isSpotlightIndexed { contents["NSIndexedBySpotlight"] = .bool(true) }
    if attribute.allowsCloudEncryption { contents["NSAllowsCloudEncryption"] = .bool(true) }
    if let modifier = attribute.hashModifier { contents["NSVersionHashModifier"] = text(modifier) }
    let info = userInfo(of: attribute)
    if !info.isEmpty { contents["NSUserInfo"] = userInfo(info).value }
    let limits = self.limits(of: attribute)
    if !limits.isEmpty {
      contents["NSValidationPredicates"] = archive.array(limits.map { write($0.predicate) }, mutable: true).value
      contents["NSValidationWarnings"] =
        archive.array(limits.map { archive.add(scalar: .integer($0.warning)) }, mutable: true).value
    }
    contents["_P"] = .integer(
      Self.bits(
        optional: attribute.isOptional, readOnly: attribute.isReadOnly, transient: attribute.isTransient,
        validated: !limits.isEmpty,
        informed: !info.isEmpty, modified: attribute.hashModifier != nil, spotlight: attribute.isSpotlightIndexed, ordered: false)
    )
    var lineage = ["NSAttributeDescription", "NSPropertyDescription", "NSObject"]
    if let derivation = attribute.derivation {
      lineage.insert("NSDerivedAttributeDescription", at: 0)
      contents["NSDerivationExpression"] = derivation.isKeyPath ? write(keyPath: derivation).value : Reference.null.value
      contents["NSFilteringPredicate"] = Reference.null.value
    } else if attribute.type == .composite {
      lineage.insert("NSCompositeAttributeDescription", at: 0)
      var elements: [Reference] = []
      for element in attribute.elements {
        let place = archive.reserve()
        write(element, of: entity, at: place)
        elements.append(place)
      }
      contents["NSCompositeElements"] = archive.array(elements, mutable: true).value
    }
    archive.fill(reference, lineage, contents)
  }

  mutating func write(_ relationship: Relationship, of entity: EntityName, at reference: Reference) {
    var contents: [String: PropertyList] = [
      "NSEntity": self.reference(to: entity).value, "NSPropertyName": text(relationship.name.text),
      "NSRenamingIdentifier": text(relationship.renamingIdentifier ?? relationship.name.text),
      "NSDestinationEntity": self.reference(to: relationship.destination).value,
      "_NSDestinationEntityName": text(relationship.destination.text),
      "NSInverseRelationship": relationship.inverse.map { self.reference(to: $0, of: relationship.destination) }?.value
        ?? Reference.null.value,
      "_NSInverseRelationshipName": text(relationship.inverse?.text),
      "NSDeleteRule": .integer(Int64(relationship.deleteRule.rawValue)),
      "NSMaxCount": .integer(Int64(relationship.maximumCount)), "NSMinCount": .integer(Int64(relationship.minimumCount)),
      "_P": .integer(
        Self.bits(
          optional: relationship.isOptional, readOnly: false, transient: relationship.isTransient, validated: false,
          informed: !relationship.userInfo.isEmpty, modified: relationship.hashModifier != nil,
          spotlight: relationship.isSpotlightIndexed, ordered: relationship.isOrdered)),
    ]
    if relationship.isOptional { contents["NSIsOptional"] = .bool(true) }
    if relationship.isTransient { contents["NSIsTransient"] = .bool(true) }
    if relationship.isOrdered { contents["NSIsOrdered"] = .bool(true) }
    if relationship.isSpotlightIndexed { contents["NSIndexedBySpotlight"] = .bool(true) }
    if let modifier = relationship.hashModifier { contents["NSVersionHashModifier"] = text(modifier) }
    let info = relationship.userInfo.map { (key: $0.key, value: archive.add($0.value)) }
    if !info.isEmpty { contents["NSUserInfo"] = userInfo(info).value }
    archive.fill(reference, ["NSRelationshipDescription", "NSPropertyDescription", "NSObject"], contents)
  }

  mutating func write(_ index: FetchIndex, of entity: EntityName) -> Reference {
    let place = archive.reserve()
    let elements = index.elements.map { element in
      var contents: [String: PropertyList] = [
        "NSPropertyName": text(element.property.text), "NSFetchIndexElementType": .integer(element.isRTree ? 1 : 0),
        "NSFetchIndexDescription": place.value, "NSAscending": .bool(element.isAscending),
      ]
      if let expression = element.expression {
        // Number 2000 is the type of an object's identity, 0 that of an expression whose type is not known.
        let described: [String: PropertyList] = [
          "NSEntity": Reference.null.value, "NSPropertyName": text(element.property.text),
          "NSRenamingIdentifier": text(element.property.text), "NSExpression": write(keyPath: expression).value,
          "NSExpressionType": .integer(expression == "SELF" ? 2000 : 0), "NSIsOptional": .bool(true), "NSIsReadOnly": .bool(true),
          "_P": .integer(
            Self.bits(
              optional: true, readOnly: true, transient: false, validated: false, informed: false, modified: false,
              spotlight: false,
              ordered: false)),
        ]
        let description = archive.add(["NSExpressionDescription", "NSPropertyDescription", "NSObject"], described)
        contents["NSIndexedProperty"] = description.value
      }
      return archive.add(["NSFetchIndexElementDescription", "NSObject"], contents)
    }
    let predicate = index.predicate.flatMap { ModelPredicate(parsing: $0) }.map { write($0) } ?? .null
    archive.fill(
      place, ["NSFetchIndexDescription", "NSObject"],
      [
        "NSIndexName": text(index.name), "NSIndexElements": archive.array(elements).value,
        "NSEntity": reference(to: entity).value,
        "NSPartialIndexPredicate": predicate.value,
      ])
    return place
  }

  /// The bits of `_P`: 1 always, and one for each fact or its absence, as all properties of real caches have them.
  static func bits(
    optional: Bool, readOnly: Bool, transient: Bool, validated: Bool, informed: Bool, modified: Bool, spotlight: Bool,
    ordered: Bool
  ) -> Int64 {
    1 | (optional ? 2 : 0) | (readOnly ? 4 : 0) | (transient ? 8 : 0) | (validated ? 0 : 0x30) | (informed ? 0 : 0x40)
      | (modified ? 0 : 0x80) | (spotlight ? 0x100 : 0) | (ordered ? 0x400 : 0)
  }

  /// `Array<String>` for an attribute whose Swift source says `[String]?`: the class SwiftData names for a transformable.
  static func genericName(_ attribute: Attribute) -> String? {
    guard attribute.type == .transformable, attribute.transformer == nil, attribute.valueClass == nil,
      var type = attribute.swiftType
    else {
      return nil
    }
    while type.hasSuffix("?") { type.removeLast() }
    guard type.hasPrefix("["), type.hasSuffix("]") else { return type }
    let inner = type.dropFirst().dropLast()
    let parts = inner.split(separator: ":", maxSplits: 1)
    guard parts.count == 2 else { return "Array<\(inner)>" }
    return "Dictionary<\(parts[0].filter { $0 != " " }), \(parts[1].drop { $0 == " " })>"
  }
}

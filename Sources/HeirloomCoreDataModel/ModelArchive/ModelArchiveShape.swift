/// The classes of a model archive and the keys each is known to have, from the caches and compiled models of real apps.
///
/// A key that is not listed is reported, so that a new facet of Core Data is not lost in silence.
enum ModelArchiveShape {
  static let model: Set = ["NSEntities", "NSFetchRequestTemplates", "NSVersionIdentifiers", "NSConfigurations"]

  static let entity: Set = [
    "NSEntityName", "NSClassNameForEntity", "NSUserInfo", "NSSubentities", "NSSuperentity", "NSProperties",
    "NSVersionHashModifier",
    "NSRenamingIdentifier", "NSManagedObjectModel", "NSFetchIndexDescriptions", "NSCompoundIndexes", "NSUniqueTuples",
    "NSIsAbstract",
  ]

  private static let property: Set = [
    "_P", "NSEntity", "NSPropertyName", "NSRenamingIdentifier", "NSIsOptional", "NSIsTransient", "NSIsReadOnly", "NSIsIndexed",
    "NSIndexedBySpotlight", "NSStoredInExternalRecord", "NSUserInfo", "NSVersionHashModifier", "NSValidationPredicates",
    "NSValidationWarnings",
  ]

  static let attribute: Set = property.union([
    "NSAttributeType", "NSAttributeValueClassName", "NSDefaultValue", "NSValueTransformerName", "NSFlagsKey",
    "NSAllowsCloudEncryption",
    "NSCompositeElements", "NSDerivationExpression", "NSFilteringPredicate",
  ])

  static let relationship: Set = property.union([
    "NSDestinationEntity", "_NSDestinationEntityName", "NSInverseRelationship", "_NSInverseRelationshipName", "NSDeleteRule",
    "NSMinCount",
    "NSMaxCount", "NSIsOrdered",
  ])

  static let attributeClasses: Set = [
    "NSAttributeDescription", "NSCompositeAttributeDescription", "NSDerivedAttributeDescription",
  ]
}

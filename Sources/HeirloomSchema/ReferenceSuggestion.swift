/// A property that looks like a reference: every one of its values is a key of some entity. Nothing is assumed of it.
package struct ReferenceSuggestion: Hashable, Sendable {
  package var entity: EntityName
  package var property: PropertyName
  /// The property is a list of keys.
  package var isList: Bool
  package var destination: EntityName
  /// The property of the destination that the values are values of.
  package var key: PropertyName
  /// How many values there are.
  package var count: Int

  package init(
    of property: PropertyName, in entity: EntityName, isList: Bool, to destination: EntityName, key: PropertyName, count: Int
  ) {
    self.entity = entity
    self.property = property
    self.isList = isList
    self.destination = destination
    self.key = key
    self.count = count
  }
}

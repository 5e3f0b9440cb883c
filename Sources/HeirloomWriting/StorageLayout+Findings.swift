internal import HeirloomFindings
internal import HeirloomSchema

extension StorageLayout {
  /// A finding for each attribute and relationship of the schema that the layout does not store.
  func propertiesWithoutPlace(of schema: Schema) -> [Finding] {
    schema.entities.flatMap { entity -> [Finding] in
      let placement = entities[entity.name]
      let attributes = entity.attributes.filter { attribute in
        !attribute.isTransient && (attribute.columns.isEmpty || attribute.columns.contains { placement?.columns[$0.path] == nil })
      }
      let relationships = entity.relationships.filter { !$0.isTransient && placement?.relationships[$0.name] == nil }
      return (attributes.map(\.name) + relationships.map(\.name)).map { property in
        Finding(
          .targetNoPlace, "'\(entity.name).\(property)' cannot be stored in the target",
          at: .store(StorePlace(entity: entity.name.text, property: property.text)))
      }
    }
  }
}

internal import HeirloomSchema
internal import HeirloomSwiftText

extension MappingSkeleton {
  /// A link by key, when all values of the property are keys of what the relationship leads to.
  mutating func write(lookup relationship: Relationship, of entity: Entity) -> Bool {
    guard let found = reference(for: relationship, of: entity) else { return false }
    use(found.property, of: entity.name)
    let fact = "All \(found.count) values of '\(found.property)' are values of '\(found.destination).\(found.key)'."
    guard target.attribute(found.key, of: relationship.destination) != nil else {
      ask(
        "\(fact) The new '\(relationship.destination)' has no '\(found.key)' to find it by: "
          + "put a schema beside the data in which '\(found.property)' is a link, or drop it and say why",
        ["Drop(\(quoted(entity.name, found.property)), because: \"…\")"], indent: "    ")
      return true
    }
    let value = old(found.property)
    let condition = found.isList ? ", in: \(value)" : " == \(value)"
    ask(
      "\(fact) Are they these links",
      ["\(new(relationship.name)) = \(relationship.destination)(where: \\.\(SwiftWord.spelled(found.key.text))\(condition))"],
      indent: "    ")
    return true
  }

  /// The property whose values look like the keys of what a relationship leads to.
  func reference(for relationship: Relationship, of entity: Entity) -> ReferenceSuggestion? {
    let names = [relationship.renamingIdentifier, relationship.name.text]
    return suggestions.first { suggestion in
      suggestion.entity == entity.name && names.contains(suggestion.property.text) && suggestion.isList == relationship.isToMany
        && counterpart(of: suggestion.destination) == relationship.destination
    }
  }
}

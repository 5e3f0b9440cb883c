internal import HeirloomSchema

extension MappingSkeleton {
  // MARK: - Attributes

  func sourceAttribute(for attribute: Attribute, of entity: Entity) -> Attribute? {
    let attributes = source.attributes(of: entity.name).filter { !$0.isTransient }
    for name in [attribute.renamingIdentifier, attribute.name.text].compactMap({ $0 }) {
      if let found = attributes.first(where: { $0.name.text == name }) { return found }
    }
    let alike = attributes.filter { $0.name.text.lowercased() == attribute.name.text.lowercased() }
    return alike.count == 1 ? alike[0] : nil
  }

  mutating func writeAttributes(of match: Entity, from entity: Entity) {
    let wanted = target.attributes(of: match.name).filter { !$0.isTransient }
    var missing: [Attribute] = []
    for attribute in wanted {
      guard let found = sourceAttribute(for: attribute, of: entity) else {
        missing.append(attribute)
        continue
      }
      use(found.name, of: entity.name)
      carry(found, into: attribute)
    }
    let links = Set(target.relationships(of: match.name).compactMap { reference(for: $0, of: entity)?.property })
    let left = source.attributes(of: entity.name).filter {
      !$0.isTransient && !isUsed($0.name, of: entity.name) && !links.contains($0.name)
    }
    let likely = Likeness.renames(from: left, to: missing)
    for attribute in missing {
      if let old = left.first(where: { likely[$0.name] == attribute.name }) {
        use(old.name, of: entity.name)
        let declarer = source.declarer(of: old.name, in: entity.name) ?? entity.name
        let alternative = "Drop(\(quoted(declarer, old.name)), because: \"…\")"
        ask(
          "Is '\(attribute.name)' the old '\(old.name)', or is that dropped: \(alternative)",
          ["\(new(attribute.name)) = \(Conversion.value(of: old, for: attribute))"], indent: "    ")
      } else if attribute.type == .uuid, !attribute.isOptional {
        lines.append("    \(new(attribute.name)) = UUID(stableFor: old)")
      } else if !attribute.isOptional, attribute.type != .composite || attribute.isEnumeration, !hasUsableDefault(attribute) {
        ask(
          "'\(attribute.name)' is \(Conversion.described(attribute)) and needs a value, and nothing in the store is like it. Which value",
          ["\(new(attribute.name)) = \(Conversion.emptyValue(of: attribute))"], indent: "    ")
      }
    }
  }

  func hasUsableDefault(_ attribute: Attribute) -> Bool {
    switch attribute.defaultValue {
    case nil, .expression?: false
    default: true
    }
  }

  mutating func carry(_ before: Attribute, into after: Attribute) {
    if Conversion.carriesByItself(before, after) {
      guard before.isOptional, !after.isOptional, !hasUsableDefault(after), after.type != .composite || after.isEnumeration else {
        return
      }
      ask(
        "'\(after.name)' needs a value, and '\(before.name)' may be nil. What instead, or refuse the record",
        ["\(new(after.name)) = \(old(before.name)) ?? \(Conversion.emptyValue(of: after))"], indent: "    ")
    } else if let value = Conversion.expression(before, after) {
      lines.append("    \(new(after.name)) = \(value)")
    } else {
      ask(
        "'\(after.name)' is \(Conversion.described(after)), and '\(before.name)' is \(Conversion.described(before)). How is one made of the other",
        ["\(new(after.name)) = \(Conversion.emptyValue(of: after))"], indent: "    ")
    }
  }

  // MARK: - Relationships

  mutating func writeRelationships(of match: Entity, from entity: Entity) {
    var missing: [Relationship] = []
    for relationship in target.relationships(of: match.name) where !relationship.isTransient {
      let names = [relationship.renamingIdentifier, relationship.name.text].compactMap { $0 }
      guard let found = names.compactMap({ source.relationship(PropertyName($0), of: entity.name) }).first, !found.isTransient
      else {
        missing.append(relationship)
        continue
      }
      use(found.name, of: entity.name)
      if found.isToMany, !relationship.isToMany {
        ask(
          "'\(relationship.name)' is one record, and '\(found.name)' holds many. Which one",
          ["\(new(relationship.name)) = \(old(found.name)).first"], indent: "    ")
      }
    }
    for relationship in missing {
      if write(lookup: relationship, of: entity) { continue }
      let alike = source.relationships(of: entity.name).filter { old in
        !old.isTransient && !isUsed(old.name, of: entity.name) && old.isToMany == relationship.isToMany
          && counterpart(of: old.destination) == relationship.destination
      }
      guard alike.count == 1, let found = alike.first else { continue }
      // The other end of a relationship that is carried already follows it.
      if let inverse = source.inverse(of: found), isUsed(inverse.name, of: found.destination) { continue }
      use(found.name, of: entity.name)
      ask(
        "Is '\(relationship.name)' the old '\(found.name)'", ["\(new(relationship.name)) = \(old(found.name))"], indent: "    ")
    }
  }

  func counterpart(of entity: EntityName) -> EntityName? {
    (target.entities.first { $0.renamingIdentifier == entity.text } ?? target[entity] ?? written[entity].flatMap { target[$0] })?
      .name
  }

  // MARK: - What is left

  mutating func use(_ property: PropertyName, of entity: EntityName) {
    used.insert([(source.declarer(of: property, in: entity) ?? entity).text, property.text])
  }

  func isUsed(_ property: PropertyName, of entity: EntityName) -> Bool {
    used.contains([(source.declarer(of: property, in: entity) ?? entity).text, property.text])
  }

  mutating func writeUnusedProperties() {
    for entity in source.entities where !droppedEntities.contains(entity.name) && !likelyEntities.contains(entity.name) {
      let attributes = entity.attributes.filter { !$0.isTransient && $0.type != .undefined }.map { ($0.name, "") }
      let relationships = entity.relationships.filter { relationship in
        if relationship.isTransient || droppedEntities.contains(relationship.destination) { return false }
        guard let inverse = source.inverse(of: relationship) else { return true }
        return !isUsed(inverse.name, of: relationship.destination)
      }.map { ($0.name, " to '\($0.destination)'") }
      for (name, what) in attributes + relationships where !isUsed(name, of: entity.name) {
        lines.append("")
        ask(
          "'\(entity.name).\(name)'\(what) goes nowhere. Use it in a rule, or drop it and say why",
          ["Drop(\(quoted(entity.name, name)), because: \"…\")"])
        // Its other end is answered by the same drop.
        use(name, of: entity.name)
      }
    }
  }
}

internal import HeirloomFindings
package import HeirloomSchema

/// A mapping to begin with: what follows by itself left out, likely answers filled in, and everything else asked in comments.
///
/// A question is a comment that ends in `?`; the lines under it, three spaces in, are the answer to uncomment or change. The
/// mapping passes `heirloom check` as soon as the questions are answered.
package struct MappingSkeleton: Sendable {
  package private(set) var text = ""
  package private(set) var questionCount = 0

  private let source: Schema
  private let target: Schema
  private let suggestions: [ReferenceSuggestion]
  private var lines: [String] = []
  /// Properties of the source that some rule reads, by declarer.
  private var used: Set<[String]> = []
  /// Drops that are being asked about.
  private var droppedEntities: Set<EntityName> = []

  /// - Parameters:
  ///   - store: how the mapping calls the source's kind: `CoreData`, `Realm`, `Archive`.
  ///   - file: the path of the target's Swift source, as the mapping shall name it.
  ///   - suggestions: properties of the source that look like references.
  package init(
    from source: Schema, to target: Schema, store: String, file: String, suggestions: [ReferenceSuggestion] = []
  ) {
    self.source = source
    self.suggestions = suggestions
    self.target = target
    lines = [
      "// \(store) store to \(target.name). What has the same name and type on both sides follows by itself.",
      "let source = \(store)()",
      // A source without a VersionedSchema has one version, and no name for it.
      "let target = Schema(\"\(file)\"\(target.place == nil ? "" : ", version: \(target.name).self"))",
    ]
    let counterparts = chooseCounterparts()
    for (entity, match) in counterparts { write(rule: entity, to: match) }
    writeEntitiesWithoutCounterpart(Set(counterparts.map(\.0.name)))
    writeUnusedProperties()
    writeEmptyTargets(Set(counterparts.map(\.1.name)))
    text = lines.joined(separator: "\n") + "\n"
  }

  private mutating func ask(_ question: String, _ answers: [String], indent: String = "") {
    questionCount += 1
    lines.append("\(indent)// \(question)?")
    lines += answers.map { "\(indent)//   \($0)" }
  }

  // MARK: - Entities

  /// Concrete source entities with the target's model that continues them, in the order of the source.
  private func chooseCounterparts() -> [(Entity, Entity)] {
    source.entities.compactMap { entity in
      guard !entity.isAbstract,
        let match = target.entities.first(where: { $0.renamingIdentifier == entity.name.text }) ?? target[entity.name]
      else { return nil }
      return match.isAbstract ? nil : (entity, match)
    }
  }

  private mutating func write(rule entity: Entity, to match: Entity) {
    let start = lines.count
    lines.append("")
    lines.append("Map(\"\(entity.name)\", to: \(match.name).self) { old in")
    let head = lines.count
    writeAttributes(of: match, from: entity)
    writeRelationships(of: match, from: entity)
    if lines.count == head {
      // Nothing to say: the rule follows by itself.
      lines.removeSubrange(start...)
    } else {
      lines.append("}")
    }
  }

  private mutating func writeEntitiesWithoutCounterpart(_ mapped: Set<EntityName>) {
    for entity in source.entities where !entity.isAbstract {
      if source.lineage(of: entity.name).contains(where: { mapped.contains($0.name) }) { continue }
      if entity.isEmbedded
        && source.entities.contains(where: { $0.relationships.contains { $0.destination == entity.name && $0.ownsDestination } })
      {
        continue
      }
      lines.append("")
      let scored = target.entities.filter { !$0.isAbstract && source[$0.name] == nil }
        .map { (Likeness.overlap(entity, $0) + Likeness.score(entity.name.text, $0.name.text) / 3, $0.name) }
      if let best = scored.max(by: { $0.0 < $1.0 }), best.0 >= 0.5 {
        ask(
          "'\(entity.name)' looks like '\(best.1)'. Is it, or is it dropped: Drop(\"\(entity.name)\", because: \"…\")",
          ["Map(\"\(entity.name)\", to: \(best.1).self)"])
      } else {
        ask("'\(entity.name)' has no counterpart. Map it, or drop it and say why", ["Drop(\"\(entity.name)\", because: \"…\")"])
      }
      droppedEntities.insert(entity.name)
    }
  }

  private mutating func writeEmptyTargets(_ filled: Set<EntityName>) {
    let empty = target.entities.filter { !$0.isAbstract && !filled.contains($0.name) }
    guard !empty.isEmpty else { return }
    lines.append("")
    for entity in empty { lines.append("// '\(entity.name)' starts without records unless a rule fills it.") }
  }

  // MARK: - Attributes

  private func sourceAttribute(for attribute: Attribute, of entity: Entity) -> Attribute? {
    let attributes = source.attributes(of: entity.name).filter { !$0.isTransient }
    for name in [attribute.renamingIdentifier, attribute.name.text].compactMap({ $0 }) {
      if let found = attributes.first(where: { $0.name.text == name }) { return found }
    }
    let alike = attributes.filter { $0.name.text.lowercased() == attribute.name.text.lowercased() }
    return alike.count == 1 ? alike[0] : nil
  }

  private mutating func writeAttributes(of match: Entity, from entity: Entity) {
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
        let alternative = "Drop(\"\(source.declarer(of: old.name, in: entity.name) ?? entity.name).\(old.name)\", because: \"…\")"
        ask(
          "Is '\(attribute.name)' the old '\(old.name)', or is that dropped: \(alternative)",
          ["\(attribute.name) = \(Conversion.value(of: old, for: attribute))"], indent: "    ")
      } else if attribute.type == .uuid, !attribute.isOptional {
        lines.append("    \(attribute.name) = UUID(stableFor: old)")
      } else if !attribute.isOptional, attribute.type != .composite || attribute.isEnumeration, !hasUsableDefault(attribute) {
        ask(
          "'\(attribute.name)' is \(Conversion.described(attribute)) and needs a value, and nothing in the store is like it. Which value",
          ["\(attribute.name) = \(Conversion.emptyValue(of: attribute))"], indent: "    ")
      }
    }
  }

  private func hasUsableDefault(_ attribute: Attribute) -> Bool {
    switch attribute.defaultValue {
    case nil, .expression?: false
    default: true
    }
  }

  private mutating func carry(_ old: Attribute, into new: Attribute) {
    if Conversion.carriesByItself(old, new) {
      guard old.isOptional, !new.isOptional, !hasUsableDefault(new), new.type != .composite || new.isEnumeration else { return }
      ask(
        "'\(new.name)' needs a value, and '\(old.name)' may be nil. What instead, or refuse the record",
        ["\(new.name) = old.\(old.name) ?? \(Conversion.emptyValue(of: new))"], indent: "    ")
    } else if let value = Conversion.expression(old, new) {
      lines.append("    \(new.name) = \(value)")
    } else {
      ask(
        "'\(new.name)' is \(Conversion.described(new)), and '\(old.name)' is \(Conversion.described(old)). How is one made of the other",
        ["\(new.name) = \(Conversion.emptyValue(of: new))"], indent: "    ")
    }
  }

  // MARK: - Relationships

  private mutating func writeRelationships(of match: Entity, from entity: Entity) {
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
          ["\(relationship.name) = old.\(found.name).first"], indent: "    ")
      }
    }
    for relationship in missing {
      if write(lookup: relationship, of: entity) { continue }
      let alike = source.relationships(of: entity.name).filter { old in
        !old.isTransient && !isUsed(old.name, of: entity.name) && old.isToMany == relationship.isToMany
          && counterpart(of: old.destination) == relationship.destination
      }
      guard alike.count == 1, let old = alike.first else { continue }
      // The other end of a relationship that is carried already follows it.
      if let inverse = source.inverse(of: old), isUsed(inverse.name, of: old.destination) { continue }
      use(old.name, of: entity.name)
      ask("Is '\(relationship.name)' the old '\(old.name)'", ["\(relationship.name) = old.\(old.name)"], indent: "    ")
    }
  }

  /// A link by key, when all values of the property are keys of what the relationship leads to.
  private mutating func write(lookup relationship: Relationship, of entity: Entity) -> Bool {
    guard let found = reference(for: relationship, of: entity) else { return false }
    use(found.property, of: entity.name)
    let fact = "All \(found.count) values of '\(found.property)' are values of '\(found.destination).\(found.key)'."
    guard target.attribute(found.key, of: relationship.destination) != nil else {
      ask(
        "\(fact) The new '\(relationship.destination)' has no '\(found.key)' to find it by: "
          + "put a schema beside the data in which '\(found.property)' is a link, or drop it and say why",
        ["Drop(\"\(entity.name).\(found.property)\", because: \"…\")"], indent: "    ")
      return true
    }
    let condition = found.isList ? ", in: old.\(found.property)" : " == old.\(found.property)"
    ask(
      "\(fact) Are they these links",
      ["\(relationship.name) = \(relationship.destination)(where: \\.\(found.key)\(condition))"], indent: "    ")
    return true
  }

  /// The property whose values look like the keys of what a relationship leads to.
  private func reference(for relationship: Relationship, of entity: Entity) -> ReferenceSuggestion? {
    let names = [relationship.renamingIdentifier, relationship.name.text]
    return suggestions.first { suggestion in
      suggestion.entity == entity.name && names.contains(suggestion.property.text) && suggestion.isList == relationship.isToMany
        && counterpart(of: suggestion.destination) == relationship.destination
    }
  }

  private func counterpart(of entity: EntityName) -> EntityName? {
    (target.entities.first { $0.renamingIdentifier == entity.text } ?? target[entity])?.name
  }

  // MARK: - What is left

  private mutating func use(_ property: PropertyName, of entity: EntityName) {
    used.insert([(source.declarer(of: property, in: entity) ?? entity).text, property.text])
  }

  private func isUsed(_ property: PropertyName, of entity: EntityName) -> Bool {
    used.contains([(source.declarer(of: property, in: entity) ?? entity).text, property.text])
  }

  private mutating func writeUnusedProperties() {
    for entity in source.entities where !droppedEntities.contains(entity.name) {
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
          ["Drop(\"\(entity.name).\(name)\", because: \"…\")"])
        // Its other end is answered by the same drop.
        use(name, of: entity.name)
      }
    }
  }
}

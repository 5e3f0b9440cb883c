internal import HeirloomFindings
package import HeirloomSchema
internal import HeirloomSwiftText

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
  /// What source that is written for the store calls an entity whose own name Swift does not accept.
  private let written: [EntityName: EntityName]

  /// What stands around the declarations.
  package enum Frame: Sendable {
    /// A mapping of its own: how it calls the kind of the store (`CoreData`, `Realm`, `Archive`), and the path of the target's
    /// Swift source as it shall name it.
    case mapping(store: String, file: String)
    /// A stage of a migration plan.
    case stage
  }

  /// - Parameters:
  ///   - written: what source that is written for the store calls an entity, where that is another name.
  ///   - suggestions: properties of the source that look like references.
  package init(
    from source: Schema, to target: Schema, in frame: Frame, written: [EntityName: EntityName] = [:],
    suggestions: [ReferenceSuggestion] = []
  ) {
    self.source = source
    self.suggestions = suggestions
    self.target = target
    self.written = written
    let counterparts = chooseCounterparts()
    for (entity, match) in counterparts { write(rule: entity, to: match) }
    writeEntitiesWithoutCounterpart(Set(counterparts.map(\.0.name)))
    writeUnusedProperties()
    writeEmptyTargets(Set(counterparts.map(\.1.name)))
    text = framed(frame).joined(separator: "\n") + "\n"
  }

  private func framed(_ frame: Frame) -> [String] {
    switch frame {
    case .mapping(let store, let file):
      // A source without a VersionedSchema has one version, and no name for it.
      let version = target.place == nil ? "" : ", version: \(target.name).self"
      return [
        "// \(store) store to \(target.name). What has the same name and type on both sides follows by itself.",
        "let source = \(store)()", "let target = Schema(\(SwiftWord.quoted(file))\(version))",
      ] + lines
    case .stage:
      return ["// What has the same name and type in both versions follows by itself.", StageSpelling.opening(source.name, target.name)]
        + lines.drop { $0.isEmpty }.map { $0.isEmpty ? "" : "  \($0)" } + ["}"]
    }
  }

  /// A text in the mapping: the name of an entity, or of one of its properties.
  private func quoted(_ entity: EntityName, _ property: PropertyName? = nil) -> String {
    SwiftWord.quoted(property.map { "\(entity).\($0)" } ?? entity.text)
  }

  private func old(_ property: PropertyName) -> String { "old.\(SwiftWord.spelled(property.text))" }
  private func new(_ property: PropertyName) -> String { SwiftWord.spelled(property.text) }

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
        let match = counterpart(of: entity.name).flatMap({ target[$0] })
      else { return nil }
      return match.isAbstract ? nil : (entity, match)
    }
  }

  private mutating func write(rule entity: Entity, to match: Entity) {
    let start = lines.count
    lines.append("")
    let opening = "Map(\(quoted(entity.name)), to: \(match.name).self)"
    lines.append("\(opening) { old in")
    let head = lines.count
    writeAttributes(of: match, from: entity)
    writeRelationships(of: match, from: entity)
    if lines.count == head {
      // Nothing to say: the rule follows by itself, unless the name is another and nothing but this says so.
      lines.removeSubrange(start...)
      if written[entity.name] == match.name { lines += ["", opening] }
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
          "'\(entity.name)' looks like '\(best.1)'. Is it, or is it dropped: Drop(\(quoted(entity.name)), because: \"…\")",
          ["Map(\(quoted(entity.name)), to: \(best.1).self)"])
      } else {
        ask("'\(entity.name)' has no counterpart. Map it, or drop it and say why", ["Drop(\(quoted(entity.name)), because: \"…\")"])
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
      // Asked about at the end, with what else goes nowhere.
      if Conversion.isBeyondWords(found), hasUsableDefault(attribute) { continue }
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

  private func hasUsableDefault(_ attribute: Attribute) -> Bool {
    switch attribute.defaultValue {
    case nil, .expression?: false
    default: true
    }
  }

  private mutating func carry(_ before: Attribute, into after: Attribute) {
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
    (target.entities.first { $0.renamingIdentifier == entity.text } ?? target[entity] ?? written[entity].flatMap { target[$0] })?
      .name
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
          ["Drop(\(quoted(entity.name, name)), because: \"…\")"])
        // Its other end is answered by the same drop.
        use(name, of: entity.name)
      }
    }
  }
}

package import HeirloomSchema

/// Which entity and property of an old version each one of a new version continues, as a lightweight migration sees it.
///
/// The renaming identifier (`originalName:`) is a canonical name: a property that was renamed twice may remember its first name or
/// its second. Names that only look alike are no continuation. Continuities of consecutive hops can be joined.
package struct Continuity: Hashable, Sendable {
  /// From the new version's entities to the old one's.
  package private(set) var entities: [EntityName: EntityName] = [:]
  /// By new entity, from new properties to old ones, inherited ones included.
  package private(set) var attributes: [EntityName: [PropertyName: PropertyName]] = [:]
  package private(set) var relationships: [EntityName: [PropertyName: PropertyName]] = [:]

  /// - Complexity: linear in the properties but for those with a renaming identifier, which search their entity.
  package init(from old: Schema, to new: Schema) {
    let matched = Self.match(new.entities, old.entities, name: \.name.text, identifier: \.renamingIdentifier)
    for (after, before) in matched {
      let name = EntityName(after), source = EntityName(before)
      entities[name] = source
      attributes[name] = Self.properties(
        Self.match(
          new.attributes(of: name).filter { !$0.isTransient }, old.attributes(of: source).filter { !$0.isTransient }, name: \.name.text,
          identifier: \.renamingIdentifier))
      relationships[name] = Self.properties(
        Self.match(
          new.relationships(of: name).filter { !$0.isTransient }, old.relationships(of: source).filter { !$0.isTransient }, name: \.name.text,
          identifier: \.renamingIdentifier))
    }
  }

  private static func properties(_ names: [String: String]) -> [PropertyName: PropertyName] {
    Dictionary(names.map { (PropertyName($0.key), PropertyName($0.value)) }, uniquingKeysWith: { first, _ in first })
  }

  /// Pairs new things with old ones, each old one once: by a declared former name, by name, by a name the old one remembers.
  private static func match<Thing>(
    _ new: [Thing], _ old: [Thing], name: (Thing) -> String, identifier: (Thing) -> String?
  ) -> [String: String] {
    var result: [String: String] = [:], taken: Set<String> = []
    let oldNames = Set(old.map(name))
    func pair(_ after: Thing, _ before: String?) {
      guard let before, result[name(after)] == nil, taken.insert(before).inserted else { return }
      result[name(after)] = before
    }
    func former(_ thing: Thing) -> String? { identifier(thing).flatMap { $0 == name(thing) ? nil : $0 } }
    for thing in new {
      guard let former = former(thing) else { continue }
      // Both remember the same former name: the rename is older than either version.
      let same = old.first { name($0) == name(thing) && identifier($0) == former }
      pair(thing, same.map(name) ?? (oldNames.contains(former) ? former : old.first { identifier($0) == former }.map(name)))
    }
    for thing in new where oldNames.contains(name(thing)) { pair(thing, name(thing)) }
    for thing in new { pair(thing, old.first { identifier($0) == name(thing) && !taken.contains(name($0)) }.map(name)) }
    return result
  }

  /// This way and the next one as one.
  package func joined(with next: Continuity) -> Continuity {
    var result = next
    for (after, middle) in next.entities {
      result.entities[after] = entities[middle]
      result.attributes[after] = next.attributes[after]?.compactMapValues { attributes[middle]?[$0] }
      result.relationships[after] = next.relationships[after]?.compactMapValues { relationships[middle]?[$0] }
    }
    return result
  }

  /// What the old version's entity is called in the new one.
  package func newName(of old: EntityName) -> EntityName? { entities.first { $0.value == old }?.key }
}

// MARK: - For a plan

extension Continuity {
  /// The new version, each part remembering its name in the old version and nothing else.
  ///
  /// The renaming identifiers are not part of a version's hash; a plan made with this schema carries exactly what continues.
  package func target(_ new: Schema) -> Schema {
    var result = new
    for var entity in new.entities {
      entity.renamingIdentifier = entities[entity.name]?.text
      // A declaration may be inherited: the first of its family that continues something says what.
      let family = new.family(of: entity.name).map(\.name)
      for index in entity.attributes.indices {
        entity.attributes[index].renamingIdentifier = former(entity.attributes[index].name, family, in: attributes)
      }
      for index in entity.relationships.indices {
        entity.relationships[index].renamingIdentifier = former(entity.relationships[index].name, family, in: relationships)
      }
      result[entity.name] = entity
    }
    return result
  }

  private func former(_ property: PropertyName, _ family: [EntityName], in names: [EntityName: [PropertyName: PropertyName]]) -> String? {
    family.lazy.compactMap { names[$0]?[property]?.text }.first
  }
}

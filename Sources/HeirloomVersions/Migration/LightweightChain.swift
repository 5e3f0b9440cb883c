package import HeirloomSchema

/// Lightweight hops in a row as one: what a single conversion from the first version to the last has to know.
///
/// The result is the same as one hop at a time, defaults that versions in between had included. Where that cannot be promised
/// there is no chain.
package struct LightweightChain: Sendable {
  /// The last version, each part remembering its name in the first, with the defaults that old records have taken on the way.
  package let target: Schema
  /// What ends on the way: entities, and properties of entities that go on, each with the version in which it ended.
  package let ended: [Ended]

  package struct Ended: Hashable, Sendable {
    package let entity: EntityName
    package let property: PropertyName?
    package let version: String
  }

  /// - Parameter versions: at least two, the oldest first. Two always make a chain.
  package init?(_ versions: [Schema]) {
    guard let first = versions.first, let last = versions.last, versions.count > 1 else { return nil }
    let ways = zip(versions, versions.dropFirst()).map { Continuity(from: $0, to: $1) }
    if versions.count > 2, Self.obstacle(in: versions, ways) != nil { return nil }
    let whole = ways.dropFirst().reduce(ways[0]) { $0.joined(with: $1) }
    var target = whole.target(last)
    if versions.count > 2 { Self.settleDefaults(of: &target, versions, ways) }
    self.target = target
    ended = Self.ended(in: first, versions, ways)
  }

  // MARK: - What must not change on the way

  /// Why hops cannot be made at once; nil when they can.
  package static func obstacle(in versions: [Schema], _ ways: [Continuity]) -> String? {
    guard let last = versions.last else { return nil }
    for (way, (old, new)) in zip(ways, zip(versions, versions.dropFirst())) {
      for entity in new.entities {
        guard let before = way.entities[entity.name], let past = old[before] else {
          // A sub-entity that is new, or a parent of what exists.
          if entity.parent != nil || !new.children(of: entity.name).isEmpty { return "inheritance changes in '\(new.name)'" }
          continue
        }
        let parent = past.parent.flatMap { way.newName(of: $0) ?? $0 }
        if parent != entity.parent { return "inheritance changes in '\(new.name)'" }
        for attribute in new.attributes(of: entity.name) {
          guard let name = way.attributes[entity.name]?[attribute.name], let earlier = old.attribute(name, of: before) else { continue }
          // Cases may come; one that goes would stop the records that have it.
          let cases = attribute.enumeration?.cases ?? []
          if earlier.enumeration?.cases.contains(where: { !cases.contains($0) }) ?? (attribute.enumeration != nil) {
            return "the cases of '\(entity.name).\(attribute.name)' change in '\(new.name)'"
          }
          if earlier.type != attribute.type { return "the type of '\(entity.name).\(attribute.name)' changes in '\(new.name)'" }
        }
        for relationship in new.relationships(of: entity.name) {
          guard let name = way.relationships[entity.name]?[relationship.name], let earlier = old.relationship(name, of: before) else { continue }
          if earlier.isOrdered != relationship.isOrdered {
            return "the order of '\(entity.name).\(relationship.name)' changes in '\(new.name)'"
          }
        }
      }
      for gone in old.entities where way.newName(of: gone.name) == nil && (gone.parent != nil || !old.children(of: gone.name).isEmpty) {
        return "inheritance changes in '\(new.name)'"
      }
    }
    // A constraint that holds only in between would stop the run there.
    for version in versions.dropFirst().dropLast() {
      for entity in version.entities where !entity.uniqueness.isEmpty && last[entity.name]?.uniqueness != entity.uniqueness {
        return "'\(entity.name)' is unique in '\(version.name)' in another way than at the end"
      }
    }
    return nil
  }

  // MARK: - Defaults

  /// Gives each attribute the default that a record of the first version takes on the way.
  private static func settleDefaults(of target: inout Schema, _ versions: [Schema], _ ways: [Continuity]) {
    for var entity in target.entities {
      for index in entity.attributes.indices {
        let steps = steps(of: entity.attributes[index].name, entity.name, versions, ways)
        guard let start = steps.first else { continue }
        // An attribute that was there from the first on takes a default only where a nil meets a version that wants a value.
        let isCarried = steps.count == versions.count
        let required = steps.dropFirst().first { !$0.isOptional }
        let value = isCarried ? required?.defaultValue : start.defaultValue ?? required?.defaultValue
        entity.attributes[index].defaultValue = value
        entity.attributes[index].isOptional = isCarried ? required == nil && start.isOptional : value == nil
      }
      target[entity.name] = entity
    }
  }

  /// The attribute in every version that has it, the oldest first.
  private static func steps(of attribute: PropertyName, _ entity: EntityName, _ versions: [Schema], _ ways: [Continuity]) -> [Attribute] {
    guard let last = versions.last?.attribute(attribute, of: entity) else { return [] }
    var result = [last], name = attribute, owner = entity
    for (way, old) in zip(ways, versions).reversed() {
      guard let earlier = way.attributes[owner]?[name], let before = way.entities[owner], let found = old.attribute(earlier, of: before) else { break }
      result.append(found)
      (name, owner) = (earlier, before)
    }
    return result.reversed()
  }

  // MARK: - What ends

  private static func ended(in first: Schema, _ versions: [Schema], _ ways: [Continuity]) -> [Ended] {
    first.entities.flatMap { entity -> [Ended] in
      let family = first.family(of: entity.name).map(\.name)
      if let version = family.compactMap({ end(of: $0, nil, versions, ways) }).first, family.allSatisfy({ end(of: $0, nil, versions, ways) != nil }) {
        return entity.isAbstract ? [] : [Ended(entity: entity.name, property: nil, version: version)]
      }
      let names = entity.attributes.filter { !$0.isTransient }.map(\.name) + entity.relationships.filter { !$0.isTransient }.map(\.name)
      return names.compactMap { name in
        // A declaration ends when no entity that inherits it goes on with it.
        let ends = family.map { end(of: $0, name, versions, ways) }
        return ends.contains(nil) ? nil : (ends.compactMap { $0 }.last).map { Ended(entity: entity.name, property: name, version: $0) }
      }
    }
  }

  /// The version in which an entity or one of its properties is no longer; nil when it goes on to the last.
  private static func end(of entity: EntityName, _ property: PropertyName?, _ versions: [Schema], _ ways: [Continuity]) -> String? {
    var owner = entity, name = property
    for (way, version) in zip(ways, versions.dropFirst()) {
      guard let next = way.newName(of: owner) else { return version.name }
      if let current = name {
        let known = way.attributes[next]?.first { $0.value == current } ?? way.relationships[next]?.first { $0.value == current }
        guard let known else { return version.name }
        name = known.key
      }
      owner = next
    }
    return nil
  }
}

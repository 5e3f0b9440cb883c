internal import HeirloomSchema

/// Which entity and property of an old version each one of a new version continues: by name, or by its renaming identifier.
struct Matching {
  let old: Schema
  let new: Schema
  /// From the new version's entities to the old one's.
  private(set) var entities: [EntityName: EntityName] = [:]
  private let newNames: [EntityName: EntityName]

  init(old: Schema, new: Schema) {
    self.old = old
    self.new = new
    var taken: Set<EntityName> = []
    for entity in new.entities {
      // An identifier that names nothing in the old version is a rename of an earlier one.
      guard let identifier = entity.renamingIdentifier.map({ EntityName($0) }), identifier != entity.name else { continue }
      let candidates = old.entities.filter { $0.name == identifier || $0.renamingIdentifier == identifier.text }
      guard let match = candidates.first, old[entity.name] == nil || match.name == entity.name, taken.insert(match.name).inserted
      else { continue }
      entities[entity.name] = match.name
    }
    for entity in new.entities where entities[entity.name] == nil && old[entity.name] != nil && !taken.contains(entity.name) {
      entities[entity.name] = entity.name
      taken.insert(entity.name)
    }
    newNames = Dictionary(entities.map { ($0.value, $0.key) }, uniquingKeysWith: { first, _ in first })
  }

  /// What the old version's entity is called in the new one.
  func newName(of old: EntityName) -> EntityName? { newNames[old] }

  /// The old attribute that a new one continues, own and inherited ones considered.
  func attribute(_ attribute: Attribute, of entity: EntityName) -> Attribute? {
    guard let before = entities[entity] else { return nil }
    return Self.match(
      attribute.name, attribute.renamingIdentifier, among: old.attributes(of: before).filter { !$0.isTransient }, \.name,
      \.renamingIdentifier)
  }

  func relationship(_ relationship: Relationship, of entity: EntityName) -> Relationship? {
    guard let before = entities[entity] else { return nil }
    return Self.match(
      relationship.name, relationship.renamingIdentifier, among: old.relationships(of: before).filter { !$0.isTransient }, \.name,
      \.renamingIdentifier)
  }

  private static func match<Property>(
    _ name: PropertyName, _ identifier: String?, among candidates: [Property], _ nameOf: (Property) -> PropertyName,
    _ identifierOf: (Property) -> String?
  ) -> Property? {
    if let same = candidates.first(where: { nameOf($0) == name }) { return same }
    let old = identifier ?? name.text
    return candidates.first { nameOf($0).text == old || identifierOf($0) == old }
  }
}

public import HeirloomFindings

/// One version of a model: its entities and how it calls itself.
public struct Schema: Hashable, Sendable {
  /// The name of the version: `NotesSchemaV2` in Swift source, `Model 2` in a model bundle; empty for a store.
  public var name: String
  /// The version identifiers, such as `2.0.0`; a model may have none or several.
  public var identifiers: [String]
  /// In the model's order.
  public private(set) var entities: [Entity]
  /// The entities of each named configuration, sorted by name; SwiftData makes one, `default`, of all entities.
  public var configurations: [String: [EntityName]] = [:]
  public var place: TextPlace?
  private var positions: [EntityName: Int]

  public init(name: String = "", identifiers: [String] = [], entities: [Entity] = []) {
    self.name = name
    self.identifiers = identifiers
    self.entities = entities
    positions = Dictionary(entities.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  public subscript(name: EntityName) -> Entity? {
    get { positions[name].map { entities[$0] } }
    set {
      if let position = positions[name] {
        if let newValue { entities[position] = newValue } else { entities.remove(at: position) }
      } else if let newValue {
        entities.append(newValue)
      }
      positions = Dictionary(entities.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    }
  }
}

// MARK: - Inheritance

extension Schema {
  /// The entity and its ancestors, the entity first. Unknown parents and cycles end the walk.
  public func lineage(of name: EntityName) -> [Entity] {
    var result: [Entity] = [], seen: Set<EntityName> = []
    var next: EntityName? = name
    while let current = next, seen.insert(current).inserted, let entity = self[current] {
      result.append(entity)
      next = entity.parent
    }
    return result
  }

  /// The topmost ancestor, in whose table the records live.
  public func root(of name: EntityName) -> EntityName { lineage(of: name).last?.name ?? name }

  /// The entities whose parent this is, in the model's order.
  public func children(of name: EntityName) -> [Entity] { entities.filter { $0.parent == name } }

  /// The entity and all entities that inherit from it, in the model's order.
  public func family(of name: EntityName) -> [Entity] {
    entities.filter { entity in lineage(of: entity.name).contains { $0.name == name } }
  }

  /// Attributes declared and inherited, the ancestors' first.
  public func attributes(of name: EntityName) -> [Attribute] { lineage(of: name).reversed().flatMap(\.attributes) }

  /// Relationships declared and inherited, the ancestors' first.
  public func relationships(of name: EntityName) -> [Relationship] { lineage(of: name).reversed().flatMap(\.relationships) }

  public func attribute(_ property: PropertyName, of name: EntityName) -> Attribute? {
    for entity in lineage(of: name) {
      if let found = entity.attributes.first(where: { $0.name == property }) { return found }
    }
    return nil
  }

  public func relationship(_ property: PropertyName, of name: EntityName) -> Relationship? {
    for entity in lineage(of: name) {
      if let found = entity.relationships.first(where: { $0.name == property }) { return found }
    }
    return nil
  }

  /// The entity of the lineage that declares the property.
  public func declarer(of property: PropertyName, in name: EntityName) -> EntityName? {
    lineage(of: name).first { entity in
      entity.attributes.contains { $0.name == property } || entity.relationships.contains { $0.name == property }
    }?.name
  }

  /// The other end of a relationship, when the model names one.
  public func inverse(of relationship: Relationship) -> Relationship? {
    relationship.inverse.flatMap { self.relationship($0, of: relationship.destination) }
  }
}

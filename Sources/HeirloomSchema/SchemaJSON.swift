/// A schema as JSON: what `schema --json` prints of a version and what an archive's `schema.json` holds.
///
/// `name`, `type`, `optional` and their like are the names of the command's contract; whatever else the model knows
/// stands beside them, and only where it differs from the default. `SchemaJSON(schema).schema` is the schema again,
/// but for places in source texts.
public struct SchemaJSON: Codable, Hashable, Sendable {
  public var name: String
  public var identifiers: [String]
  public var entities: [EntityJSON]

  public init(_ schema: Schema) {
    name = schema.name
    identifiers = schema.identifiers
    entities = schema.entities.map(EntityJSON.init)
  }

  public var schema: Schema { Schema(name: name, identifiers: identifiers, entities: entities.map(\.entity)) }
}

public struct EntityJSON: Codable, Hashable, Sendable {
  public var name: String
  public var parent: String?
  public var abstract: Bool
  public var attributes: [AttributeJSON]
  public var relationships: [RelationshipJSON]
  public var unique: [[String]]
  public var indexes: [IndexJSON]?
  public var compoundIndexes: [[String]]?
  public var className: String?
  public var renamingIdentifier: String?
  public var hashModifier: String?
  public var userInfo: [String: String]?
  public var embedded: Bool?
  public var primaryKey: String?

  public struct IndexJSON: Codable, Hashable, Sendable {
    public var name: String
    public var elements: [ElementJSON]
    public var predicate: String?
  }
  public struct ElementJSON: Codable, Hashable, Sendable {
    public var property: String
    public var ascending: Bool
    public var rtree: Bool?
  }

  public init(_ entity: Entity) {
    name = entity.name.text
    parent = entity.parent?.text
    abstract = entity.isAbstract
    attributes = entity.attributes.map(AttributeJSON.init)
    relationships = entity.relationships.map(RelationshipJSON.init)
    unique = entity.uniqueness.map { $0.map(\.text) }
    indexes =
      entity.indexes.isEmpty
      ? nil
      : entity.indexes.map { index in
        IndexJSON(
          name: index.name,
          elements: index.elements.map {
            ElementJSON(property: $0.property.text, ascending: $0.isAscending, rtree: $0.isRTree ? true : nil)
          },
          predicate: index.predicate)
      }
    compoundIndexes = entity.compoundIndexes.isEmpty ? nil : entity.compoundIndexes.map { $0.map(\.text) }
    className = entity.className
    renamingIdentifier = entity.renamingIdentifier
    hashModifier = entity.hashModifier
    userInfo = entity.userInfo.isEmpty ? nil : entity.userInfo
    embedded = entity.isEmbedded ? true : nil
    primaryKey = entity.primaryKey?.text
  }

  public var entity: Entity {
    var entity = Entity(EntityName(name), parent: parent.map { EntityName($0) })
    entity.isAbstract = abstract
    entity.attributes = attributes.map(\.attribute)
    entity.relationships = relationships.map(\.relationship)
    entity.uniqueness = unique.map { $0.map { PropertyName($0) } }
    entity.indexes = (indexes ?? []).map { index in
      FetchIndex(
        name: index.name,
        elements: index.elements.map {
          FetchIndex.Element(PropertyName($0.property), ascending: $0.ascending, rtree: $0.rtree ?? false)
        },
        predicate: index.predicate)
    }
    entity.compoundIndexes = (compoundIndexes ?? []).map { $0.map { PropertyName($0) } }
    entity.className = className
    entity.renamingIdentifier = renamingIdentifier
    entity.hashModifier = hashModifier
    entity.userInfo = userInfo ?? [:]
    entity.isEmbedded = embedded ?? false
    entity.primaryKey = primaryKey.map { PropertyName($0) }
    return entity
  }
}

public struct RelationshipJSON: Codable, Hashable, Sendable {
  public var name: String
  public var destination: String
  public var inverse: String?
  public var toMany: Bool
  public var ordered: Bool
  public var optional: Bool
  public var minimumCount: Int?
  public var maximumCount: Int?
  public var transient: Bool?
  /// `noAction`, `cascade`, `deny`; `nullify` where it is missing.
  public var deleteRule: String?
  public var collection: String?
  public var ownsDestination: Bool?
  public var renamingIdentifier: String?
  public var hashModifier: String?
  public var userInfo: [String: String]?

  private static let rules: [DeleteRule: String] = [.noAction: "noAction", .cascade: "cascade", .deny: "deny"]

  public init(_ relationship: Relationship) {
    name = relationship.name.text
    destination = relationship.destination.text
    inverse = relationship.inverse?.text
    toMany = relationship.isToMany
    ordered = relationship.isOrdered
    optional = relationship.isOptional
    minimumCount = relationship.minimumCount == 0 ? nil : relationship.minimumCount
    maximumCount = relationship.maximumCount == 0 || relationship.maximumCount == 1 ? nil : relationship.maximumCount
    transient = relationship.isTransient ? true : nil
    deleteRule = RelationshipJSON.rules[relationship.deleteRule]
    collection = relationship.collection?.rawValue
    ownsDestination = relationship.ownsDestination ? true : nil
    renamingIdentifier = relationship.renamingIdentifier
    hashModifier = relationship.hashModifier
    userInfo = relationship.userInfo.isEmpty ? nil : relationship.userInfo
  }

  public var relationship: Relationship {
    var relationship = Relationship(
      PropertyName(name), to: EntityName(destination), many: toMany, inverse: inverse.map { PropertyName($0) })
    relationship.isOrdered = ordered
    relationship.isOptional = optional
    relationship.minimumCount = minimumCount ?? 0
    if let maximumCount { relationship.maximumCount = maximumCount }
    relationship.isTransient = transient ?? false
    relationship.deleteRule = RelationshipJSON.rules.first { $0.value == deleteRule }?.key ?? .nullify
    relationship.collection = collection.flatMap(CollectionKind.init(rawValue:))
    relationship.ownsDestination = ownsDestination ?? false
    relationship.renamingIdentifier = renamingIdentifier
    relationship.hashModifier = hashModifier
    relationship.userInfo = userInfo ?? [:]
    return relationship
  }
}

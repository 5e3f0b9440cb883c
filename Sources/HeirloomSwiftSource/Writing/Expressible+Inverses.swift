internal import HeirloomSchema

/// The other ends of relationships.
extension Expressible {
  /// Keeps inverses that agree with each other, and lets the reader's own inference say what the text will mean.
  mutating func settleInverses() {
    for entity in original.entities {
      for relationship in entity.relationships {
        guard let inverse = relationship.inverse else { continue }
        let name = propertyName(relationship.name, of: entity.name)
        guard let other = original.relationship(inverse, of: relationship.destination), other.inverse == relationship.name,
          original.lineage(of: entity.name).contains(where: { $0.name == other.destination })
            || original.lineage(of: other.destination).contains(where: { $0.name == entity.name })
        else {
          lose(entity.name, relationship.name, "its inverse '\(relationship.destination).\(inverse)' does not lead back")
          continue
        }
        if inverse == relationship.name, original.declarer(of: inverse, in: relationship.destination) == entity.name {
          // The compiler refuses it: "circular reference resolving attached macro 'Relationship'".
          lose(entity.name, relationship.name, "its own inverse in the store, which Swift cannot write")
          // As a pair, so that several can still lead to one record: each link then stands in both, as it did in the store.
          if relationship.isToMany { addOtherEnd(of: relationship, entity.name) }
          continue
        }
        set(propertyName(inverse, of: relationship.destination), asInverseOf: name, in: entityName(entity.name))
      }
    }
    let inferred = Inverses(schema, explicit: [:]).schema
    for entity in original.entities {
      for relationship in inferred[entityName(entity.name)]?.relationships ?? [] {
        guard let inverse = relationship.inverse,
          let before = schema[entityName(entity.name)]?.relationships.first(where: { $0.name == relationship.name }),
          before.inverse == nil
        else { continue }
        let old = entity.relationships.first { propertyName($0.name, of: entity.name) == relationship.name }?.name
        lose(entity.name, old, "has no inverse in the store; SwiftData infers '\(relationship.destination).\(inverse)'")
      }
    }
    schema = inferred
  }

  /// Gives Realm's links another end: there an object may stand in many lists, and links of two classes to each other are
  /// no pair, where SwiftData would make them one.
  mutating func addOtherEnds() {
    let links = original.entities.flatMap { entity in
      entity.relationships.filter { $0.isShared && $0.inverse == nil }.map { (entity.name, $0) }
    }
    for (owner, link) in links where link.isToMany { addOtherEnd(of: link, owner) }
    let paired = Inverses(schema, explicit: [:]).schema
    for (owner, link) in links where !link.isToMany {
      let name = propertyName(link.name, of: owner)
      guard paired[entityName(owner)]?.relationships.first(where: { $0.name == name })?.inverse != nil else { continue }
      addOtherEnd(of: link, owner)
    }
  }

  private mutating func addOtherEnd(of link: Relationship, _ owner: EntityName) {
    let name = propertyName(link.name, of: owner), destination = entityName(link.destination), entity = entityName(owner)
    guard var target = schema[destination], schema[entity]?.relationships.contains(where: { $0.name == name }) == true else {
      return
    }
    let taken = Set(target.attributes.map(\.name.text) + target.relationships.map(\.name.text))
    let many = entity.text.prefix(1).lowercased() + entity.text.dropFirst() + "s"
    let wished = taken.contains(many) ? "\(many)By\(name.text.prefix(1).uppercased() + name.text.dropFirst())" : many
    let free = SwiftNames.property(wished, among: taken)
    let end = PropertyName(SwiftNames.free(free, among: taken))
    var other = Relationship(end, to: entity, many: true, inverse: name)
    (other.hasDefault, other.isOptional) = (true, false)
    target.relationships.append(other)
    schema[destination] = target
    set(end, asInverseOf: name, in: entity)
    remarks[destination, default: [:]][end.text, default: []].append(
      "not in the store: the other end of '\(entity).\(name)', so that several can lead to one record")
  }

  private mutating func set(_ inverse: PropertyName, asInverseOf name: PropertyName, in entity: EntityName) {
    guard var changed = schema[entity], let index = changed.relationships.firstIndex(where: { $0.name == name }) else { return }
    changed.relationships[index].inverse = inverse
    schema[entity] = changed
  }
}

extension Relationship {
  /// Realm's links to objects that stand for themselves: any number may lead to one.
  var isShared: Bool { userInfo["realm.shared"] == "true" }
}

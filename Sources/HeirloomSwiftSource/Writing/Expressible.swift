internal import HeirloomFindings
internal import HeirloomSchema

/// A schema cut down to what SwiftData source can say, with a remark for everything that was lost.
///
/// The writer prints exactly this schema, so reading the text back gives it again.
struct Expressible {
  var schema: Schema
  private(set) var findings: [Finding] = []
  /// What the generated source says in comments, by entity and property; an empty property stands for the entity.
  var remarks: [EntityName: [String: [String]]] = [:]
  private(set) var valueTypes: ValueTypes
  private var entityNames: [EntityName: EntityName] = [:]
  private var propertyNames: [EntityName: [PropertyName: PropertyName]] = [:]
  let original: Schema

  init(_ original: Schema) {
    self.original = original
    schema = Schema(name: original.name, identifiers: original.identifiers)
    valueTypes = ValueTypes(reserved: [])
    chooseNames()
    valueTypes = ValueTypes(reserved: Set(entityNames.values.map(\.text)))
    for entity in original.entities { schema[entityName(entity.name)] = expressible(entity) }
    addOtherEnds()
    settleInverses()
  }

  // MARK: - Names

  private mutating func chooseNames() {
    let changed = SwiftDataSource.entityNames(for: original)
    for entity in original.entities {
      entityNames[entity.name] = changed[entity.name] ?? entity.name
      if changed[entity.name] != nil {
        lose(entity.name, nil, "the model is called '\(entity.name)' in the store, which Swift does not accept as a name")
      }
    }
    // Ancestors first, so that a sub-entity's new names keep clear of the inherited ones.
    for entity in original.entities.sorted(by: { original.lineage(of: $0.name).count < original.lineage(of: $1.name).count }) {
      let lineage = original.lineage(of: entity.name).dropFirst()
      let inherited = lineage.flatMap { ancestor in (propertyNames[ancestor.name] ?? [:]).values.map(\.text) }
      var names = Set(entity.attributes.map(\.name.text) + entity.relationships.map(\.name.text) + inherited)
      for property in entity.attributes.map(\.name) + entity.relationships.map(\.name) {
        let name = SwiftNames.property(property.text, among: names)
        names.insert(name)
        propertyNames[entity.name, default: [:]][property] = PropertyName(name)
        guard name != property.text else { continue }
        findings.append(
          Finding(
            .renamedForSwift, "'\(entity.name).\(property)' is called '\(name)' in the source, with 'originalName:'",
            at: place(entity.name, property)))
      }
    }
  }

  func entityName(_ name: EntityName) -> EntityName { entityNames[name] ?? name }

  func propertyName(_ name: PropertyName, of entity: EntityName) -> PropertyName {
    for ancestor in original.lineage(of: entity) {
      if let found = propertyNames[ancestor.name]?[name] { return found }
    }
    return name
  }

  // MARK: - Remarks

  private func place(_ entity: EntityName, _ property: PropertyName?) -> Place {
    .store(StorePlace(entity: entity.text, property: property?.text))
  }

  mutating func lose(_ entity: EntityName, _ property: PropertyName?, _ what: String) {
    let subject = property.map { "'\(entity).\($0)'" } ?? "'\(entity)'"
    findings.append(Finding(.noEquivalent, "\(subject): \(what)", at: place(entity, property)))
    let key = property.flatMap { propertyNames[entity]?[$0]?.text ?? $0.text } ?? ""
    remarks[entityName(entity), default: [:]][key, default: []].append(what)
  }

  // MARK: - Entities

  private mutating func expressible(_ entity: Entity) -> Entity {
    var result = Entity(entityName(entity.name))
    if let parent = entity.parent {
      if original[parent] != nil {
        result.parent = entityName(parent)
      } else {
        lose(entity.name, nil, "its parent '\(parent)' is not in the schema")
      }
    }
    if entity.isAbstract { lose(entity.name, nil, "abstract in the store; SwiftData has no abstract models") }
    if entity.isEmbedded { lose(entity.name, nil, "its records live inside others; here it is a model of its own") }
    if entity.hashModifier != nil { lose(entity.name, nil, "the hash modifier of a model cannot be written") }
    if let old = entity.renamingIdentifier, old != entity.name.text {
      lose(entity.name, nil, "was called '\(old)'; the old name of a model cannot be written")
    }
    for attribute in entity.attributes {
      var expression = ExpressibleAttribute(
        attribute, of: entity.name, named: propertyName(attribute.name, of: entity.name), valueTypes: valueTypes)
      expression.express()
      valueTypes = expression.valueTypes
      let isKept = expression.result != nil
      for what in expression.losses {
        lose(entity.name, isKept ? attribute.name : nil, isKept ? what : "'\(attribute.name)' is left out: \(what)")
      }
      if let kept = expression.result { result.attributes.append(kept) }
    }
    for relationship in entity.relationships {
      if let kept = expressible(relationship, of: entity.name) { result.relationships.append(kept) }
    }
    addConstraints(of: entity, to: &result)
    return result
  }

  private mutating func expressible(_ relationship: Relationship, of owner: EntityName) -> Relationship? {
    if relationship.isTransient {
      lose(owner, nil, "'\(relationship.name)' is left out: it is transient")
      return nil
    }
    guard original[relationship.destination] != nil else {
      lose(owner, nil, "'\(relationship.name)' is left out: its destination '\(relationship.destination)' is not in the schema")
      return nil
    }
    var result = relationship
    result.name = propertyName(relationship.name, of: owner)
    result.destination = entityName(relationship.destination)
    result.inverse = nil
    result.userInfo = [:]
    result.place = nil
    result.hasDefault = relationship.isToMany
    if relationship.isShared, relationship.isToMany { result.isOptional = false }
    if result.name != relationship.name { result.renamingIdentifier = result.renamingIdentifier ?? relationship.name.text }
    if result.renamingIdentifier == result.name.text { result.renamingIdentifier = nil }
    if relationship.isOrdered {
      lose(owner, relationship.name, "ordered in the store; SwiftData keeps no order")
      result.isOrdered = false
    }
    if let collection = relationship.collection {
      lose(owner, relationship.name, "a \(collection.rawValue) of links in the store; here an array")
      result.collection = nil
    }
    if relationship.ownsDestination {
      lose(owner, relationship.name, "owns its records in the store; here they are deleted with their owner")
      result.ownsDestination = false
      result.deleteRule = .cascade
    }
    if relationship.isSpotlightIndexed {
      lose(owner, relationship.name, "indexed for Spotlight, which only attributes can be here")
      result.isSpotlightIndexed = false
    }
    if relationship.maximumCount < 0 || relationship.minimumCount < 0 {
      lose(owner, relationship.name, "its limits are negative")
      result.maximumCount = relationship.isToMany ? 0 : 1
      result.minimumCount = 0
    }
    return result
  }

  // MARK: - Uniqueness and indexes

  private mutating func addConstraints(of entity: Entity, to result: inout Entity) {
    let known = Set(
      result.attributes.map(\.name) + result.relationships.map(\.name)
        + original.lineage(of: entity.name).dropFirst().flatMap { ancestor in
          (ancestor.attributes.map(\.name) + ancestor.relationships.map(\.name)).map { propertyName($0, of: ancestor.name) }
        })
    var constraints = entity.uniqueness
    if let key = entity.primaryKey, !constraints.contains([key]) { constraints.append([key]) }
    for constraint in constraints {
      let names = constraint.map { propertyName($0, of: entity.name) }
      if names.allSatisfy(known.contains) {
        if !result.uniqueness.contains(names) { result.uniqueness.append(names) }
      } else {
        lose(entity.name, nil, "the uniqueness of '\(constraint.map(\.text).joined(separator: ", "))' cannot be written")
      }
    }
    for attribute in entity.attributes where attribute.isIndexed {
      addIndex([FetchIndex.Element(propertyName(attribute.name, of: entity.name))], to: &result, known: known)
    }
    for compound in entity.compoundIndexes {
      addIndex(compound.map { .init(propertyName($0, of: entity.name)) }, to: &result, known: known)
    }
    for index in entity.indexes {
      if index.predicate != nil { lose(entity.name, nil, "the index '\(index.name)' covers only some records in the store") }
      if index.elements.contains(where: { !$0.isAscending }) {
        lose(entity.name, nil, "the index '\(index.name)' is descending in the store")
      }
      let elements = index.elements.map { FetchIndex.Element(propertyName($0.property, of: entity.name), rtree: $0.isRTree) }
      if !elements.allSatisfy({ known.contains($0.property) }) || Set(elements.map(\.isRTree)).count > 1 || elements.isEmpty {
        lose(entity.name, nil, "the index '\(index.name)' cannot be written")
      } else if let name = addIndex(elements, to: &result, known: known), name != index.name {
        lose(entity.name, nil, "the index '\(index.name)' gets SwiftData's own name")
      }
    }
  }

  @discardableResult
  private mutating func addIndex(_ elements: [FetchIndex.Element], to result: inout Entity, known: Set<PropertyName>) -> String? {
    guard !elements.isEmpty, elements.allSatisfy({ known.contains($0.property) }) else { return nil }
    let kind = elements.contains(where: \.isRTree) ? "RTree" : "Binary"
    let name = "SwiftDataIndexOn\(kind)" + elements.map(\.property.text).joined()
    if !result.indexes.contains(where: { $0.name == name }) { result.indexes.append(FetchIndex(name: name, elements: elements)) }
    return name
  }
}

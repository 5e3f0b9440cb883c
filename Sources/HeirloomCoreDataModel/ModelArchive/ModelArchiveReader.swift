internal import HeirloomFindings
internal import HeirloomSchema

/// Turns an archived NSManagedObjectModel, of a compiled model or of a store's cache, into a schema.
///
/// The two differ in two points, which are met here: the cache repeats inherited properties on the sub-entities (as copies or
/// as proxies), and keeps its entities in an NSKnownKeysDictionary1 (docs/formats/models.md).
struct ModelArchiveReader {
  private(set) var findings: [Finding] = []
  private var unknown: [String: Int] = [:]
  private var namesOfProperties: [KeyedArchive.Node: Set<String>] = [:]
  /// Attributes left to read: a hostile archive may share parts so that it unfolds without end.
  var budget = 200_000

  /// - Returns: entities sorted by name, each with its own properties only, sorted by name too: the archives keep both in
  ///   dictionaries, whose order means nothing.
  mutating func read(_ root: KeyedArchive.Node?) throws -> Schema {
    guard let root, root.className == "NSManagedObjectModel", let entries = root["NSEntities"]?.entries else {
      throw Finding(.modelDamaged, "the archive holds no managed object model")
    }
    note(root, known: ModelArchiveShape.model)
    var entities: [EntityName: Entity] = [:]
    for (_, node) in entries {
      guard node.className == "NSEntityDescription", let name = node["NSEntityName"]?.string else {
        unknown["entity of class '\(node.className ?? "none")'", default: 0] += 1
        continue
      }
      entities[EntityName(name)] = entity(EntityName(name), node)
    }
    let identifiers = root["NSVersionIdentifiers"]?.elements?.compactMap(\.string) ?? []
    var schema = Schema(identifiers: identifiers.sorted(), entities: entities.values.sorted { $0.name < $1.name })
    for (name, members) in root["NSConfigurations"]?.namedEntries ?? [] {
      schema.configurations[name] = members.elements?.compactMap { $0["NSEntityName"]?.string }.map { EntityName($0) }.sorted()
    }
    if let templates = root["NSFetchRequestTemplates"]?.entries, !templates.isEmpty {
      findings.append(Finding(.modelPartLeftOut, "fetch request templates of the model are left out", count: templates.count))
    }
    for (what, count) in unknown.sorted(by: { $0.key < $1.key }) {
      findings.append(Finding(.modelPartUnknown, "the model holds an unknown \(what)", count: count))
    }
    return schema
  }

  // MARK: - Unknown parts

  mutating func note(_ node: KeyedArchive.Node, known: Set<String>) {
    for key in node.keys where !known.contains(key) {
      unknown["key '\(key)' of \(node.className ?? "an object")", default: 0] += 1
    }
  }

  mutating func note(unknown what: String) { unknown[what, default: 0] += 1 }

  mutating func record(_ finding: Finding) { findings.append(finding) }

  // MARK: - Entities

  private mutating func entity(_ name: EntityName, _ node: KeyedArchive.Node) -> Entity {
    note(node, known: ModelArchiveShape.entity)
    let parent = node["NSSuperentity"]
    var entity = Entity(name, parent: parent?["NSEntityName"]?.string.map { EntityName($0) })
    entity.isAbstract = node["NSIsAbstract"]?.bool ?? false
    entity.className = node["NSClassNameForEntity"]?.string
    entity.hashModifier = node["NSVersionHashModifier"]?.string
    entity.renamingIdentifier = node["NSRenamingIdentifier"]?.string.flatMap { $0 == name.text ? nil : $0 }
    entity.userInfo = userInfo(node).texts
    let inherited = parent.map { propertyNames(of: $0) } ?? []
    for (property, value) in node["NSProperties"]?.namedEntries ?? [] where !inherited.contains(property) {
      read(property: value, into: &entity)
    }
    entity.attributes.sort { $0.name < $1.name }
    entity.relationships.sort { $0.name < $1.name }
    for tuple in node["NSUniqueTuples"]?.elements ?? [] {
      entity.uniqueness += names(in: tuple, of: "uniqueness constraint").map { [$0] } ?? []
    }
    for tuple in node["NSCompoundIndexes"]?.elements ?? [] {
      entity.compoundIndexes += names(in: tuple, of: "compound index").map { [$0] } ?? []
    }
    for index in node["NSFetchIndexDescriptions"]?.elements ?? [] {
      if let read = fetchIndex(index, of: name) { entity.indexes.append(read) }
    }
    return entity
  }

  private mutating func propertyNames(of entity: KeyedArchive.Node) -> Set<String> {
    if let known = namesOfProperties[entity] { return known }
    let names = Set(entity["NSProperties"]?.namedEntries?.map(\.name) ?? [])
    namesOfProperties[entity] = names
    return names
  }

  private mutating func read(property node: KeyedArchive.Node, into entity: inout Entity) {
    switch node.className {
    case "NSRelationshipDescription":
      if let relationship = relationship(node, of: entity.name) { entity.relationships.append(relationship) }
    case "_NSPropertyDescriptionProxy": break  // Inherited, and the parent lacks it: reported when the parent is read.
    case "NSFetchedPropertyDescription":
      let name = node["NSPropertyName"]?.string ?? ""
      entity.fetchedProperties.append(PropertyName(name))
      record(.fetchedProperty(name, of: entity.name.text))
    case let name? where ModelArchiveShape.attributeClasses.contains(name):
      if let attribute = attribute(node, of: entity.name, depth: 0) { entity.attributes.append(attribute) }
    default: note(unknown: "property of class '\(node.className ?? "none")'")
    }
  }

  private mutating func names(in tuple: KeyedArchive.Node, of what: String) -> [PropertyName]? {
    let parts = tuple.elements ?? []
    let names = parts.compactMap { $0.string ?? $0["NSPropertyName"]?.string }
    guard !names.isEmpty, names.count == parts.count else {
      note(unknown: "part of a \(what)")
      return nil
    }
    return names.map { PropertyName($0) }
  }

  // MARK: - User info

  /// The user info as text, and the list that names the cases of an enum.
  mutating func userInfo(_ node: KeyedArchive.Node) -> (texts: [String: String], cases: [String]?) {
    var texts: [String: String] = [:], cases: [String]?
    for (key, value) in node["NSUserInfo"]?.namedEntries ?? [] {
      if let text = value.string {
        texts[key] = text
      } else if value.isBool {
        texts[key] = value.bool == true ? "true" : "false"
      } else if let number = value.integer {
        texts[key] = String(number)
      } else if let number = value.real {
        texts[key] = String(number)
      } else if let items = value.elements?.map(\.string), items.allSatisfy({ $0 != nil }) {
        if key == "enum" { cases = items.compactMap { $0 } } else { texts[key] = items.compactMap { $0 }.joined(separator: ",") }
      } else {
        note(unknown: "user info value of '\(key)'")
      }
    }
    return (texts, cases)
  }
}

internal import HeirloomSchema

/// Writes a schema as an archived NSManagedObjectModel, in the class and key shape of the caches of real stores.
///
/// Entities stand in an NSKnownKeysDictionary1 sorted by name. A sub-entity repeats inherited properties as full copies, the
/// form of newer frameworks and of models made in code; older caches have proxies there, which number the properties in a way
/// that no evidence explains fully (docs/formats/models.md).
struct ModelArchiveWriter {
  typealias Reference = KeyedArchiveWriter.Reference

  /// A property as an entity has it, its own or inherited.
  struct PropertyKey: Hashable {
    var entity: EntityName
    var property: PropertyName
  }

  let schema: Schema
  /// Entities without unique attributes have an empty list of them.
  let listsUniqueness: Bool
  var archive = KeyedArchiveWriter()
  private(set) var entities: [EntityName: Reference] = [:]
  private(set) var properties: [PropertyKey: Reference] = [:]
  private var model = Reference.null
  private var emptyInfo = Reference.null

  init(schema: Schema, listsUniqueness: Bool) {
    self.schema = schema
    self.listsUniqueness = listsUniqueness
  }

  mutating func write() -> [UInt8] {
    model = archive.reserve()
    emptyInfo = archive.dictionary([])
    let sorted = schema.entities.sorted { $0.name < $1.name }
    for entity in sorted { entities[entity.name] = archive.reserve() }
    for entity in sorted {
      for name in propertyNames(of: entity.name) where properties[PropertyKey(entity: entity.name, property: name)] == nil {
        properties[PropertyKey(entity: entity.name, property: name)] = archive.reserve()
      }
    }
    for entity in sorted { write(entity) }
    let names = sorted.map { archive.add($0.name.text) }
    let mapping = archive.add(
      ["NSKnownKeysMappingStrategy1", "NSKnownKeysMappingStrategy", "NSObject"],
      ["length": .integer(Int64(names.count)), "keys": archive.array(names).value, "version": .integer(1)])
    let dictionary = archive.add(
      ["NSKnownKeysDictionary1", "NSKnownKeysDictionary", "NSMutableDictionary", "NSDictionary", "NSObject"],
      [
        "searchMapping": mapping.value, "values": archive.array(sorted.map { reference(to: $0.name) }).value,
        "version": .integer(1),
        "emptyToken": archive.add("__empty_slot_token_4c24_98dc_ac1e_b773__").value,
      ])
    let identifiers = schema.identifiers.map { archive.add($0) }
    var contents: [String: PropertyList] = [
      "NSEntities": dictionary.value, "NSFetchRequestTemplates": Reference.null.value,
      "NSVersionIdentifiers": archive.set(identifiers).value,
    ]
    if !schema.configurations.isEmpty { contents["NSConfigurations"] = configurations().value }
    archive.fill(model, ["NSManagedObjectModel", "NSObject"], contents)
    return archive.finish(root: model)
  }

  func reference(to entity: EntityName) -> Reference { entities[entity] ?? .null }
  func reference(to property: PropertyName, of entity: EntityName) -> Reference {
    properties[PropertyKey(entity: entity, property: property)] ?? .null
  }

  /// A text, or the archive's nil.
  mutating func text(_ text: String?) -> PropertyList { text.map { archive.add($0).value } ?? Reference.null.value }

  mutating func userInfo(_ entries: [(key: String, value: Reference)]) -> Reference {
    let sorted = entries.sorted { $0.key.unicodeScalars.lexicographicallyPrecedes($1.key.unicodeScalars) }
    return sorted.isEmpty ? emptyInfo : archive.dictionary(sorted.map { (archive.add($0.key), $0.value) })
  }

  // MARK: - Entities

  private func propertyNames(of entity: EntityName) -> [PropertyName] {
    (schema.attributes(of: entity).map(\.name) + schema.relationships(of: entity).map(\.name)).sorted()
  }

  private mutating func configurations() -> Reference {
    let sorted = schema.configurations.sorted { $0.key.unicodeScalars.lexicographicallyPrecedes($1.key.unicodeScalars) }
    return archive.dictionary(
      sorted.map { name, members in (archive.add(name), archive.set(members.map { reference(to: $0) }.filter { $0 != .null })) },
      mutable: true)
  }

  private mutating func write(_ entity: Entity) {
    for attribute in schema.attributes(of: entity.name) {
      write(attribute, of: entity.name, at: reference(to: attribute.name, of: entity.name))
    }
    for relationship in schema.relationships(of: entity.name) {
      write(relationship, of: entity.name, at: reference(to: relationship.name, of: entity.name))
    }
    let all = propertyNames(of: entity.name).map { (key: archive.add($0.text), value: reference(to: $0, of: entity.name)) }
    let children = schema.children(of: entity.name).map(\.name).sorted().map {
      (key: archive.add($0.text), value: reference(to: $0))
    }
    let info = entity.userInfo.map { (key: $0.key, value: archive.add($0.value)) }
    var contents: [String: PropertyList] = [
      "NSEntityName": text(entity.name.text), "NSClassNameForEntity": text(entity.className), "NSUserInfo": userInfo(info).value,
      "NSSubentities": archive.dictionary(children, mutable: true).value,
      "NSSuperentity": entity.parent.map { reference(to: $0) }?.value ?? Reference.null.value,
      "NSProperties": archive.dictionary(all, mutable: true).value, "NSVersionHashModifier": text(entity.hashModifier),
      "NSRenamingIdentifier": text(entity.renamingIdentifier ?? entity.name.text), "NSManagedObjectModel": model.value,
    ]
    if entity.isAbstract { contents["NSIsAbstract"] = .bool(true) }
    if listsUniqueness || !entity.uniqueness.isEmpty { contents["NSUniqueTuples"] = lists(entity.uniqueness).value }
    if !entity.indexes.isEmpty {
      let indexes = entity.indexes.map { write($0, of: entity.name) }
      contents["NSFetchIndexDescriptions"] = archive.array(indexes, mutable: true).value
    }
    if !entity.indexes.isEmpty || !entity.compoundIndexes.isEmpty {
      contents["NSCompoundIndexes"] = lists(entity.compoundIndexes).value
    }
    archive.fill(reference(to: entity.name), ["NSEntityDescription", "NSObject"], contents)
  }

  private mutating func lists(_ lists: [[PropertyName]]) -> Reference {
    archive.array(lists.map { list in archive.array(list.map { archive.add($0.text) }, mutable: true) }, mutable: true)
  }
}

internal import HeirloomArchive
internal import HeirloomCoreDataModel
internal import HeirloomFindings
internal import HeirloomSchema
internal import HeirloomSQLite

/// The schema of an atomic store: the model's where one is given, else what the elements and the metadata say.
///
/// XML writes entities in capitals and properties in small letters; the metadata has the entities' own spelling.
struct AtomicSchemaBuilder {
  private let stager: Stager
  private let facts: AtomicStoreFacts
  private let given: Schema?
  private var names: [String: EntityName] = [:]
  private var findings: [Finding]

  init(_ stager: Stager, _ facts: AtomicStoreFacts, given: Schema?) {
    self.stager = stager
    self.facts = facts
    self.given = given
    findings = facts.findings
    let known = (given?.entities.map(\.name.text) ?? []) + (facts.metadata["NSStoreModelVersionHashes"]?.dictionary?.keys.sorted() ?? [])
    for name in known where names[name.uppercased()] == nil { names[name.uppercased()] = EntityName(name) }
  }

  mutating func build() throws -> StagedModel {
    var schema = Schema(entities: given?.entities ?? [])
    var sources: [EntityName: EntitySource] = [:]
    if given == nil {
      for name in facts.metadata["NSStoreModelVersionHashes"]?.dictionary?.keys.sorted() ?? [] where schema[EntityName(name)] == nil {
        schema[EntityName(name)] = Entity(EntityName(name))
      }
      findings.append(
        Finding(.xmlStoreUnmodelled, "the model is not in the file: properties are in small letters, inverses and order unknown", at: .file(facts.file)))
    }
    for staged in stager.entities {
      let entity = name(staged.key)
      sources[entity] = try source(of: staged, entity)
      if given == nil { schema[entity] = infer(staged, entity) } else if given?[entity] == nil {
        findings.append(Finding(.archiveNotInSchema, "the model has no '\(entity)'", at: .store(StorePlace(entity: entity.text))))
        schema[entity] = infer(staged, entity)
      }
    }
    if given == nil { try inferInheritance(&schema) }
    return StagedModel(schema: schema, relations: StagedModel.relations(of: schema, sources), findings: findings)
  }

  private func name(_ upper: String) -> EntityName { names[upper.uppercased()] ?? EntityName(upper) }

  /// The model's spelling of a property.
  private func property(_ lower: String, _ entity: EntityName) -> String {
    let known = (given?.attributes(of: entity).map(\.name.text) ?? []) + (given?.relationships(of: entity).map(\.name.text) ?? [])
    return known.first { $0.lowercased() == lower.lowercased() } ?? lower
  }

  private func source(of staged: StagedEntity, _ entity: EntityName) throws -> EntitySource {
    var source = EntitySource(table: staged.table)
    for member in staged.properties {
      let name = property(member.name, entity)
      if let place = member.scalarColumn {
        let type = given?.attribute(PropertyName(name), of: entity)?.type ?? type(member.name, staged)
        source.columns[name] = .converted(type, staged.columns[place])
      }
      if let list = member.list {
        try stager.database.run("CREATE INDEX IF NOT EXISTS \(list.table)_owner ON \(list.table)(owner)")
        if isToMany(member.name, staged, entity) {
          source.lists[PropertyName(name)] = ListSource(table: list.table, element: .column("target"))
        } else {
          source.columns[name] = .onlyTarget(list.table)
        }
      }
    }
    return source
  }

  private func isToMany(_ property: String, _ staged: StagedEntity, _ entity: EntityName) -> Bool {
    let name = PropertyName(self.property(property, entity))
    return given?.relationship(name, of: entity)?.isToMany ?? (facts.relationships[staged.key]?[property]?.maximum != 1)
  }

  private func type(_ property: String, _ staged: StagedEntity) -> AttributeType {
    facts.attributeTypes[staged.key]?[property] ?? staged.property(named: property)?.profile.decision.type ?? .string
  }

  private func infer(_ staged: StagedEntity, _ name: EntityName) -> Entity {
    var entity = Entity(name)
    for member in staged.properties {
      if member.scalarColumn != nil {
        entity.attributes.append(
          Attribute(PropertyName(member.name), type(member.name, staged), optional: Int64(member.profile.values) < Int64(staged.recordCount)))
      } else if let declaration = facts.relationships[staged.key]?[member.name] {
        var relationship = Relationship(PropertyName(member.name), to: self.name(declaration.destination), many: declaration.maximum != 1)
        relationship.minimumCount = declaration.minimum
        if declaration.maximum > 1 { relationship.maximumCount = declaration.maximum }
        relationship.isOptional = declaration.minimum == 0
        entity.relationships.append(relationship)
      }
    }
    return entity
  }

  /// A relationship's targets are of its destination or of entities that inherit from it: so the links themselves tell.
  private mutating func inferInheritance(_ schema: inout Schema) throws {
    for staged in stager.entities {
      for (_, declaration) in (facts.relationships[staged.key] ?? [:]).sorted(by: { $0.key < $1.key }) {
        let destination = name(declaration.destination)
        if schema[destination] == nil { schema[destination] = Entity(destination) }
        for target in stager.entities where name(target.key) != destination {
          let count = try stager.database.count(
            "SELECT count(*) FROM (SELECT 1 FROM \(declaration.list.table) WHERE target IN (SELECT _id FROM \(target.table)) LIMIT 1)")
          guard count > 0, var child = schema[name(target.key)], child.parent == nil, !schema.lineage(of: destination).contains(where: { $0.name == child.name })
          else { continue }
          child.parent = destination
          let inherited = Set(schema.attributes(of: destination).map(\.name) + schema.relationships(of: destination).map(\.name))
          child.attributes.removeAll { inherited.contains($0.name) }
          child.relationships.removeAll { inherited.contains($0.name) }
          schema[child.name] = child
        }
      }
    }
  }
}

internal import HeirloomFindings
internal import HeirloomSchema
internal import HeirloomSQLite

/// Turns what was staged into a schema and relations: by a given schema where there is one, by inference where not.
struct SchemaBuilder {
  let stager: Stager
  let given: Schema?
  let file: String
  /// Our own export: to-one columns and relation files hold keys of records as they are.
  var holdsKeys = false

  private(set) var copies: CopyRecognition
  var keys: KeyFinder
  private(set) var names: [Int: EntityName] = [:]
  private var schema = Schema()
  private var sources: [EntityName: EntitySource] = [:]
  var findings: [Finding] = []
  private var suggestions: [ReferenceSuggestion] = []
  /// Objects that are parts of their owners by the given schema, by their numbers.
  var folded: Set<Int> = []

  init(_ stager: Stager, given: Schema?, file: String, holdsKeys: Bool) throws {
    self.stager = stager
    self.given = given
    self.file = file
    self.holdsKeys = holdsKeys
    keys = KeyFinder(stager, given)
    copies = try CopyRecognition(stager)
    findings = copies.findings
  }

  mutating func build() throws -> StagedModel {
    nameEntities()
    schema = Schema(entities: given?.entities ?? [])
    schema.name = given?.name ?? ""
    schema.identifiers = given?.identifiers ?? []
    // Owners come before what was found in them: what is folded into an owner is known by then.
    for entity in stager.entities where isShown(entity) && !folded.contains(entity.number) { try build(entity) }
    if given != nil { try fillIn() }
    if given == nil { try suggest() }
    if given == nil {
      let records = stager.entities.reduce(0) { $0 + Int($1.rows) }
      findings.append(
        Finding(
          .archiveTypesInferred, "types were inferred from \(records == 1 ? "the one record" : "all \(shown(records)) records")",
          at: .file(file), count: records))
    }
    return StagedModel(
      schema: schema, relations: StagedModel.relations(of: schema, sources), findings: findings, suggestions: suggestions)
  }

  /// Copies of other records are not, and neither are objects within records that hold nothing.
  private func isShown(_ entity: StagedEntity) -> Bool {
    let isEmpty = entity.owner != nil && entity.properties.isEmpty && entity.key.contains("/")
    return !copies.dropped.contains(entity.number) && !stager.discarded.contains(entity.number) && !isEmpty
  }

  // MARK: - Names

  private mutating func nameEntities() {
    var taken = Set(given?.entities.map(\.name.text) ?? [])
    for entity in stager.entities where entity.owner == nil || !entity.key.contains("/") {
      let name =
        given?.entities.first { $0.name.text.lowercased() == entity.givenName.lowercased() }?.name.text ?? entity.givenName
      names[entity.number] = EntityName(name)
      taken.insert(name)
    }
    for entity in stager.entities where names[entity.number] == nil {
      if let declared = declaredDestination(of: entity) {
        names[entity.number] = declared
        continue
      }
      let base = (entity.owner.flatMap { names[$0.entity.number]?.text } ?? "") + suffix(entity)
      var name = base, number = 2
      while !taken.insert(name).inserted {
        name = "\(base)\(number)"
        number += 1
      }
      names[entity.number] = EntityName(name)
    }
  }

  private func suffix(_ entity: StagedEntity) -> String {
    guard let property = entity.owner?.property else { return entity.givenName }
    return property.prefix(1).uppercased() + property.dropFirst()
  }

  /// Objects under a relationship that the given schema declares belong to its destination.
  private func declaredDestination(of entity: StagedEntity) -> EntityName? {
    guard let owner = entity.owner, let name = names[owner.entity.number] else { return nil }
    return given?.relationship(PropertyName(owner.property), of: name)?.destination
  }

  func name(of entity: StagedEntity) -> EntityName {
    let real = copies.records[entity.number]?.entity ?? entity
    return names[real.number] ?? EntityName(real.givenName)
  }

  // MARK: - Entities

  private mutating func build(_ staged: StagedEntity) throws {
    let name = name(of: staged)
    let isDeclared = given?[name] != nil
    if given != nil, !isDeclared {
      findings.append(Finding(.archiveNotInSchema, "the schema has no '\(name)'", at: .store(StorePlace(entity: name.text))))
    }
    var entity = schema[name] ?? Entity(name)
    if !isDeclared { entity.isEmbedded = staged.owner != nil }
    if sources[name] != nil {
      // Two staged entities of one name: objects of a declared entity found in several places. Only the first has keys of its own.
      findings.append(
        Finding(
          .archiveCopiesKept, "objects of '\(name)' are found in several places; one is read",
          at: .store(StorePlace(entity: name.text))))
      return
    }
    var source = EntitySource(table: staged.table)
    for property in staged.properties {
      if holdsKeys, property.name == "_entity" { continue }
      let pieces = try self.pieces(of: property, staged, name)
      for piece in pieces {
        switch piece {
        case .attribute(let attribute, let expression):
          source.columns[SchemaBuilder.path(attribute.name.text)] = expression
          if isDeclared, isKnown(attribute.name.text, name) { continue }
          entity.attributes.append(attribute)
        case .values(let attribute, let list):
          source.lists[attribute.name] = list
          if isDeclared, isKnown(attribute.name.text, name) {
            // An array that the schema keeps as one value is read as what it is in the data: a list.
            if let index = entity.attributes.firstIndex(where: { $0.name == attribute.name && $0.arrayElementType != nil }) {
              entity.attributes[index] = attribute
            }
            continue
          }
          entity.attributes.append(attribute)
        case .toOne(let relationship, let expression):
          source.columns[relationship.name.text] = expression
          if isDeclared, isKnown(relationship.name.text, name) { continue }
          entity.relationships.append(relationship)
        case .toMany(let relationship, let list):
          source.lists[relationship.name] = list
          if isDeclared, isKnown(relationship.name.text, name) { continue }
          entity.relationships.append(relationship)
        }
        if isDeclared {
          findings.append(
            Finding(
              .archiveNotInSchema, "the schema's '\(name)' has no '\(property.name)'",
              at: .store(StorePlace(entity: name.text, property: property.name))))
        }
      }
    }
    schema[name] = entity
    sources[name] = source
  }

  /// The column of a property: the relation's own columns keep their names.
  static func path(_ name: String) -> String { name == "_id" || name == "_entity" ? name + "_" : name }

  func isKnown(_ path: String, _ entity: EntityName) -> Bool {
    guard let given else { return false }
    if let mixed = SchemaBuilder.typed(path) { return given.attribute(PropertyName(mixed), of: entity)?.type == .mixed }
    return given.relationship(PropertyName(path), of: entity) != nil || given.attribute(PropertyName(path), of: entity) != nil
      || given.attributes(of: entity).contains { $0.columns.contains { $0.path == path } }
  }

  /// `any` for `any.type`: the types of a Mixed attribute's values stand in a column beside it.
  static func typed(_ path: String) -> String? { path.hasSuffix(".type") ? String(path.dropLast(5)) : nil }

  // MARK: - The whole

  /// What the given schema has and the data says from the other end only.
  private mutating func fillIn() throws {
    for entity in given?.entities ?? [] {
      for relationship in entity.relationships
      where relationship.isToMany && sources[entity.name]?.lists[relationship.name] == nil {
        guard let inverse = schema.inverse(of: relationship) else { continue }
        for member in schema.family(of: relationship.destination) {
          guard let source = sources[member.name] else { continue }
          if let owner = source.columns[inverse.name.text] {
            sources[entity.name, default: EntitySource(table: "")].lists[relationship.name] = ListSource(
              table: source.table, owner: owner, element: .column("_id"), position: .null, condition: owner)
          }
        }
      }
    }
  }

  private mutating func suggest() throws {
    let found = try KeySuggestions(stager, name: { [names] in names[$0.number]?.text ?? $0.givenName })
    findings += found.findings
    suggestions = found.references
  }
}

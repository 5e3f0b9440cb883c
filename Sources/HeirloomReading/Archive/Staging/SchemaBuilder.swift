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

  private var copies: CopyRecognition
  private var keys: KeyFinder
  private var names: [Int: EntityName] = [:]
  private var schema = Schema()
  private var sources: [EntityName: EntitySource] = [:]
  private(set) var findings: [Finding] = []

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
    for entity in stager.entities where isShown(entity) { try build(entity) }
    if given != nil { try fillIn() }
    if given == nil { try suggest() }
    if given == nil {
      let records = stager.entities.reduce(0) { $0 + Int($1.rows) }
      findings.append(
        Finding(.archiveTypesInferred, "types were inferred from all \(shown(records)) records", at: .file(file), count: records))
    }
    return StagedModel(schema: schema, relations: StagedModel.relations(of: schema, sources), findings: findings)
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
      let name = given?.entities.first { $0.name.text.lowercased() == entity.givenName.lowercased() }?.name.text ?? entity.givenName
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
      findings.append(Finding(.archiveCopiesKept, "objects of '\(name)' are found in several places; one is read", at: .store(StorePlace(entity: name.text))))
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
          if isDeclared, isKnown(attribute.name.text, name) { continue }
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
            Finding(.archiveNotInSchema, "the schema's '\(name)' has no '\(property.name)'", at: .store(StorePlace(entity: name.text, property: property.name))))
        }
      }
    }
    schema[name] = entity
    sources[name] = source
  }

  /// The column of a property: the relation's own columns keep their names.
  private static func path(_ name: String) -> String { name == "_id" || name == "_entity" ? name + "_" : name }

  private func isKnown(_ path: String, _ entity: EntityName) -> Bool {
    guard let given else { return false }
    if let mixed = SchemaBuilder.typed(path) { return given.attribute(PropertyName(mixed), of: entity)?.type == .mixed }
    return given.relationship(PropertyName(path), of: entity) != nil || given.attribute(PropertyName(path), of: entity) != nil
      || given.attributes(of: entity).contains { $0.columns.contains { $0.path == path } }
  }

  /// `any` for `any.type`: the types of a Mixed attribute's values stand in a column beside it.
  private static func typed(_ path: String) -> String? { path.hasSuffix(".type") ? String(path.dropLast(5)) : nil }

  // MARK: - Properties

  enum Piece {
    case attribute(Attribute, StagedExpression)
    case values(Attribute, ListSource)
    case toOne(Relationship, StagedExpression)
    case toMany(Relationship, ListSource)
  }

  private mutating func pieces(of property: StagedProperty, _ staged: StagedEntity, _ entity: EntityName) throws -> [Piece] {
    let place = Place.store(StorePlace(entity: entity.text, property: property.name))
    let declared = given?.relationship(PropertyName(property.name), of: entity)
    var result: [Piece] = []
    func free(_ wish: String, _ suffix: String) -> PropertyName { PropertyName(result.isEmpty ? wish : "\(wish)_\(suffix)") }

    if let place = property.scalarColumn {
      let column = staged.columns[place]
      if let declared, !declared.isToMany {
        result.append(.toOne(declared, try reference(declared.destination, column, staged.table, property, entity)))
      } else {
        result.append(attribute(property, column, staged, entity))
      }
    }
    for target in property.targets {
      let column = staged.columns[target.column]
      switch target.kind {
      case .object:
        guard let child = target.entity else { continue }
        if child.properties.isEmpty {
          findings.append(
            Finding(.archiveEmptyProperty, "\(shown(target.count)) objects of '\(property.name)' are empty: what they held was lost by the exporter", at: place, count: target.count))
          continue
        }
        link(property.name, to: child, .column(column), &result)
      case .link:
        let destination = EntityName(target.entityName ?? "")
        let relationship = Relationship(free(property.name, destination.text), to: destination)
        result.append(.toOne(relationship, try reference(destination, column, staged.table, property, entity)))
      case .reference:
        for number in try identified(staged.table, column) {
          link(property.name, to: stager.entities[number], .identity(entity: number, column: column), &result)
        }
        try countDangling(
          "SELECT count(*) FROM \(staged.table) WHERE \(column) IS NOT NULL AND \(column) NOT IN (SELECT identity FROM identities)",
          property.name, entity)
      }
    }
    if let list = property.list { result += try pieces(of: list, property, entity, declared, taken: !result.isEmpty) }
    if result.isEmpty, property.list == nil {
      if given != nil, isKnown(property.name, entity) {
        // The column stays, empty: the store that was exported had it.
        let isTyping = SchemaBuilder.typed(property.name) != nil
        return isTyping ? [.attribute(Attribute(PropertyName(property.name), .string, optional: true), .null)] : []
      }
      findings.append(Finding(.archiveEmptyProperty, "'\(property.name)' has no value in any record", at: place))
      result.append(.attribute(Attribute(PropertyName(property.name), .string, optional: true), .null))
    } else if result.count > 1 {
      findings.append(
        Finding(.archiveMixedShape, "'\(property.name)' is not of one shape in all records, and is read under \(result.count) names", at: place))
    }
    return result
  }

  /// A to-one to records of a staged entity; objects written out and objects referred to are one relationship.
  private func link(_ property: String, to child: StagedEntity, _ expression: StagedExpression, _ result: inout [Piece]) {
    let destination = name(of: child), target = record(of: child, expression)
    for index in result.indices {
      if case .toOne(let known, let first) = result[index], known.destination == destination {
        result[index] = .toOne(known, .either(first, target))
        return
      }
    }
    var relationship = Relationship(PropertyName(result.isEmpty ? property : "\(property)_\(destination)"), to: destination)
    relationship.ownsDestination = copies.records[child.number] == nil && child.owner != nil
    result.append(.toOne(relationship, target))
  }

  /// The record that an object is: itself, or the one that it is a copy of.
  private func record(of child: StagedEntity, _ expression: StagedExpression) -> StagedExpression {
    copies.records[child.number].map { .copy(map: $0.map, of: expression) } ?? expression
  }

  private mutating func attribute(_ property: StagedProperty, _ column: String, _ staged: StagedEntity, _ entity: EntityName) -> Piece {
    let leaf = given?.attributes(of: entity).flatMap(\.columns).first { $0.path == SchemaBuilder.path(property.name) }?.leaf
    let decision = property.profile.decision
    let type = leaf?.type ?? decision.type
    if leaf == nil { say(decision, property.name, entity) }
    let isOptional = Int64(property.profile.values - property.profile.notANumbers) < staged.recordCount
    let expression: StagedExpression = property.profile.files > 0 ? .fileOrConverted(type, column) : .converted(type, column)
    return .attribute(Attribute(PropertyName(property.name), type, optional: isOptional), expression)
  }

  private mutating func say(_ decision: ColumnProfile.Decision, _ property: String, _ entity: EntityName) {
    guard let exception = decision.exception else { return }
    findings.append(
      Finding(
        .archiveTypeMixed, "\(shown(exception.count)) of \(shown(exception.of)) values of '\(property)' are not \(exception.expected)",
        at: .store(StorePlace(entity: entity.text, property: property)), count: exception.count))
  }

  // MARK: - Lists

  private mutating func pieces(
    of list: StagedList, _ property: StagedProperty, _ entity: EntityName, _ declared: Relationship?, taken: Bool
  ) throws -> [Piece] {
    var result: [Piece] = []
    let kind: CollectionKind = switch list.form { case .list: .list; case .set: .set; case .dictionary: .dictionary }
    func free(_ suffix: String) -> PropertyName { PropertyName(taken || !result.isEmpty ? "\(property.name)_\(suffix)" : property.name) }
    func relationship(_ destination: EntityName) -> Relationship {
      var relationship = Relationship(free(destination.text), to: destination, many: true)
      relationship.isOrdered = list.form == .list
      relationship.collection = list.form == .list ? nil : kind
      return relationship
    }
    func source(_ element: StagedExpression, _ condition: StagedExpression?) -> ListSource {
      ListSource(table: list.table, element: element, key: .column("key"), condition: condition)
    }
    if holdsKeys, let declared {
      return [.toMany(declared, source(.converted(.int64, "value"), nil))]
    }
    if let declared, declared.isToMany, list.profile.values > 0 {
      let target = try reference(declared.destination, "value", list.table, property, entity)
      return [.toMany(declared, source(target, target))]
    }
    for child in list.objects where !child.properties.isEmpty {
      var link = relationship(name(of: child))
      link.ownsDestination = copies.records[child.number] == nil && child.owner != nil
      let element = StagedExpression.whenKind(1, entity: child.number, link: nil, record(of: child, .column("target")))
      result.append(.toMany(link, source(element, element)))
    }
    for name in list.links.keys.sorted() {
      let lookup = try reference(EntityName(name), "link", list.table, property, entity, condition: "kind = 2 AND value = \(sqlText(name))")
      let element = StagedExpression.whenKind(2, entity: nil, link: name, lookup)
      result.append(.toMany(relationship(EntityName(name)), source(element, element)))
    }
    if list.references > 0 {
      for number in try identified(list.table, "link", condition: "kind = 3") {
        let child = stager.entities[number]
        let element = StagedExpression.whenKind(3, entity: nil, link: nil, record(of: child, .identity(entity: number, column: "link")))
        let name = name(of: child)
        if let known = result.firstIndex(where: { if case .toMany(let link, _) = $0 { link.destination == name } else { false } }),
          case .toMany(let link, let source) = result[known]
        {
          // Objects of one class, some written out and some referred to, are one relationship.
          let both = StagedExpression.either(source.element, element)
          result[known] = .toMany(link, ListSource(table: list.table, element: both, key: .column("key"), condition: both))
        } else {
          result.append(.toMany(relationship(name), source(element, element)))
        }
      }
    }
    if list.profile.values > 0 || (result.isEmpty && list.rows >= 0) {
      let declaredType = given?.attribute(PropertyName(property.name), of: entity)
      let decision = list.profile.decision
      if declaredType == nil { say(decision, property.name, entity) }
      var attribute = Attribute(free("value"), declaredType?.type ?? decision.type, optional: list.nulls > 0)
      attribute.collection = declaredType?.collection ?? kind
      if list.rows > 0 {
        let expression: StagedExpression = list.profile.files > 0 ? .fileOrConverted(attribute.type, "value") : .converted(attribute.type, "value")
        let only = result.isEmpty ? nil : StagedExpression.whenKind(0, entity: nil, link: nil, .column("owner"))
        var list = source(expression, only)
        if holdsKeys, attribute.type == .mixed { list.type = .column("link") }
        result.append(.values(attribute, list))
      } else if !(given != nil && isKnown(property.name, entity)) {
        findings.append(
          Finding(.archiveEmptyProperty, "'\(property.name)' is an empty list in every record", at: .store(StorePlace(entity: entity.text, property: property.name))))
        result.append(.values(attribute, ListSource(table: "(SELECT 0 AS owner, 0 AS position, NULL AS key, NULL AS value WHERE 0)", element: .null)))
      }
    }
    return result
  }

  // MARK: - References

  /// The expression that finds the record that a key names, and findings for those it does not find.
  private mutating func reference(
    _ destination: EntityName, _ column: String, _ table: String, _ property: StagedProperty, _ entity: EntityName, condition: String = "1"
  ) throws -> StagedExpression {
    if holdsKeys { return .converted(.int64, column) }
    let place = Place.store(StorePlace(entity: entity.text, property: property.name))
    guard let target = stager.entities.first(where: { names[$0.number] == destination && $0.owner == nil }) else {
      findings.append(Finding(.archiveDanglingReference, "there are no records of '\(destination)'", at: place))
      return .null
    }
    let links = "SELECT \(column) AS k FROM \(table) WHERE \(condition)"
    guard let key = try keys.key(of: target, links: links) else {
      findings.append(Finding(.archiveKeyUnclear, "it is not clear which property of '\(destination)' is its key", at: place))
      return .null
    }
    try countDangling("SELECT count(*) FROM (\(links)) WHERE k IS NOT NULL AND k NOT IN (SELECT \(key) FROM \(target.table) WHERE \(key) IS NOT NULL)", property.name, entity)
    return .lookup(table: target.table, key: key, column: column)
  }

  private mutating func countDangling(_ sql: String, _ property: String, _ entity: EntityName) throws {
    let count = Int(try stager.database.count(sql))
    guard count > 0 else { return }
    findings.append(
      Finding(
        .archiveDanglingReference, "\(shown(count)) references name records that are not there",
        at: .store(StorePlace(entity: entity.text, property: property)), count: count))
  }

  /// The entities of the records that identities in a column name.
  private func identified(_ table: String, _ column: String, condition: String = "1") throws -> [Int] {
    try stager.database.rows(
      "SELECT DISTINCT i.entity FROM \(table) AS t JOIN identities AS i ON i.identity = t.\(column) WHERE \(condition) ORDER BY 1"
    ).compactMap { $0[0].integer.map(Int.init) }.filter { stager.entities.indices.contains($0) }
  }

  /// What the given schema has and the data says from the other end only.
  private mutating func fillIn() throws {
    for entity in given?.entities ?? [] {
      for relationship in entity.relationships where relationship.isToMany && sources[entity.name]?.lists[relationship.name] == nil {
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
    findings += try KeySuggestions(stager, name: { [names] in names[$0.number]?.text ?? $0.givenName }).findings
  }
}

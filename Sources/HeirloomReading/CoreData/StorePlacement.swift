internal import HeirloomCoreDataModel
internal import HeirloomFindings
internal import HeirloomSchema

/// Where the records of a store lie: the names a fresh store would have, looked up in the tables that are there.
///
/// Names are a first guess and the tables decide, since migration renames, appends and renumbers (docs/formats/coredata.md).
struct StorePlacement {
  /// The entities that the store has; an entity that is missing here has no records.
  private(set) var entities: [EntityName: EntityPlacement] = [:]
  private(set) var findings: [Finding] = []
  /// The tables that were recognised, in upper case.
  private(set) var claimedTables: Set<String> = []

  private let names: CoreDataNames
  private let numbers: EntityNumbers
  private let tables: StoreTables
  private let path: String
  /// The store's own spelling of the columns that were found, by root entity.
  private var columns: [EntityName: [StoreColumn.Content: String]] = [:]
  private var joins: JoinTables

  /// - Throws: `missing-table` or `missing-join-table`: a store that lacks a whole table would convert to half of itself.
  init(_ schema: Schema, _ numbers: EntityNumbers, _ tables: StoreTables, path: String) throws {
    names = CoreDataNames(schema)
    self.numbers = numbers
    self.tables = tables
    self.path = path
    joins = JoinTables(numbers, tables, path: path)
    for table in names.tables { try find(table) }
    try joins.find(names.joins.filter { numbers[$0.winner.entity] != nil && numbers[$0.other.entity] != nil })
    findings += joins.findings
    claimedTables.formUnion(joins.claimed)
    for entity in names.numbering.order { entities[entity] = place(entity) }
  }

  /// Gives a table that no entity of the model has a place of its own, under the names of `entity`.
  mutating func adopt(_ entity: Entity, in table: StoreTables.Table) {
    var placement = EntityPlacement(table: table.name, keyColumn: "Z_PK")
    for attribute in entity.attributes {
      if let column = table.column("Z" + attribute.name.text) { placement.columns[attribute.name.text] = column }
    }
    entities[entity.name] = placement
  }

  // MARK: - Columns

  private mutating func find(_ wanted: EntityTable) throws {
    guard numbers[wanted.root] != nil else {
      reportUnlisted(wanted.root)
      return
    }
    guard let table = tables[wanted.name] else {
      throw Finding(.missingTable, "the store has no table '\(wanted.name)' for the entity '\(wanted.root)'", at: .file(path))
    }
    claimedTables.insert(table.name.uppercased())
    var found: [StoreColumn.Content: String] = [:]
    var missing: [String] = []
    for column in wanted.columns {
      if let name = table.column(column.name) ?? otherName(of: column.content).flatMap(table.column) {
        found[column.content] = name
      } else if !column.isDispensable {
        missing.append(column.name)
      }
    }
    guard found[.key] != nil, found[.entityNumber] != nil else {
      throw Finding(.storeDamaged, "the table '\(table.name)' has no key: it is not Core Data's", at: .file(path))
    }
    adoptUndefined(of: wanted.root, in: table, &found)
    for entity in names.schema.family(of: wanted.root) where numbers[entity.name] == nil { reportUnlisted(entity.name) }
    columns[wanted.root] = found

    let place = Place.store(StorePlace(file: path, entity: wanted.root.text))
    if !missing.isEmpty {
      findings.append(
        Finding(
          .missingColumn, "the table '\(table.name)' lacks \(listing(missing)), which the model wants", at: place,
          count: missing.count))
    }
    let explained = Set(found.values)
    let unknown = table.columns.map(\.name).filter { !explained.contains($0) && $0.uppercased() != "Z_OPT" }
    if !unknown.isEmpty {
      findings.append(
        Finding(
          .unknownColumn, "the table '\(table.name)' has \(listing(unknown)), of which the model knows nothing", at: place,
          count: unknown.count))
    }
  }

  private mutating func reportUnlisted(_ entity: EntityName) {
    let place = Place.store(StorePlace(file: path, entity: entity.text))
    findings.append(Finding(.entityWithoutNumber, "the store does not list the entity '\(entity)'", at: place))
  }

  /// The name of a column by the numbers of `Z_PRIMARYKEY`, where it contains one.
  private func otherName(of content: StoreColumn.Content) -> String? {
    switch content {
    case .owner(let entity, let name): numbers[entity].map { "Z\($0)\(name.text.uppercased())" }
    case .ownerOrder(let entity, let name): numbers[entity].map { "Z_FOK_\($0)\(name.text.uppercased())" }
    case .destinationNumber(let entity, let name):
      names.schema.relationship(name, of: entity).flatMap { numbers[$0.destination] }.map { "Z\($0)_\(name.text.uppercased())" }
    default: nil
    }
  }

  /// An attribute without a type has no column in a fresh store; where the store has one of its name, it is that.
  private mutating func adoptUndefined(
    of root: EntityName, in table: StoreTables.Table, _ found: inout [StoreColumn.Content: String]
  ) {
    let taken = Set(found.values)
    for entity in names.schema.family(of: root) {
      for attribute in entity.attributes where attribute.type == .undefined && !attribute.isTransient {
        guard let column = table.column("Z" + attribute.name.text.uppercased()), !taken.contains(column) else { continue }
        found[.attribute(entity.name, path: attribute.name.text)] = column
        findings.append(
          Finding(
            .undefinedAttribute, "'\(entity.name).\(attribute.name)' has no type in the model",
            at: .store(StorePlace(file: path, entity: entity.name.text, property: attribute.name.text))))
      }
    }
  }

  // MARK: - Entities

  private func place(_ entity: EntityName) -> EntityPlacement? {
    let root = names.schema.root(of: entity)
    guard let number = numbers[entity], let found = columns[root], let key = found[.key],
      let table = names.table(of: entity).flatMap({ tables[$0.name] })
    else { return nil }
    var placement = EntityPlacement(table: table.name, keyColumn: key, entityNumber: number)
    for ancestor in names.schema.lineage(of: entity).reversed() {
      for attribute in ancestor.attributes {
        for (path, _) in attribute.columns {
          if let column = found[.attribute(ancestor.name, path: path)] { placement.columns[path] = column }
        }
      }
      for relationship in ancestor.relationships where !relationship.isTransient {
        if let place = place(relationship, of: ancestor.name, found) { placement.relationships[relationship.name] = place }
      }
    }
    return placement
  }

  private func place(
    _ relationship: Relationship, of entity: EntityName, _ found: [StoreColumn.Content: String]
  ) -> RelationshipPlacement? {
    let name = relationship.name
    if !relationship.isToMany {
      return found[.toOne(entity, name)].map {
        .column($0, entityColumn: found[.destinationNumber(entity, name)], orderColumn: found[.order(entity, name)])
      }
    }
    guard let inverse = names.schema.inverse(of: relationship) else {
      let there = columns[names.schema.root(of: relationship.destination)]
      return there?[.owner(entity, name)].map { .destinationColumn($0, orderColumn: there?[.ownerOrder(entity, name)]) }
    }
    return inverse.isToMany ? joins.place(of: name, declaredBy: entity) : .inverse(inverse.name)
  }
}

extension StoreColumn {
  /// True for what reading a record does not need: its lock counter, and the entity number of a destination, whose key is enough.
  fileprivate var isDispensable: Bool {
    switch content {
    case .lockCounter, .destinationNumber: true
    default: false
    }
  }
}

/// Names for a message: all of them when they are few.
func listing(_ names: [String]) -> String {
  let shown = names.prefix(8).map { "'\($0)'" }.joined(separator: ", ")
  return names.count > 8 ? "\(shown) and \(names.count - 8) more" : shown
}

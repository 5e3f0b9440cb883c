package import HeirloomSchema

/// The table of a root entity and of all that inherit from it.
package struct EntityTable: Hashable, Sendable {
  package var root: EntityName
  package var name: String
  /// In the order of a fresh store.
  package var columns: [StoreColumn]

  package func column(_ content: StoreColumn.Content) -> String? { columns.first { $0.content == content }?.name }

  /// Allocates the names of the table's columns, in the order of the columns.
  ///
  /// - Parameter family: the root and its descendants, in the order of their numbers.
  init(root: EntityName, family: [EntityName], in schema: Schema, _ numbering: EntityNumbering, ownerless: [EntityName: [Owner]])
  {
    self.root = root
    name = "Z" + root.text.uppercased()
    columns = [
      StoreColumn("Z_PK", "INTEGER", .key), StoreColumn("Z_ENT", "INTEGER", .entityNumber),
      StoreColumn("Z_OPT", "INTEGER", .lockCounter),
    ]
    var names = NameAllocation(taken: Set(columns.map(\.name)))
    var seen: Set<EntityName> = []
    let entities = family.filter { seen.insert($0).inserted }.compactMap { schema[$0] }
    for group in ColumnGroup.allCases {
      for entity in entities {
        columns +=
          group == .order
          ? Self.orderColumns(of: entity, in: schema, ownerless[entity.name] ?? [], numbering, &names)
          : Self.attributeColumns(of: entity, group, &names)
        if group == .integer {
          columns += Self.linkColumns(of: entity, in: schema, ownerless[entity.name] ?? [], numbering, &names)
        }
      }
    }
  }

  /// A to-many without inverse: its owner and itself.
  typealias Owner = (entity: EntityName, relationship: Relationship)

  private static func attributeColumns(of entity: Entity, _ group: ColumnGroup, _ names: inout NameAllocation) -> [StoreColumn] {
    entity.attributes.filter { !$0.isTransient }.sorted { $0.name < $1.name }.flatMap { attribute in
      // The leaves of a composite stand where the composite's own name sorts, in the model's order.
      attribute.columns.filter { ColumnGroup($0.leaf.type) == group }.map { path, leaf in
        StoreColumn(
          names.take("Z" + leaf.name.text.uppercased()), leaf.type.declaredColumnType, .attribute(entity.name, path: path))
      }
    }
  }

  private static func linkColumns(
    of entity: Entity, in schema: Schema, _ owners: [Owner], _ numbering: EntityNumbering, _ names: inout NameAllocation
  ) -> [StoreColumn] {
    var columns: [StoreColumn] = []
    for relationship in entity.relationships.filter({ !$0.isToMany && !$0.isTransient }).sorted(by: { $0.name < $1.name }) {
      let upper = relationship.name.text.uppercased()
      columns.append(StoreColumn(names.take("Z" + upper), "INTEGER", .toOne(entity.name, relationship.name)))
      if schema.entities.contains(where: { $0.parent == relationship.destination }) {
        let number = numbering[relationship.destination]
        columns.append(
          StoreColumn(names.take("Z\(number)_\(upper)"), "INTEGER", .destinationNumber(entity.name, relationship.name)))
      }
    }
    for owner in owners {
      let wanted = "Z\(numbering[owner.entity])\(owner.relationship.name.text.uppercased())"
      columns.append(StoreColumn(names.take(wanted), "INTEGER", .owner(owner.entity, owner.relationship.name)))
    }
    return columns
  }

  /// The columns for the place in an ordered inverse. Those of several to-ones stand in the order of `HashOrder`, last to first.
  private static func orderColumns(
    of entity: Entity, in schema: Schema, _ owners: [Owner], _ numbering: EntityNumbering, _ names: inout NameAllocation
  ) -> [StoreColumn] {
    var columns: [StoreColumn] = []
    let ordered = entity.relationships.filter { relationship in
      guard !relationship.isToMany, !relationship.isTransient, let inverse = schema.inverse(of: relationship) else {
        return false
      }
      return inverse.isToMany && inverse.isOrdered
    }
    let places = ordered.count > 1 ? HashOrder.positions(of: entity.name, in: schema) : [:]
    for relationship in ordered.sorted(by: { places[$0.name, default: 0] > places[$1.name, default: 0] }) {
      let wanted = "Z_FOK_\(relationship.name.text.uppercased())"
      columns.append(StoreColumn(names.take(wanted), "INTEGER", .order(entity.name, relationship.name)))
    }
    for owner in owners where owner.relationship.isOrdered {
      let wanted = "Z_FOK_\(numbering[owner.entity])\(owner.relationship.name.text.uppercased())"
      columns.append(StoreColumn(names.take(wanted), "INTEGER", .ownerOrder(owner.entity, owner.relationship.name)))
    }
    return columns
  }

  /// The CREATE TABLE statement, spelled as Core Data spells it.
  ///
  /// - Parameter unique: lists of columns that are unique together, for the styles that say so in the table.
  package func creation(unique: [[String]] = []) -> String {
    let single = Set(unique.filter { $0.count == 1 }.map { $0[0] })
    let list = columns.map { column in
      let suffix = column.content == .key ? " PRIMARY KEY" : single.contains(column.name) ? " UNIQUE" : ""
      return "\(bareName(column.name)) \(column.type)\(suffix)"
    }
    let constraints = unique.filter { $0.count > 1 }.map { names in
      "CONSTRAINT \(bareName(names.joined(separator: "_"))) UNIQUE (\(names.map(bareName).joined(separator: ", ")))"
    }
    // No space before the last bracket when a constraint ends the list: so it stands in real stores.
    return "CREATE TABLE \(bareName(name)) ( \((list + constraints).joined(separator: ", "))\(constraints.isEmpty ? " )" : ")")"
  }

  /// The columns of each constraint of the family, where every name of the constraint has a column.
  func uniqueColumns(of entity: Entity, in schema: Schema) -> [[String]] {
    entity.uniqueness.map { $0.compactMap { self.column(of: $0, in: entity.name, schema) } }
  }

  /// The column of an attribute or to-one relationship of an entity of the family, inherited ones included.
  func column(of property: PropertyName, in entity: EntityName, _ schema: Schema) -> String? {
    guard let declarer = schema.declarer(of: property, in: entity) else { return nil }
    return column(.attribute(declarer, path: property.text)) ?? column(.toOne(declarer, property))
  }
}

package import HeirloomSchema

/// The layout of a Core Data or SwiftData store, from a model alone.
package enum CoreDataLayout {
  /// What a fresh store of the schema looks like.
  ///
  /// Attributes of an undefined type, transient ones and collections of values have no column and therefore no place.
  package static func make(for schema: Schema, style: StoreStyle = .current) -> StorageLayout {
    make(for: CoreDataNames(schema, style: style), style: style)
  }

  package static func make(for names: CoreDataNames, style: StoreStyle = .current) -> StorageLayout {
    let schema = names.schema
    var layout = StorageLayout()
    // Seen in real stores; the gaps leave room to insert between two.
    (layout.firstOrderKey, layout.orderKeyStep) = (2048, 1024)
    for table in names.tables {
      let family = names.numbering.order.filter { schema.root(of: $0) == table.root }
      let joins = names.joins.filter { family.contains($0.winner.entity) }
      let indexes = StoreIndexes(of: table, family: family, in: schema, style)
      let unique =
        style.hasUniqueIndexes
        ? []
        : family.compactMap { schema[$0] }.flatMap { entity in
          zip(entity.uniqueness, table.uniqueColumns(of: entity, in: schema)).filter { $0.count == $1.count }.map(\.1)
        }
      layout.tables.append(
        StorageLayout.Table(
          name: table.name, creation: table.creation(unique: unique), indexes: indexes.links + indexes.declared))
      layout.tables += joins.map { StorageLayout.Table(name: $0.name, creation: $0.creation, indexes: [$0.index]) }
      layout.indexes += indexes.links + joins.map(\.index) + indexes.declared
    }
    for entity in names.numbering.order { layout.entities[entity] = placement(of: entity, names) }
    return layout
  }

  /// The declared indexes of a schema that its layout has not: conditions and expressions that are not understood.
  package static func indexesLeftOut(of schema: Schema, style: StoreStyle = .current) -> [(entity: EntityName, name: String)] {
    let names = CoreDataNames(schema, style: style)
    return names.tables.flatMap { table in
      StoreIndexes(of: table, family: names.numbering.order.filter { schema.root(of: $0) == table.root }, in: schema, style)
        .leftOut
    }
  }

  private static func placement(of entity: EntityName, _ names: CoreDataNames) -> EntityPlacement? {
    guard let table = names.table(of: entity) else { return nil }
    let schema = names.schema
    var placement = EntityPlacement(table: table.name, keyColumn: "Z_PK", entityNumber: names.numbering[entity])
    // The counter of a record that was saved once is 1: the smallest seen in real stores.
    placement.constants = [ConstantColumn("Z_ENT", String(names.numbering[entity])), ConstantColumn("Z_OPT", "1")]
    for ancestor in schema.lineage(of: entity).reversed() {
      for attribute in ancestor.attributes {
        for (path, _) in attribute.columns {
          placement.columns[path] = table.column(.attribute(ancestor.name, path: path)) ?? placement.columns[path]
        }
      }
      for relationship in ancestor.relationships where !relationship.isTransient {
        placement.relationships[relationship.name] = place(relationship, of: ancestor.name, table, names)
      }
    }
    return placement
  }

  private static func place(
    _ relationship: Relationship, of entity: EntityName, _ table: EntityTable, _ names: CoreDataNames
  ) -> RelationshipPlacement? {
    let name = relationship.name
    if !relationship.isToMany {
      return table.column(.toOne(entity, name)).map {
        .column(
          $0, entityColumn: table.column(.destinationNumber(entity, name)), orderColumn: table.column(.order(entity, name)))
      }
    }
    guard let inverse = names.schema.inverse(of: relationship) else {
      let destination = names.table(of: relationship.destination)
      return destination?.column(.owner(entity, name)).map {
        .destinationColumn($0, orderColumn: destination?.column(.ownerOrder(entity, name)))
      }
    }
    if !inverse.isToMany { return .inverse(inverse.name) }
    guard let join = names.join(of: name, declaredBy: entity) else { return nil }
    return join.winner.entity == entity && join.winner.relationship == name
      ? .joinTable(join.name, ownerColumn: join.winnerColumn, targetColumn: join.otherColumn, orderColumn: join.otherOrderColumn)
      : .joinTable(join.name, ownerColumn: join.otherColumn, targetColumn: join.winnerColumn, orderColumn: join.winnerOrderColumn)
  }
}

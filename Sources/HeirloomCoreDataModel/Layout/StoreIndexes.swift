internal import HeirloomSchema

/// The indexes of an entity's table, in the order of a fresh store.
struct StoreIndexes {
  /// Of columns that link; the indexes of the join tables stand between these and the declared ones.
  var links: [String] = []
  /// Of the model's own declarations.
  var declared: [String] = []

  /// Declared indexes that could not be made: conditions or columns that are not understood. R-trees are not among these.
  var leftOut: [(entity: EntityName, name: String)] = []

  private let table: EntityTable
  private let schema: Schema

  private let style: StoreStyle

  init(of table: EntityTable, family: [EntityName], in schema: Schema, _ style: StoreStyle) {
    self.table = table
    self.schema = schema
    self.style = style
    let entities = family.compactMap { schema[$0] }
    if !style.hasFetchIndexes { links += entities.flatMap(indexedAttributes) }
    for column in table.columns where column.content.isLink {
      links.append(index(on: [column.name], named: "\(column.name)_INDEX"))
    }
    if family.count > 1 { links.append(index(on: ["Z_ENT"], named: "Z_ENT_INDEX")) }

    for entity in entities {
      if style.hasFetchIndexes {
        var names: Set<String> = []
        // Two indexes of one name: a real store has the first only.
        for index in entity.indexes where names.insert(index.name).inserted && !doubles(index, of: entity) {
          if SpatialIndex(index, of: entity, in: table, schema) != nil { continue }
          if let statement = fetchIndex(index, of: entity) {
            declared.append(statement)
          } else {
            leftOut.append((entity.name, index.name))
          }
        }
      } else {
        declared += entity.compoundIndexes.compactMap { compound in
          let columns = compound.compactMap { table.column(of: $0, in: entity.name, schema) }
          return columns.count == compound.count ? index(on: columns, named: columns.joined(separator: "_")) : nil
        }
      }
      if style.hasUniqueIndexes { declared += uniqueIndexes(of: entity) }
    }
  }

  private func index(on columns: [String], named suffix: String) -> String {
    let list = columns.map(bareName).joined(separator: ", ")
    return "CREATE INDEX \(bareName("\(table.name)_\(suffix)")) ON \(bareName(table.name)) (\(list))"
  }

  private func indexedAttributes(of entity: Entity) -> [String] {
    entity.attributes.filter(\.isIndexed).sorted { $0.name < $1.name }.compactMap { attribute in
      table.column(of: attribute.name, in: entity.name, schema).map { index(on: [$0], named: "\($0)_INDEX") }
    }
  }

  private func fetchIndex(_ index: FetchIndex, of entity: Entity) -> String? {
    guard !index.elements.isEmpty, !index.elements.contains(where: \.isRTree) else { return nil }
    var columns: [String] = []
    for element in index.elements {
      guard let column = column(of: element, in: entity) else { return nil }
      columns.append("\(bareName(column)) COLLATE BINARY \(element.isAscending ? "ASC" : "DESC")")
    }
    var statement =
      "CREATE INDEX \(bareName("Z_\(entity.name.text)_\(index.name)")) ON \(bareName(table.name)) (\(columns.joined(separator: ", ")))"
    if let text = index.predicate {
      guard let condition = ModelPredicate(parsing: text)?.sql({ table.column(of: $0, in: entity.name, schema) }) else {
        return nil
      }
      statement += style.conditionKeyword + condition
    }
    return statement
  }

  /// An index of one link alone would double the one that every link has; real stores do without.
  private func doubles(_ index: FetchIndex, of entity: Entity) -> Bool {
    guard index.elements.count == 1, index.predicate == nil, let element = index.elements.first else { return false }
    return element.expression == nil && !element.isRTree
      && schema.relationship(element.property, of: entity.name)?.isToMany == false
  }

  private func column(of element: FetchIndex.Element, in entity: Entity) -> String? {
    switch element.expression {
    case nil: table.column(of: element.property, in: entity.name, schema)
    case "SELF": "Z_PK"
    case "entity": "Z_ENT"
    case let path?: table.column(of: PropertyName(path), in: entity.name, schema)
    }
  }

  private func uniqueIndexes(of entity: Entity) -> [String] {
    zip(entity.uniqueness, table.uniqueColumns(of: entity, in: schema)).compactMap { constraint, columns in
      guard !columns.isEmpty, columns.count == constraint.count else { return nil }
      let name = bareName("Z_\(entity.name.text)_UNIQUE_\(constraint.map(\.text).joined(separator: "_"))")
      let list = columns.map { "\(bareName($0)) COLLATE BINARY ASC" }.joined(separator: ", ")
      return "CREATE UNIQUE INDEX \(name) ON \(bareName(table.name)) (\(list))"
    }
  }
}

extension StoreColumn.Content {
  /// True for a column that holds the key of another record, which Core Data indexes.
  var isLink: Bool {
    switch self {
    case .toOne, .owner: true
    default: false
    }
  }
}

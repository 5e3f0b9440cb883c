internal import HeirloomSQLite
internal import HeirloomSchema

/// The SQL of the views that show a store's tables under the model's names.
struct EntityViews {
  let schema: Schema
  let placement: StorePlacement
  /// The schema name under which the store is attached.
  let store: String
  let prefix: String
  /// The folder of external values, for the function that reads them.
  let externalFolder: String
  /// A value whose file is missing is NULL instead of a failure.
  var toleratesMissingFiles = false

  /// The CREATE statements, entities first.
  var statements: [String] {
    schema.entities.map(entityView)
      + schema.entities.flatMap { entity in
        entity.relationships.filter { $0.isToMany && !$0.isTransient }.map { linkView($0, of: entity.name) }
      }
  }

  // MARK: - Entities

  private func entityView(_ entity: Entity) -> String {
    let place = placement.entities[entity.name]
    var columns = [
      "\(place.map { "t.\(sqlName($0.keyColumn))" } ?? "NULL") AS \"_id\"", "\(concreteName(entity.name, place)) AS \"_entity\"",
    ]
    var shown: Set<String> = []
    for attribute in schema.attributes(of: entity.name) {
      for (path, leaf) in attribute.columns where shown.insert(path).inserted {
        let value = place?.columns[path].map { expression($0, attribute, leaf, of: entity.name, place) } ?? "NULL"
        columns.append("\(value) AS \(sqlName(path))")
      }
    }
    for relationship in schema.relationships(of: entity.name) where !relationship.isToMany && !relationship.isTransient {
      guard shown.insert(relationship.name.text).inserted else { continue }
      var value = "NULL"
      if case .column(let column, _, _)? = place?.relationships[relationship.name] { value = "t.\(sqlName(column))" }
      columns.append("\(value) AS \(sqlName(relationship.name.text))")
    }
    let name = sqlName(CanonicalRelation.entity(entity.name, prefix: prefix))
    let view =
      "CREATE TEMP VIEW \(name) AS\nSELECT \(columns.joined(separator: ",\n  "))"
    guard let place else { return "\(view)\nWHERE 0" }
    return "\(view)\nFROM \(table(place.table)) AS t\(filter(entity.name, place))"
  }

  /// The concrete entity: a constant where there is but one, otherwise by `Z_ENT`.
  private func concreteName(_ entity: EntityName, _ place: EntityPlacement?) -> String {
    let family = schema.family(of: entity)
    guard place != nil, family.count > 1 else { return sqlText(entity.text) }
    let cases = family.compactMap { member in
      placement.entities[member.name]?.entityNumber.map { "WHEN \($0) THEN \(sqlText(member.name.text))" }
    }
    return "CASE t.\"Z_ENT\" \(cases.joined(separator: " ")) END"
  }

  /// Where a table holds several entities, the rows of this one and its sub-entities; otherwise every row is one.
  private func filter(_ entity: EntityName, _ place: EntityPlacement) -> String {
    let everybody = schema.family(of: schema.root(of: entity))
    guard everybody.count > 1 else { return "" }
    let numbers = schema.family(of: entity).compactMap { placement.entities[$0.name]?.entityNumber }.sorted()
    return "\nWHERE t.\"Z_ENT\" IN (\(numbers.map(String.init).joined(separator: ", ")))"
  }

  private func expression(
    _ column: String, _ attribute: Attribute, _ leaf: Attribute, of entity: EntityName, _ place: EntityPlacement?
  ) -> String {
    let value = "t.\(sqlName(column))"
    if attribute.allowsExternalStorage, let place {
      let name = sqlText("\(entity).\(attribute.name)")
      let function = toleratesMissingFiles ? ExternalValues.lenientFunction : ExternalValues.function
      return "\(function)(\(value), \(sqlText(externalFolder)), \(name), t.\(sqlName(place.keyColumn)))"
    }
    return leaf.type == .decimal ? "\(DecimalText.function)(\(value))" : value
  }

  // MARK: - To-many relationships

  private func linkView(_ relationship: Relationship, of entity: EntityName) -> String {
    let name = CanonicalRelation.collection(relationship.name, of: entity, prefix: prefix)
    return "CREATE TEMP VIEW \(sqlName(name)) AS\n\(links(relationship, of: entity))"
  }

  private func links(_ relationship: Relationship, of entity: EntityName) -> String {
    let there = placement.entities[relationship.destination]
    switch placement.entities[entity]?.relationships[relationship.name] {
    case .joinTable(let join, let owner, let target, let order)?:
      return select(owner, target, order, from: join)
    case .inverse(let inverse)?:
      if let there, case .column(let owner, _, let order)? = there.relationships[inverse] {
        return select(owner, there.keyColumn, relationship.isOrdered ? order : nil, from: there.table, whereSet: owner)
      }
    case .destinationColumn(let owner, let order)?:
      if let there { return select(owner, there.keyColumn, order, from: there.table, whereSet: owner) }
    case .column?, nil: break
    }
    return "SELECT NULL AS owner, NULL AS target, NULL AS position WHERE 0"
  }

  private func select(
    _ owner: String, _ target: String, _ order: String?, from table: String, whereSet column: String? = nil
  )
    -> String
  {
    let position = order.map { "t.\(sqlName($0))" } ?? "NULL"
    let links =
      "SELECT t.\(sqlName(owner)) AS owner, t.\(sqlName(target)) AS target, \(position) AS position "
      + "FROM \(self.table(table)) AS t"
    return column.map { "\(links) WHERE t.\(sqlName($0)) IS NOT NULL" } ?? links
  }

  private func table(_ name: String) -> String { "\(sqlName(store)).\(sqlName(name))" }
}

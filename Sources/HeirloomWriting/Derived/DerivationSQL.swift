internal import HeirloomSQLite
internal import HeirloomSchema

/// Derivations as SQL over the tables of a layout.
struct DerivationSQL {
  let schema: Schema
  let layout: StorageLayout

  /// Sets a derived attribute in all rows of its entity where it is not yet what it should be; nil when it cannot be computed.
  func update(_ attribute: PropertyName, of entity: EntityName, _ derivation: Derivation) -> String? {
    guard let place = layout.entities[entity], let column = place.columns[attribute.text].map(sqlName),
      let value = value(derivation, of: entity)
    else { return nil }
    let rows = rows(of: entity, "t0").map { " AND \($0)" } ?? ""
    return "UPDATE main.\(sqlName(place.table)) AS t0 SET \(column) = \(value) WHERE t0.\(column) IS NOT \(value)\(rows)"
  }

  private func value(_ derivation: Derivation, of entity: EntityName) -> String? {
    switch derivation {
    case .now: return nil
    case .value(let path):
      return walk(path[...], from: entity, "t0", 1) { stop, alias in column(stop.last, of: stop.entity, alias) }
    case .text(let function, let path):
      let text = walk(path[...], from: entity, "t0", 1) { stop, alias in column(stop.last, of: stop.entity, alias) }
      return text.map { "heirloom_derived_\(function.rawValue)(\($0))" }
    case .count(let path):
      return walk(path[...], from: entity, "t0", 1) { stop, alias in
        many(stop.last, of: stop.entity, alias).map { "(SELECT count(*) FROM \($0.from))" }
      }
    case .aggregate(let function, let path):
      return walk(path.dropLast(), from: entity, "t0", 1) { stop, alias in
        guard let name = path.last, let many = many(stop.last, of: stop.entity, alias), let place = layout.entities[many.entity],
          let column = place.columns[name.text].map(sqlName)
        else { return nil }
        let values =
          "SELECT \(function.rawValue)(v.\(column)) FROM main.\(sqlName(place.table)) AS v "
          + "WHERE v.\(sqlName(place.keyColumn)) IN (SELECT \(many.key) FROM \(many.from))"
        // The sum of nothing is zero (Key-Value Coding), the least of nothing is nothing.
        return function == .sum ? "ifnull((\(values)), 0)" : "(\(values))"
      }
    }
  }

  private typealias Stop = (entity: EntityName, last: PropertyName)

  /// Follows all but the last property of a path through to-one links; `end` says what the last one gives there.
  private func walk(
    _ path: ArraySlice<PropertyName>, from entity: EntityName, _ alias: String, _ depth: Int, _ end: (Stop, String) -> String?
  ) -> String? {
    guard let first = path.first else { return nil }
    if path.count == 1 { return end((entity, first), alias) }
    guard let link = schema.relationship(first, of: entity), !link.isToMany,
      case .column(let column, _, _)? = layout.entities[entity]?.relationships[first],
      let place = layout.entities[link.destination],
      let rest = walk(path.dropFirst(), from: link.destination, "t\(depth)", depth + 1, end)
    else { return nil }
    let there = "t\(depth)"
    return "(SELECT \(rest) FROM main.\(sqlName(place.table)) AS \(there) "
      + "WHERE \(there).\(sqlName(place.keyColumn)) = \(alias).\(sqlName(column)))"
  }

  private func column(_ attribute: PropertyName, of entity: EntityName, _ alias: String) -> String? {
    layout.entities[entity]?.columns[attribute.text].map { "\(alias).\(sqlName($0))" }
  }

  /// The rows that a to-many leads to: the table with its condition, and which of its columns is the key of what is there.
  private func many(
    _ relationship: PropertyName, of entity: EntityName, _ alias: String
  ) -> (from: String, key: String, entity: EntityName)? {
    guard let link = schema.relationship(relationship, of: entity), link.isToMany, let owner = layout.entities[entity],
      let place = layout.entities[link.destination]
    else { return nil }
    let key = "\(alias).\(sqlName(owner.keyColumn))"
    func rows(_ table: String, _ owner: String, _ target: String) -> (String, String, EntityName) {
      ("main.\(sqlName(table)) AS m WHERE m.\(sqlName(owner)) = \(key)", "m.\(sqlName(target))", link.destination)
    }
    switch owner.relationships[relationship] {
    case .joinTable(let table, let ownerColumn, let targetColumn, _): return rows(table, ownerColumn, targetColumn)
    case .destinationColumn(let column, _): return rows(place.table, column, place.keyColumn)
    case .inverse(let inverse):
      guard case .column(let column, _, _)? = place.relationships[inverse] else { return nil }
      return rows(place.table, column, place.keyColumn)
    case .column, nil: return nil
    }
  }

  /// Which rows of a shared table are the entity's and its heirs'; nil when all are.
  private func rows(of entity: EntityName, _ alias: String) -> String? {
    guard let table = layout.entities[entity]?.table else { return nil }
    let family = Set(schema.family(of: entity).map(\.name))
    let others = layout.entities.filter { $0.value.table == table && !family.contains($0.key) }
    guard !others.isEmpty else { return nil }
    let telling = family.flatMap { layout.entities[$0]?.constants ?? [] }.filter { constant in
      !others.contains { $0.value.constants.contains(constant) }
    }
    let conditions = Set(telling.map { "\(alias).\(sqlName($0.column)) = \($0.literal)" }).sorted()
    return "(\(conditions.isEmpty ? "0" : conditions.joined(separator: " OR ")))"
  }
}

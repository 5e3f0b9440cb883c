internal import HeirloomCoreDataModel
internal import HeirloomSQLite
internal import HeirloomSchema

extension RecordStore {

  /// All records of an entity and its sub-entities, by key; hidden ones are left out.
  func records(of entity: EntityName) throws -> [RecordReference] {
    let placement = try placement(entity)
    let numbers = schema.family(of: entity).compactMap { layout.entities[$0.name]?.entityNumber }.map(String.init).joined(
      separator: ", ")
    return try query("SELECT Z_PK, Z_ENT FROM \(sqlName(placement.table)) WHERE Z_ENT IN (\(numbers)) ORDER BY Z_PK", [])
      .compactMap { record($0) }.filter { !hidden.contains($0) }
  }

  /// The records of exactly one entity.
  func count(of entity: EntityName) throws -> Int64 {
    let placement = try placement(entity)
    return try connection.count("SELECT count(*) FROM \(sqlName(placement.table)) WHERE Z_ENT = \(placement.entityNumber ?? 0)")
  }

  /// Makes a record with nothing in it, hidden as yet.
  func make(_ entity: EntityName) throws -> RecordReference {
    let placement = try placement(entity)
    let key = nextKey(of: placement.table)
    let columns = ["Z_PK"] + placement.constants.map { sqlName($0.column) }
    let values = [String(key)] + placement.constants.map(\.literal)
    try connection.run(
      "INSERT INTO \(sqlName(placement.table)) (\(columns.joined(separator: ", "))) VALUES (\(values.joined(separator: ", ")))")
    let record = RecordReference(entity: entity, key: key)
    hidden.insert(record)
    return record
  }

  /// Lets a record be seen, and those it is linked to.
  func insert(_ record: RecordReference) throws {
    guard hidden.remove(record) != nil else { return }
    pending.inserted.insert(record)
    for relationship in schema.relationships(of: record.entity) where !relationship.isTransient {
      for other in try related(record, relationship) where hidden.contains(other) { try insert(other) }
    }
  }

  /// Deletes a record as the framework does: the delete rules of its relationships hold.
  func delete(_ record: RecordReference) throws {
    var seen: Set<RecordReference> = []
    try delete(record, &seen)
  }

  private func delete(_ record: RecordReference, _ seen: inout Set<RecordReference>) throws {
    guard seen.insert(record).inserted, !pending.deleted.contains(record), !saved.deleted.contains(record) else { return }
    for relationship in schema.relationships(of: record.entity) where !relationship.isTransient {
      let others = try related(record, relationship)
      if others.isEmpty { continue }
      switch relationship.deleteRule {
      case .cascade: for other in others { try delete(other, &seen) }
      case .deny:
        let left = others.filter { !seen.contains($0) }
        if !left.isEmpty {
          throw ClosureFault(
            kind: .thrown, message: "'\(record.entity).\(relationship.name)' denies deleting a record that still has some")
        }
      case .nullify, .noAction: break
      }
      try relate(record, relationship, to: [], notes: false)
    }
    // Others may lead here without an inverse.
    let lineage = Set(schema.lineage(of: record.entity).map(\.name))
    for entity in schema.entities {
      for relationship in entity.relationships where lineage.contains(relationship.destination) && relationship.inverse == nil {
        guard let place = layout.entities[entity.name]?.relationships[relationship.name] else { continue }
        let table = sqlName(try placement(entity.name).table)
        switch place {
        case .column(let column, _, _):
          try query("UPDATE \(table) SET \(sqlName(column)) = NULL WHERE \(sqlName(column)) = ?", [.integer(record.key)])
        case .joinTable(let join, _, let target, _):
          try query("DELETE FROM \(sqlName(join)) WHERE \(sqlName(target)) = ?", [.integer(record.key)])
        case .inverse, .destinationColumn: break
        }
      }
    }
    try remove(record)
    if hidden.remove(record) != nil { return }
    pending.changed.remove(record)
    if pending.inserted.remove(record) == nil { pending.deleted.insert(record) }
  }
}

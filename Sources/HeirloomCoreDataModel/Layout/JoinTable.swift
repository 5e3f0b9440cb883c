package import HeirloomSchema

/// The table of a many-to-many relationship.
///
/// It is named after one side, the *winner*. The first column holds the key of the winner's record and is named after the
/// relationship that leads to it, the inverse; the second holds the key of the record that the winner's relationship leads to.
package struct JoinTable: Hashable, Sendable {
  package struct Side: Hashable, Sendable {
    package var entity: EntityName
    package var relationship: PropertyName
    package var isOrdered: Bool
  }

  package var name: String
  package var winner: Side
  /// The other side; equal to the winner for a relationship that is its own inverse.
  package var other: Side
  /// The key of the winner's record.
  package var winnerColumn: String
  /// The key of the other side's record.
  package var otherColumn: String
  /// The place of the other record among the winner's targets, when the winner's relationship is ordered.
  package var otherOrderColumn: String?
  /// The place of the winner's record among the other's targets, when the inverse is ordered.
  package var winnerOrderColumn: String?

  package var isReflexive: Bool { winner == other }

  /// The CREATE TABLE statement, spelled as Core Data spells it.
  package var creation: String {
    let columns = [winnerColumn, otherColumn, winnerOrderColumn, otherOrderColumn].compactMap { $0 }.map {
      "\(bareName($0)) INTEGER"
    }
    let key = "PRIMARY KEY (\(bareName(winnerColumn)), \(bareName(otherColumn)))"
    return "CREATE TABLE \(bareName(name)) ( \(columns.joined(separator: ", ")), \(key) )"
  }

  /// The index for the way back.
  package var index: String {
    let table = bareName(name)
    return
      "CREATE INDEX \(bareName("\(name)_\(otherColumn)_INDEX")) ON \(table) (\(bareName(otherColumn)), \(bareName(winnerColumn)))"
  }
}

extension JoinTable {
  /// The join tables of a model: in the order of the winning entities' numbers, then in that of `HashOrder`.
  static func all(in schema: Schema, _ numbering: EntityNumbering, _ style: StoreStyle) -> [JoinTable] {
    let parents = Set(schema.entities.compactMap(\.parent))
    var orders: [EntityName: [PropertyName: Int]] = [:]
    func position(_ side: Side) -> Int {
      let isHashed = schema[side.entity]?.parent == nil || style.hashesJoinsOfHeirs
      let order = orders[side.entity] ?? HashOrder.positions(of: side.entity, in: schema, isHashed: isHashed)
      orders[side.entity] = order
      return order[side.relationship] ?? 0
    }
    var pairs: [(winner: Side, other: Side)] = [], seen: Set<Set<Side>> = []
    // A link column is named after the relationship that leads to its entity, and its name is the entity's own to give:
    // entity by entity, its relationships sorted by name. So of two that collide, the earlier relationship's has no suffix.
    var columnNames = NameAllocation(), columns: [Side: String] = [:]
    for name in numbering.order {
      for relationship in (schema[name]?.relationships ?? []).sorted(by: { $0.name < $1.name }) {
        guard let (here, there) = sides(of: relationship, declaredBy: name, in: schema) else { continue }
        columns[here] = columnNames.take("Z_\(numbering[name])\(there.relationship.text.uppercased())")
        guard seen.insert([here, there]).inserted else { continue }
        let isWinner =
          here.entity == there.entity ? position(here) <= position(there) : wins(here, over: there, numbering, parents)
        pairs.append(isWinner ? (here, there) : (there, here))
      }
    }
    func rank(_ side: Side) -> (Int, Int) { (numbering[side.entity], position(side)) }
    var tableNames = NameAllocation()
    return pairs.sorted { rank($0.winner) < rank($1.winner) }.map { winner, other in
      // The way back is the other side's own many-to-many, unless its inverse names another relationship.
      let there = "Z_\(numbering[other.entity])\(winner.relationship.text.uppercased())"
      let winnerColumn =
        columns[winner] ?? columnNames.take("Z_\(numbering[winner.entity])\(other.relationship.text.uppercased())")
      let otherColumn = winner == other ? "REFLEXIVE" : columns[other] ?? columnNames.take(there)
      return JoinTable(
        name: tableNames.take("Z_\(numbering[winner.entity])\(winner.relationship.text.uppercased())"), winner: winner,
        other: other,
        winnerColumn: winnerColumn, otherColumn: otherColumn,
        otherOrderColumn: winner.isOrdered ? "Z_FOK_\(otherColumn.dropFirst(2))" : nil,
        winnerOrderColumn: other.isOrdered && winner != other ? "Z_FOK_\(winnerColumn.dropFirst(2))" : nil)
    }
  }

  /// The two ends of a many-to-many relationship; nil when it is none.
  private static func sides(of relationship: Relationship, declaredBy entity: EntityName, in schema: Schema) -> (Side, Side)? {
    guard relationship.isToMany, !relationship.isTransient, let inverse = schema.inverse(of: relationship), inverse.isToMany,
      !inverse.isTransient, let declarer = schema.declarer(of: inverse.name, in: relationship.destination)
    else { return nil }
    return (
      Side(entity: entity, relationship: relationship.name, isOrdered: relationship.isOrdered),
      Side(entity: declarer, relationship: inverse.name, isOrdered: inverse.isOrdered)
    )
  }

  /// Of two entities the one with sub-entities gives its name before one without, then the one with the lower number. On one entity
  /// the relationship does that is come across first in the order of creation.
  private static func wins(_ a: Side, over b: Side, _ numbering: EntityNumbering, _ parents: Set<EntityName>) -> Bool {
    let first = parents.contains(a.entity), second = parents.contains(b.entity)
    return first == second ? numbering[a.entity] < numbering[b.entity] : first
  }
}

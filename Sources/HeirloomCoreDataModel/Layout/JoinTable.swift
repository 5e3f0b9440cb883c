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
    let columns = [winnerColumn, otherColumn, winnerOrderColumn, otherOrderColumn].compactMap { $0 }.map { "\(bareName($0)) INTEGER" }
    let key = "PRIMARY KEY (\(bareName(winnerColumn)), \(bareName(otherColumn)))"
    return "CREATE TABLE \(bareName(name)) ( \(columns.joined(separator: ", ")), \(key) )"
  }

  /// The index for the way back.
  package var index: String {
    let table = bareName(name)
    return "CREATE INDEX \(bareName("\(name)_\(otherColumn)_INDEX")) ON \(table) (\(bareName(otherColumn)), \(bareName(winnerColumn)))"
  }
}

extension JoinTable {
  /// The join tables of a model, in the order of their winners' numbers.
  static func all(in schema: Schema, _ numbering: EntityNumbering) -> [JoinTable] {
    let parents = Set(schema.entities.compactMap(\.parent))
    var sides: [(winner: Side, other: Side)] = [], seen: Set<Set<Side>> = []
    for name in numbering.order {
      guard let entity = schema[name] else { continue }
      for relationship in entity.relationships.sorted(by: { $0.name < $1.name }) where relationship.isToMany {
        guard let inverse = schema.inverse(of: relationship), inverse.isToMany, let inverseName = relationship.inverse,
          let declarer = schema.declarer(of: inverseName, in: relationship.destination)
        else { continue }
        let here = Side(entity: name, relationship: relationship.name, isOrdered: relationship.isOrdered)
        let there = Side(entity: declarer, relationship: inverse.name, isOrdered: inverse.isOrdered)
        guard seen.insert([here, there]).inserted else { continue }
        sides.append(
          wins(here, over: there, numbering, parents) ? (here, there) : (there, here))
      }
    }
    let ordered = sides.sorted { a, b in
      (numbering[a.winner.entity], a.winner.relationship.text) < (numbering[b.winner.entity], b.winner.relationship.text)
    }
    var tables = NameAllocation(), columns = NameAllocation()
    return ordered.map { make(winner: $0.winner, other: $0.other, numbering, &tables, &columns) }
  }

  /// The entity with sub-entities gives its name before one without, then the one with the lower number, then, on the same entity,
  /// the relationship that sorts later; the last is so in most real stores, not in all.
  private static func wins(_ a: Side, over b: Side, _ numbering: EntityNumbering, _ parents: Set<EntityName>) -> Bool {
    if a.entity == b.entity { return a.relationship >= b.relationship }
    let first = parents.contains(a.entity), second = parents.contains(b.entity)
    return first == second ? numbering[a.entity] < numbering[b.entity] : first
  }

  private static func make(
    winner: Side, other: Side, _ numbering: EntityNumbering, _ tables: inout NameAllocation, _ columns: inout NameAllocation
  ) -> JoinTable {
    let there = "\(numbering[other.entity])\(winner.relationship.text.uppercased())"
    let here = "\(numbering[winner.entity])\(other.relationship.text.uppercased())"
    let name = tables.take("Z_\(numbering[winner.entity])\(winner.relationship.text.uppercased())")
    let winnerColumn = columns.take("Z_\(here)")
    let otherColumn = winner == other ? "REFLEXIVE" : columns.take("Z_\(there)")
    return JoinTable(
      name: name, winner: winner, other: other, winnerColumn: winnerColumn, otherColumn: otherColumn,
      otherOrderColumn: winner.isOrdered ? "Z_FOK_\(otherColumn.dropFirst(2))" : nil,
      winnerOrderColumn: other.isOrdered && winner != other ? "Z_FOK_\(winnerColumn.dropFirst(2))" : nil)
  }
}

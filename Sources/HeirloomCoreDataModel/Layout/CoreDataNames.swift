package import HeirloomSchema

/// The names that a fresh Core Data store of a model has: numbers, tables, columns, join tables.
///
/// A pure function of the schema. A reader may use it as a first guess and must look at the store itself, since migration
/// renames and reorders; docs/formats/store-layout.md says what is certain.
package struct CoreDataNames: Sendable {
  package let schema: Schema
  package let numbering: EntityNumbering
  /// In the order of the roots' numbers.
  package let tables: [EntityTable]
  /// In the order of the winners' numbers.
  package let joins: [JoinTable]

  package init(_ schema: Schema, style: StoreStyle = .current) {
    self.schema = schema
    let numbering = EntityNumbering(schema)
    self.numbering = numbering
    var families: [EntityName: [EntityName]] = [:], roots: [EntityName] = []
    for name in numbering.order {
      let root = schema.root(of: name)
      if families[root] == nil { roots.append(root) }
      families[root, default: []].append(name)
    }
    let ownerless = Self.ownerless(in: schema, numbering)
    tables = roots.map {
      EntityTable(root: $0, family: families[$0] ?? [], in: schema, numbering, ownerless: ownerless)
    }
    joins = JoinTable.all(in: schema, numbering, style)
  }

  /// To-many relationships without inverse, under their destination: the destination's table holds their links.
  private static func ownerless(in schema: Schema, _ numbering: EntityNumbering) -> [EntityName: [EntityTable.Owner]] {
    var result: [EntityName: [EntityTable.Owner]] = [:]
    for name in numbering.order {
      for relationship in (schema[name]?.relationships ?? []).sorted(by: { $0.name < $1.name }) {
        guard relationship.isToMany, !relationship.isTransient, schema.inverse(of: relationship) == nil else { continue }
        result[relationship.destination, default: []].append((name, relationship))
      }
    }
    return result
  }

  /// The table that holds the entity's records.
  package func table(of entity: EntityName) -> EntityTable? {
    let root = schema.root(of: entity)
    return tables.first { $0.root == root }
  }

  /// The join table of a relationship, whichever side it is.
  package func join(of relationship: PropertyName, declaredBy entity: EntityName) -> JoinTable? {
    joins.first {
      ($0.winner.entity == entity && $0.winner.relationship == relationship)
        || ($0.other.entity == entity && $0.other.relationship == relationship)
    }
  }
}

internal import HeirloomCoreDataModel
internal import HeirloomSchema

/// What a merge needs to know of the tables: which columns are links, to which table, and by what a record is recognised.
struct MergePlan {
  struct Table {
    var name: String
    var root: EntityName
    /// Columns that hold a record's own values.
    var values: [String] = []
    /// Those of them that may say in which file the value stands.
    var external: [String] = []
    var links: [Link] = []
    /// `Z<n>_LINK`, copied as they are: merged records keep their entity.
    var copied: [String] = []
    var keyed: [Keyed] = []
    /// Entity numbers of the entities that have no unique attribute.
    var unkeyed: [Int] = []
  }

  struct Link {
    var column: String
    /// The table whose keys the column holds.
    var target: String
    var orderColumn: String?
    /// The column on the other side of a one-to-one.
    var mirror: String?
  }

  /// Unique attributes, and the numbers of the entities they hold for.
  struct Keyed {
    var columns: [String]
    var numbers: [Int]
  }

  struct Join {
    var name: String
    var owner: (column: String, table: String)
    var target: (column: String, table: String)
    /// Each with the column of the record whose links it sorts.
    var orders: [(column: String, of: String)]
  }

  var tables: [Table] = []
  var joins: [Join] = []

  init(_ schema: Schema, _ layout: StorageLayout) {
    for root in CoreDataNames(schema).tables.map(\.root) {
      guard let name = layout.entities[root]?.table else { continue }
      tables.append(Self.table(name, root, schema, layout))
    }
    var seen: Set<String> = []
    for entity in schema.entities {
      for relationship in entity.relationships {
        guard
          case .joinTable(let table, let owner, let target, let order)? = layout.entities[entity.name]?.relationships[
            relationship.name],
          let here = layout.entities[entity.name]?.table, let there = layout.entities[relationship.destination]?.table
        else { continue }
        if seen.insert(table).inserted {
          joins.append(
            Join(name: table, owner: (owner, here), target: (target, there), orders: order.map { [($0, owner)] } ?? []))
        } else if let order, let index = joins.firstIndex(where: { $0.name == table }),
          !joins[index].orders.contains(where: { $0.column == order })
        {
          joins[index].orders.append((order, owner))
        }
      }
    }
    tables = Self.sorted(tables)
  }

  private static func table(_ name: String, _ root: EntityName, _ schema: Schema, _ layout: StorageLayout) -> Table {
    var table = Table(name: name, root: root)
    var values: Set<String> = [], external: Set<String> = [], copied: Set<String> = [], linked: Set<String> = []
    for entity in schema.family(of: root) {
      guard let placement = layout.entities[entity.name], let number = placement.entityNumber else { continue }
      values.formUnion(placement.columns.values)
      let leaves = schema.attributes(of: entity.name).flatMap(\.columns).filter { $0.leaf.allowsExternalStorage }
      external.formUnion(leaves.compactMap { placement.columns[$0.path] })
      for relationship in schema.relationships(of: entity.name) {
        guard case .column(let column, let entityColumn, let order)? = placement.relationships[relationship.name],
          let target = layout.entities[relationship.destination]?.table, linked.insert(column).inserted
        else { continue }
        if let entityColumn { copied.insert(entityColumn) }
        var mirror: String?
        if let inverse = relationship.inverse,
          case .column(let other, _, _)? = layout.entities[relationship.destination]?.relationships[inverse]
        {
          mirror = other
        }
        table.links.append(Link(column: column, target: target, orderColumn: order, mirror: mirror))
      }
      let keys = schema.lineage(of: entity.name).flatMap(\.uniqueness)
      if keys.isEmpty { table.unkeyed.append(number) }
    }
    for entity in schema.family(of: root) {
      for constraint in entity.uniqueness {
        let columns = constraint.compactMap { layout.entities[entity.name]?.columns[$0.text] }
        let numbers = schema.family(of: entity.name).compactMap { layout.entities[$0.name]?.entityNumber }
        if columns.count == constraint.count {
          table.keyed.append(Keyed(columns: columns, numbers: numbers))
        } else {
          // Unique over a link: recognised by all values instead.
          table.unkeyed += numbers
        }
      }
    }
    // To-many links without inverse stand in the destination's table.
    for entity in schema.entities {
      for relationship in entity.relationships {
        guard case .destinationColumn(let column, let order)? = layout.entities[entity.name]?.relationships[relationship.name],
          layout.entities[relationship.destination]?.table == name, let owner = layout.entities[entity.name]?.table
        else { continue }
        table.links.append(Link(column: column, target: owner, orderColumn: order, mirror: nil))
      }
    }
    table.values = values.sorted()
    table.external = external.sorted()
    table.copied = copied.sorted()
    return table
  }

  /// Tables after those they link to, as far as that goes.
  private static func sorted(_ tables: [Table]) -> [Table] {
    var result: [Table] = [], done: Set<String> = [], open: Set<String> = []
    let byName = Dictionary(tables.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    func visit(_ table: Table) {
      guard !done.contains(table.name), open.insert(table.name).inserted else { return }
      for link in table.links { if let target = byName[link.target] { visit(target) } }
      done.insert(table.name)
      result.append(table)
    }
    for table in tables { visit(table) }
    return result
  }
}

internal import HeirloomCoreDataModel
internal import HeirloomSQLite
internal import HeirloomSchema

/// The tables of a plain SQLite database for a schema: names first, statements from them.
///
/// Which relationship is a column and which a table is the same as in a Core Data store, so `CoreDataNames` decides it.
struct SQLiteTables {
  let schema: Schema
  let names: CoreDataNames
  var roots: [EntityName] { names.tables.map(\.root) }
  /// The table of each root.
  private(set) var tableNames: [EntityName: String] = [:]
  private(set) var keyColumns: [EntityName: String] = [:]
  /// The name of each of a root's columns, by what Core Data's column of the same content holds.
  private(set) var columns: [EntityName: [StoreColumn.Content: String]] = [:]
  private(set) var joinNames: [String: String] = [:]

  init(_ schema: Schema) {
    self.schema = schema
    names = CoreDataNames(schema)
    var tables = CaselessNames()
    for table in names.tables { tableNames[table.root] = tables.take(lowercasingFirst(table.root.text)) }
    for table in names.tables {
      var taken = CaselessNames()
      var named: [StoreColumn.Content: String] = [:]
      for column in table.columns {
        if case .attribute(_, let path) = column.content { named[column.content] = taken.take(path.replacing(".", with: "_")) }
      }
      let key = taken.has("id") ? taken.take("recordID") : taken.take("id")
      keyColumns[table.root] = key
      if schema.family(of: table.root).count > 1 { named[.entityNumber] = taken.take("entity") }
      for column in table.columns {
        switch column.content {
        case .toOne(_, let name): named[column.content] = taken.take("\(name)ID")
        case .order(_, let name): named[column.content] = taken.take("\(name)Position")
        case .owner(let entity, let name): named[column.content] = taken.take("\(lowercasingFirst(entity.text))_\(name)ID")
        case .ownerOrder(let entity, let name):
          named[column.content] = taken.take("\(lowercasingFirst(entity.text))_\(name)Position")
        default: break
        }
      }
      columns[table.root] = named
    }
    for join in names.joins {
      joinNames[join.name] = tables.take("\(lowercasingFirst(join.winner.entity.text))_\(join.winner.relationship)")
    }
  }

  func table(of entity: EntityName) -> String { tableNames[schema.root(of: entity)] ?? entity.text }
  func reference(to entity: EntityName) -> String {
    "REFERENCES \(sqlName(table(of: entity)))(\(sqlName(keyColumns[schema.root(of: entity)] ?? "id")))"
  }
}

/// Hands out names, each once without regard to case, as SQLite compares them; `sqlite_…` is `_sqlite_…`, since SQLite keeps such for itself.
struct CaselessNames {
  private var taken: Set<String> = []

  func has(_ name: String) -> Bool { taken.contains(name.lowercased()) }

  mutating func take(_ name: String) -> String {
    let wanted = name.lowercased().hasPrefix("sqlite_") ? "_" + name : name
    if taken.insert(wanted.lowercased()).inserted { return wanted }
    var suffix = 2
    while !taken.insert("\(wanted.lowercased())\(suffix)").inserted { suffix += 1 }
    return "\(wanted)\(suffix)"
  }
}

func lowercasingFirst(_ name: String) -> String { name.prefix(1).lowercased() + name.dropFirst() }

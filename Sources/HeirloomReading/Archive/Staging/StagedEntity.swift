internal import HeirloomSQLite

/// An entity while its records come in: where they are staged and what was seen of them.
final class StagedEntity {
  /// How it is known while staging: `Note`, or `Note/address` for objects found within records.
  let key: String
  let number: Int
  /// For objects found within records: whose, and under which property.
  let owner: (entity: StagedEntity, property: String)?
  /// The name that the export itself gives, such as an embedded class's.
  let givenName: String
  /// The highest key given so far, which is the number of records unless they brought keys along.
  var rows: Int64 = 0
  var recordCount: Int64 = 0
  private(set) var properties: [StagedProperty] = []
  private var places: [String: Int] = [:]
  /// Columns of the staging table, in order, without `_id`.
  private(set) var columns: [String] = []
  private var insertion: Insertion?
  private var insertedColumns = -1
  let isTextual: Bool

  init(key: String, name: String, number: Int, owner: (entity: StagedEntity, property: String)?, isTextual: Bool) {
    self.key = key
    givenName = name
    self.number = number
    self.owner = owner
    self.isTextual = isTextual
  }

  var table: String { "e\(number)" }

  func property(_ name: String) -> StagedProperty {
    if let place = places[name] { return properties[place] }
    let property = StagedProperty(name: name, number: properties.count, isTextual: isTextual)
    places[name] = properties.count
    properties.append(property)
    return property
  }

  func property(named name: String) -> StagedProperty? { places[name].map { properties[$0] } }

  /// The entity itself and the objects it was found in.
  var chain: [StagedEntity] { [self] + (owner.map { $0.entity.chain } ?? []) }

  func addColumn(_ name: String, _ database: Connection) throws {
    if insertedColumns >= 0 { try database.run("ALTER TABLE \(table) ADD COLUMN \(name)") }
    columns.append(name)
  }

  /// Stages a row; values beyond those given are null.
  func insert(_ id: Int64, _ values: [(column: Int, value: SQLiteValue)], _ database: Connection) throws {
    if insertedColumns != columns.count || insertion == nil {
      if insertedColumns < 0 {
        try database.run("CREATE TABLE \(table)(_id INTEGER PRIMARY KEY\(columns.map { ", \($0)" }.joined()))")
      }
      let names = (["_id"] + columns).joined(separator: ", ")
      let marks = Array(repeating: "?", count: columns.count + 1).joined(separator: ", ")
      insertion = Insertion(try database.prepare("INSERT INTO \(table)(\(names)) VALUES (\(marks))"))
      insertedColumns = columns.count
    }
    try insertion?.run(id, values)
  }

  /// Makes the table even when no record came, and lets go of the statement.
  func close(_ database: Connection) throws {
    insertion = nil
    if insertedColumns < 0 { try database.run("CREATE TABLE IF NOT EXISTS \(table)(_id INTEGER PRIMARY KEY\(columns.map { ", \($0)" }.joined()))") }
    insertedColumns = columns.count
  }
}

/// What one property of an entity was seen to hold.
final class StagedProperty {
  let name: String
  let number: Int
  var profile: ColumnProfile
  var nulls = 0
  /// The columns of the entity's table that hold the property, by what they hold.
  var scalarColumn: Int?
  var targets: [StagedTarget] = []
  var list: StagedList?

  init(name: String, number: Int, isTextual: Bool) {
    self.name = name
    self.number = number
    profile = ColumnProfile(isTextual: isTextual)
  }
}

/// Records that a property leads to.
final class StagedTarget {
  enum Kind { case object, link, reference }
  let kind: Kind
  /// The staged entity for an object; for a link the name of the entity, when it is said.
  let entity: StagedEntity?
  let entityName: String?
  let column: Int
  var count = 0

  init(_ kind: Kind, entity: StagedEntity?, entityName: String?, column: Int) {
    self.kind = kind
    self.entity = entity
    self.entityName = entityName
    self.column = column
  }
}

/// A list, set or dictionary: one row for each element in a table of its own.
final class StagedList {
  enum Form: Int { case list, set, dictionary }
  let number: Int
  var form: Form
  var profile: ColumnProfile
  var nulls = 0
  var rows = 0
  /// Objects by their entity, links by the name of theirs (empty when it is not said), references.
  var objects: [StagedEntity] = []
  var objectCount = 0
  var links: [String: Int] = [:]
  var references = 0
  var insertion: Insertion?

  init(number: Int, form: Form, isTextual: Bool) {
    self.number = number
    self.form = form
    profile = ColumnProfile(isTextual: isTextual)
  }
  var table: String { "l\(number)" }

  /// Stages one element whose target's key is known.
  func link(_ owner: Int64, _ position: Int, _ target: Int64) throws {
    rows += 1
    try insertion?.run(
      owner, [(0, .integer(Int64(position))), (1, .null), (2, .integer(0)), (3, .integer(-1)), (4, .null), (5, .integer(target)), (6, .null)])
  }
}

/// The one owner of a prepared INSERT.
final class Insertion {
  private var statement: Statement
  init(_ statement: consuming Statement) { self.statement = statement }

  func run(_ id: Int64, _ values: [(column: Int, value: SQLiteValue)]) throws {
    statement.reset()
    try statement.bind(.integer(id), at: 1)
    for (column, value) in values { try statement.bind(value, at: Int32(column + 2)) }
    while try statement.step() {}
  }
}

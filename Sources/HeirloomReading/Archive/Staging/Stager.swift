internal import HeirloomArchive
internal import HeirloomFindings
internal import HeirloomSQLite

/// Takes records one by one into a temporary SQLite file, in memory that does not grow with their number.
///
/// Objects within records become rows of entities of their own, lists rows of tables of their own. Nothing is decided
/// while records come in: `finish` has seen all of them.
final class Stager {
  let folder: PrivateFolder
  let database: Connection
  let path: String
  private(set) var entities: [StagedEntity] = []
  private var places: [String: Int] = [:]
  private var lists = 0
  private var pending = 0
  /// Numbers of entities that are to be forgotten.
  private(set) var discarded: Set<Int> = []
  private(set) var findings = FindingTally()

  /// - Parameter folder: where the staging file may be; the system's folder for temporary files by default.
  init(in folder: String?) throws {
    self.folder = try PrivateFolder(in: folder)
    path = self.folder.path + "/staged.sqlite"
    database = try Connection(path, .create)
    // The file is ours alone and thrown away when anything fails: no journal, no syncs.
    try database.script(
      "PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA locking_mode=EXCLUSIVE; PRAGMA cache_size=-16000")
    try database.script(
      """
      CREATE TABLE identities(identity TEXT PRIMARY KEY, entity INTEGER, id INTEGER) WITHOUT ROWID;
      CREATE TABLE blobs(path TEXT PRIMARY KEY, bytes BLOB) WITHOUT ROWID;
      BEGIN
      """)
  }

  /// The entity of that name, made when it is new.
  func entity(
    _ key: String, name: String? = nil, owner: (entity: StagedEntity, property: String)? = nil, textual: Bool = false
  ) -> StagedEntity {
    if let place = places[key] { return entities[place] }
    let entity = StagedEntity(key: key, name: name ?? key, number: entities.count, owner: owner, isTextual: textual)
    places[key] = entities.count
    entities.append(entity)
    return entity
  }

  /// Takes back an entity that turned out to hold nothing of its own.
  func discard(_ entity: StagedEntity) {
    guard entity.rows == 0, entities.last === entity || !entities.contains(where: { $0.owner?.entity === entity }) else { return }
    discarded.insert(entity.number)
  }

  func entity(known key: String) -> StagedEntity? { places[key].map { entities[$0] } }

  func note(_ kind: FindingKind, _ entity: String?, _ property: String?) { findings.add(kind, entity, property) }

  /// Stages a record and everything within it.
  /// - Returns: its key.
  @discardableResult
  func add(_ record: Record, to entity: StagedEntity, id given: Int64? = nil) throws -> Int64 {
    if let identity = record.identity,
      let known = try database.rows("SELECT id FROM identities WHERE identity = ?", [.text(identity)]).first?[0].integer
    {
      return known
    }
    let id = given ?? entity.rows + 1
    entity.rows = given == nil ? id : max(entity.rows, id)
    entity.recordCount += 1
    if let identity = record.identity {
      // The first to be met under an identity is the record; later ones are copies of it.
      try database.run(
        "INSERT OR IGNORE INTO identities VALUES (?, ?, ?)", [.text(identity), .integer(Int64(entity.number)), .integer(id)])
    }
    var values: [(column: Int, value: SQLiteValue)] = []
    values.reserveCapacity(record.members.count)
    for (name, value) in record.members { try stage(value, name, entity, id, &values) }
    try entity.insert(id, values, database)
    pending += 1
    if pending >= 100_000 {
      pending = 0
      try database.script("COMMIT; BEGIN")
    }
    return id
  }

  private func isKnown(_ identity: String) throws -> Bool {
    try database.count("SELECT count(*) FROM identities WHERE identity = ?", [.text(identity)]) > 0
  }

  private func stage(
    _ value: RecordValue, _ name: String, _ entity: StagedEntity, _ id: Int64, _ values: inout [(column: Int, value: SQLiteValue)]
  ) throws {
    let property = entity.property(name)
    switch value {
    case .null: property.nulls += 1
    case .object(let record):
      if let identity = record.identity, try isKnown(identity) {
        return try stage(.reference(identity), name, entity, id, &values)
      }
      let child = child(of: entity, name, record)
      let target = try self.target(.object, of: property, entity, to: child, named: nil)
      values.append((target.column, .integer(try add(record, to: child))))
    case .link(let destination, let key):
      let target = try self.target(.link, of: property, entity, to: nil, named: destination)
      values.append((target.column, StagedValue.encode(key) ?? .text(key.json)))
    case .reference(let identity):
      let target = try self.target(.reference, of: property, entity, to: nil, named: nil)
      values.append((target.column, .text(identity)))
    case .list(let elements): try stage(elements.map { (nil, $0) }, .list, property, entity, id)
    case .set(let elements): try stage(elements.map { (nil, $0) }, .set, property, entity, id)
    case .dictionary(let members): try stage(members.map { ($0.key, $0.value) }, .dictionary, property, entity, id)
    default:
      guard let staged = StagedValue.encode(value) else { return }
      property.profile.count(value)
      values.append((try scalarColumn(of: property, entity), staged))
    }
  }

  private func stage(
    _ elements: [(key: String?, value: RecordValue)], _ form: StagedList.Form, _ property: StagedProperty, _ entity: StagedEntity,
    _ id: Int64
  ) throws {
    let list = try self.list(of: property, form, entity)
    for (position, element) in elements.enumerated() {
      var value = SQLiteValue.null, target = SQLiteValue.null, link = SQLiteValue.null, kind: Int64 = 0, child: Int64 = -1
      switch element.value {
      case .null: list.nulls += 1
      case .object(let record) where try record.identity.map(isKnown) ?? false:
        list.references += 1
        (kind, link) = (3, .text(record.identity ?? ""))
      case .object(let record):
        let staged = self.child(of: entity, property.name, record)
        if !list.objects.contains(where: { $0 === staged }) { list.objects.append(staged) }
        list.objectCount += 1
        target = .integer(try add(record, to: staged))
        (kind, child) = (1, Int64(staged.number))
      case .link(let destination, let key):
        list.links[destination ?? "", default: 0] += 1
        link = StagedValue.encode(key) ?? .text(key.json)
        (kind, value) = (2, .text(destination ?? ""))
      case .reference(let identity):
        list.references += 1
        (kind, link) = (3, .text(identity))
      case .list, .set, .dictionary:
        note(.archiveNestedList, entity.givenName, property.name)
        list.profile.count(.text("["))
        value = .text(element.value.json)
      default:
        list.profile.count(element.value)
        value = StagedValue.encode(element.value) ?? .null
      }
      try open(list)
      list.rows += 1
      try list.insertion?.run(
        id,
        [
          (0, .integer(Int64(position))), (1, element.key.map { .text($0) } ?? .null), (2, .integer(kind)), (3, .integer(child)),
          (4, value),
          (5, target), (6, link),
        ])
    }
  }

  // MARK: - Places for values

  private func scalarColumn(of property: StagedProperty, _ entity: StagedEntity) throws -> Int {
    if let column = property.scalarColumn { return column }
    let column = try newColumn(entity, "c\(property.number)")
    property.scalarColumn = column
    return column
  }

  private func newColumn(_ entity: StagedEntity, _ name: String) throws -> Int {
    guard entity.columns.count < 1900 else {
      throw Finding(
        .archiveTooManyColumns, "'\(entity.givenName)' has more than 1,900 properties",
        at: .store(StorePlace(entity: entity.givenName)))
    }
    try entity.addColumn(name, database)
    return entity.columns.count - 1
  }

  private func target(
    _ kind: StagedTarget.Kind, of property: StagedProperty, _ entity: StagedEntity, to child: StagedEntity?, named name: String?
  ) throws -> StagedTarget {
    if let known = property.targets.first(where: { $0.kind == kind && $0.entity === child && $0.entityName == name }) {
      known.count += 1
      return known
    }
    let column = try newColumn(entity, "t\(property.number)_\(property.targets.count)")
    let target = StagedTarget(kind, entity: child, entityName: name, column: column)
    target.count = 1
    property.targets.append(target)
    return target
  }

  private func list(of property: StagedProperty, _ form: StagedList.Form, _ entity: StagedEntity) throws -> StagedList {
    if let list = property.list {
      if list.form != form { note(.archiveMixedShape, entity.givenName, property.name) }
      return list
    }
    let list = StagedList(number: lists, form: form, isTextual: entity.isTextual)
    lists += 1
    property.list = list
    return list
  }

  /// A list that is filled row by row from a file of its own.
  func emptyList(of name: String, _ entity: StagedEntity) throws -> StagedList {
    let list = try list(of: entity.property(name), .list, entity)
    try open(list)
    return list
  }

  private func open(_ list: StagedList) throws {
    guard list.insertion == nil else { return }
    try database.run(
      "CREATE TABLE \(list.table)(owner INTEGER, position INTEGER, key TEXT, kind INTEGER, entity INTEGER, value, target INTEGER, link)"
    )
    list.insertion = Insertion(try database.prepare("INSERT INTO \(list.table) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"))
  }

  /// The entity for objects under a property. What repeats an enclosing object's kind is that kind: replies of replies of
  /// comments are one entity, however deep they go.
  private func child(of entity: StagedEntity, _ property: String, _ record: Record) -> StagedEntity {
    if let name = record.entity {
      return self.entity(name, owner: record.identity == nil && places[name] == nil ? (entity, property) : nil)
    }
    let key = entity.key + "/" + property
    if let known = self.entity(known: key) { return known }
    for enclosing in entity.chain where enclosing.owner?.property == property {
      if record.members.contains(where: { enclosing.property(named: $0.name) != nil }) || record.members.isEmpty {
        return enclosing
      }
    }
    return self.entity(
      key, name: entity.givenName + property.prefix(1).uppercased() + property.dropFirst(), owner: (entity, property))
  }

  /// Ends staging: all statements let go, all rows on disk.
  ///
  /// - Throws: `archive-name-faulty` for a name that SQLite cannot have.
  func close() throws {
    for entity in entities {
      for name in [entity.key, entity.givenName] + entity.properties.map(\.name) where name.unicodeScalars.contains("\0") {
        throw Finding(
          .archiveNameFaulty, "the name '\(name.replacing("\0", with: "\\u0000"))' holds a NUL character, which no column's may")
      }
      try entity.close(database)
      for property in entity.properties { property.list?.insertion = nil }
    }
    try database.script("COMMIT")
  }
}

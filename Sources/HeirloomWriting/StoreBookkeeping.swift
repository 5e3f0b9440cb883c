internal import HeirloomCoreDataModel
internal import HeirloomSQLite
internal import HeirloomSchema

/// Core Data's own three tables: which entities there are, what the store is, which model it has.
enum StoreBookkeeping {
  /// Writes `Z_PRIMARYKEY`. `Z_MAX` of a root is the last key in use; that of a sub-entity is 0, since it shares the root's keys.
  static func writePrimaryKeys(
    _ schema: Schema, _ layout: StorageLayout, history: HistoryTables?, on connection: Connection
  ) throws {
    try connection.run("CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)")
    let numbered = layout.entities.compactMap { name, placement in placement.entityNumber.map { (name, $0, placement.table) } }
    for (name, number, table) in numbered.sorted(by: { $0.1 < $1.1 }) {
      let parent = schema[name]?.parent.flatMap { layout.entities[$0]?.entityNumber } ?? 0
      let last = parent == 0 ? try connection.count("SELECT max(Z_PK) FROM main.\(sqlName(table))") : 0
      try insert(number, name.text, parent, last, connection)
    }
    for entity in history?.entities ?? [] { try insert(entity.number, entity.name, 0, 0, connection) }
  }

  private static func insert(_ number: Int, _ name: String, _ parent: Int, _ last: Int64, _ connection: Connection) throws {
    try connection.run(
      "INSERT INTO main.Z_PRIMARYKEY VALUES (?, ?, ?, ?)",
      [.integer(Int64(number)), .text(name), .integer(Int64(parent)), .integer(last)])
  }

  /// - Parameter modelCache: nil for a framework that kept none.
  static func writeMetadata(
    _ metadata: StoreMetadata, history: HistoryTables?, modelCache: [UInt8]?, on connection: Connection
  ) throws {
    let list = metadata.propertyList(history: history?.recordedModel)
    try connection.run("CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)")
    try connection.run("INSERT INTO main.Z_METADATA VALUES (1, ?, ?)", [.text(metadata.uuidText), .blob(list)])
    guard let modelCache else { return }
    try connection.run("CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)")
    try connection.run("INSERT INTO main.Z_MODELCACHE VALUES (?)", [.blob(modelCache)])
  }
}

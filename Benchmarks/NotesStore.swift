internal import HeirloomBytes
internal import HeirloomCoreDataModel
internal import HeirloomSQLite
internal import HeirloomSchema
internal import HeirloomSwiftSource
internal import HeirloomWriting

/// Writes a store of the legacy notes app with as many notes as are asked for; the same number gives the same bytes.
///
/// A folder for every 100 notes and 6 at least, up to 200 labels, three labels a note, every tenth note in the trash.
struct NotesStore {
  let schema: Schema
  let notes: Int
  /// How far keys are apart: 1 in a store from which nothing was ever deleted.
  let stride: Int

  /// - Parameter source: `mappings/notes/NotesLegacy.swift`.
  init(source: String, notes: Int, stride: Int = 1) throws {
    let versions = try SwiftDataSource.read(paths: [source]).versions
    guard let schema = versions.first else { throw Failure(text: "'\(source)' declares no schema") }
    self.schema = schema
    self.notes = notes
    self.stride = stride
  }

  func write(to path: String) throws {
    let hashes = VersionHashes(of: schema)
    let uuid = StableUUID.make(namespace: [UInt8](repeating: 7, count: 16), name: Array("notes \(notes)".utf8))
    let target = SwiftDataTarget(
      schema, metadata: StoreMetadata(for: schema, hashes: hashes, uuid: uuid), modelCache: try ModelCache.write(schema),
      keepsHistory: false,
      at: path, overwrites: true)
    let connection = try target.begin()
    try fill(connection, target.layout)
    try target.finish()
    try target.publish()
  }

  private func fill(_ connection: Connection, _ layout: StorageLayout) throws {
    let folders = max(6, notes / 100), labels = min(200, max(8, notes / 10))
    try insert("Folder", ["name": "'Folder ' || n"], folders, connection, layout)
    try insert("Label", ["name": "'label-' || n"], labels, connection, layout)
    try insert("SyncLog", ["entry": "'pushed ' || n", "at": "4e8 + n"], 20, connection, layout)
    try insert(
      "Note",
      [
        "identifier": "CASE WHEN n % 50 = 0 THEN NULL ELSE CAST(printf('%016d', n) AS BLOB) END",
        "title": "CASE WHEN n % 40 = 0 THEN NULL ELSE 'Note ' || n END",
        "body": "'The body of note ' || n || ': ' || substr('\(Self.text)', 1, 40 + n % 160)",
        "flag": "n % 6", "trashed": "n % 10 = 0", "created": "4e8 + n * 60.5",
        "modified": "CASE WHEN n % 3 = 0 THEN NULL ELSE 4e8 + n * 61.0 END",
        "legacyFlags": "n", "notebook": "(1 + n % \(folders)) * \(stride)",
      ], notes, connection, layout)
    guard case .joinTable(let table, let owner, let other, _)? = layout.entities["Note"]?.relationships["labels"] else {
      throw Failure(text: "labels have no join table")
    }
    try connection.run(
      """
      WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < \(notes))
      INSERT INTO main.\(sqlName(table)) (\(sqlName(other)), \(sqlName(owner)))
      SELECT (1 + (n * 7 + k * 31) % \(labels)) * \(stride), n * \(stride) FROM r, (SELECT 0 AS k UNION ALL SELECT 1 UNION ALL SELECT 2)
      """)
  }

  /// Inserts records 1 to `count`; values are SQL expressions over `n`.
  private func insert(
    _ entity: EntityName, _ values: [String: String], _ count: Int, _ connection: Connection, _ layout: StorageLayout
  ) throws {
    guard let place = layout.entities[entity] else { throw Failure(text: "'\(entity)' has no table") }
    var columns = [(place.keyColumn, "n * \(stride)")] + place.constants.map { ($0.column, $0.literal) }
    for (path, value) in values.sorted(by: { $0.key < $1.key }) {
      if let column = place.columns[path] {
        columns.append((column, value))
      } else if case .column(let column, _, _)? = place.relationships[PropertyName(path)] {
        columns.append((column, value))
      } else {
        throw Failure(text: "'\(entity).\(path)' has no column")
      }
    }
    try connection.run(
      """
      WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < \(count))
      INSERT INTO main.\(sqlName(place.table)) (\(columns.map { sqlName($0.0) }.joined(separator: ", ")))
      SELECT \(columns.map(\.1).joined(separator: ", ")) FROM r
      """)
  }

  private static let text = String(
    repeating: "Milk, eggs and the good bread; call the plumber about the tap, and write to Ada. ", count: 3)
}

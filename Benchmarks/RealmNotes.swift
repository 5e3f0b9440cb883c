internal import HeirloomCoreDataModel
internal import HeirloomSQLite
internal import HeirloomSchema
internal import LegacyRealm

/// Copies a store of `NotesStore` into a Realm file: the same records, values and links.
struct RealmNotes {
  let store: Connection
  let layout: StorageLayout

  init(of path: String, schema: Schema) throws {
    store = try Connection(path, .immutable)
    layout = CoreDataLayout.make(for: schema)
  }

  /// - Parameter key: 64 bytes to encrypt the file by.
  func write(to path: String, key: [UInt8]? = nil) throws {
    let writer = try RealmFileWriter(path: path, key: key, schemaVersion: 1)
    try add("Folder", [.init("name", .text, optional: true)], "SELECT ZNAME FROM ZFOLDER ORDER BY Z_PK", to: writer)
    try add("Label", [.init("name", .text, optional: true)], "SELECT ZNAME FROM ZLABEL ORDER BY Z_PK", to: writer)
    try addNotes(to: writer)
    try add(
      "SyncLog", [.init("entry", .text, optional: true), .init("at", .date, optional: true)],
      "SELECT ZENTRY, ZAT FROM ZSYNCLOG ORDER BY Z_PK", to: writer)
    try writer.finish()
  }

  private func add(_ name: String, _ columns: [RealmFileWriter.Column], _ sql: String, to writer: RealmFileWriter) throws {
    var rows = try store.prepare(sql)
    try writer.addClass(name, columns) {
      guard try rows.step() else { return nil }
      return columns.indices.map { value(rows.value(at: Int32($0)), columns[$0]) }
    }
  }

  private func addNotes(to writer: RealmFileWriter) throws {
    guard case .joinTable(let table, let owner, let other, _)? = layout.entities["Note"]?.relationships["labels"] else {
      throw Failure(text: "labels have no join table")
    }
    let columns: [RealmFileWriter.Column] = [
      .init("identifier", .uuid, optional: true), .init("title", .text, optional: true), .init("body", .text, optional: true),
      .init("flag", .integer), .init("trashed", .boolean), .init("created", .date, optional: true),
      .init("modified", .date, optional: true), .init("legacyFlags", .integer), .init("notebook", .link, target: 0),
      .init("labels", .link, list: true, target: 1),
    ]
    var notes = try store.prepare(
      """
      SELECT ZIDENTIFIER, ZTITLE, ZBODY, ZFLAG, ZTRASHED, ZCREATED, ZMODIFIED, ZLEGACYFLAGS, ZNOTEBOOK, Z_PK
      FROM ZNOTE ORDER BY Z_PK
      """)
    var links = try store.prepare("SELECT \(sqlName(owner)), \(sqlName(other)) FROM \(sqlName(table)) ORDER BY 1, 2")
    // The join table's first row that no note has taken yet.
    var link = try links.step() ? links.row.compactMap(\.integer) : []
    // Objects count without gaps.
    guard try store.count("SELECT max(Z_PK) - count(*) FROM ZNOTE") == 0 else { throw Failure(text: "the notes' keys have gaps") }
    try writer.addClass("Note", columns) {
      guard try notes.step() else { return nil }
      let key = notes.integer(at: 9)
      var labels: [Int64] = []
      while link.count == 2, link[0] == key {
        labels.append(link[1] - 1)
        link = try links.step() ? links.row.compactMap(\.integer) : []
      }
      return (0..<9).map { value(notes.value(at: Int32($0)), columns[$0]) } + [.links(labels)]
    }
  }

  /// A stored value in Realm's form: dates count from 1970, objects from 0.
  private func value(_ value: SQLiteValue, _ column: RealmFileWriter.Column) -> RealmFileWriter.Value {
    switch (column.kind, value) {
    case (.boolean, .integer(let number)): .boolean(number != 0)
    case (.link, .integer(let number)): .link(number - 1)
    case (.integer, .integer(let number)): .integer(number)
    case (.date, .integer(let seconds)): .date(seconds: seconds + 978_307_200, nanoseconds: 0)
    case (.date, .real(let seconds)):
      .date(
        seconds: Int64(seconds.rounded(.down)) + 978_307_200,
        nanoseconds: Int64(((seconds - seconds.rounded(.down)) * 1e9).rounded()))
    case (.text, .text(let text)): .text(text)
    case (.uuid, .blob(let bytes)): .uuid(bytes)
    default: .null
    }
  }
}

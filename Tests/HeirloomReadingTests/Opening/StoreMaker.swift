import Foundation
import HeirloomSQLite
import HeirloomTestSupport

/// Makes small Core Data stores by hand, table by table, as docs/formats/coredata.md describes them.
enum StoreMaker {
  /// Two entities, `Folder` (1) and `Note` (2), with a to-one `Note.folder`; no model cache.
  static let notes = """
    CREATE TABLE ZFOLDER ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR );
    CREATE TABLE ZNOTE ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZFOLDER INTEGER, ZCREATED TIMESTAMP, ZTITLE VARCHAR );
    CREATE INDEX ZNOTE_ZFOLDER_INDEX ON ZNOTE (ZFOLDER);
    \(bookkeeping)
    INSERT INTO Z_PRIMARYKEY VALUES (1, 'Folder', 0, 1), (2, 'Note', 0, 2);
    INSERT INTO ZFOLDER VALUES (1, 1, 1, 'Inbox');
    INSERT INTO ZNOTE VALUES (1, 2, 1, 1, 0, 'first'), (2, 2, 1, NULL, 1.5, 'second');
    """

  static let bookkeeping = """
    CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
    CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);
    """

  /// A store of the given tables, in one file without companions.
  static func make(_ sql: String = notes, at url: URL) throws -> String {
    let connection = try Connection(url.path, .create)
    try connection.script("PRAGMA journal_mode = DELETE; BEGIN; \(sql); COMMIT")
    return url.path
  }

  /// A store of which `later` stands only in its `-wal`; no `-shm` is left, as after a copy from a device.
  ///
  /// The pair is copied while the writer is still open, before SQLite could put the log's pages into the store.
  static func makeWithLog(_ sql: String = notes, later: String, at url: URL) throws -> String {
    let workshop = url.deletingLastPathComponent().appending(path: "workshop-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: workshop, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: workshop) }
    let draft = workshop.appending(path: "draft")
    _ = try make(sql, at: draft)
    let connection = try Connection(draft.path, .readWrite)
    _ = try connection.rows("PRAGMA journal_mode = WAL")
    _ = try connection.rows("PRAGMA wal_autocheckpoint = 0")
    try connection.script(later)
    try FileManager.default.copyItem(at: draft, to: url)
    try FileManager.default.copyItem(atPath: draft.path + "-wal", toPath: url.path + "-wal")
    return url.path
  }
}

/// Every file of a folder with its bytes and time: equal before and after means that nothing was touched.
func snapshot(_ folder: URL) throws -> [String: FileState] {
  var result: [String: FileState] = [:]
  for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
    let path = folder.appending(path: name).path
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    result[name] = FileState(
      bytes: FileManager.default.contents(atPath: path) ?? Data(), modified: attributes[.modificationDate] as? Date)
  }
  return result
}

struct FileState: Equatable {
  var bytes: Data
  var modified: Date?
}

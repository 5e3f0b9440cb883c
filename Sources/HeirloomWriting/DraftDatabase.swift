internal import HeirloomFindings
internal import HeirloomSQLite
internal import HeirloomSchema

/// The SQLite file of a draft: tuned to be filled once, sealed when it is full.
struct DraftDatabase {
  let connection: Connection

  /// Creates the file with the page size, the vacuum mode and the encoding of real stores, and without a journal.
  ///
  /// - Parameter pragmas: what the file is to have besides, before its first table.
  init(_ path: String, incrementalVacuum: Bool) throws {
    connection = try Connection(path, .create)
    try connection.script(
      """
      PRAGMA main.page_size = 4096;
      PRAGMA main.auto_vacuum = \(incrementalVacuum ? 2 : 0);
      PRAGMA main.encoding = 'UTF-8';
      """)
    // Nobody else sees the draft, and a draft that fails is thrown away: it needs no journal and no lock, and reaches the disk at the
    // end at once.
    for pragma in ["journal_mode = OFF", "synchronous = OFF", "locking_mode = EXCLUSIVE", "cache_size = -8192"] {
      _ = try connection.value("PRAGMA main.\(pragma)")
    }
  }

  /// Takes a file that exists already and is open.
  init(existing connection: Connection) { self.connection = connection }

  func create(_ tables: [StorageLayout.Table]) throws {
    for table in tables { try connection.run(table.creation) }
  }

  /// Puts the file into WAL mode, in which real stores are, with nothing in its -wal, and writes it to the disk.
  func seal(_ path: String) throws {
    _ = try connection.value("PRAGMA main.locking_mode = NORMAL")
    // The lock is given up with the next read.
    _ = try connection.value("SELECT count(*) FROM main.sqlite_schema")
    let mode = try connection.value("PRAGMA main.journal_mode = WAL").text
    guard mode == "wal" else { throw Finding(.internalFault, "the draft stays in journal mode '\(mode ?? "")'", at: .file(path)) }
    try FileWork.synchronize(path)
  }
}

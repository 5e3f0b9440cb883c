internal import HeirloomSQLite

/// The same conversion as a person would write it for the sqlite3 shell: ATTACH and INSERT … SELECT into the same layout.
enum ByHand {
  /// - Parameter model: a store in the target's layout, whose tables and indexes are made again.
  static func script(from source: String, like model: String) throws -> String {
    let connection = try Connection(model, .immutable)
    func statements(_ kind: String) throws -> [String] {
      let rows = try connection.rows(
        "SELECT sql FROM sqlite_schema WHERE type = '\(kind)' AND sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY rowid")
      return rows.compactMap { $0[0].text }.map { $0 + ";" }
    }
    let (tables, indexes) = (try statements("table"), try statements("index"))
    let join = try joinTable(of: connection)
    let legacy = try Connection(source, .immutable)
    let oldJoin = try joinTable(of: legacy)
    return """
      PRAGMA auto_vacuum = 2;
      PRAGMA journal_mode = OFF;
      PRAGMA locking_mode = EXCLUSIVE;
      PRAGMA cache_size = -8192;
      ATTACH \(sqlText(source)) AS old;
      BEGIN;
      \(tables.joined(separator: "\n"))
      INSERT INTO main.ZFOLDER (Z_PK, Z_ENT, Z_OPT, ZNAME) SELECT Z_PK, 1, 1, coalesce(ZNAME, 'Notes') FROM old.ZFOLDER;
      INSERT INTO main.ZTAG (Z_PK, Z_ENT, Z_OPT, ZNAME) SELECT Z_PK, 3, 1, ZNAME FROM old.ZLABEL WHERE ZNAME IS NOT NULL;
      INSERT INTO main.ZNOTE (Z_PK, Z_ENT, Z_OPT, ZID, ZTITLE, ZCONTENT, ZPRIORITY, ZCREATED, ZMODIFIED, ZFOLDER)
        SELECT Z_PK, 2, 1, coalesce(ZIDENTIFIER, CAST(printf('%016x', Z_PK) AS BLOB)), coalesce(ZTITLE, 'Untitled'), coalesce(ZBODY, ''),
          CASE WHEN ZFLAG = 0 THEN 1 WHEN ZFLAG BETWEEN 1 AND 3 THEN 2 ELSE 3 END, coalesce(ZCREATED, ZMODIFIED), ZMODIFIED, ZNOTEBOOK
        FROM old.ZNOTE WHERE ZTRASHED IS NOT 1;
      INSERT INTO main.\(sqlName(join.table)) (\(sqlName(join.notes)), \(sqlName(join.others)))
        SELECT j.\(sqlName(oldJoin.notes)), j.\(sqlName(oldJoin.others))
        FROM old.\(sqlName(oldJoin.table)) AS j JOIN old.ZNOTE AS n ON n.Z_PK = j.\(sqlName(oldJoin.notes)) WHERE n.ZTRASHED IS NOT 1;
      \(indexes.joined(separator: "\n"))
      COMMIT;

      """
  }

  /// The one join table of notes and labels or tags, told by the name of its column for notes.
  private static func joinTable(of connection: Connection) throws -> (table: String, notes: String, others: String) {
    for table in try connection.tables() where table.hasPrefix("Z_") && table.dropFirst(2).first?.isNumber == true {
      let columns = try connection.columns(of: table)
      if let notes = columns.first(where: { $0.contains("NOTES") }), let others = columns.first(where: { !$0.contains("NOTES") })
      {
        return (table, notes, others)
      }
    }
    throw Failure(text: "there is no join table of notes")
  }
}

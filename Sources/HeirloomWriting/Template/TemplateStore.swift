internal import Foundation
internal import HeirloomCoreDataModel
internal import HeirloomFindings
internal import HeirloomSQLite
internal import HeirloomSchema

/// A store that the new app itself created, as a start for a target: its metadata, numbers, tables and indexes stay as they are.
struct TemplateStore {
  let path: String
  let connection: Connection
  let layout: StorageLayout
  /// The triggers that were put away because they cannot run here, to be restored when the rows are in.
  private let triggers: [(name: String, sql: String)]
  private let indexes: [(name: String, sql: String)]
  private let derived: DerivedAttributes
  /// The R-trees that are filled once all rows are there.
  private let spatialIndexes: [SpatialIndex]
  /// The names of the triggers that stayed.
  private let running: [String]

  /// Copies a template, with what is in its -wal, to `draft` and makes it ready to be filled.
  ///
  /// - Throws: `template-unreadable`, or `TemplateMismatch` with a finding for each difference from the schema.
  init(copying template: String, to draft: String, for schema: Schema) throws {
    path = draft
    try Self.copy(template, to: draft)
    do { connection = try Connection(draft, .readWrite) } catch { throw Self.unreadable(template, "\(error)") }
    let numbers: [EntityName: Int]
    do {
      // What is only in the -wal comes into the file itself, and the copy leaves WAL mode.
      _ = try connection.value("PRAGMA main.wal_checkpoint(TRUNCATE)")
      for pragma in [
        "journal_mode = DELETE", "journal_mode = OFF", "synchronous = OFF", "locking_mode = EXCLUSIVE", "cache_size = -16384",
      ] {
        _ = try connection.value("PRAGMA main.\(pragma)")
      }
      numbers = Dictionary(
        try connection.rows("SELECT Z_NAME, Z_ENT FROM main.Z_PRIMARYKEY").compactMap { row in
          row[0].text.flatMap { name in row[1].integer.map { (EntityName(name), Int(clamping: $0)) } }
        }, uniquingKeysWith: { first, _ in first })
    } catch { throw Self.unreadable(template, "\(error)") }

    var mismatches = try Self.differences(template, connection, schema)
    guard mismatches.isEmpty else { throw TemplateMismatch(template: template, findings: mismatches) }
    layout = try TemplateLayout(schema, numbers, connection).layout {
      mismatches.append(Finding(.templateDiffers, $0, at: .file(template)))
    }
    guard mismatches.isEmpty else { throw TemplateMismatch(template: template, findings: mismatches) }
    derived = DerivedAttributes(of: schema, in: layout)

    // What is derived in a way that is understood is computed when all rows are there. The framework's other triggers do their work while the
    // rows go in, but for those that call what is not known, and those of R-trees: SQLite takes a virtual table in the trigger of a file
    // that it does not trust for unsafe.
    let virtual = try connection.rows("SELECT name FROM main.sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL TABLE%'").compactMap {
      $0[0].text
    }
    spatialIndexes = SpatialIndex.all(in: CoreDataNames(schema)).filter { virtual.contains($0.tree) }
    try FrameworkFunctions.register(on: connection)
    triggers =
      try Self.putAway("TRIGGER", on: connection) { [derived] name, sql in
        derived.isComputed(by: name) || FrameworkFunctions.areUnknown(in: sql) || virtual.contains { sql.contains($0) }
      } + Self.putAwayUnrunnable(on: connection)
    let others = try connection.rows("SELECT name, sql FROM main.sqlite_schema WHERE type = 'trigger'")
    running = others.compactMap { $0[0].text }
    // Indexes are quicker built once over all rows than kept up row by row; but those that a trigger may need stay.
    let statements = others.compactMap { $0[1].text }
    let busy = try connection.tables().filter { table in statements.contains { $0.contains(table) } }
    indexes = try Self.putAway("INDEX", on: connection) { _, sql in
      sql.hasPrefix("CREATE UNIQUE") || !busy.contains { sql.contains(" ON \($0) ") || sql.contains(" ON \"\($0)\" ") }
    }
  }

  /// Drops what a condition names, and gives the statements that bring it back.
  private static func putAway(
    _ type: String, on connection: Connection, _ condition: (_ name: String, _ sql: String) -> Bool
  ) throws -> [(name: String, sql: String)] {
    let found = try connection.rows(
      "SELECT name, sql FROM main.sqlite_schema WHERE type = ? AND sql IS NOT NULL ORDER BY rowid", [.text(type.lowercased())])
    return try found.compactMap { row in
      guard let name = row[0].text, let sql = row[1].text, condition(name, sql) else { return nil }
      try connection.run("DROP \(type) main.\(sqlName(name))")
      return (name, sql)
    }
  }

  /// Drops the triggers that SQLite cannot run here, such as those that call functions of the app's own.
  private static func putAwayUnrunnable(on connection: Connection) throws -> [(name: String, sql: String)] {
    var away: [(name: String, sql: String)] = []
    let tables = try connection.rows("SELECT DISTINCT tbl_name FROM main.sqlite_schema WHERE type = 'trigger'").compactMap {
      $0[0].text
    }
    for table in tables {
      let name = "main.\(sqlName(table))"
      let columns = try connection.rows("SELECT name FROM pragma_table_info(?)", [.text(table)]).compactMap { $0[0].text }
      let all = columns.map { "\(sqlName($0)) = \(sqlName($0))" }.joined(separator: ", ")
      for statement in ["INSERT INTO \(name) DEFAULT VALUES", "UPDATE \(name) SET \(all)", "DELETE FROM \(name)"] {
        while let fault = fault(of: statement, on: connection) {
          // A trigger may set off those of another table: the function's name says which it is, other faults do not.
          let function = fault.hasPrefix("no such function: ") ? fault.dropFirst("no such function: ".count) : nil
          let gone = try putAway("TRIGGER", on: connection) { _, sql in function.map { sql.contains($0) } ?? sql.contains(table) }
          if gone.isEmpty { break }
          away += gone
        }
      }
    }
    return away
  }

  /// Why a statement cannot be run, with the triggers that it sets off; nil when it can.
  private static func fault(of statement: String, on connection: Connection) -> String? {
    do throws(SQLiteError) { _ = try connection.prepare(statement) } catch { return error.message }
    return nil
  }

  /// What the template keeps up to date and this run could not.
  func derivedFindings(_ template: String) -> [Finding] {
    let others = triggers.filter { trigger in
      !derived.items.contains { $0.isServed(by: trigger.name) }
        && !spatialIndexes.contains { $0.triggers.contains(trigger.sql) }
    }
    return derived.findings(running: running)
      + others.map {
        Finding(
          .derivedNotComputed, "the template's trigger '\($0.name)' could not run while the rows went in", at: .file(template))
      }
  }

  /// The entity tables that hold records.
  func tablesWithRecords() throws -> [String] {
    var names = Set(layout.entities.values.map(\.table)).sorted()
    // Links that were left when their records went would count as the conversion's own.
    names += Set(
      layout.entities.values.flatMap(\.relationships.values).compactMap {
        if case .joinTable(let name, _, _, _) = $0 { name } else { nil }
      }
    ).sorted()
    return try names.filter {
      try connection.count("SELECT EXISTS (SELECT 1 FROM main.\(sqlName($0)))") == 1
    }
  }

  /// The statements of the tables that hold records and links.
  func entityAndJoinTables() throws -> [String] {
    var names = Set(layout.entities.values.map(\.table))
    for placement in layout.entities.values {
      for case .joinTable(let name, _, _, _) in placement.relationships.values { names.insert(name) }
    }
    return try connection.rows("SELECT name, sql FROM main.sqlite_schema WHERE type = 'table' ORDER BY rowid").compactMap { row in
      names.contains(row[0].text ?? "") ? row[1].text : nil
    }
  }

  /// Puts indexes and triggers back, brings the keys in use up to date, and writes the file to the disk.
  func finish() throws {
    try derived.compute(on: connection, creating: indexes.map(\.sql))
    for index in spatialIndexes {
      try connection.run(index.emptying)
      try connection.run(index.filling)
    }
    for (_, placement) in layout.entities {
      guard let number = placement.entityNumber else { continue }
      try connection.run(
        "UPDATE main.Z_PRIMARYKEY SET Z_MAX = max(ifnull(Z_MAX, 0), (SELECT ifnull(max(Z_PK), 0) FROM main.\(sqlName(placement.table)))) "
          + "WHERE Z_ENT = ? AND ifnull(Z_SUPER, 0) = 0", [.integer(Int64(number))])
    }
    for trigger in triggers { try connection.run(trigger.sql) }
    try DraftDatabase(existing: connection).seal(path)
  }

  private static func copy(_ template: String, to draft: String) throws {
    guard FileWork.exists(template) else { throw Finding(.noSuchInput, "'\(template)' does not exist", at: .file(template)) }
    do {
      for suffix in ["", "-wal"] where FileWork.exists(template + suffix) {
        try FileManager.default.copyItem(atPath: template + suffix, toPath: draft + suffix)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: draft + suffix)
      }
      let values = SupportFolder.path(of: template)
      if FileWork.isFolder(values) { try FileManager.default.copyItem(atPath: values, toPath: SupportFolder.path(of: draft)) }
    } catch { throw Finding(.inputUnreadable, "'\(template)' cannot be copied", at: .file(template)) }
  }

  static func unreadable(_ template: String, _ why: String) -> Finding {
    Finding(.templateUnreadable, "'\(template)' is no store that can serve as a template: \(why)", at: .file(template))
  }

  /// A finding for each entity in which the template's version is not that of the schema.
  private static func differences(_ template: String, _ connection: Connection, _ schema: Schema) throws -> [Finding] {
    guard let bytes = try? connection.value("SELECT Z_PLIST FROM main.Z_METADATA").blob, let metadata = try? PropertyList(bytes)
    else {
      throw unreadable(template, "its metadata cannot be read")
    }
    let entries = (metadata["NSStoreModelVersionHashes"]?.dictionary ?? [:]).compactMap { name, value in
      value.data.map { (EntityName(name), $0) }
    }
    let recorded = Dictionary(entries, uniquingKeysWith: { first, _ in first })
    var comparison = SchemaComparison(recorded: recorded, to: schema)
    // The store's own model says in what they differ, provided it is the model whose hashes the store records.
    if !comparison.isSame, let cache = try? connection.value("SELECT Z_CONTENT FROM main.Z_MODELCACHE").blob,
      let model = try? ModelCache.read(cache).0, VersionHashes(of: model).entities == recorded
    {
      comparison = SchemaComparison(from: model, to: schema)
    }
    return comparison.findings(model: "the target schema").map { found in
      Finding(.templateDiffers, found.message.replacing("the store", with: "the template"), at: found.place)
    }
  }
}

/// All the ways in which a template is not of the target schema.
struct TemplateMismatch: Error {
  let template: String
  let findings: [Finding]

  /// The one finding that ends the run.
  var summary: Finding {
    let count = findings.count
    return Finding(
      .templateDiffers, "the template differs from the target schema in \(count) place\(count == 1 ? "" : "s")",
      at: .file(template),
      count: count)
  }
}

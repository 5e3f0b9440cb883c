package import HeirloomFindings
package import HeirloomSQLite
package import HeirloomSchema

/// A plain SQLite database with STRICT tables and real foreign keys, for apps that use GRDB or SQLiteData.
package final class SQLiteTarget: TargetWriter {
  package let layout: StorageLayout
  package let destination: String?
  package let findings: [Finding]
  package var draftPath: String { draft?.path ?? "" }

  private let overwrites: Bool
  private var draft: Draft?
  private var database: DraftDatabase?

  /// - Parameters:
  ///   - destination: nil for a trial run.
  ///   - overwrites: an existing database is replaced once the new one is complete.
  package init(_ schema: Schema, at destination: String?, overwrites: Bool = false) {
    self.destination = destination
    self.overwrites = overwrites
    layout = SQLiteLayout.make(for: schema)
    findings = layout.propertiesWithoutPlace(of: schema)
  }

  package func begin() throws -> Connection {
    let draft = try Draft(for: destination, overwrites: overwrites)
    self.draft = draft
    return try guarding {
      let database = try DraftDatabase(draft.path, incrementalVacuum: false)
      try database.create(layout.tables)
      // Large values stay in their rows here; the name is the same, so that a conversion need not know the layout.
      try database.connection.addFunction(ExternalValues.function, arguments: 1) { arguments, slot in slot.set(arguments.value(0))
      }
      self.database = database
      return database.connection
    }
  }

  package func finish() throws {
    guard let database, let draft else { throw Finding(.internalFault, "a target was finished before it was begun") }
    try guarding {
      try database.createIndexes(layout.indexes)
      // The keys were not enforced while the rows went in, in any order; now all of them must hold.
      if let broken = try database.connection.rows("PRAGMA main.foreign_key_check").first {
        let tables = [broken[0].text, broken[2].text].map { "'\($0 ?? "")'" }.joined(separator: " to ")
        throw Finding(.targetDangling, "a link from \(tables) has no record at its end", at: .file(draft.path))
      }
      try database.seal(draft.path)
    }
  }

  package func publish() throws {
    guard let draft, destination != nil else { return }
    try guarding { try draft.publish() }
    database = nil
  }

  package func abandon() {
    database = nil
    draft?.abandon()
    draft = nil
  }

  private func guarding<R>(_ body: () throws -> R) throws -> R {
    do { return try body() } catch {
      let path = destination ?? draftPath
      abandon()
      throw WritingFault.finding(for: error, writing: path, in: layout)
    }
  }
}

package import HeirloomFindings
package import HeirloomSQLite
package import HeirloomSchema

/// A plain SQLite database with STRICT tables and real foreign keys, for apps that use GRDB or SQLiteData.
package final class SQLiteTarget: TargetWriter {
  package let layout: StorageLayout
  package let findings: [Finding]
  package var destination: String? { draft.destination }
  package var draftPath: String { draft.path }

  private let schema: Schema
  private let draft: TargetDraft<DraftDatabase>

  /// - Parameters:
  ///   - destination: nil for a trial run.
  ///   - overwrites: an existing database is replaced once the new one is complete.
  package init(_ schema: Schema, at destination: String?, overwrites: Bool = false) {
    self.schema = schema
    layout = SQLiteLayout.make(for: schema)
    draft = TargetDraft(at: destination, overwrites: overwrites)
    draft.layout = layout
    findings =
      layout.propertiesWithoutPlace(of: schema)
      + DerivedAttributes(of: schema, in: layout).findings(
        help: "give the database a trigger of the app's own, or compute the value where it is asked for")
  }

  package func begin() throws -> Connection {
    try draft.begin { draft in
      let database = try DraftDatabase(draft.path, incrementalVacuum: false)
      try database.create(layout.tables)
      // Large values stay in their rows here; the name is the same, so that a conversion need not know the layout.
      try database.connection.addFunction(ExternalValues.function, arguments: 1) { arguments, slot in slot.set(arguments.value(0))
      }
      return database
    }.connection
  }

  package func finish() throws {
    try draft.work { draft, database in
      try DerivedAttributes(of: schema, in: layout).compute(on: database.connection, creating: layout.indexes)
      // The keys were not enforced while the rows went in, in any order; now all of them must hold.
      if let broken = try database.connection.rows("PRAGMA main.foreign_key_check").first {
        let tables = [broken[0].text, broken[2].text].map { "'\($0 ?? "")'" }.joined(separator: " to ")
        throw Finding(.targetDangling, "a link from \(tables) has no record at its end", at: .file(draft.path))
      }
      try database.seal(draft.path)
    }
  }

  package func publish() throws { try draft.publish() }

  package func abandon() { draft.abandon() }
}

internal import Foundation
internal import HeirloomSQLite
internal import HeirloomSchema

/// Writes Core Data stores of "Notes 1" with as many notes as are asked for; the same request always gives the same bytes.
package struct NotesStore: Sendable {
  package var notes: Int
  /// Ordered checklist items, for every third note.
  package var hasItems = true
  /// More notes that stand only in the store's `-wal`, as when the app was killed; there is no `-shm`.
  package var notesInLog = 0

  package init(notes: Int, hasItems: Bool = true, notesInLog: Int = 0) {
    self.notes = notes
    self.hasItems = hasItems
    self.notesInLog = notesInLog
  }

  package var folders: Int { max(3, min(1000, (notes + notesInLog) / 40)) }
  package var tags: Int { max(8, min(1000, (notes + notesInLog) / 20)) }

  /// Writes the store, in place of what is there. Cost: some 3 s for a million notes in a release build.
  package func write(to path: String) throws {
    let layout = try LegacyStoreFile.write(NotesModel.schema, to: path) { connection, layout in
      try NotesContent.register(on: connection)
      try fill(connection, layout, from: 1, to: notes)
    }
    if notesInLog > 0 { try writeLog(of: path, layout) }
  }

  private func fill(_ connection: Connection, _ layout: StorageLayout, from first: Int, to last: Int) throws {
    let content = NotesContent(layout: layout, folders: folders, tags: tags)
    if first == 1 { try content.writeFoldersAndTags(on: connection, logLines: (notes + notesInLog) / 10) }
    if last >= first { try content.writeNotes(first...last, items: hasItems, on: connection) }
  }

  /// Adds notes through a `-wal`, and keeps the pair as it is while the writer still has it open.
  private func writeLog(of path: String, _ layout: StorageLayout) throws {
    let files = FileManager.default
    let workshop = files.temporaryDirectory.appending(path: "notes-\(UUID().uuidString)").path
    try files.createDirectory(atPath: workshop, withIntermediateDirectories: true)
    defer { try? files.removeItem(atPath: workshop) }
    let draft = "\(workshop)/draft"
    try files.moveItem(atPath: path, toPath: draft)
    let connection = try Connection(draft, .readWrite)
    _ = try connection.rows("PRAGMA journal_mode = WAL")
    _ = try connection.rows("PRAGMA wal_autocheckpoint = 0")
    try NotesContent.register(on: connection)
    try connection.transaction { try fill(connection, layout, from: notes + 1, to: notes + notesInLog) }
    try connection.run(
      "UPDATE Z_PRIMARYKEY SET Z_MAX = (SELECT max(Z_PK) FROM ZNOTE) WHERE Z_NAME = 'Note'")
    try files.copyItem(atPath: draft, toPath: path)
    try? files.removeItem(atPath: path + "-wal")
    try files.copyItem(atPath: draft + "-wal", toPath: path + "-wal")
  }
}

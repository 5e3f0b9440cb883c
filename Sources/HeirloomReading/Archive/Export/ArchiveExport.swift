internal import Foundation
internal import HeirloomArchive
internal import HeirloomFindings
package import HeirloomSQLite
internal import HeirloomSchema

/// Writes a store of any kind as an open archive: a file for each entity and each to-many, blobs as files, and a
/// `schema.json` that says all that the model knows.
///
/// ```swift
/// try store.present(on: connection, prefix: "")
/// let counts = try ArchiveExport.write(store, on: connection, to: "Notes.zip", format: .jsonLines)
/// ```
/// The same store gives the same bytes. Opened again, the archive has the same schema and the same rows.
package enum ArchiveExport {
  package enum Format: String, Sendable, CaseIterable {
    case jsonLines = "jsonl"
    case csv
  }

  /// What was written.
  package struct Counts: Sendable {
    package var records: Int64 = 0
    package var links: Int64 = 0
    package var blobs: Int64 = 0
  }

  /// Refuses a path before any work is done, when its ending is of no archive that can be written.
  /// - Throws: `target-uncreatable`.
  package static func checkEnding(of path: String) throws { _ = try form(of: path) }

  private static func form(of path: String) throws -> ArchiveWriter.Form {
    if let form = ArchiveWriter.Form(path: path) { return form }
    throw Finding(
      .targetUncreatable, "'\(path)' does not end in .zip, .tar.gz or .tar.zst", at: .file(path),
      help: "the ending says which kind of archive is written")
  }

  /// - Parameters:
  ///   - connection: where the store was presented, under `prefix`.
  ///   - path: ends in `.zip`, `.tar.gz` or `.tar.zst`, which says what is written.
  ///   - progress: called with the number of rows written since the last call.
  /// - Throws: a finding when the target is there already or cannot be written; nothing stands under `path` then.
  @discardableResult
  package static func write(
    _ store: any LegacyStore, on connection: Connection, prefix: String = "", to path: String, format: Format = .jsonLines,
    overwrite: Bool = false, temporaryFolder: String? = nil, progress: ((Int64) -> Void)? = nil
  ) throws -> Counts {
    let form = try form(of: path)
    let writer = try ArchiveWriter(path, form, overwrite: overwrite)
    var export = try Export(connection, prefix, writer, format, temporaryFolder, progress)
    do { try export.run(store) } catch let error as SQLiteError { throw Finding(reading: store.identity.path, failed: error) }
    // Nothing is published that was read from a file that changed meanwhile.
    try store.confirmUnchanged()
    try writer.finish()
    return export.counts
  }
}

/// One run: each file is spooled first, since an archive wants its length before its bytes.
private struct Export {
  private let connection: Connection
  private let prefix: String
  private let writer: ArchiveWriter
  private let format: ArchiveExport.Format
  private let folder: PrivateFolder
  private let progress: ((Int64) -> Void)?
  private(set) var counts = ArchiveExport.Counts()
  private var columns: [(name: String, type: AttributeType)] = []

  init(
    _ connection: Connection, _ prefix: String, _ writer: ArchiveWriter, _ format: ArchiveExport.Format,
    _ temporaryFolder: String?,
    _ progress: ((Int64) -> Void)?
  ) throws {
    self.connection = connection
    self.prefix = prefix
    self.writer = writer
    self.format = format
    self.progress = progress
    folder = try PrivateFolder(in: temporaryFolder)
  }

  mutating func run(_ store: any LegacyStore) throws {
    let manifest = ArchiveManifest(schema: store.schema, kind: store.identity.kind.rawValue, format: format.rawValue)
    try writer.add(ArchiveLayout.schemaFile, try manifest.json())
    for entity in store.schema.entities {
      try records(of: entity, store.schema)
      for attribute in entity.attributes where attribute.collection != nil && !attribute.isTransient {
        try values(attribute, of: entity)
      }
      for relationship in entity.relationships where relationship.isToMany && !relationship.isTransient {
        try links(relationship, of: entity)
      }
    }
  }

  /// The records of exactly that entity; its sub-entities have files of their own.
  mutating func records(of entity: Entity, _ schema: Schema) throws {
    var columns: [(String, AttributeType)] = [("_id", .int64)]
    for attribute in schema.attributes(of: entity.name) { columns += attribute.columns.map { ($0.path, $0.leaf.type) } }
    for relationship in schema.relationships(of: entity.name) where !relationship.isToMany && !relationship.isTransient {
      columns.append((relationship.name.text, .int64))
    }
    let present = try connection.columns(of: CanonicalRelation.entity(entity.name, prefix: prefix), in: "temp")
    for attribute in schema.attributes(of: entity.name)
    where attribute.type == .mixed && present.contains(attribute.name.text + ".type") {
      columns.append((attribute.name.text + ".type", .string))
    }
    let relation = sqlName(CanonicalRelation.entity(entity.name, prefix: prefix))
    let names = columns.map { sqlName($0.0) }.joined(separator: ", ")
    let filter = schema.family(of: entity.name).count > 1 ? "WHERE _entity = \(sqlText(entity.name.text))" : ""
    let sql = "SELECT \(names) FROM \(relation) \(filter) ORDER BY _id"
    counts.records += try file(ArchiveLayout.entity(entity.name, format.rawValue), sql, columns, entity.name)
  }

  mutating func values(_ attribute: Attribute, of entity: Entity) throws {
    let relation = sqlName(CanonicalRelation.collection(attribute.name, of: entity.name, prefix: prefix))
    let hasKey = attribute.collection == .dictionary
    var columns: [(String, AttributeType)] =
      [("owner", .int64), ("position", .int64)] + (hasKey ? [("key", .string)] : []) + [("value", attribute.type)]
    let present = try connection.columns(
      of: CanonicalRelation.collection(attribute.name, of: entity.name, prefix: prefix), in: "temp")
    if present.contains("type") { columns.append(("type", .string)) }
    let sql =
      "SELECT \(columns.map { sqlName($0.0) }.joined(separator: ", ")) FROM \(relation) ORDER BY owner, position\(hasKey ? ", key" : ""), value"
    _ = try file(
      ArchiveLayout.values(attribute.name, of: entity.name, format.rawValue), sql, columns, entity.name, as: attribute.name.text)
  }

  mutating func links(_ relationship: Relationship, of entity: Entity) throws {
    let relation = sqlName(CanonicalRelation.collection(relationship.name, of: entity.name, prefix: prefix))
    let hasKey = relationship.collection == .dictionary
    let columns: [(String, AttributeType)] =
      [("owner", .int64), ("position", .int64)] + (hasKey ? [("key", .string)] : []) + [("target", .int64)]
    let sql =
      "SELECT \(columns.map { sqlName($0.0) }.joined(separator: ", ")) FROM \(relation) ORDER BY owner, position\(hasKey ? ", key" : ""), target"
    counts.links += try file(ArchiveLayout.links(relationship.name, of: entity.name, format.rawValue), sql, columns, entity.name)
  }

  /// Writes the rows of a query as one member; long blobs become members before it.
  private mutating func file(
    _ name: String, _ sql: String, _ columns: [(String, AttributeType)], _ entity: EntityName, as property: String? = nil
  ) throws -> Int64 {
    let spool = try Spool(folder.path + "/rows")
    var statement = try connection.prepare(sql)
    var rows: Int64 = 0, blobs: Int64 = 0
    if format == .csv { try spool.write(columns.map { ExportText.quoted($0.0) }.joined(separator: ",") + "\r\n") }
    let keys = columns.map { JSONLiteral.quoted($0.0) }
    while try statement.step() {
      var line = format == .csv ? "" : "{"
      for (index, (column, type)) in columns.enumerated() {
        let value = statement.value(at: Int32(index))
        let text = ExportText { [writer] bytes in
          // Named after the record and, within a list, the place in it.
          let key = property == nil ? "\(statement.integer(at: 0))" : "\(rows + 1)"
          let path = ArchiveLayout.blob(property ?? column, of: entity, key)
          try writer.add(path, bytes)
          blobs += 1
          return path
        }
        if index > 0 { line += "," }
        line += format == .csv ? try text.csv(value, type) : "\(keys[index]):\(try text.json(value, type))"
      }
      try spool.write(line + (format == .csv ? "\r\n" : "}\n"))
      rows += 1
      if rows % 10_000 == 0 { progress?(10_000) }
    }
    progress?(rows % 10_000)
    try spool.close()
    try writer.add(name, file: spool.path)
    counts.blobs += blobs
    return rows
  }
}

/// Text on its way to a temporary file, in pieces of a mebibyte.
private final class Spool {
  let path: String
  private let file: FileHandle
  private var buffer: [UInt8] = []

  init(_ path: String) throws {
    self.path = path
    _ = FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
    guard let file = FileHandle(forWritingAtPath: path) else {
      throw Finding(.inputOutput, "no temporary file can be made", at: .file(path))
    }
    self.file = file
  }

  func write(_ text: String) throws {
    buffer += Array(text.utf8)
    if buffer.count >= 1 << 20 { try flush() }
  }

  func close() throws {
    try flush()
    try? file.close()
  }

  private func flush() throws {
    do { try file.write(contentsOf: buffer) } catch {
      throw Finding(.diskFull, "a temporary file cannot be written", at: .file(path))
    }
    buffer.removeAll(keepingCapacity: true)
  }
}

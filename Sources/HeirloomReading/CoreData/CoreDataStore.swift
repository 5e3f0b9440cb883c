internal import HeirloomCoreDataModel
package import HeirloomFindings
package import HeirloomSQLite
package import HeirloomSchema

/// A Core Data or SwiftData store in SQLite, shown under its model's own names.
///
/// The store is attached read-only and TEMP views translate its tables, so values travel inside SQLite. Dates, UUIDs and numbers
/// come as the store holds them: a date of whole seconds is an INTEGER there.
package final class CoreDataStore: LegacyStore {
  package let identity: StoreIdentity
  package let schema: Schema
  package let findings: [Finding]
  /// Where the values of external storage are kept, whether or not the folder is there.
  package let externalFolder: String

  private let file: StoreFile
  private let toleratesMissingFiles: Bool
  let placement: StorePlacement

  /// Cost: reads the store's own tables and, where a table holds several entities, one column of it.
  /// - Throws: a `Finding`.
  package init(_ path: String, options: OpenOptions = OpenOptions()) throws {
    let file = try StoreFile(path)
    self.file = file
    toleratesMissingFiles = options.toleratesMissingFiles
    externalFolder = ExternalValues.folder(for: file.resolvedPath)
    let contents: StoreContents
    do { contents = try StoreContents(file, options) } catch { throw Finding(reading: path, failed: error) }
    identity = contents.identity
    schema = contents.schema
    placement = contents.placement
    findings = contents.findings
  }

  /// Attaches the store as `<prefix>store` and creates the views.
  package func present(on connection: Connection, prefix: String) throws {
    let store = "\(prefix)store"
    do {
      try connection.attach(file.readablePath, as: store, .immutable)
      try ExternalValues.register(on: connection)
      try DecimalText.register(on: connection)
      let views = EntityViews(
        schema: schema, placement: placement, store: store, prefix: prefix, externalFolder: externalFolder,
        toleratesMissingFiles: toleratesMissingFiles)
      for statement in views.statements { try connection.run(statement) }
    } catch {
      throw Finding(reading: identity.path, failed: error)
    }
  }

  package func confirmUnchanged() throws { try file.confirmUnchanged() }

  package func examine(on connection: Connection, prefix: String) throws -> [Finding] {
    let values = externalValues(prefix)
    let columns = ColumnCheck(schema: schema, placement: placement, store: "\(prefix)store", path: identity.path)
    var missing = try values.findings(on: connection)
    if toleratesMissingFiles {
      for index in missing.indices where missing[index].kind == .externalFileMissing { missing[index].severity = .warning }
    }
    return try missing + columns.findings(on: connection)
  }

  package func missingFiles(on connection: Connection, prefix: String) throws -> [MissingFile] {
    try externalValues(prefix).missingFiles(on: connection)
  }

  private func externalValues(_ prefix: String) -> ExternalValueCheck {
    ExternalValueCheck(schema: schema, placement: placement, store: "\(prefix)store", folder: externalFolder, path: identity.path)
  }
}

/// What opening a store finds out, before anything is presented.
private struct StoreContents {
  var identity: StoreIdentity
  var schema: Schema
  var placement: StorePlacement
  var findings: [Finding] = []

  init(_ file: StoreFile, _ options: OpenOptions) throws {
    let connection = try file.open()
    let tables = try StoreTables(connection)
    guard tables["Z_PRIMARYKEY"] != nil else {
      throw Finding(
        .notACoreDataStore, "'\(file.path)' is an SQLite database without Core Data's table 'Z_PRIMARYKEY'", at: .file(file.path))
    }
    let metadata = try StoreMetadata(connection, tables: tables, path: file.path)
    let numbers = try EntityNumbers(connection, path: file.path)
    if let finding = metadata.finding { findings.append(finding) }

    let model = try StoreModel(connection, tables, numbers, given: options.model, path: file.path)
    schema = model.schema
    findings += model.findings
    placement = try StorePlacement(schema, numbers, tables, path: file.path)
    findings += placement.findings

    let leftOut = TablesLeftOut(tables, claimed: placement.claimedTables)
    findings += leftOut.findings(path: file.path)
    if options.internalTables {
      for (entity, table) in leftOut.entities(in: tables) where schema[entity.name] == nil {
        schema[entity.name] = entity
        placement.adopt(entity, in: table)
      }
    }
    findings += try EntityNumberCheck(schema: schema, placement: placement).findings(connection, path: file.path)

    let isSwiftData = metadata.isSwiftData(hasHistory: leftOut.hasHistory)
    identity = StoreIdentity(
      kind: isSwiftData ? .swiftData : .coreData, path: file.path, formatVersion: metadata.frameworkVersion,
      modelVersions: metadata.modelVersions, bytes: file.bytes)
    identity.versionHashes = metadata.versionHashes
    identity.ownMetadata = metadata.own
  }
}

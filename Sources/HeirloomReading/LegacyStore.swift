package import HeirloomCoreDataModel
package import HeirloomFindings
package import HeirloomSQLite
package import HeirloomSchema

/// A store of any kind, opened and understood, ready to be presented as relations.
///
/// A reader never writes to its source, and everything it does not understand is in `findings`.
package protocol LegacyStore: AnyObject {
  var identity: StoreIdentity { get }
  /// The store's model under its own names.
  var schema: Schema { get }
  /// What opening it brought to light: unknown column types, an unreadable cache, tables left out.
  var findings: [Finding] { get }

  /// Properties that look like references; what an export does not say is told, never assumed.
  var suggestedReferences: [ReferenceSuggestion] { get }

  /// Creates the relations of `CanonicalRelation` for every entity, as TEMP views or virtual tables.
  ///
  /// - Parameter prefix: put before each relation's name, so that two stores can share a connection.
  /// - Throws: a `Finding` when the store cannot be read, or `SQLiteError`.
  func present(on connection: Connection, prefix: String) throws

  /// Looks at values that only a look at every record can judge, such as files that external values need.
  ///
  /// The store must have been presented on the connection, under the same prefix. Cost: a pass over such values.
  func examine(on connection: Connection, prefix: String) throws -> [Finding]

  /// The values that are kept in files of their own whose files are not there.
  ///
  /// The store must have been presented on the connection, under the same prefix. Cost: a pass over such values.
  func missingFiles(on connection: Connection, prefix: String) throws -> [MissingFile]

  /// Confirms that the source is still what it was when it was opened.
  /// - Throws: a finding `source-changed`.
  func confirmUnchanged() throws
}

extension LegacyStore {
  package var suggestedReferences: [ReferenceSuggestion] { [] }
  package func examine(on connection: Connection, prefix: String) throws -> [Finding] { [] }
  package func missingFiles(on connection: Connection, prefix: String) throws -> [MissingFile] { [] }
  package func confirmUnchanged() throws {}
}

/// A value whose file is missing.
package struct MissingFile: Hashable, Sendable {
  /// The entity that declares the attribute.
  package var entity: EntityName
  package var property: PropertyName
  /// The record's key.
  package var key: Int64
}

/// What a store is, before anything is said of its content.
package struct StoreIdentity: Sendable {
  package enum Kind: String, Sendable {
    case swiftData = "swiftdata"
    case coreData = "coredata"
    case coreDataXML = "coredata-xml"
    case coreDataBinary = "coredata-binary"
    case realm
    case archive
  }

  package var kind: Kind
  /// Of an archive that Heirloom exported: what kind of store it was made from.
  package var exportedFrom: Kind?
  /// The file or folder as the user named it.
  package var path: String
  /// Core Data: the framework version that wrote it; Realm: the file format; nil when it is not known.
  package var formatVersion: String?
  package var modelVersions: [String]
  /// The size of the store's own file.
  package var bytes: Int64
  /// Core Data: the version hash that the store claims for each entity; empty otherwise.
  package var versionHashes: [EntityName: [UInt8]] = [:]
  /// Core Data: the entries of the store's metadata that are the app's own.
  package var ownMetadata: [String: PropertyList] = [:]

  package init(kind: Kind, path: String, formatVersion: String? = nil, modelVersions: [String] = [], bytes: Int64 = 0) {
    self.kind = kind
    self.path = path
    self.formatVersion = formatVersion
    self.modelVersions = modelVersions
    self.bytes = bytes
  }
}

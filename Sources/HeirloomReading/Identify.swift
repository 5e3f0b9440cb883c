internal import Foundation
package import HeirloomArchive
internal import HeirloomFindings
package import HeirloomSchema

/// How a store is to be opened; nothing need be said for most.
package struct OpenOptions: Sendable {
  /// The model to read the store by, instead of the one it keeps of itself.
  package var model: Schema?
  /// The 64-byte key of an encrypted Realm.
  package var key: [UInt8]?
  /// Which store of an archive, when it holds several.
  package var member: String?
  /// Present Core Data's own tables (history, CloudKit) as entities too, named after the tables: `ACHANGE`.
  package var internalTables = false
  /// Of a damaged Realm, take what can still be read.
  package var salvages = false
  /// The password of an encrypted archive.
  package var password: String?
  /// How much an archive may ask for before it is taken for hostile.
  package var limits = ArchiveLimits()
  /// Where an archive's records are staged; the system's folder for temporary files by default.
  package var temporaryFolder: String?
  /// Of equal keys in a JSON object the last counts, instead of the reading's end.
  package var allowsDuplicateKeys = false
  /// The sign between the values of tables, where it is not to be detected.
  package var delimiter: UInt8?
  /// Reads the schemas of Swift source files or of a Core Data model; nil to leave those beside exported data alone.
  package var readSchemas: SchemaReading?
  /// Which of several schemas beside the data is meant; `none` for none of them.
  package var schemaName: String?
  /// A value whose file is missing reads as NULL; whoever asks for this asks `missingFiles` which they are.
  package var toleratesMissingFiles = false
  /// Told how far the reading of an archive or export has come.
  package var progress: ReadingProgress?

  /// How many archives and folders stand around the file.
  var nesting = 0

  package init(model: Schema? = nil, key: [UInt8]? = nil, member: String? = nil, internalTables: Bool = false) {
    self.model = model
    self.key = key
    self.member = member
    self.internalTables = internalTables
  }
}

/// Opens a store of any kind, which its content tells, never its name.
///
/// ```swift
/// let store = try openStore("old/Notes.sqlite")
/// try store.present(on: connection, prefix: "old.")
/// ```
/// - Throws: a `Finding` that says what the file is instead, or what is wrong with it.
package func openStore(_ path: String, options: OpenOptions = OpenOptions()) throws -> any LegacyStore {
  let status = try FileStatus(of: path)
  // Before anything is opened: what stands beside a Realm includes a pipe.
  try RealmRecognition.refuseSideFile(path)
  if status.isFolder { return try openArchive(path, options) }
  guard status.isRegular else { throw Finding(.inputUnreadable, "'\(path)' is \(status.noun), not a file", at: .file(path)) }
  let content = try FileContent(ofFile: path)
  if content != .sqlite, content != .realm { try refuseCompanion(path) }

  if let member = options.member, content == .sqlite || content == .realm {
    throw Finding(
      .archiveNoSuchMember, "'\(path)' is a store by itself and has no member '\(member)'", at: .file(path),
      help: "leave --member out")
  }
  switch content {
  case .sqlite: return try CoreDataStore(path, options: options)
  case .realm: return try openRealm(path, options)
  case .coreDataXML, .binaryPropertyList, .packed: return try openArchive(path, options)
  case .xml, .text:
    do { return try openArchive(path, options) } catch let finding as Finding where finding.kind == .archiveHoldsNothing {
      throw Finding(.notAStore, "'\(path)' is a text, and no data that Heirloom knows", at: .file(path))
    }
  case .empty: throw Finding(.emptyFile, "'\(path)' is empty", at: .file(path))
  case .random, .unknown: return try openUnmarked(path, options, looksRandom: content == .random)
  }
}

private func openRealm(_ path: String, _ options: OpenOptions) throws -> any LegacyStore {
  try RealmStore.open(path: path, key: options.key, internalTables: options.internalTables, salvage: options.salvages)
}

/// An encrypted Realm has no mark of its own: its reader says whether the bytes are one.
private func openUnmarked(_ path: String, _ options: OpenOptions, looksRandom: Bool) throws -> any LegacyStore {
  do { return try openRealm(path, options) } catch let finding as Finding
    where finding.kind == .realmNotRealm && !path.hasSuffix(".realm")
  {
    if looksRandom {
      throw Finding(
        .storeEncrypted, "'\(path)' has no header and its bytes look random: it is encrypted, or no database at all",
        at: .file(path))
    }
    // A cpio, or a table in another encoding: the archives' own marks and names decide.
    do { return try openArchive(path, options) } catch let finding as Finding where finding.kind == .archiveHoldsNothing {}
    throw Finding(.notAStore, "'\(path)' is no store that Heirloom knows", at: .file(path))
  }
}

/// Opens an archive, a folder or a file of exported data; a store found inside is opened as itself.
private func openArchive(_ path: String, _ options: OpenOptions) throws -> any LegacyStore {
  var archive = ArchiveOptions(
    member: options.member, password: options.password, schema: options.model, temporaryFolder: options.temporaryFolder)
  archive.limits = options.limits
  archive.progress = options.progress
  archive.allowsDuplicateKeys = options.allowsDuplicateKeys
  archive.delimiter = options.delimiter
  archive.readSchemas = options.readSchemas
  archive.schemaName = options.schemaName
  var inner = options
  inner.member = nil
  // A file whose name promises a store and whose content is none comes back here: a store in an archive in a folder is deep enough.
  inner.nesting += 1
  guard inner.nesting <= 3 else { throw Finding(.notAStore, "'\(path)' is no store that Heirloom knows", at: .file(path)) }
  return try ArchiveStore.open(path, options: archive) { try openStore($0, options: inner) }
}

/// Refuses `X-wal` and the like, and says which file to give.
private func refuseCompanion(_ path: String) throws {
  let companions = [("-wal", "the log"), ("-shm", "the shared memory"), ("-journal", "the journal")]
  for (suffix, noun) in companions where path.hasSuffix(suffix) && path.count > suffix.count {
    let store = String(path.dropLast(suffix.count))
    let isThere = FileStatus.exists(store)
    throw Finding(
      .companionFile, "'\(path)' is \(noun) of a store, not the store", at: .file(path),
      help: isThere ? "give '\(store)'" : "the store '\(store)' is not there, and without it nothing can be read")
  }
}

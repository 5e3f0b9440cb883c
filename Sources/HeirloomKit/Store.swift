internal import Foundation
public import HeirloomFindings
internal import HeirloomReading
public import HeirloomSchema
internal import HeirloomSQLite

/// A legacy store of any kind, opened to be looked at.
///
/// ```swift
/// let store = try Store.open("old/Notes.sqlite")
/// print(try store.inspect().rendered(as: .text))
/// try store.query("SELECT title FROM Note") { print($0) }
/// ```
/// The file is never written; one owner, not to be shared between tasks.
public final class Store {
  let legacy: any LegacyStore
  let connection: Connection
  let versionHashes: String?
  private let modelFindings: [Finding]

  private init(_ opened: OpenedStore, on connection: Connection) {
    legacy = opened.legacy
    versionHashes = opened.versionHashes
    modelFindings = opened.findings
    self.connection = connection
  }

  /// Opens a store; its content tells what it is.
  /// - Throws: a `Finding` that says what the file is instead, or what is wrong with it.
  public static func open(_ path: String, options: StoreOptions = StoreOptions()) throws -> Store {
    let opened = try options.open(path)
    let legacy = opened.legacy
    do {
      let connection = try Connection.inMemory()
      try legacy.present(on: connection, prefix: "")
      return Store(opened, on: connection)
    } catch {
      throw Finding(reading: path, failed: error)
    }
  }

  /// The path as it was given.
  public var path: String { legacy.identity.path }
  /// The store's model under its own names.
  public var schema: Schema { legacy.schema }
  /// What opening it brought to light.
  public var findings: [Finding] { legacy.findings + modelFindings }

  /// What of a damaged store is missing where it is read all the same; empty unless `StoreOptions.salvages` asked for that.
  ///
  /// Cost: a pass over every value.
  public func losses() throws -> [Finding] {
    let found = findings + (try legacy.examine(on: connection, prefix: ""))
    return found.filter(\.isAcceptedLoss)
  }
}

/// How a store is to be opened; nothing need be said for most.
public struct StoreOptions: Sendable, Hashable {
  /// A model file to read the store by, instead of the model it keeps of itself.
  public var modelPath: String?
  /// The 64-byte key of an encrypted Realm. It is never shown.
  public var key: [UInt8]?
  /// Tables that the framework keeps for itself are shown as entities too.
  public var showsInternalTables: Bool
  /// Of a damaged Realm, what can still be read is taken; each loss is a finding `realm-salvaged`.
  public var salvages = false
  /// What to read of an archive or folder, and how far to trust it.
  public var archive = ArchiveChoice()
  /// Set by a conversion that refuses the records whose files are missing.
  var toleratesMissingFiles = false
  /// Told how far the reading of an archive or export has come.
  public var progress: ProgressObserver?

  public init(modelPath: String? = nil, key: [UInt8]? = nil, showsInternalTables: Bool = false) {
    self.modelPath = modelPath
    self.key = key
    self.showsInternalTables = showsInternalTables
  }
}

extension Finding {
  /// The user has said that the run goes on without what is lost.
  var isAcceptedLoss: Bool { kind == .realmSalvaged }
}

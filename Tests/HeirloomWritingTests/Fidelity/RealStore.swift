import Foundation
import HeirloomCoreDataModel
import HeirloomSQLite
import HeirloomSchema
import HeirloomTestSupport
import Testing

/// A store of the corpus whose model can be read, as far as the comparison needs it.
struct RealStore: Sendable, CustomTestStringConvertible {
  let slug: String
  let schema: Schema
  let metadata: PropertyList
  /// Nil for a store of a framework that kept none.
  let modelCache: [UInt8]?
  let tables: StoreShape
  var testDescription: String { slug }

  var frameworkVersion: Int { Int(metadata["NSPersistenceFrameworkVersion"]?.integer ?? 0) }

  /// Read from private copies, each with its -wal.
  static let all: [RealStore] = {
    guard let corpus = Corpus.folder?.appending(path: "coredata") else { return [] }
    let slugs = (try? FileManager.default.contentsOfDirectory(atPath: corpus.path).sorted()) ?? []
    return slugs.compactMap { slug in
      try? withTemporaryFolder { temporary -> RealStore? in
        let folder = corpus.appending(path: slug)
        var store: String?
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
          guard let bytes = FileManager.default.contents(atPath: folder.appending(path: name).path) else { continue }
          try bytes.write(to: temporary.appending(path: name))
          if bytes.starts(with: Data("SQLite format 3".utf8)) { store = temporary.appending(path: name).path }
        }
        guard let store else { return nil }
        let connection = try Connection(store, .readWrite)
        guard let list = try connection.value("SELECT Z_PLIST FROM Z_METADATA").blob else { return nil }
        let metadata = try PropertyList(list)
        let cache = (try? connection.value("SELECT Z_CONTENT FROM Z_MODELCACHE"))?.blob
        guard let schema = try cache.map({ try ModelCache.read($0).0 }) ?? model(beside: folder, of: metadata) else { return nil }
        return RealStore(
          slug: slug, schema: schema, metadata: metadata, modelCache: cache, tables: try StoreShape(of: connection))
      }
    }
  }()

  /// The version, among the app's models beside the store, whose hashes the store records.
  private static func model(beside folder: URL, of metadata: PropertyList) throws -> Schema? {
    let entries = (metadata["NSStoreModelVersionHashes"]?.dictionary ?? [:]).compactMap { name, value in
      value.data.map { (EntityName(name), $0) }
    }
    let recorded = Dictionary(entries, uniquingKeysWith: { first, _ in first })
    let beside = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().filter { $0.contains(".xcdatamodel") }
    for name in beside + [Corpus.compiledModel(of: folder.lastPathComponent)].compactMap({ $0 }) {
      guard let contents = try? ModelFile.read(folder.appending(path: name).path) else { continue }
      if let version = contents.versions(matching: recorded).first { return contents.version(named: version) }
      // The hashes of 2010 follow rules that are not known; the entities' names must do.
      if let version = contents.versions.last(where: { Set($0.entities.map(\.name)) == Set(recorded.keys) }) { return version }
    }
    return nil
  }
}

/// Everything about a store but its rows.
struct StoreShape: Sendable {
  struct Object: Hashable, Sendable {
    var type: String, name: String, sql: String
  }
  /// In the order of their creation. Left out: what SQLite makes itself, and the shadow tables of R-trees.
  var objects: [Object]
  /// `Z_ENT`, `Z_NAME`, `Z_SUPER`.
  var primaryKeys: [String]
  var pragmas: [String: String]

  init(of connection: Connection) throws {
    objects = try connection.rows("SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid").map {
      Object(type: $0[0].text ?? "", name: $0[1].text ?? "", sql: $0[2].text ?? "")
    }
    primaryKeys = try connection.rows("SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY ORDER BY Z_ENT").map {
      $0.map { $0.text ?? $0.literal }.joined(separator: " ")
    }
    pragmas = [:]
    for name in ["page_size", "auto_vacuum", "encoding", "user_version", "application_id"] {
      pragmas[name] = try connection.value("PRAGMA \(name)").literal
    }
  }

  func objects(_ type: String) -> [Object] { objects.filter { $0.type == type } }
}

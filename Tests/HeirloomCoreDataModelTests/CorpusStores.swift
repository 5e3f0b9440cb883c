import Foundation
import HeirloomCoreDataModel
import HeirloomSQLite
import HeirloomSchema
import HeirloomTestSupport
import Testing

/// A store of the corpus, as far as these tests look: its model cache and its metadata.
struct CorpusStore: Sendable, CustomTestStringConvertible {
  let slug: String
  let folder: URL
  let cache: [UInt8]?
  let metadata: PropertyList?
  var testDescription: String { slug }

  /// What the metadata records for each entity.
  var recordedHashes: [EntityName: [UInt8]] {
    let entries = metadata?["NSStoreModelVersionHashes"]?.dictionary ?? [:]
    return Dictionary(uniqueKeysWithValues: entries.compactMap { name, value in value.data.map { (EntityName(name), $0) } })
  }

  /// Every SQLite store of the corpus, read from a private copy together with its write-ahead log.
  static let all: [CorpusStore] = {
    guard let corpus = Corpus.folder?.appending(path: "coredata") else { return [] }
    let slugs = (try? FileManager.default.contentsOfDirectory(atPath: corpus.path).sorted()) ?? []
    return slugs.compactMap { slug in try? withTemporaryFolder { try read(corpus.appending(path: slug), copyingTo: $0) } }
  }()

  static let withCache = all.filter { $0.cache != nil }

  private static func read(_ folder: URL, copyingTo temporary: URL) throws -> CorpusStore? {
    var store: URL?
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let file = folder.appending(path: name)
      guard let bytes = FileManager.default.contents(atPath: file.path) else { continue }
      try bytes.write(to: temporary.appending(path: name))
      if bytes.starts(with: Data("SQLite format 3".utf8)) { store = temporary.appending(path: name) }
    }
    guard let store else { return nil }
    let connection = try Connection(store.path, .readWrite)
    let cache = try? connection.value("SELECT Z_CONTENT FROM Z_MODELCACHE").blob
    let metadata = try? connection.value("SELECT Z_PLIST FROM Z_METADATA").blob
    return CorpusStore(
      slug: folder.lastPathComponent, folder: folder, cache: cache, metadata: try metadata.map { try PropertyList($0) })
  }
}

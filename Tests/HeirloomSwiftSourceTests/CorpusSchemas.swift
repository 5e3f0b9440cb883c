internal import Foundation
internal import HeirloomCoreDataModel
internal import HeirloomSQLite
internal import HeirloomSchema
internal import HeirloomTestSupport
internal import Testing

/// The schema of a store of the corpus, out of its model cache.
struct CorpusSchema: Sendable, CustomTestStringConvertible {
  let slug: String
  let schema: Schema
  var testDescription: String { slug }

  /// Every store that has a cache, read from a private copy together with its write-ahead log.
  static let all: [CorpusSchema] = {
    guard let corpus = Corpus.folder?.appending(path: "coredata") else { return [] }
    let slugs = (try? FileManager.default.contentsOfDirectory(atPath: corpus.path).sorted()) ?? []
    return slugs.compactMap { slug in try? withTemporaryFolder { try read(corpus.appending(path: slug), copyingTo: $0) } }
  }()

  private static func read(_ folder: URL, copyingTo temporary: URL) throws -> CorpusSchema? {
    var store: URL?
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      guard let bytes = FileManager.default.contents(atPath: folder.appending(path: name).path) else { continue }
      try bytes.write(to: temporary.appending(path: name))
      if bytes.starts(with: Data("SQLite format 3".utf8)) { store = temporary.appending(path: name) }
    }
    guard let store else { return nil }
    guard let cache = try Connection(store.path, .readWrite).value("SELECT Z_CONTENT FROM Z_MODELCACHE").blob else { return nil }
    return CorpusSchema(slug: folder.lastPathComponent, schema: try ModelCache.read(cache).0)
  }
}

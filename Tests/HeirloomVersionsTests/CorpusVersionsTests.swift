internal import Foundation
internal import HeirloomCoreDataModel
internal import HeirloomFindings
internal import HeirloomMapping
internal import HeirloomSQLite
internal import HeirloomSchema
internal import HeirloomSwiftSource
internal import HeirloomTestSupport
internal import HeirloomVersions
internal import Testing

/// Differences and skeletons between the real versions of real apps.
@Suite struct CorpusVersionsTests {
  /// Pairs of stores that one app wrote at two versions.
  static let chains = [
    ["objcio-moody1", "objcio-moody2", "objcio-moody3", "objcio-moody4", "objcio-moody5"],
    ["ddg-bookmarks-v1", "ddg-bookmarks-v2", "ddg-bookmarks-v3", "ddg-bookmarks-v4"],
    ["easylife-10", "easylife-13", "easylife-15"],
    ["wire-store2-3", "wire-store2-21-2", "wire-store1-24", "wire-store2-45-0", "wire-store2-75-0"],
    ["metacocktails-preloaded-early", "metacocktails-preloaded", "metacocktails-default-a", "metacocktails-default-big"],
  ]

  private static let schemas: [String: Schema] = {
    var result: [String: Schema] = [:]
    for slug in chains.joined() { result[slug] = try? schema(slug) }
    return result
  }()

  private static func schema(_ slug: String) throws -> Schema? {
    guard let folder = Corpus.folder?.appending(path: "coredata/\(slug)") else { return nil }
    return try withTemporaryFolder { temporary in
      var store: URL?
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
        guard let bytes = FileManager.default.contents(atPath: folder.appending(path: name).path) else { continue }
        try bytes.write(to: temporary.appending(path: name))
        if bytes.starts(with: Data("SQLite format 3".utf8)) { store = temporary.appending(path: name) }
      }
      guard let store, let cache = try Connection(store.path, .readWrite).value("SELECT Z_CONTENT FROM Z_MODELCACHE").blob else {
        return nil
      }
      return try ModelCache.read(cache).0
    }
  }

  private var pairs: [(String, Schema, String, Schema)] {
    Self.chains.flatMap { chain in
      chain.enumerated().flatMap { position, first in chain.dropFirst(position).map { (first, $0) } }
    }.compactMap { first, second in
      guard let a = Self.schemas[first], let b = Self.schemas[second] else { return nil }
      return (first, a, second, b)
    }
  }

  @Test(.enabled(if: Corpus.isPresent, "skipped: no corpus"))
  func `two real versions differ exactly when their checksums do`() {
    var count = 0
    for (first, a, second, b) in pairs {
      for (old, new) in [(a, b), (b, a)] {
        let difference = SchemaDifference(from: old, to: new)
        let needsVersion = difference.changes.filter { $0.need > .automatic }
        if difference.haveSameChecksum {
          #expect(needsVersion.map(\.message) == [], "\(first) \(second)")
        } else {
          #expect(!difference.changes.isEmpty, "\(first) \(second)")
        }
        count += 1
      }
    }
    #expect(count > 60)
  }

  @Test(.enabled(if: Corpus.isPresent, "skipped: no corpus"))
  func `the changes between Moody 1 and Moody 5 are those its authors made`() throws {
    let old = try #require(Self.schemas["objcio-moody1"]), new = try #require(Self.schemas["objcio-moody5"])
    let difference = SchemaDifference(from: old, to: new)
    // The models' own history: countries leave the regions' hierarchy, continents become a number, moods get a rating.
    #expect(
      difference.changes.map { "\($0.need): \($0.message)" } == [
        "lightweight: 'Country': parent changed from 'GeographicRegion' to none",
        "custom: 'Country': uniqueness added, is 'numericISO3166Code', 'uniquenessDummy'",
        "automatic: 'Country': indexes changed",
        "automatic: 'Country.isoContinent': attribute added, is Int16, optional",
        "automatic: 'Country.continent': relationship removed, was one 'Continent'",
        "automatic: 'Mood.remoteID': attribute renamed from 'remoteIdentifier' to 'remoteID'",
        "automatic: 'Mood.rating': attribute added, is Int16",
        "automatic: 'Continent': entity removed", "automatic: 'GeographicRegion': entity removed",
      ])
  }

  @Test(.enabled(if: Corpus.isPresent, "skipped: no corpus"))
  func `skeletons between real versions pass the check once they are answered`() {
    for (first, a, second, b) in pairs {
      let written = SwiftDataSource.write(b, as: "NextSchema")
      guard let target = read(written.text).versions.first else {
        Issue.record("\(second) does not read back")
        continue
      }
      let skeleton = MappingSkeleton(from: a, to: target, in: .mapping(store: "CoreData", file: "Next.swift"))
      var checker = Checker(source: a, target: target)
      _ = checker.check(MappingFile.read(answered(skeleton.text), path: "skeleton.mapping.swift"))
      let errors = checker.findings.filter { $0.severity == .error }.map { $0.drawing() }
      #expect(errors == [], "\(first) \(second)")
    }
  }

  private func answered(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let body = line.drop(while: \.isWhitespace)
      return body.hasPrefix("//   ") ? String(body.dropFirst(5)) : String(line)
    }.joined(separator: "\n")
  }
}

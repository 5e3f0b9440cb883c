import Foundation
import HeirloomCoreDataModel
import HeirloomSchema
import HeirloomTestSupport
import Testing

/// `make fidelity` runs this and prints the score; with FIDELITY_DETAILS set, each difference.
@Suite(.enabled(if: Corpus.isPresent, "skipped: no corpus"))
struct `Fidelity of model caches` {
  @Test func `a real cache, read and written, is the same graph of objects`() throws {
    let showsDetails = ProcessInfo.processInfo.environment["FIDELITY_DETAILS"] != nil
    var compared = 0, same = 0, exact: [String] = [], reasons: [ArchiveGraphs.Reason: Int] = [:]
    for store in CorpusStore.withCache {
      let cache = try #require(store.cache)
      let isSwiftData = swiftData.contains(store.slug)
      let written = try ModelCache.write(try ModelCache.read(cache).0, listsUniqueness: isSwiftData)
      let graphs = ArchiveGraphs(
        try KeyedArchive(try ModelCache.archive(cache)), try KeyedArchive(try ModelCache.archive(written)))
      compared += graphs.compared
      same += graphs.same
      if graphs.same == graphs.compared { exact.append(store.slug) }
      reasons.merge(graphs.explained) { $0 + $1 }
      print("cache \(store.slug): \(graphs.same) of \(graphs.compared)")
      for (what, count) in graphs.differences.sorted(by: { $0.key < $1.key }) where showsDetails {
        print("    \(count) × \(what), so in \(graphs.places[what] ?? "")")
      }
      #expect(graphs.differences == [:], "\(store.slug)")
      #expect(graphs.same == graphs.compared || !isSwiftData, "\(store.slug)")
    }
    print("caches: \(same) of \(compared) facts the same; \(exact.count) of \(CorpusStore.withCache.count) in everything")
    for (reason, count) in reasons { print("caches: \(count) × \(reason.rawValue)") }
    #expect(exact.count >= 19 && compared > 150_000)
  }

  /// A comparison that saw nothing would pass always.
  @Test func `the comparison finds a flag that is not the same`() throws {
    let store = try #require(CorpusStore.withCache.first { $0.slug == "ddg-bookmarks-v1" }), cache = try #require(store.cache)
    var schema = try ModelCache.read(cache).0
    schema["BookmarkEntity"]?.attributes[0].isOptional.toggle()
    let written = try KeyedArchive(try ModelCache.archive(try ModelCache.write(schema)))
    let graphs = ArchiveGraphs(try KeyedArchive(try ModelCache.archive(cache)), written)
    #expect(graphs.differences.count == 2)
  }
}

private let swiftData = [
  "metacocktails-default-a", "metacocktails-default-big", "metacocktails-preloaded", "metacocktails-preloaded-early",
  "resourcesmanager-a",
]

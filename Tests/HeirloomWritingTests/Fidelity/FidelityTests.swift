import Foundation
import HeirloomTestSupport
import Testing

/// `make fidelity` runs these and prints the score; with FIDELITY_DETAILS set, each difference and its reason.
@Suite(.enabled(if: Corpus.isPresent, "skipped: no corpus"))
struct `Fidelity to real stores` {
  private let showsDetails = ProcessInfo.processInfo.environment["FIDELITY_DETAILS"] != nil

  @Test func `differs only in what is pinned here, each for a known reason`() throws {
    var compared = 0, same = 0
    for real in RealStore.all {
      let comparison = try Comparison(real)
      compared += comparison.compared
      same += comparison.same
      print(
        "fidelity \(real.slug): \(comparison.same) of \(comparison.compared)\(StoreTraits(real).isMigrated ? ", migrated" : "")")
      for difference in comparison.differences where showsDetails {
        print("    \(difference.text) | \(difference.reason?.rawValue ?? "UNEXPLAINED")")
      }
      for difference in comparison.unexplained { print("    unexplained: \(difference.text)") }
      let counts = Dictionary(grouping: comparison.differences.compactMap(\.reason)) { $0 }.mapValues(\.count)
      #expect(comparison.unexplained.isEmpty, "\(real.slug)")
      #expect(counts == pinned[real.slug] ?? [:], "\(real.slug)")
      #expect(pinned[real.slug] != nil || exact.contains(real.slug), "\(real.slug) is new")
    }
    print("fidelity: \(same) of \(compared) facts the same; \(exact.count) of \(RealStore.all.count) stores in everything")
  }

  @Test func `differs in a store that was never migrated only where nothing can be known from the model`() throws {
    let unknowable: Set<Difference.Reason> = [
      .hashOrder, .eitherName, .appsOwnMetadata, .otherHistory, .newerFramework, .olderFramework,
    ]
    for real in RealStore.all where !StoreTraits(real).isMigrated {
      let reasons = Set(try Comparison(real).differences.compactMap(\.reason))
      #expect(reasons.isSubset(of: unknowable), "\(real.slug)")
    }
  }
}

/// The same in every table, column, index, number, pragma and metadata value.
private let exact: Set<String> = [
  "contentful", "ddg-bookmarks-v1", "ddg-bookmarks-v2", "ddg-bookmarks-v3",
  "ddg-bookmarks-v4", "ddg-syncmetadata-v3", "easylife-13", "metacocktails-default-a",
  "metacocktails-default-big", "metacocktails-preloaded", "metacocktails-preloaded-early", "photos-clscontactcache",
  "photos-clspubliceventcache", "photos-csutaxonomy-15.7.2", "photos-pgcurationcache", "plaso-datausage",
  "plaso-imodb2", "plaso-netusage", "plaso-notestore", "resourcesmanager-a", "xcserver-1.2.0",
]

/// How many differences each of the other stores has, and why.
private let pinned: [String: [Difference.Reason: Int]] = [
  "easylife-10": [.migratedOrder: 1],
  "easylife-15": [.migratedOrder: 1],
  "objcio-moody1": [.appsOwnMetadata: 1],
  "objcio-moody2": [.appsOwnMetadata: 1],
  "objcio-moody3": [.appsOwnMetadata: 1],
  "objcio-moody4": [.appsOwnMetadata: 1],
  "objcio-moody5": [.appsOwnMetadata: 1],
  "photos-10.15.7": [
    .hashOrder: 2, .spatialIndex: 7, .migratedOrder: 2, .staleIndexes: 3,
    .appsOwnIndex: 3, .olderSpelling: 1, .derivedAttributes: 56, .appsOwnMetadata: 12,
  ],
  "photos-11-10.16.0.1": [
    .migratedNames: 8, .migratedColumns: 6, .spatialIndex: 7, .migratedOrder: 2,
    .staleIndexes: 124, .appsOwnIndex: 2, .derivedAttributes: 60, .appsOwnMetadata: 3,
  ],
  "photos-13.0": [
    .migratedColumns: 17, .migratedNames: 13, .spatialIndex: 7, .migratedOrder: 2,
    .staleIndexes: 112, .appsOwnIndex: 2, .derivedAttributes: 18, .appsOwnMetadata: 4,
  ],
  "photos-14.6": [
    .migratedColumns: 21, .migratedNames: 14, .spatialIndex: 7, .migratedOrder: 2,
    .staleIndexes: 62, .appsOwnIndex: 2, .derivedAttributes: 18, .appsOwnMetadata: 4,
  ],
  "photos-clslocationcache": [.migratedColumns: 1, .migratedOrder: 1],
  "photos-mediaanalysis-26.1": [.otherHistory: 3, .newerFramework: 1],
  "photos-vuindex-26.1": [.otherHistory: 3],
  "plaso-knowledgec-10.13": [.otherHistory: 9],
  "tavanttrade": [.olderFramework: 1],
  "wire-store1-24": [.appsOwnMetadata: 7],
  "wire-store2-21-2": [.hashOrder: 1, .migratedOrder: 2, .appsOwnMetadata: 9],
  "wire-store2-3": [.hashOrder: 1, .eitherName: 8, .appsOwnMetadata: 10],
  "wire-store2-45-0": [.hashOrder: 1, .migratedOrder: 2, .staleIndexes: 1, .appsOwnMetadata: 9],
  "wire-store2-75-0": [.migratedOrder: 2, .staleIndexes: 1, .appsOwnMetadata: 9],
]

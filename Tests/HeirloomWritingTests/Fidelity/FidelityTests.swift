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
      if showsDetails { print("    evidence: \(StoreTraits(real).evidence.map(\.rawValue).sorted())") }
      for difference in comparison.differences where showsDetails {
        print("    \(difference.text) | \(difference.reason?.rawValue ?? "UNEXPLAINED")")
      }
      for difference in comparison.unexplained { print("    unexplained: \(difference.text)") }
      let counts = Dictionary(grouping: comparison.differences.compactMap(\.reason)) { $0 }.mapValues(\.count)
      #expect(comparison.unexplained.isEmpty, "\(real.slug)")
      #expect(counts == pinned[real.slug] ?? [:], "\(real.slug)")
      #expect(pinned[real.slug] != nil || exact.contains(real.slug), "\(real.slug) is new")
    }
    let whole = RealStore.all.count { exact.contains($0.slug) }
    print("fidelity: \(same) of \(compared) facts the same; \(whole) of \(RealStore.all.count) stores in everything")
  }

  @Test func `a store that was never migrated differs in nothing, but for one of 2010`() throws {
    for real in RealStore.all where !StoreTraits(real).isMigrated {
      let differences = try Comparison(real).differences
      guard real.slug == "digitalorder" else {
        #expect(differences.map(\.text) == [], "\(real.slug)")
        continue
      }
      #expect(Set(differences.compactMap(\.reason)).isSubset(of: [.of2010, .foreignTable]))
    }
  }

  @Test func `whether a store was migrated is decided by what it shows`() {
    for real in RealStore.all {
      #expect(StoreTraits(real).evidence == migrated[real.slug] ?? [], "\(real.slug)")
    }
  }
}

/// The same in every table, column, index, trigger, number, pragma and metadata value.
private let exact: Set<String> = [
  "contentful", "ddg-bookmarks-v1", "ddg-bookmarks-v2", "ddg-bookmarks-v3", "ddg-bookmarks-v4", "ddg-syncmetadata-v3",
  "easylife-13", "metacocktails-default-a", "metacocktails-default-big", "metacocktails-preloaded",
  "metacocktails-preloaded-early", "objcio-moody1", "objcio-moody2", "objcio-moody3", "objcio-moody4", "objcio-moody5",
  "photos-clscontactcache", "photos-clspubliceventcache", "photos-csutaxonomy-15.7.2", "photos-mediaanalysis-26.1",
  "photos-pgcurationcache", "photos-vuindex-26.1", "plaso-datausage", "plaso-imodb2", "plaso-knowledgec-10.13", "plaso-netusage",
  "plaso-notestore", "resourcesmanager-a", "tavanttrade", "wire-store1-24", "wire-store2-3", "xcserver-1.2.0",
]

/// What shows that a store was migrated, for each that was.
private let migrated: [String: Set<StoreTraits.Evidence>] = [
  "easylife-10": [.otherOrder, .movedBookkeeping],
  "easylife-15": [.youngerTables],
  "photos-10.15.7": [.otherOrder, .movedBookkeeping],
  "photos-11-10.16.0.1": Set(StoreTraits.Evidence.allCases),
  "photos-13.0": Set(StoreTraits.Evidence.allCases),
  "photos-14.6": Set(StoreTraits.Evidence.allCases).subtracting([.youngerTables]),
  "photos-clslocationcache": [.appendedColumns],
  "wire-store2-21-2": [.otherOrder, .youngerTables, .movedBookkeeping],
  "wire-store2-45-0": [.otherOrder, .youngerTables, .movedBookkeeping],
  "wire-store2-75-0": [.otherOrder, .movedBookkeeping],
]

/// How many differences each of the other stores has, and why.
private let pinned: [String: [Difference.Reason: Int]] = [
  "digitalorder": [.of2010: 4, .foreignTable: 1],
  "easylife-10": [.migratedOrder: 1],
  "easylife-15": [.migratedOrder: 1],
  "photos-10.15.7": [.keptOrderColumns: 1, .migratedOrder: 2, .staleIndexes: 3, .appsOwnIndex: 3, .triggerOrder: 1],
  "photos-11-10.16.0.1": [
    .migratedNames: 8, .migratedColumns: 6, .migratedOrder: 2, .staleIndexes: 124, .appsOwnIndex: 2, .triggerOrder: 1,
  ],
  "photos-13.0": [
    .migratedColumns: 17, .migratedNames: 13, .migratedOrder: 2, .staleIndexes: 112, .appsOwnIndex: 2,
  ],
  "photos-14.6": [
    .migratedColumns: 21, .migratedNames: 14, .migratedOrder: 2, .staleIndexes: 62, .appsOwnIndex: 2,
  ],
  "photos-clslocationcache": [.migratedColumns: 1, .migratedOrder: 1],
  "wire-store2-21-2": [.keptJoinNames: 4, .keptOrderColumns: 1, .migratedOrder: 2, .staleIndexes: 4],
  "wire-store2-45-0": [.keptJoinNames: 4, .keptOrderColumns: 1, .migratedOrder: 2, .staleIndexes: 5],
  "wire-store2-75-0": [.keptJoinNames: 2, .migratedOrder: 2, .staleIndexes: 3],
]

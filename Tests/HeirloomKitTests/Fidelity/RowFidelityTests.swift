import Foundation
import HeirloomFindings
import HeirloomReporting
import HeirloomTestSupport
import Testing

/// `make fidelity` runs these and prints the score; with FIDELITY_DETAILS set, each difference.
@Suite(.enabled(if: Corpus.isPresent, "skipped: no corpus"))
struct `Fidelity of rows` {
  private let showsDetails = ProcessInfo.processInfo.environment["FIDELITY_DETAILS"] != nil

  @Test func `a store converted to its own model keeps every value and its storage class`() throws {
    let corpus = try #require(Corpus.folder).appending(path: "coredata")
    var compared = 0, same = 0, stores = 0, inAll = 0, reasons: [RowComparison.Reason: Int] = [:]
    for slug in try FileManager.default.contentsOfDirectory(atPath: corpus.path).sorted() {
      try withTemporaryFolder { folder in
        guard let trip = try RoundTrip(slug, in: folder) else { return }
        #expect(trip.report.exitStatus == .done, "\(slug): \(trip.report.findings.map(\.description))")
        let comparison = try RowComparison(trip)
        compared += comparison.compared
        same += comparison.same
        stores += 1
        if comparison.others.isEmpty { inAll += 1 }
        reasons.merge(comparison.explained) { $0 + $1 }
        print("rows \(slug): \(comparison.same) of \(comparison.compared)")
        for (reason, count) in comparison.explained where showsDetails { print("    \(count) × \(reason.rawValue)") }
        for (what, count) in comparison.others.sorted(by: { $0.key < $1.key }) where showsDetails {
          print("    \(count) × \(what)")
        }
        #expect(comparison.others == pinned[slug] ?? [:], "\(slug)")
      }
    }
    print("rows: \(same) of \(compared) values the same; \(inAll) of \(stores) stores but for what a fresh store has anew")
    for (reason, count) in reasons { print("rows: \(count) × \(reason.rawValue)") }
    #expect(stores == 43 && reasons.keys.count == RowComparison.Reason.allCases.count)
  }

  /// The stores have R-trees, 4 to 63 triggers of all three kinds, or none; the triggers of Photos' counts run while the rows go in.
  @Test(arguments: [
    "photos-10.15.7", "photos-11-10.16.0.1", "photos-14.6", "plaso-notestore", "metacocktails-preloaded", "ddg-bookmarks-v4",
  ])
  func `a store that is its own template, emptied, gets its rows again and keeps its schema`(_ slug: String) throws {
    try withTemporaryFolder { folder in
      let trip = try #require(try RoundTrip(slug, in: folder, usesTemplate: true))
      #expect(trip.report.exitStatus == .done, "\(trip.report.findings.map(\.description))")
      let comparison = try RowComparison(trip)
      #expect(comparison.others == pinned[slug] ?? [:])
      let objects = "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY type, name"
      #expect(try rows(objects, of: trip.old) == rows(objects, of: trip.new))
      let metadata = "SELECT * FROM Z_METADATA, Z_MODELCACHE"
      #expect(try rows(metadata, of: trip.old) == rows(metadata, of: trip.new))
    }
  }

  /// A comparison that saw nothing would pass always.
  @Test(arguments: [
    ("UPDATE ZTODOITEM SET ZNAME = ZNAME || '!' WHERE Z_PK = 1", "ZTODOITEM.ZNAME: text became text"),
    ("UPDATE ZTODOITEM SET ZDATE = ZDATE + 0.5 WHERE Z_PK = 1", "ZTODOITEM.ZDATE: integer became real"),
    ("UPDATE ZTODOITEM SET ZNAME = CAST(ZNAME AS BLOB) WHERE Z_PK = 1", "ZTODOITEM.ZNAME: text became blob"),
    ("UPDATE ZTODOITEM SET Z_OPT = 2 WHERE Z_PK = 1", "ZTODOITEM.Z_OPT: not 1"),
    ("DELETE FROM ZTODOITEM WHERE Z_PK = 1", "ZTODOITEM: record only in the old"),
    ("UPDATE Z_PRIMARYKEY SET Z_MAX = 9999 WHERE Z_NAME = 'TodoItem'", "Z_MAX of TodoItem"),
    ("PRAGMA user_version = 3", "pragma user_version: 0 became 3"),
  ])
  func `the comparison finds one value that is not the same`(_ change: String, _ found: String) throws {
    try withTemporaryFolder { folder in
      let trip = try #require(try RoundTrip("easylife-10", in: folder))
      #expect(try RowComparison(trip).others == [:])
      try tamper(URL(fileURLWithPath: trip.new), change)
      for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: trip.new + suffix) }
      #expect(try RowComparison(trip).others == [found: 1])
    }
  }
}

/// What of each store does not come back as it was.
private let pinned: [String: [String: Int]] = [
  // The records were put in by hand, past Core Data; pages of 2,048 bytes are those of 2010.
  "digitalorder": ["Z_MAX of Dishes": 1, "Z_MAX of Type": 1, "pragma page_size: 2048 became 4096": 1],
  "photos-11-10.16.0.1": requiredButEmpty,
  "photos-13.0": requiredButEmpty.merging(defaultsOfSiblings) { $0 + $1 }.merging(["Z_47MERGECANDIDATES: link only in the old": 6]
  ) { $0 + $1 },
  "photos-14.6": requiredButEmpty.merging(defaultsOfSiblings) { $0 + $1 }.merging(["Z_48MERGECANDIDATES: link only in the old": 7]
  ) { $0 + $1 },
  // 28 one-to-ones that one side alone knows of: both have them afterwards.
  "plaso-notestore": [
    "ZICCLOUDSTATE.ZCLOUDSYNCINGOBJECT: null became integer": 28, "ZICCLOUDSTATE.Z2_CLOUDSYNCINGOBJECT: null became integer": 28,
  ],
  "wire-store2-21-2": renamed("Z_15", ["IGNORED", "TRUSTED"]), "wire-store2-45-0": renamed("Z_18", ["IGNORED", "TRUSTED"]),
  "wire-store2-75-0": renamed("Z_19", ["TRUSTED"]),
]

/// A migration added required attributes and left them empty; they get the model's default.
private let requiredButEmpty = [
  "ZASSET.ZVIDEOKEYFRAMETIMESCALE: null became integer": 4, "ZASSET.ZVIDEOKEYFRAMEVALUE: null became integer": 4,
]

/// A migration that added a column for one sub-entity gave its default to the rows of the siblings, which have no such attribute.
private let defaultsOfSiblings = [
  "ZGENERICALBUM.ZPROCESSINGVERSION: integer became null": 66, "ZGENERICALBUM.ZSEARCHINDEXREBUILDSTATE: integer became null": 51,
  "ZGENERICALBUM.ZSEARCHINDEXREBUILDSTATE1: integer became null": 36,
]

/// Join tables within one entity, which a migration left under the other of their two names; the links are the same.
private func renamed(_ prefix: String, _ names: [String]) -> [String: Int] {
  var result: [String: Int] = [:]
  for name in names {
    result["\(prefix)\(name)CLIENTS is only in the old"] = 1
    result["\(prefix)\(name)BYCLIENTS is only in the new"] = 1
  }
  return result
}

import Foundation
import HeirloomFindings
import HeirloomKit
import HeirloomReporting
import HeirloomSchema
import HeirloomTestSupport
import Testing

/// Real stores along the versions of their own models; the counts are those of the corpus's own list.
@Suite(.enabled(if: Corpus.isPresent, "skipped: no corpus"))
struct MigrationCorpusTests {
  func path(_ name: String) -> String { Corpus.folder?.appending(path: "coredata/\(name)").path ?? "" }

  @Test func `Moody goes from its first version to its fifth, all hops and each one`() throws {
    let bundle = path("objcio-moody1/Moody.xcdatamodeld")
    try withTemporaryFolder { folder in
      let whole = folder.path + "/whole.store"
      let report = try migrate(path("objcio-moody1/Moody.moody"), bundle, to: whole, version: "Moody 5")
      #expect(report.exitStatus == .done, "\(report.findings)")
      #expect(report.migration?.from == "Moody" && report.migration?.foundBy == "hashes" && report.migration?.hops.count == 4)
      #expect(try number("SELECT count(*) FROM Mood", in: whole) == 4)
      #expect(try number("SELECT count(*) FROM Country", in: whole) == 3)
      var current = path("objcio-moody1/Moody.moody")
      for number in 2...5 {
        let next = folder.path + "/\(number).store"
        let hop = try migrate(current, bundle, to: next, version: "Moody \(number)")
        #expect(hop.exitStatus == .done, "\(number): \(hop.findings)")
        #expect(hop.migration?.hops.count == 1)
        current = next
      }
      #expect(try dump(whole) == dump(current))
    }
  }

  @Test(arguments: [1, 2, 3, 4, 5]) func `each Moody store reaches the fifth version`(_ number: Int) throws {
    let name = number == 1 ? "Moody.moody" : "Moody \(number).moody"
    try withTemporaryFolder { folder in
      let report = try migrate(path("objcio-moody\(number)/\(name)"), path("objcio-moody1/Moody.xcdatamodeld"), to: folder.path + "/new.store", version: "Moody 5")
      #expect(report.exitStatus == .done, "\(report.findings)")
      #expect(report.migration?.foundBy == "hashes")
    }
  }

  @Test(arguments: [1, 2, 3, 4]) func `each DuckDuckGo bookmarks store reaches the fourth version`(_ number: Int) throws {
    let slug = "ddg-bookmarks-v\(number)"
    try withTemporaryFolder { folder in
      let output = folder.path + "/new.store"
      let report = try migrate(path("\(slug)/Bookmarks_V\(number).sqlite"), path("\(slug)/BookmarksModel.xcdatamodeld"), to: output, version: "BookmarksModel 4")
      #expect(report.exitStatus == .done, "\(report.findings)")
      #expect(report.migration?.hops.count == max(1, 4 - number))
      #expect(try HeirloomVersionsTests.number("SELECT count(*) FROM BookmarkEntity", in: output) == 10)
    }
  }

  // The stores are at a version between those that the bundle kept: the plan is written from the stores' own models.
  @Test func `EasyLife goes from 1_0 to 1_5`() throws {
    try withTemporaryFolder { folder in
      let old = path("easylife-10/EasyLife.sqlite")
      let report = try migrate(old, path("easylife-10/EasyLife.xcdatamodeld"), to: folder.path + "/x.store")
      #expect(report.findings.last?.id == "version-unknown")
      let written = try SchemaReport.reading([old]).planSource(to: path("easylife-15/EasyLife.xcdatamodeld"))
      let file = folder.path + "/Plan.swift"
      try written.text.write(toFile: file, atomically: true, encoding: .utf8)
      let output = folder.path + "/new.store"
      let migrated = try migrate(old, file, to: output)
      #expect(migrated.exitStatus == .done, "\(migrated.findings)")
      #expect(migrated.migration?.foundBy == "hashes")
      #expect(try number("SELECT count(*) FROM TodoItem", in: output) == number("SELECT count(*) FROM TodoItem", in: old))
    }
  }

  @Test func `XCServer goes from 1_2_0 to its last version`() throws {
    try withTemporaryFolder { folder in
      let stores = try FileManager.default.contentsOfDirectory(atPath: path("xcserver-1.2.0")).filter { $0.hasSuffix(".sqlite") }
      let bundle = Corpus.folder?.appending(path: "models/xcserver/XCServerCoreData.xcdatamodeld").path ?? ""
      let store = try #require(stores.first)
      let report = try migrate(path("xcserver-1.2.0/\(store)"), bundle, to: folder.path + "/new.store")
      print("xcserver", report.exitStatus, report.migration?.hops.map(\.to) ?? [], report.findings.filter { $0.severity != .note }.map(\.description))
    }
  }
}

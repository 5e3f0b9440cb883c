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
      #expect(report.migration?.from == "Moody" && report.migration?.foundBy == "hashes")
      #expect(report.migration?.hops.reduce(0) { $0 + 1 + $1.through.count } == 4)
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
      let report = try migrate(
        path("objcio-moody\(number)/\(name)"), path("objcio-moody1/Moody.xcdatamodeld"), to: folder.path + "/new.store",
        version: "Moody 5")
      #expect(report.exitStatus == .done, "\(report.findings)")
      #expect(report.migration?.foundBy == "hashes")
    }
  }

  @Test(arguments: [1, 2, 3, 4]) func `each DuckDuckGo bookmarks store reaches the fourth version`(_ number: Int) throws {
    let slug = "ddg-bookmarks-v\(number)"
    try withTemporaryFolder { folder in
      let output = folder.path + "/new.store"
      let report = try migrate(
        path("\(slug)/Bookmarks_V\(number).sqlite"), path("\(slug)/BookmarksModel.xcdatamodeld"), to: output,
        version: "BookmarksModel 4")
      #expect(report.exitStatus == .done, "\(report.findings)")
      // Its stages are made at once; one at a time gives the same.
      #expect(report.migration?.hops.count == 1)
      var current = path("\(slug)/Bookmarks_V\(number).sqlite")
      for version in stride(from: number + 1, through: 4, by: 1) {
        let next = folder.path + "/\(version).store"
        #expect(
          try migrate(current, path("\(slug)/BookmarksModel.xcdatamodeld"), to: next, version: "BookmarksModel \(version)")
            .exitStatus == .done)
        current = next
      }
      if number < 4 { #expect(try dump(output) == dump(current)) }
      #expect(try HeirloomVersionsTests.number("SELECT count(*) FROM BookmarkEntity", in: output) == 10)
    }
  }

  // The first store's values in files of their own were not published with it: the test puts others in their place.
  @Test func `Wire goes from 1_24 to 2_75 along the models of all five of its stores`() throws {
    let later = [
      "wire-store2-3/store2-3", "wire-store2-21-2/store2-21-2", "wire-store2-45-0/store2-45-0", "wire-store2-75-0/store2-75-0",
    ]
    .map { path("\($0).wiredatabase") }
    try withTemporaryFolder { folder in
      let first = folder.path + "/store1-24.wiredatabase", files = folder.path + "/.store1-24_SUPPORT/_EXTERNAL_DATA"
      try FileManager.default.copyItem(atPath: path("wire-store1-24/store1-24.wiredatabase"), toPath: first)
      let incomplete = try Migration(plan: [first] + later).migrate(first, to: folder.path + "/x.store")
      #expect(incomplete.findings.last?.id == "external-file-missing")
      try FileManager.default.createDirectory(atPath: files, withIntermediateDirectories: true)
      for _ in 0..<20 {
        let report = try Migration(plan: [first] + later).migrate(first, to: folder.path + "/x.store")
        let missing = report.findings.filter { $0.id == "external-file-missing" }.compactMap {
          $0.message.split(separator: "'").map { String($0) }.first { $0.count == 36 }
        }
        if missing.isEmpty {
          #expect(report.exitStatus == .done, "\(report.findings.filter { $0.severity == .error })")
          break
        }
        for name in missing { try Data("the bytes of \(name)".utf8).write(to: URL(fileURLWithPath: "\(files)/\(name)")) }
      }
      let whole = folder.path + "/whole.store"
      let report = try Migration(plan: [first] + later).migrate(first, to: whole)
      #expect(report.exitStatus == .done, "\(report.findings.filter { $0.severity == .error })")
      // The corpus's own list has 180 records for it.
      #expect(report.entities.reduce(0) { $0 + $1.read } == 180)
      var current = first
      for store in later {
        let next = folder.path + "/\(store.split(separator: "/").last ?? "").next"
        let hop = try Migration(plan: [first] + later).migrate(
          current, to: next, options: MigrationOptions(targetVersion: store.split(separator: "/").last.map { String($0) }))
        #expect(hop.exitStatus == .done, "\(hop.findings.filter { $0.severity == .error })")
        current = next
      }
      #expect(try dump(whole) == dump(current))
    }
  }

  // Both stores have an empty model that no version of the bundle kept; their own models are the versions before it.
  @Test(arguments: ["easylife-10/EasyLife.sqlite", "easylife-13/EasyLife 1.3.0.sqlite"])
  func `an EasyLife store is a version of its own, before those of its bundle`(_ name: String) throws {
    try withTemporaryFolder { folder in
      let store = path(name), output = folder.path + "/new.store"
      let report = try Migration(plan: [store, path("easylife-15/EasyLife.xcdatamodeld")]).migrate(store, to: output)
      #expect(report.exitStatus == .done, "\(report.findings.filter { $0.severity == .error })")
      #expect(report.migration?.foundBy == "hashes" && report.migration?.to == "EasyLife 1.5.0")
      #expect(try number("SELECT count(*) FROM TodoItem", in: output) == number("SELECT count(*) FROM TodoItem", in: store))
      #expect(
        try texts("SELECT name FROM TodoItem ORDER BY _id", in: output)
          == texts("SELECT name FROM TodoItem ORDER BY _id", in: store))
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

  @Test func `XCServer goes from 1_2_0 to 2_0_3 by a mapping for the stage that makes dates of texts`() throws {
    let store = path("xcserver-1.2.0/XCServerCoreData_1.2.0.sqlite")
    let bundle = Corpus.folder?.appending(path: "models/xcserver/XCServerCoreData.xcdatamodeld").path ?? ""
    try withTemporaryFolder { folder in
      let output = folder.path + "/new.store"
      let refused = try migrate(store, bundle, to: output)
      #expect(
        refused.findings.filter { $0.severity == .error }.map(\.message)
          == ["endedTime", "queuedDate", "startedTime"].map {
            "the way from 'XCServerCoreData1.2.0' to 'XCServerCoreData2.0.0' cannot do this by itself: 'Integration.\($0)': type changed from String to Date"
          })
      #expect(
        refused.findings.last { $0.severity == .error }?.help?.contains(
          "'Stage(\"XCServerCoreData1.2.0\", to: \"XCServerCoreData2.0.0\") { … }'") ?? false)
      let mapping = folder.path + "/dates.mapping.swift"
      try """
      Stage("XCServerCoreData1.2.0", to: "XCServerCoreData2.0.0") {
        Map("Integration", to: Integration.self) { old in
          endedTime = Date(iso8601: old.endedTime ?? "")
          queuedDate = Date(iso8601: old.queuedDate ?? "")
          startedTime = Date(iso8601: old.startedTime ?? "")
        }
        Drop("Asset.infoDictionary", because: "not kept")
        Drop("CommitContributor.emails", because: "not kept")
        Drop("Integration.hasCoverageData", because: "not kept")
        Drop("Integration.success_streak", because: "not kept")
        Drop("Issue.documentFilePath", because: "not kept")
        Drop("Issue.documentLocationData", because: "not kept")
        Drop("Issue.testCase", because: "not kept")
      }
      """.write(toFile: mapping, atomically: true, encoding: .utf8)
      let report = try migrate(store, bundle, to: output, mappings: [mapping])
      #expect(report.exitStatus == .done, "\(report.findings)")
      #expect(report.migration?.to == "XCServerCoreData2.0.3")
      // 2017-06-07T18:04:25.763Z is 1496858665.763 after 1970, and 978307200 less after 2001.
      #expect(try texts("SELECT startedTime FROM Integration LIMIT 1", in: output) == ["518551465.763"])
      #expect(try number("SELECT count(*) FROM Integration", in: output) == 24)
    }
  }

  // Four stores of one app, years apart: their own models are the versions.
  @Test func `Wire goes from 2_3 to 2_75 along the models of its stores`() throws {
    let stores = ["2-3", "21-2", "45-0", "75-0"].map { number in
      path(number == "2-3" ? "wire-store2-3/store2-3.wiredatabase" : "wire-store2-\(number)/store2-\(number).wiredatabase")
    }
    try withTemporaryFolder { folder in
      let whole = folder.path + "/whole.store"
      let report = try Migration(plan: stores).migrate(stores[0], to: whole)
      #expect(report.exitStatus == .done, "\(report.findings)")
      #expect(report.migration?.foundBy == "hashes")
      #expect(report.entities.reduce(0) { $0 + $1.written } == 27)
      var current = stores[0]
      for (index, store) in stores.enumerated().dropFirst() {
        let next = folder.path + "/\(index).store"
        let hop = try Migration(plan: stores).migrate(
          current, to: next, options: MigrationOptions(targetVersion: store.split(separator: "/").last.map { String($0) }))
        #expect(hop.exitStatus == .done, "\(hop.findings)")
        current = next
      }
      #expect(try dump(whole) == dump(current))
    }
  }
}

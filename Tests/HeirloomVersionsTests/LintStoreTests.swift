internal import Foundation
internal import HeirloomFindings
internal import HeirloomKit
internal import HeirloomReporting
internal import HeirloomSchema
internal import HeirloomTestSupport
internal import HeirloomVersions
internal import Testing

/// What `lint` and `diff` say of stores.
@Suite struct LintStoreTests {
  @Test func `records of a store that a new constraint has no room for are counted`() throws {
    try withTemporaryFolder { folder in
      let file = folder.path + "/Plan.swift", store = folder.path + "/old.store"
      let old = note("var kind: Bool; var a: Int?; var b: Int"),
        new = note("@Attribute(.unique) var kind: Bool; @Attribute(.unique) var a: Int?; var b: Int")
      try plan(old, new).write(toFile: file, atomically: true, encoding: .utf8)
      try MadeStore(read(plan(old, new)).versions[0], count: 10).write(to: store)
      let report = try FindingsReport.linting([file], stores: [store])
      // Ten notes, odd and even: eight of the kinds have to go. The numbers are 3n, and every fifth is nil: no two are alike.
      #expect(
        report.findings.filter { $0.id == "duplicates-in-store" }.map(\.message) == [
          "8 records of 'Note' in '\(store)' are alike to another in 'kind', which 'V2' makes unique"
        ])
      #expect(report.findings.first { $0.id == "duplicates-in-store" }?.severity == .error)
      let difference = try DifferenceReport.comparing(store, file + "@V2")
      #expect(
        difference.changes.map(\.why).sorted() == [
          "records that are alike must become one before the constraint holds; in this store 8 records have to go or be joined",
          "records that are alike must become one before the constraint holds; in this store no two are",
        ])
      // In a custom stage it is the closure's work.
      let custom = plan(
        old, new, stage: ".custom(fromVersion: V1.self, toVersion: V2.self, willMigrate: { c in try c.save() }, didMigrate: nil)")
      try custom.write(toFile: file, atomically: true, encoding: .utf8)
      #expect(
        try FindingsReport.linting([file], stores: [store]).findings.filter { $0.id == "duplicates-in-store" }.map(\.severity)
          == [.warning])
    }
  }

  @Test(.enabled(if: Corpus.isPresent, "skipped: no corpus"))
  func `source written for real stores raises no alarm but for what the stores have`() throws {
    var told: [String: Int] = [:]
    for store in CorpusStores.coreData {
      let schema = try SchemaReport.reading([store])
      for finding in lint(schema.swiftSource().text) where finding.severity != .note { told[finding.id, default: 0] += 1 }
    }
    // Optional to-many relationships of both sides, and cascades from both, are what these stores' own models say.
    #expect(
      told.keys.sorted() == ["cascade-both-ways", "hash-outside-evidence", "many-to-many-optional"].filter { told[$0] != nil })
  }
}

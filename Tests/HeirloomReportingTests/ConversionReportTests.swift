import Foundation
import HeirloomFindings
import HeirloomReporting
import Testing

struct ConversionReportTests {
  /// The figures of the contract's example: 10 = 8 + 1 + 1 + 0 records, 20 = 17 + 2 + 1 links.
  static let example = ConversionReport(
    status: .converted, source: .init(path: "old.sqlite", kind: "coredata", sha256: "ab"),
    target: .init(path: "new.store", version: "2.0.0"),
    entities: [EntityLedger(source: "Note", target: "Note", read: 10, skipped: 1, merged: 1, written: 8, verified: 8)],
    relationships: [
      RelationshipLedger(target: "Note.tags", source: "Note.labels", before: 20, skipped: 2, merged: 1, after: 17, verified: 17)
    ],
    attributes: [AttributeComparison(target: "Note.title", compared: 8, different: 0)],
    dropped: [DroppedSource("SyncLog", because: "rebuilt on first launch", count: 3)],
    metadata: VersionMetadata(.computed), seconds: 0.1)

  @Test func `a balanced report ends with 0`() {
    #expect(Self.example.isBalanced)
    #expect(Self.example.exitStatus == .done)
  }

  @Test func `a record without a trace fails the run`() {
    var report = Self.example
    report.entities[0].read = 11
    #expect(!report.isBalanced)
    #expect(report.exitStatus == .internalFault)
    #expect(report.outcome == .failed)
  }

  @Test func `a link without a trace fails the run`() {
    var report = Self.example
    report.relationships[0].before = 21
    #expect(report.exitStatus == .internalFault)
  }

  @Test func `rejects and differences end with 1`() {
    var rejected = Self.example
    rejected.entities[0].skipped = 0
    rejected.entities[0].rejected = 1
    #expect(rejected.isBalanced)
    #expect(rejected.exitStatus == .differences)
    var different = Self.example
    different.attributes[0].different = 1
    #expect(different.exitStatus == .differences)
    #expect(different.outcome == .converted)
  }

  @Test func `a finding that ends the run gives its status`() {
    var report = Self.example
    report.status = .failed
    report.findings = [Finding(.diskFull, "no room for 'new.store'")]
    #expect(report.exitStatus == .tryAgain)
    #expect(report.outcome == .failed)
  }

  @Test func `the verifier alone answers 1 when the stores differ`() {
    var report = Self.example
    report.status = .verified
    report.entities[0].verified = 7
    #expect(report.exitStatus == .differences)
  }

  @Test func `JSON has the keys of the contract`() throws {
    let text = Self.example.rendered(as: .json)
    let json = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(json["contract"] as? Int == 1)
    #expect(json["status"] as? String == "converted")
    #expect(json["exitCode"] as? Int == 0)
    #expect(json["balanced"] as? Bool == true)
    let entity = try #require((json["entities"] as? [[String: Any]])?.first)
    #expect(Set(entity.keys) == ["source", "target", "read", "skipped", "merged", "rejected", "written", "verified"])
    let relationship = try #require((json["relationships"] as? [[String: Any]])?.first)
    #expect(Set(relationship.keys) == ["target", "source", "before", "skipped", "merged", "after", "verified"])
  }

  @Test func `the terminal shows the whole ledger`() {
    #expect(
      Self.example.rendered(as: .text) == """
        Conversion of old.sqlite

        source          old.sqlite (coredata)
        target          new.store (version 2.0.0)
        source SHA-256  ab
        metadata        version hashes computed by rules confirmed on real stores: the app should open it without migration (Apple's framework was not at hand to try)

        Records

        source  target  read  written  merged  skipped  rejected  verified  balance
        Note    Note      10        8       1        1         0         8  ok

        Relationships

        source       target     before  after  merged  skipped  verified  balance
        Note.labels  Note.tags      20     17       1        2        17  ok

        Attributes

        8 values of 1 attribute compared, 0 different

        Left behind

        source   count  because
        SyncLog      3  rebuilt on first launch

        converted and balanced: 8 records, 1 relationship, 0.10 s

        """)
  }
}

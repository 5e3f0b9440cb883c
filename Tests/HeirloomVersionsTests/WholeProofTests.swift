import Foundation
import HeirloomCoreDataModel
import HeirloomFindings
import HeirloomKit
import HeirloomReading
import HeirloomReporting
import HeirloomSQLite
import HeirloomSchema
import HeirloomSwiftSource
import HeirloomTestSupport
import HeirloomVerification
import Testing

/// The last store of several conversions held against the first, whatever was in between.
struct WholeProofTests {
  private let schema = read(
    """
    @Model final class Person { var name: String; var age: Int; @Relationship(inverse: \\Pet.owner) var pets: [Pet] = []; init() { fatalError() } }
    @Model final class Pet { var name: String; var owner: Person?; init() { fatalError() } }
    """
  ).versions[0]

  /// What a conversion says that carries everything, its keys moved by an offset.
  private func claims(_ offset: Int64 = 0, leftOut: String? = nil, written: Int64 = 10) -> Claims {
    var claims = Claims()
    for (entity, names) in [("Person", ["name", "age"]), ("Pet", ["name"])] {
      var claim = Claims.Records(
        target: EntityName(entity), relation: "", key: .offset(offset), written: entity == "Pet" ? written : 10)
      claim.source = EntityName(entity)
      claim.attributes = names.map { .init(targetPath: $0, sourcePath: $0, fillsNils: false) }
      if entity == "Pet" { claim.leftOut = leftOut }
      claims.records.append(claim)
    }
    var links = Claims.Links(target: "Pet", relationship: "owner", after: 9)
    links.carried = .init(
      declarer: "Pet", property: "owner", isToMany: false, isOrdered: false, ownerOffset: offset, targetOffset: offset)
    claims.links = [links]
    return claims
  }

  /// Two conversions that carry everything, and a last store that was changed by the statement.
  private func findings(_ statement: String, _ second: Claims? = nil) throws -> (WholeComparison, [String]) {
    try withTemporaryFolder { folder in
      let first = folder.path + "/first.store", last = folder.path + "/last.store"
      try MadeStore(schema, count: 10).write(to: first)
      try FileManager.default.copyItem(atPath: first, toPath: last)
      do {
        let connection = try Connection(last, .readWrite)
        try connection.script(statement)
      }
      let connection = try Connection.inMemory(), other = try Connection.inMemory()
      let before = try openStore(first, options: OpenOptions()), after = try openStore(last, options: OpenOptions())
      try before.present(on: connection, prefix: WholeProof.prefix)
      try before.present(on: other, prefix: WholeProof.prefix)
      try after.present(on: connection, prefix: "new.")
      try other.script("CREATE TABLE gone (_id INTEGER PRIMARY KEY); INSERT INTO gone VALUES (3), (4)")
      var proof = try WholeProof(on: other)
      try proof.join(claims(), from: schema, on: other)
      try proof.join(second ?? claims(), from: schema, on: other)
      let (comparison, validator) = try proof.prove(on: connection, after: "new.", schema)
      return (comparison, validator.findings.map(\.message))
    }
  }

  @Test func `a faithful last store is proven, with what was compared`() throws {
    let (comparison, findings) = try findings("SELECT 1")
    #expect(findings == [])
    // Ten people and ten pets; two values of each person and one of each pet; nine pets have an owner, the seventh has none.
    #expect(comparison == WholeComparison(records: 20, values: 30, links: 9))
  }

  @Test func `a value that is not the first store's is found`() throws {
    #expect(
      try findings("UPDATE ZPERSON SET ZAGE = 99 WHERE Z_PK = 3").1 == ["1 of 10 values of 'Person.age' differ from the source"])
  }

  @Test func `a record that is missing, or one that nobody made, is found`() throws {
    #expect(
      try findings("DELETE FROM ZPET WHERE Z_PK = 7").1 == [
        "the target holds 9 records of 'Pet', and 10 were written",
        "10 records of 'Pet' were written, and 9 have their source record",
      ])
    #expect(
      try findings("INSERT INTO ZPET (Z_PK, Z_ENT, Z_OPT, ZNAME) SELECT 11, Z_ENT, 1, 'stray' FROM ZPET WHERE Z_PK = 1").1 == [
        "the target holds 11 records of 'Pet', and 10 were written"
      ])
  }

  @Test func `a link that leads elsewhere than in the first store is found`() throws {
    #expect(
      try findings("UPDATE ZPET SET ZOWNER = 9 WHERE Z_PK = 1").1 == ["1 links of 'Pet.owner' are none of the source's"])
  }

  @Test func `what a later conversion left out is missing from the whole, and nothing else`() throws {
    let (comparison, findings) = try findings(
      "DELETE FROM ZPET WHERE Z_PK IN (3, 4)",
      {
        var second = claims(leftOut: "gone", written: 8)
        second.links[0].after = 7
        return second
      }())
    #expect(findings == [])
    #expect(comparison == WholeComparison(records: 18, values: 28, links: 7))
    #expect(
      try self.findings(
        "DELETE FROM ZPET WHERE Z_PK IN (3, 5)",
        {
          var second = claims(leftOut: "gone", written: 8)
          second.links[0].after = 7
          return second
        }()
      ).1 == ["8 records of 'Pet' were written, and 7 have their source record"])
  }

  // 120 notes, one label of twelve and six folders go all the way; the six summaries are made on it.
  @Test func `a migration along closures says what it compared as a whole`() throws {
    try withTemporaryFolder { folder in
      let report = try migrate(MigrationPlanTests.notesStore, MigrationPlanTests.notes, to: folder.path + "/n.store")
      #expect(report.exitStatus == .done, "\(report.findings)")
      let whole = try #require(report.migration?.whole)
      #expect(whole.records == 127)
      // Six attributes of a note are carried all the way and left alone by the closures (identifier, text, created, modified, flag
      // ends): five over 120 notes, and the folders' names. The titles and the labels' names are the closures'.
      #expect(whole.values == 5 * 120 + 6 - 120)
      #expect(report.rendered(as: .json).contains("\"whole\""))
    }
  }

  @Test func `one conversion is its own whole`() throws {
    try withTemporaryFolder { folder in
      let report = try migrate(
        MigrationPlanTests.notesStore, MigrationPlanTests.notes, to: folder.path + "/n.store", version: "2")
      #expect(report.migration?.whole == nil)
    }
  }
}

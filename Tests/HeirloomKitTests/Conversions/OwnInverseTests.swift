import Foundation
import HeirloomKit
import HeirloomReporting
import HeirloomSQLite
import HeirloomTestSupport
import Testing

/// Relationships that are their own inverse: friends are friends of their friends.
struct OwnInverseTests {
  // Swift refuses an inverse that names itself ("circular reference resolving attached macro"), so that the source has a pair.
  @Test func `friends of several arrive in the schema that is written for their store, each link in both ends`() throws {
    try withTemporaryFolder { folder in
      let store = folder.appending(path: "People.sqlite").path
      try Connection(store, .create).script(
        """
        CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
        CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);
        INSERT INTO Z_PRIMARYKEY VALUES (1, 'Person', 0, 3);
        CREATE TABLE ZPERSON (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR);
        CREATE TABLE Z_1FRIENDS (Z_1FRIENDS INTEGER, REFLEXIVE INTEGER, PRIMARY KEY (Z_1FRIENDS, REFLEXIVE));
        INSERT INTO ZPERSON VALUES (1, 1, 1, 'Ada'), (2, 1, 1, 'Bo'), (3, 1, 1, 'Cy');
        INSERT INTO Z_1FRIENDS VALUES (1, 2), (2, 1), (1, 3), (3, 1), (2, 3), (3, 2);
        """)
      let schema = folder.appending(path: "Schema.swift"), mapping = folder.appending(path: "begun.mapping.swift")
      try SchemaReport.reading([store]).swiftSource().text.write(to: schema, atomically: true, encoding: .utf8)
      try SchemaReport.mappingSkeleton(from: store, to: schema.path).text.write(to: mapping, atomically: true, encoding: .utf8)
      let target = folder.appending(path: "new.store").path
      let report = try Mapping(contentsOf: mapping.path).convert(store, to: target)
      #expect(report.exitStatus == .done, "\(report.findings.map { $0.drawing() })")
      let links = report.relationships.first { $0.target == "Person.friends" }
      #expect(links?.after == 6 && links?.verified == 6)
      let answer = try Store.open(target).inspect()
      #expect(answer.links[.init("Person", "friends")]?.links == 6)
      #expect(answer.links[.init("Person", "persons")]?.links == 6)
    }
  }
}

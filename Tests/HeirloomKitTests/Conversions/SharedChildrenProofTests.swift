import Foundation
import HeirloomFindings
import HeirloomKit
import HeirloomReporting
import HeirloomSQLite
import HeirloomSchema
import HeirloomTestSupport
import LegacyNotes
import Testing

/// Copies of shared records in a whole conversion: the ledger balances, the proof finds them, and a copy that was spoiled is noticed.
@Suite struct `Copies of shared children` {
  /// Customers 1, 2 and 3 share address 1, which has two rooms and a large photo; 4 has address 2 to itself.
  private func writeShop(to path: String) throws {
    func to(_ name: String, _ destination: EntityName, many: Bool = false, inverse: PropertyName) -> Relationship {
      Relationship(PropertyName(name), to: destination, many: many, inverse: inverse)
    }
    var customer = Entity("Customer"), address = Entity("Address"), room = Entity("Room"), city = Entity("City")
    customer.attributes = [Attribute("name", .string)]
    customer.relationships = [to("address", "Address", inverse: "customers")]
    address.attributes = [Attribute("street", .string), Attribute("photo", .data, optional: true)]
    address.relationships = [
      to("customers", "Customer", many: true, inverse: "address"), to("rooms", "Room", many: true, inverse: "address"),
      to("city", "City", inverse: "addresses"),
    ]
    room.attributes = [Attribute("name", .string)]
    room.relationships = [to("address", "Address", inverse: "rooms")]
    city.attributes = [Attribute("name", .string)]
    city.relationships = [to("addresses", "Address", many: true, inverse: "city")]
    try LegacyStoreFile.write(Schema(name: "Shop", entities: [customer, address, room, city]), to: path) { connection, layout in
      func number(_ entity: EntityName) -> Int { layout.entities[entity]?.entityNumber ?? 0 }
      try connection.script(
        """
        INSERT INTO ZCITY (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, \(number("City")), 1, 'Oslo');
        INSERT INTO ZADDRESS (Z_PK, Z_ENT, Z_OPT, ZSTREET, ZCITY, ZPHOTO) VALUES
          (1, \(number("Address")), 1, 'Main', 1, zeroblob(200000)), (2, \(number("Address")), 1, 'Side', NULL, NULL);
        INSERT INTO ZCUSTOMER (Z_PK, Z_ENT, Z_OPT, ZNAME, ZADDRESS) VALUES
          (1, \(number("Customer")), 1, 'Ada', 1), (2, \(number("Customer")), 1, 'Bob', 1),
          (3, \(number("Customer")), 1, 'Cy', 1), (4, \(number("Customer")), 1, 'Dee', 2);
        INSERT INTO ZROOM (Z_PK, Z_ENT, Z_OPT, ZNAME, ZADDRESS) VALUES
          (1, \(number("Room")), 1, 'hall', 1), (2, \(number("Room")), 1, 'den', 1), (3, \(number("Room")), 1, 'attic', 2);
        """)
    }
  }

  private let schema = """
    import SwiftData
    enum ShopV2: VersionedSchema {
      static let versionIdentifier = Schema.Version(2, 0, 0)
      static var models: [any PersistentModel.Type] { [Customer.self, Home.self, Room.self, City.self] }
      @Model final class Customer {
        var name: String
        @Relationship(deleteRule: .cascade, inverse: \\Home.owner) var homes: [Home]
        init(name: String) { self.name = name; homes = [] }
      }
      @Model final class Home {
        @Attribute(.unique) var id: UUID
        var street: String
        @Attribute(.externalStorage) var photo: Data?
        var owner: Customer?
        var city: City?
        @Relationship(deleteRule: .cascade, inverse: \\Room.home) var rooms: [Room]
        init(id: UUID, street: String) { self.id = id; self.street = street; rooms = [] }
      }
      @Model final class Room { var name: String; var home: Home?; init(name: String) { self.name = name } }
      @Model final class City {
        var name: String
        @Relationship(inverse: \\Home.city) var homes: [Home]
        init(name: String) { self.name = name; homes = [] }
      }
    }
    """
  private let mapping = """
    Map("Customer", to: Customer.self) { old in homes = [old.address] }
    Map("Address", to: Home.self) { old in
      id = UUID(stableFor: old)
      city = old.city
    }
    Map("Room", to: Room.self) { old in home = old.address }
    SharedChildren("Customer.address", .clone)
    SharedChildren("Address.rooms", .clone)
    """

  @Test func `balance in the ledger, are proven, and are not taken for something else when spoiled`() throws {
    try withTemporaryFolder { folder in
      let store = folder.appending(path: "Shop.sqlite"), target = folder.appending(path: "Shop.store")
      try writeShop(to: store.path)
      let report = try convert(store.path, mapping: mapping, schema: schema, in: folder, to: target)
      #expect(report.exitStatus == .done && report.errors == [])
      #expect(report.isBalanced)
      let entities = report.entities.map { "\($0.source) \($0.target) \($0.read) \($0.written) \($0.verified ?? -1)" }
      #expect(
        entities == [
          "Customer Customer 4 4 4", "Address Home 2 2 2", "Room Room 3 3 3", "City City 1 1 1", "Address Home 2 2 2",
          // Two copies of the home with two rooms each.
          "Room Room 4 4 4",
        ])
      let links = report.relationships.map { "\($0.target) \($0.before) \($0.after) \($0.verified ?? -1)" }
      #expect(links.contains("Customer.homes 4 4 4"))
      // The links of originals, and of copies, on lines of their own.
      #expect(links.filter { $0.hasPrefix("Home.city") } == ["Home.city 1 1 1", "Home.city 2 2 2"])
      #expect(links.filter { $0.hasPrefix("Room.home") } == ["Room.home 3 3 3", "Room.home 4 4 4"])
      #expect(
        try rows("SELECT ZSTREET, ZOWNER, ZCITY, length(ZPHOTO) FROM ZHOME ORDER BY Z_PK", of: target.path).map {
          $0.map(\.literal)
        } == [
          // The marker, a UUID as text and a NUL: each has a file of its own.
          ["'Main'", "1", "1", "38"], ["'Side'", "4", "NULL", "NULL"], ["'Main'", "2", "1", "38"], ["'Main'", "3", "1", "38"],
        ])
      #expect(try number("SELECT count(DISTINCT ZPHOTO) FROM ZHOME", of: target.path) == 3)
      #expect(try number("SELECT count(DISTINCT ZID) FROM ZHOME", of: target.path) == 4)
      #expect(
        try number("SELECT count(*) FROM ZROOM JOIN ZHOME ON ZHOME = ZHOME.Z_PK WHERE ZSTREET = 'Main'", of: target.path) == 6)

      let by = try Mapping(contentsOf: folder.appending(path: "test.mapping.swift").path)
      #expect(try by.verify(store.path, target.path).errors == [])
      try spoil("UPDATE ZHOME SET ZSTREET = 'Other' WHERE Z_PK = 3", target.path)
      #expect(try by.verify(store.path, target.path).findings.map(\.id).contains("values-differ"))
      try spoil("UPDATE ZHOME SET ZSTREET = 'Main' WHERE Z_PK = 3; UPDATE ZROOM SET ZHOME = 1 WHERE ZHOME = 3", target.path)
      #expect(try by.verify(store.path, target.path).findings.map(\.id).contains("links-differ"))
    }
  }

  private func spoil(_ sql: String, _ path: String) throws { try Connection(path, .readWrite).script(sql) }

  @Test func `are told by a dry run, a check and an explanation`() throws {
    try withTemporaryFolder { folder in
      let store = folder.appending(path: "Shop.sqlite"), target = folder.appending(path: "Shop.store")
      try writeShop(to: store.path)
      let path = try write(mapping: mapping, schema: schema, in: folder)
      let mapping = try Mapping(contentsOf: path)
      let dry = mapping.convert(store.path, to: target.path, options: ConversionOptions(isDryRun: true))
      #expect(dry.findings.filter { $0.id == "copies-made" }.map(\.count) == [2, 4])
      #expect(!FileManager.default.fileExists(atPath: target.path))
      let foretold = try mapping.check(against: [store.path]).findings.filter { $0.id == "will-be-copied" }
      #expect(
        foretold.map(\.message) == [
          "2 copies of 'Home' for 'Customer.homes', since several owners share a record",
          "4 copies of 'Room' for 'Home.rooms', since several owners share a record",
        ])
      let explanation = try mapping.explain(store.path)
      #expect(explanation.plan.contains("shared records of Customer.address: a copy for each owner but the first  -- line 8"))
      #expect(explanation.statements.contains { $0.title == "copy Home for other owners in Customer.homes" })
    }
  }

  @Test func `and records that Unique fills have large values in files of their own`() throws {
    try withTemporaryFolder { folder in
      let store = folder.appending(path: "Shop.sqlite"), target = folder.appending(path: "Shop.store")
      try writeShop(to: store.path)
      // Address 2 takes the photo of address 1.
      let report = try convert(
        store.path,
        mapping: """
          Map("Address", to: Home.self) { old in
            id = UUID(stableFor: old)
            street = "one"
          }
          Unique(Home.self, by: \\.street, keep: .last, fill: true)
          Drop("Address.street", because: "test")
          Drop("Address.customers", because: "test")
          Drop("Customer.address", because: "test")
          """, schema: schema, in: folder, to: target)
      #expect(report.findings.filter { $0.severity == .error }.map { $0.drawing() } == [])
      #expect(report.exitStatus == .done)
      #expect(try rows("SELECT Z_PK, length(ZPHOTO) FROM ZHOME", of: target.path) == [[.integer(2), .integer(38)]])
    }
  }
}

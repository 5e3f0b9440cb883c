internal import HeirloomConversion
internal import HeirloomFindings
internal import HeirloomSchema
import Testing

/// Records that several owners share, where the target gives each one owner.
@Suite struct `Shared children` {
  let legacy = """
    @Model final class Customer { var name: String; var address: Address?; init() {} }
    @Model final class Address { var street: String; var zip: String?; var city: City?
      @Relationship(inverse: \\Customer.address) var customers: [Customer]
      var tags: [Tag]; @Relationship(deleteRule: .cascade, inverse: \\Room.address) var rooms: [Room]; init() {} }
    @Model final class Room { var name: String; var address: Address?; init() {} }
    @Model final class City { var name: String; @Relationship(inverse: \\Address.city) var addresses: [Address]; init() {} }
    @Model final class Tag { var name: String; @Relationship(inverse: \\Address.tags) var addresses: [Address]; init() {} }
    """
  let target = """
    @Model final class Customer { var name: String
      @Relationship(deleteRule: .cascade, inverse: \\Home.owner) var homes: [Home]; init() {} }
    @Model final class Home { @Attribute(.unique) var id: UUID; var street: String; var zip: String?; var owner: Customer?; var city: City?
      var tags: [Tag]; @Relationship(deleteRule: .cascade, inverse: \\Room.home) var rooms: [Room]; init() {} }
    @Model final class Room { var name: String; var key: UUID; var home: Home?; init() {} }
    @Model final class City { var name: String; @Relationship(inverse: \\Home.city) var homes: [Home]; init() {} }
    @Model final class Tag { var name: String; @Relationship(inverse: \\Home.tags) var homes: [Home]; init() {} }
    """
  /// Address 1 is shared by customers 1, 2 and 4, address 2 is customer 3's own, and address 3 nobody's.
  let rows: KeyValuePairs<String, [String]> = [
    "City(_id, name)": ["1, 'Oslo'", "2, 'Rome'"],
    "Tag(_id, name)": ["1, 'a'", "2, 'b'"],
    "Address(_id, street, zip, city)": ["1, 'Main', '10', 1", "2, 'Side', NULL, 2", "3, 'Empty', NULL, 1"],
    "Customer(_id, name, address)": ["1, 'Ada', 1", "2, 'Bob', 1", "3, 'Cy', 2", "4, 'Dee', 1", "5, 'Eve', NULL"],
    "Address.tags": ["1, 1", "1, 2", "2, 2"],
  ]
  let rooms: KeyValuePairs<String, [String]> = [
    "Address(_id, street)": ["1, 'Main'"],
    "Customer(_id, name, address)": ["1, 'Ada', 1", "2, 'Bob', 1"],
    "Room(_id, name, address)": ["1, 'hall', 1", "2, 'den', 1"],
  ]
  let rules = """
    Map("Customer", to: Customer.self) { old in homes = [old.address] }
    Map("Address", to: Home.self) { old in id = UUID(stableFor: old) }
    Map("Room", to: Room.self) { old in
      key = UUID(stableFor: old)
      home = old.address
    }
    SharedChildren("Customer.address", .clone)

    """

  func run(_ mapping: String, _ rows: KeyValuePairs<String, [String]>? = nil) throws -> Trial {
    try Trial(legacy: legacy, target: target, rows: rows ?? self.rows, mapping: mapping)
  }

  @Test func `are copied for each owner but the first, with their values and links`() throws {
    let trial = try run(rules)
    #expect(
      try trial["SELECT Z_PK, ZSTREET, ZZIP, ZOWNER, ZCITY FROM ZHOME ORDER BY Z_PK"] == [
        "1, 'Main', '10', 1, 1", "2, 'Side', NULL, 3, 2", "3, 'Empty', NULL, NULL, 1",
        // The copies take the keys past the highest, in the order of owners.
        "4, 'Main', '10', 2, 1", "5, 'Main', '10', 4, 1",
      ])
    #expect(try trial.related("Customer.homes") == ["1: 1", "2: 4", "3: 2", "4: 5"])
    #expect(try trial.related("Home.tags") == ["1: 1 2", "2: 2", "4: 1 2", "5: 1 2"])
    #expect(try trial.related("City.homes") == ["1: 1 3 4 5", "2: 2"])
    #expect(
      trial.ledger == [
        "Customer → Customer: 5 read, 5 written", "Address → Home: 3 read, 3 written", "Room → Room: ",
        "City → City: 2 read, 2 written", "Tag → Tag: 2 read, 2 written", "Address → Home: 2 read, 2 written",
      ])
    #expect(trial.links.filter { $0.hasSuffix("Customer.homes: 4 before, 4 after") }.count == 1)
    #expect(trial.links.contains("Address.tags → Home.tags: 4 before, 4 after"))
    #expect(trial.messages == ["2 copies of 'Home' for 'Customer.homes', since several owners share a record"])
    #expect(trial.conversion.findings.map(\.id) == ["copies-made"])
  }

  /// python3: `uuid5(uuid5(NAMESPACE_DNS, "heirloom.swift"), "Address\0" "1\0" "Customer\0" "2\0")`, and so on.
  @Test func `have UUIDs of their own, which name the owner`() throws {
    let trial = try run(rules)
    let found = try trial["SELECT lower(hex(ZID)) FROM ZHOME ORDER BY Z_PK"].map { $0.replacing("'", with: "") }
    #expect(
      found == [
        "5679d69b1a505f82b4d971adbe6217c3", "68143083c92d5bcd873c1acd3f30f030", "b37696cf7d335a5ba05b699b3969c707",
        "eba30943d4825bc6815a2d04fe352c55", "e75b69961e175326a7e2e536b21e3694",
      ])
  }

  @Test func `end the run without a policy, or when it says so`() throws {
    let without = rules.replacing("SharedChildren(\"Customer.address\", .clone)", with: "")
    let drawing = """
      test.mapping.swift:1:45: error[shared-child]: 1 record of 'Home' would have several owners in 'Customer.homes'
      1 | Map("Customer", to: Customer.self) { old in homes = [old.address] }
        |                                             ^~~~~
        = help: give each owner a copy: SharedChildren("Customer.address", .clone)
      """
    let found = try mistake { _ = try run(without) }
    #expect(found == drawing)
    let refused = try mistake { _ = try run(rules.replacing(".clone", with: ".fail")) }
    #expect(refused == drawing)
  }

  @Test func `that own others in turn need a policy for these`() throws {
    let drawing = try mistake { _ = try run(rules, rooms) }
    #expect(
      drawing == """
        test.mapping.swift:7:1: error[shared-child]: copies of 'Home' would share 2 records of 'Room' in 'Home.rooms'
        7 | SharedChildren("Customer.address", .clone)
          | ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          = help: SharedChildren("Address.rooms", .clone) copies them too
        """)
  }

  @Test func `are copied through several levels`() throws {
    let trial = try run(rules + "SharedChildren(\"Address.rooms\", .clone)", rooms)
    #expect(try trial["SELECT Z_PK, ZSTREET, ZOWNER FROM ZHOME ORDER BY Z_PK"] == ["1, 'Main', 1", "2, 'Main', 2"])
    #expect(
      try trial["SELECT Z_PK, ZNAME, ZHOME FROM ZROOM ORDER BY Z_PK"] == [
        "1, 'hall', 1", "2, 'den', 1", "3, 'hall', 2", "4, 'den', 2",
      ])
    #expect(try trial.related("Home.rooms") == ["1: 1 2", "2: 3 4"])
    // uuid5 of the names Room 1, Room 2 and, for the copy of room 1, Room 1 Customer 2 Address 1.
    let found = try trial["SELECT lower(hex(ZKEY)) FROM ZROOM ORDER BY Z_PK LIMIT 3"].map { $0.replacing("'", with: "") }
    #expect(
      found == [
        "a09dfd0e6f8e51a5925dff6e60260f77", "5943c02d9dc05c73849b60937ed7d4ca", "7addd2612d695eb69e3970db3ba2ddc5",
      ])
  }

  @Test func `are those that are left once records of one key are one, and copies have what these were filled with`() throws {
    // Addresses 1 and 2 become one, filled from each other, and customers 2 and 5 one: 1, 2 and 3 own what is left.
    let trial = try run(
      """
      \(rules)
      Unique(Home.self, by: \\.street, keep: .first, fill: true)
      Unique(Customer.self, by: \\.name, keep: .first)
      """,
      [
        "City(_id, name)": ["1, 'Oslo'"],
        "Address(_id, street, zip, city)": ["1, 'Main', NULL, NULL", "2, 'Main', '10', 1", "3, 'Side', '20', NULL"],
        "Customer(_id, name, address)": ["1, 'Ada', 1", "2, 'Bob', 2", "3, 'Cy', 1", "4, 'Dee', 3", "5, 'Bob', 1"],
      ])
    #expect(
      try trial["SELECT Z_PK, ZSTREET, ZZIP, ZCITY, ZOWNER FROM ZHOME ORDER BY Z_PK"] == [
        "1, 'Main', '10', 1, 1", "3, 'Side', '20', NULL, 4", "4, 'Main', '10', 1, 2", "5, 'Main', '10', 1, 3",
      ])
    #expect(trial.messages == ["2 copies of 'Home' for 'Customer.homes', since several owners share a record"])
  }

  @Test func `that are left out, or whose owners are, need no copies`() throws {
    let trial = try run(
      rules.replacing("{ old in homes", with: "{ old in\nguard old.name != \"Ada\" else { skip(\"no\") }\nhomes")
        .replacing("{ old in id", with: "{ old in\nguard old.street != \"Side\" else { reject(\"bad\") }\nid"))
    #expect(try trial["SELECT Z_PK, ZOWNER FROM ZHOME ORDER BY Z_PK"] == ["1, 2", "3, NULL", "4, 4"])
    #expect(try trial.rejects == ["Home 2: bad"])
  }

  @Test func `of one-to-one relationships are copied too, and both ends agree`() throws {
    let trial = try Trial(
      legacy: legacy,
      target: """
        @Model final class Customer { var name: String; @Relationship(inverse: \\Home.owner) var home: Home?; init() {} }
        @Model final class Home { var street: String; var owner: Customer?; init() {} }
        """,
      rows: rows,
      mapping: """
        Map("Customer", to: Customer.self) { old in home = old.address }
        Map("Address", to: Home.self)
        SharedChildren("Customer.address", .clone)
        """)
    #expect(try trial["SELECT Z_PK, ZHOME FROM ZCUSTOMER ORDER BY Z_PK"] == ["1, 1", "2, 4", "3, 2", "4, 5", "5, NULL"])
    #expect(
      try trial["SELECT Z_PK, ZOWNER, ZSTREET FROM ZHOME ORDER BY Z_PK"] == [
        "1, 1, 'Main'", "2, 3, 'Side'", "3, NULL, 'Empty'", "4, 2, 'Main'", "5, 4, 'Main'",
      ])
  }

  @Test func `of owners of several kinds stay with the first in the mapping's order`() throws {
    let schema = """
      @Model final class Person { var place: Place?; init() {} }
      @Model final class Firm { var places: [Place]; init() {} }
      @Model final class Place { var name: String; @Relationship(inverse: \\Firm.places) var firms: [Firm]
        @Relationship(inverse: \\Person.place) var people: [Person]; init() {} }
      """
    let mapping = """
      Map("Firm", to: Owner.self) { old in places = old.places }
      Map("Person", to: Owner.self) { old in places = [old.place] }
      Map("Place", to: Place.self)

      """
    func run(_ policies: String) throws -> Trial {
      try Trial(
        legacy: schema,
        target: """
          @Model final class Owner { @Relationship(inverse: \\Place.owner) var places: [Place]; init() {} }
          @Model final class Place { var name: String; var owner: Owner?; init() {} }
          """,
        rows: [
          "Place(_id, name)": ["1, 'x'", "2, 'y'"], "Person(_id, place)": ["1, 1", "2, 1"], "Firm(_id)": ["1"],
          "Firm.places": ["1, 1", "1, 2"],
        ],
        mapping: mapping + policies)
    }
    // The firm's key stays 1, and the persons come after it.
    let trial = try run("SharedChildren(\"Firm.places\", .clone)\nSharedChildren(\"Person.place\", .clone)")
    #expect(try trial.related("Owner.places") == ["1: 1 2", "2: 3", "3: 4"])
    // Persons share nothing with one another that one policy covers: the firm's record is another owner's.
    let partly = try mistake { _ = try run("SharedChildren(\"Firm.places\", .clone)") }
    #expect(partly?.contains("error[shared-child]: 1 record of 'Place' would have several owners in 'Owner.places'") == true)
  }

  @Test func `that belong to no copy stay with the original, and that is told`() throws {
    let trial = try run(
      rules,
      [
        "Address(_id, street)": ["1, 'Main'"], "Customer(_id, name, address)": ["1, 'Ada', 1", "2, 'Bob', 1"],
      ])
    #expect(trial.messages == ["1 copy of 'Home' for 'Customer.homes', since several owners share a record"])
    let loose = legacy.replacing("deleteRule: .cascade, ", with: ""),
      target = target.replacing("deleteRule: .cascade, ", with: "")
    let kept = try Trial(
      legacy: loose, target: target, rows: rooms, mapping: rules)
    #expect(
      kept.messages == [
        "1 copy of 'Home' for 'Customer.homes', since several owners share a record",
        "2 records of 'Room' in 'Home.rooms' stay with the original, and its copies have none",
      ])
    #expect(try kept.related("Home.rooms") == ["1: 1 2"])
  }

  @Test func `stand where the originals stood in an ordered relationship`() throws {
    var legacy = try Schema(
      parsing:
        "@Model final class Customer { var homes: [Home]; init() {} }\n@Model final class Home { var street: String; @Relationship(inverse: \\Customer.homes) var owners: [Customer]; init() {} }"
    )
    var target = try Schema(
      parsing:
        "@Model final class Customer { var homes: [Home]; init() {} }\n@Model final class Home { var street: String; @Relationship(inverse: \\Customer.homes) var owner: Customer?; init() {} }"
    )
    legacy["Customer"]?.relationships[0].isOrdered = true
    target["Customer"]?.relationships[0].isOrdered = true
    let trial = try Trial(
      legacy: legacy, target: target,
      records: [
        ("Customer(_id)", ["1", "2"]), ("Home(_id, street)", ["1, 'a'", "2, 'b'", "3, 'c'"]),
        ("Customer.homes", ["1, 1", "1, 2", "2, 2", "2, 1", "2, 3"]),
      ],
      mapping: "Map(\"Customer\", to: Customer.self)\nMap(\"Home\", to: Home.self)\nSharedChildren(\"Customer.homes\", .clone)")
    // Of the second's homes b and a are copies, 5 and 4, and c is its own.
    #expect(try trial.related("Customer.homes") == ["1: 1 2", "2: 5 4 3"])
    #expect(try trial["SELECT Z_PK, ZSTREET FROM ZHOME WHERE Z_PK > 3 ORDER BY Z_PK"] == ["4, 'a'", "5, 'b'"])
  }

  // Ada is there twice, with addresses 1 and 3; address 3 is Cy's too.
  let merged: KeyValuePairs<String, [String]> = [
    "Customer(_id, name, address)": ["1, 'Ada', 1", "2, 'Bob', 2", "3, 'Cy', 3", "4, 'Ada', 3"],
    "Address(_id, street, zip)": ["1, 'x', NULL", "2, 'x', '99'", "3, 'z', NULL"],
  ]
  let pairs = """
    @Model final class Customer { var name: String
      @Relationship(deleteRule: .cascade, inverse: \\Address.owner) var address: Address?; init() {} }
    @Model final class Address { var street: String; var zip: String?; var owner: Customer?; init() {} }
    """

  @Test func `what a merged record had and its survivor has not is no share`() throws {
    func trial(_ rules: String) throws -> Trial {
      try Trial(legacy: legacy, target: pairs, rows: merged, mapping: rules + "\nSharedChildren(\"Customer.address\", .clone)")
    }
    // Ada keeps address 1: nobody shares address 3.
    let first = try trial("Unique(Customer.self, by: \\.name, keep: .first)")
    #expect(try first.related("Customer.address") == ["1: 1", "2: 2", "3: 3"])
    #expect(try first.related("Address.owner") == ["1: 1", "2: 2", "3: 3"])
    // The second Ada survives with address 3, which Cy has first; address 1 became address 2, and is Bob's alone.
    let last = try trial(
      "Unique(Customer.self, by: \\.name, keep: .last, fill: true)\nUnique(Address.self, by: \\.street, keep: .last)")
    #expect(try last.related("Customer.address") == ["2: 2", "3: 3", "4: 4"])
    #expect(try last.related("Address.owner") == ["2: 2", "3: 3", "4: 4"])
  }

  @Test func `a record that fills a survivor's nil is shared by it`() throws {
    let trial = try Trial(
      legacy: legacy, target: pairs,
      rows: [
        "Customer(_id, name, address)": ["1, 'Ada', NULL", "2, 'Bob', 1", "3, 'Ada', 1", "4, 'Ada', 2"],
        "Address(_id, street, zip)": ["1, 'x', NULL", "2, 'y', NULL"],
      ],
      mapping: """
        Unique(Customer.self, by: \\.name, keep: .first, fill: true)
        SharedChildren("Customer.address", .clone)
        """)
    // Ada gets address 1 from the nearest of those that were merged into her; Bob gets a copy, and nobody has address 2.
    #expect(try trial.related("Customer.address") == ["1: 1", "2: 3"])
    #expect(try trial.related("Address.owner") == ["1: 1", "3: 2"])
  }

  @Test func `a share that Unique ends is not foretold`() throws {
    let trial = try Foretold(
      legacy: legacy, target: pairs, rows: merged, mapping: "Unique(Customer.self, by: \\.name, keep: .first)")
    #expect(trial.findings.filter { $0.severity == .error }.isEmpty)
    let shared = try Foretold(
      legacy: legacy, target: pairs, rows: merged, mapping: "Unique(Customer.self, by: \\.name, keep: .last)")
    #expect(
      shared.findings.map(\.message).contains("1 record of 'Address' would have several owners in 'Customer.address'"))
  }
}

internal import HeirloomConversion
internal import HeirloomFindings
import Testing

/// What one entity becomes, and what several become.
@Suite struct `Entities` {
  @Test func `one entity becomes several`() throws {
    let trial = try Trial(
      legacy: "@Model final class Person { var name: String; var street: String?; var city: String?; init() {} }",
      target: """
        @Model final class Person { var name: String; var address: Address?; init() {} }
        @Model final class Address { var street: String; var city: String; @Relationship(inverse: \\Person.address) var people: [Person]; init() {} }
        """,
      rows: ["Person(_id, name, street, city)": ["3, 'Ada', 'A', 'X'", "5, 'Bob', NULL, 'Y'"]],
      mapping: """
        Map("Person", to: Person.self) { old in address = old }
        Map("Person", to: Address.self) { old in
          guard let way = old.street else { skip("no address") }
          street = way
          city = old.city ?? ""
        }
        """)
    #expect(try trial["SELECT Z_PK, ZSTREET, ZCITY FROM ZADDRESS"] == ["3, 'A', 'X'"])
    #expect(try trial.related("Person.address") == ["3: 3"])
    #expect(trial.ledger == ["Person → Person: 2 read, 2 written", "Person → Address: 2 read, 1 written, 1 skipped"])
  }

  @Test func `several entities become one`() throws {
    let trial = try Trial(
      legacy: """
        @Model final class Cat { var name: String; var owner: Owner?; init() {} }
        @Model final class Dog { var name: String; var owner: Owner?; init() {} }
        @Model final class Owner { var name: String; @Relationship(inverse: \\Cat.owner) var cats: [Cat]
          @Relationship(inverse: \\Dog.owner) var dogs: [Dog]; init() {} }
        """,
      target: """
        @Model final class Pet { var name: String; var kind: String; var owner: Owner?; init() {} }
        @Model final class Owner { var name: String; @Relationship(inverse: \\Pet.owner) var pets: [Pet]; init() {} }
        """,
      rows: [
        "Owner(_id, name)": ["1, 'O'", "2, 'P'"], "Cat(_id, name, owner)": ["1, 'c1', 1", "2, 'c2', 2"],
        "Dog(_id, name, owner)": ["1, 'd1', 1", "7, 'd7', NULL"],
      ],
      mapping: """
        Map("Cat", to: Pet.self) { old in kind = "cat" }
        Map("Dog", to: Pet.self) { old in kind = "dog" }
        """)
    // The cats keep their keys; the dogs' are moved past them.
    #expect(
      try trial["SELECT Z_PK, ZNAME, ZKIND, ZOWNER FROM ZPET ORDER BY 1"] == [
        "1, 'c1', 'cat', 1", "2, 'c2', 'cat', 2", "3, 'd1', 'dog', 1", "9, 'd7', 'dog', NULL",
      ])
    #expect(try trial.related("Owner.pets") == ["1: 1 3", "2: 2"])
  }

  @Test func `a flat entity becomes an inheritance, and back`() throws {
    let flat =
      "@Model final class Trip { var name: String; var kind: Int; var budget: Double?; var reason: String?; var stops: [Stop]; init() {} }\n@Model final class Stop { var place: String; var trip: Trip?; init() {} }"
    let tall = """
      @Model class Trip { var name: String; @Relationship(inverse: \\Stop.trip) var stops: [Stop]; init() {} }
      @Model final class BusinessTrip: Trip { var budget: Double?; init() {} }
      @Model final class PersonalTrip: Trip { var reason: String?; init() {} }
      @Model final class Stop { var place: String; var trip: Trip?; init() {} }
      """
    let there = try Trial(
      legacy: flat.replacing("var stops", with: "@Relationship(inverse: \\Stop.trip) var stops"), target: tall,
      rows: [
        "Trip(_id, name, kind, budget, reason)": ["1, 'a', 1, 10.0, NULL", "2, 'b', 2, NULL, 'fun'", "3, 'c', 0, NULL, NULL"],
        "Stop(_id, place, trip)": ["1, 'x', 1", "2, 'y', 2", "3, 'z', 3"],
      ],
      mapping: """
        Map("Trip", to: BusinessTrip.self) { old in guard old.kind == 1 else { skip("not business") } }
        Map("Trip", to: PersonalTrip.self) { old in guard old.kind == 2 else { skip("not personal") } }
        Map("Trip", to: Trip.self) { old in guard old.kind != 1 && old.kind != 2 else { skip("has a kind") } }
        """)
    #expect(
      try there["SELECT Z_PK, ZNAME, ZBUDGET, ZREASON, Z_ENT FROM ZTRIP ORDER BY 1"] == [
        "1, 'a', 10.0, NULL, 3", "2, 'b', NULL, 'fun', 4", "3, 'c', NULL, NULL, 2",
      ])
    #expect(try there.related("Stop.trip") == ["1: 1", "2: 2", "3: 3"])
    let back = try Trial(
      legacy: tall, target: flat.replacing("var stops", with: "@Relationship(inverse: \\Stop.trip) var stops"),
      rows: [
        "Trip(_id, name)": ["3, 'c'"], "BusinessTrip(_id, name, budget)": ["1, 'a', 10.0"],
        "PersonalTrip(_id, name, reason)": ["2, 'b', 'fun'"],
        "Stop(_id, place, trip)": ["1, 'x', 1", "2, 'y', 2", "3, 'z', 3"],
      ],
      mapping: """
        Map("Trip", to: Trip.self) { old in kind = 0 }
        Map("BusinessTrip", to: Trip.self) { old in kind = 1 }
        Map("PersonalTrip", to: Trip.self) { old in kind = 2 }
        """)
    #expect(
      try back["SELECT Z_PK, ZNAME, ZKIND, ZBUDGET, ZREASON FROM ZTRIP ORDER BY 1"] == [
        "1, 'a', 1, 10.0, NULL", "2, 'b', 2, NULL, 'fun'", "3, 'c', 0, NULL, NULL",
      ])
    #expect(try back.related("Trip.stops") == ["1: 1", "2: 2", "3: 3"])
  }

  @Test func `the links of a sub-entity become records of their own`() throws {
    let trial = try Trial(
      legacy: """
        @Model class Trip { var name: String; @Relationship(inverse: \\Tag.trips) var tags: [Tag]; init() {} }
        @Model final class BusinessTrip: Trip { var budget: Int; init() {} }
        @Model final class Tag { var name: String; var trips: [Trip]; init() {} }
        """,
      target: "@Model final class Entry { var text: String; init() {} }",
      rows: [
        "Trip(_id, name)": ["1, 'a'"], "BusinessTrip(_id, name, budget)": ["2, 'b', 7"], "Tag(_id, name)": ["1, 't'"],
        "Trip.tags": ["1, 1", "2, 1"],
      ], mapping: "Map(links: \"BusinessTrip.tags\", to: Entry.self) { trip, tag in text = \"\\(trip.budget) \\(tag.name)\" }")
    #expect(try trial["SELECT ZTEXT FROM ZENTRY"] == ["'7 t'"])
  }
}

import Testing

/// A relationship that is its own inverse holds each link in both directions, whatever the source holds.
@Suite struct `A relationship that is its own inverse` {
  let legacy = """
    @Model final class Person { var name: String; var friends: [Person]; @Relationship(inverse: \\Person.friends) var friendOf: [Person]
      var partner: Person?; @Relationship(inverse: \\Person.partner) var partnerOf: [Person]; init() {} }
    """
  let target = """
    @Model final class Person { var name: String; @Relationship(inverse: \\Person.friends) var friends: [Person]
      @Relationship(inverse: \\Person.spouse) var spouse: Person?; init() {} }
    """

  func trial(_ partners: [String], friends: [String]) throws -> Trial {
    try Trial(
      legacy: legacy, target: target,
      rows: ["Person(_id, name, partner)": partners, "Person.friends": friends],
      mapping: "Map(\"Person\", to: Person.self) { old in\n  friends = old.friends\n  spouse = old.partner\n}")
  }

  @Test func `has every link of many to many in both directions`() throws {
    let trial = try trial(["1, 'a', NULL", "2, 'b', NULL", "3, 'c', NULL"], friends: ["1, 2", "2, 1", "1, 3", "3, 3"])
    #expect(try trial.related("Person.friends") == ["1: 2 3", "2: 1", "3: 1 3"])
    #expect(trial.links.contains("Person.friends → Person.friends: 5 before, 5 after"))
  }

  @Test func `has the other end of a to-one`() throws {
    let trial = try trial(["1, 'a', 2", "2, 'b', NULL", "3, 'c', 3"], friends: [])
    #expect(try trial.related("Person.spouse") == ["1: 2", "2: 1", "3: 3"])
    #expect(trial.links.contains("Person.partner → Person.spouse: 3 before, 3 after"))
  }

  @Test func `ends the run where a record would have two`() throws {
    let message = try mistake { _ = try trial(["1, 'a', 2", "2, 'b', 3", "3, 'c', NULL"], friends: []) }
    #expect(
      message?.contains("error[shared-child]: 1 record of 'Person' would have several 'spouse', which is its own inverse") == true
    )
  }
}

internal import HeirloomConversion
internal import HeirloomFindings
internal import HeirloomSchema
import Testing

/// What is told of shared children, before a run and where one ends.
extension `Shared children` {
  @Test func `are foretold, those that would end the run too`() throws {
    func predict(_ mapping: String) throws -> [String] {
      let trial = try Foretold(legacy: legacy, target: target, rows: rows, mapping: mapping)
      return trial.findings.map { "\($0.id): \($0.message)" }
    }
    #expect(
      try predict(rules) == ["will-be-copied: 2 copies of 'Home' for 'Customer.homes', since several owners share a record"])
    #expect(
      try predict(rules.replacing(".clone", with: ".fail")) == [
        "shared-child: 1 record of 'Home' would have several owners in 'Customer.homes'"
      ])
  }

  @Test func `whose policy says nothing, or cannot be kept, are told before a run`() throws {
    func warnings(_ policy: String) throws -> [String] {
      let trial = try Trial(
        legacy: legacy,
        target: target.replacing("unique) var id: UUID;", with: "unique)").replacing("var zip", with: "var id: UUID?; var zip"),
        rows: [:], mapping: rules.replacing("SharedChildren(\"Customer.address\", .clone)", with: policy))
      return trial.warnings.filter { !$0.id.hasPrefix("unmapped") }.map { $0.drawing() }
    }
    #expect(
      try warnings("SharedChildren(\"Address.city\", .fail)") == [
        """
        test.mapping.swift:7:1: warning[unused-policy]: no relationship that allows one owner is filled from 'Address.city'
        7 | SharedChildren("Address.city", .fail)
          | ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        """
      ])
    #expect(
      try warnings("SharedChildren(\"Customer.address\", .clone)") == [
        """
        test.mapping.swift:7:1: warning[copies-repeat-key]: 'Home.street' is unique, and a copy would have the value of the record it is made of
        7 | SharedChildren("Customer.address", .clone)
          | ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          = help: make it with 'UUID(stableFor: old)', which differs for each copy
        """
      ])
    let repeated = try mistake {
      _ = try Trial(
        legacy: legacy,
        target: target.replacing("unique) var id: UUID;", with: "unique)").replacing("var zip", with: "var id: UUID?; var zip"),
        rows: rows, mapping: rules)
    }
    #expect(
      repeated == """
        error[duplicate-keys]: 'Home' wants unique 'street', and 2 records repeat one
          = help: copies of shared children repeat it: give it 'UUID(stableFor: old)', which differs in each copy
        """)
    let circle = try mistake {
      _ = try Trial(
        legacy:
          "@Model final class Part { var parts: [Part]; @Relationship(inverse: \\Part.parts) var users: [Part]; init() {} }",
        target: "@Model final class Part { var parts: [Part]; @Relationship(inverse: \\Part.parts) var user: Part?; init() {} }",
        rows: [:], mapping: "Map(\"Part\", to: Part.self) { old in parts = old.parts }\nSharedChildren(\"Part.parts\", .clone)")
    }
    #expect(
      circle == """
        test.mapping.swift:2:1: error[copies-in-circle]: copies of 'Part' would need copies of 'Part'
        2 | SharedChildren("Part.parts", .clone)
          | ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          = help: let one of the relationships fail: SharedChildren("…", .fail)
        """)
  }
}

import Foundation
import HeirloomFindings
import HeirloomKit
import HeirloomReporting
import HeirloomSchema
import HeirloomTestSupport
import Testing

/// Closures over a store of ten people and ten pets: names "name 1" to "name 10", ages 3 to 30, each seventh pet without an owner.
struct MigrationClosureTests {
  static let models = """
    @Model final class Person {
      var name: String
      var age: Int
      var mail: String?
      @Relationship(deleteRule: .cascade, inverse: \\Pet.owner) var pets: [Pet] = []
      init(name: String, age: Int) { self.name = name; self.age = age }
    }
    @Model final class Pet {
      var name: String
      var owner: Person?
      init(name: String) { self.name = name }
    }
    """
  static let newModels =
    models.replacing(
      "var mail: String?", with: "var mail: String?; var first: String = \"\"; var last: String = \"\"; var adult: Bool = false")
    + "\n@Model final class Club { var name: String; var members: Int = 0; var code: UUID?; init(name: String) { self.name = name } }"

  /// Runs the closures, and gives the report and what the query answers about the result.
  func run(
    will: String = "nil", did: String = "nil", sources: String = "", _ sql: String = "SELECT 0"
  ) throws -> (report: ConversionReport, answer: [String]) {
    try withTemporaryFolder { folder in
      let text =
        plan(
          Self.models, Self.newModels,
          stage: ".custom(fromVersion: V1.self, toVersion: V2.self, willMigrate: \(will), didMigrate: \(did))") + "\n" + sources
      let file = folder.path + "/Plan.swift", store = folder.path + "/old.store", output = folder.path + "/new.store"
      try text.write(toFile: file, atomically: true, encoding: .utf8)
      try MadeStore(read(text).versions[0], count: 10).write(to: store)
      let report = try migrate(store, file, to: output)
      let answer = report.exitStatus == .done ? try texts(sql, in: output) : []
      return (report, answer)
    }
  }

  /// The answer of a run that must succeed.
  func answer(will: String = "nil", did: String = "nil", sources: String = "", _ sql: String) throws -> [String] {
    let (report, answer) = try run(will: will, did: did, sources: sources, sql)
    #expect(report.exitStatus == .done, "\(report.findings)")
    return answer
  }

  @Test func `splitting a name into two`() throws {
    let names = try answer(
      did: """
        { context in
          let people = try context.fetch(FetchDescriptor<V2.Person>())
          for person in people {
            let parts = person.name.split(separator: " ", maxSplits: 1)
            person.first = parts.first.map(String.init) ?? ""
            person.last = parts.count > 1 ? String(parts[1]) : ""
          }
          try context.save()
        }
        """, "SELECT first || '/' || last FROM Person ORDER BY _id LIMIT 2")
    #expect(names == ["name/1", "name/2"])
  }

  @Test func `a predicate, an order and a limit`() throws {
    let names = try answer(
      did: """
        { context in
          var descriptor = FetchDescriptor<V2.Person>(predicate: #Predicate { $0.age > 9 && $0.age <= 24 }, sortBy: [SortDescriptor(\\.age, order: .reverse)])
          descriptor.fetchLimit = 3
          for (index, person) in try context.fetch(descriptor).enumerated() { person.first = "\\(index): \\(person.age)" }
          try context.save()
        }
        """, "SELECT first FROM Person WHERE first != '' ORDER BY first")
    // Ages are 3n: 24, 21 and 18.
    #expect(names == ["0: 24", "1: 21", "2: 18"])
  }

  @Test func `duplicates are removed by a set, and their children go with them`() throws {
    let left = try answer(
      will: """
        { context in
          var seen = Set<Int>()
          let people = try context.fetch(FetchDescriptor<V1.Person>(sortBy: [SortDescriptor(\\.age)]))
          for person in people {
            let decade = person.age / 10
            if seen.contains(decade) {
              context.delete(person)
            } else {
              seen.insert(decade)
            }
          }
          try context.save()
        }
        """, "SELECT age FROM Person ORDER BY age")
    // 3 6 9 | 12 15 18 | 21 24 27 | 30
    #expect(left == ["3", "12", "21", "30"])
    let pets = try answer(
      will:
        "{ context in for person in try context.fetch(FetchDescriptor<V1.Person>()) where person.age > 3 { context.delete(person) }; try context.save() }",
      "SELECT name FROM Pet ORDER BY _id")
    // The n-th pet belongs to person 1 + n % 10, the seventh to nobody: pet 10 is person 1's.
    #expect(pets == ["name 7", "name 10"])
  }

  @Test func `records are made, inserted and linked`() throws {
    let clubs = try answer(
      did: """
        { context in
          let people = try context.fetch(FetchDescriptor<V2.Person>())
          let groups = Dictionary(grouping: people) { $0.age / 10 }
          for key in groups.keys.sorted() {
            let club = V2.Club(name: "Club \\(key)")
            club.members = groups[key]?.count ?? 0
            club.code = UUID()
            context.insert(club)
          }
          let forgotten = V2.Club(name: "never inserted")
          forgotten.members = 1
          let pet = V2.Pet(name: "Rex")
          people.first?.pets.append(pet)
          try context.save()
        }
        """,
      "SELECT name || ' ' || members FROM (SELECT * FROM Club ORDER BY _id) UNION ALL SELECT name || ' of ' || owner FROM Pet WHERE name = 'Rex'"
    )
    #expect(clubs == ["Club 0 3", "Club 1 3", "Club 2 3", "Club 3 1", "Rex of 1"])
  }

  @Test func `what is not saved is lost, and it is said`() throws {
    let (report, answer) = try run(
      did: "{ context in for person in try context.fetch(FetchDescriptor<V2.Person>()) { person.first = \"x\" } }",
      "SELECT count(*) FROM Person WHERE first = 'x'")
    #expect(answer == ["0"])
    #expect(
      report.findings.contains {
        $0.id == "closure-unsaved"
          && $0.message == "didMigrate of the stage to 'V2' ends with changes that were not saved: they are lost"
      })
    #expect(report.migration?.hops[0].closures == [])
  }

  @Test func `switch, guard, while and helper closures`() throws {
    let ages = try answer(
      did: """
        { context in
          let isAdult = { (person: V2.Person) -> Bool in person.age >= 18 }
          func word(_ age: Int) -> String {
            switch age {
            case ..<0: return "none"
            case 0..<10: return "child"
            case 10...17: return "teen"
            default: return "adult"
            }
          }
          var count = 0
          while count < 3 { count += 1 }
          for person in try context.fetch(FetchDescriptor<V2.Person>()) {
            guard person.age != 30 else { continue }
            person.adult = isAdult(person)
            person.first = word(person.age) + String(count)
          }
          try context.save()
        }
        """.replacing("    case ..<0: return \"none\"\n", with: ""), "SELECT first || adult FROM Person ORDER BY _id")
    #expect(ages == ["child30", "child30", "child30", "teen30", "teen30", "adult31", "adult31", "adult31", "adult31", "0"])
  }

  @Test func `a variable of the plan hands values from one closure to the other`() throws {
    let mails = try answer(
      will:
        "{ context in for person in try context.fetch(FetchDescriptor<V1.Person>()) { Plan.kept[person.name] = \"\\(person.age)@x\" } }",
      did:
        "{ context in for person in try context.fetch(FetchDescriptor<V2.Person>()) { person.mail = kept[person.name] }; try context.save() }",
      sources: "extension Plan { nonisolated(unsafe) static var kept: [String: String] = [:] }",
      "SELECT mail FROM Person ORDER BY _id LIMIT 2")
    #expect(mails == ["3@x", "6@x"])
  }

  @Test func `an error that the closure throws ends the run and writes nothing`() throws {
    let report = try run(
      did: "{ context in if try context.fetchCount(FetchDescriptor<V2.Person>()) > 5 { throw Failure.tooMany } }"
    ).report
    #expect(report.findings.last?.id == "closure-failed")
    #expect(report.findings.last?.message == "didMigrate of the stage to 'V2': the closure throws 'Failure.tooMany'")
    #expect(report.exitStatus == .mappingFaulty)
  }

  @Test func `what is not interpreted is named with its line before the run`() throws {
    let report = try run(
      did: """
        { context in
          let helper = MigrationHelper()
          for person in try context.fetch(FetchDescriptor<V2.Person>()) {
            person.mail = person.displayName
            person.first = helper.clean(person.name)
          }
          try context.save()
        }
        """
    ).report
    #expect(report.findings.map(\.id) == ["stage-without-mapping", "closure-beyond", "closure-beyond", "closure-beyond"])
    #expect(
      report.findings[0].message
        == "didMigrate of the stage from 'V1' to 'V2' cannot be interpreted, and no mapping takes its place; it fetches 'Person', assigns 'mail', 'first', makes 'MigrationHelper'"
    )
    #expect(
      report.findings.dropFirst().map(\.message) == [
        "'MigrationHelper(…)' is not interpreted", "no model of this version has a property 'displayName'",
        "'clean(…)' is not interpreted",
      ])
    if case .text(let place)? = report.findings[2].place { #expect(place.lineText == "    person.mail = person.displayName") }
    #expect(report.migration?.hops.isEmpty ?? false)
  }

  @Test func `old models are not known after the change`() throws {
    let report = try run(
      will:
        "{ context in for club in try context.fetch(FetchDescriptor<V2.Club>()) { context.delete(club) }; try context.save() }"
    ).report
    #expect(report.exitStatus == .mappingFaulty)
    #expect(report.findings.contains { $0.id == "closure-beyond" })
  }

  @Test func `a closure that never ends is stopped`() throws {
    let report = try run(did: "{ context in func again(_ n: Int) -> Int { again(n + 1) }; _ = again(0) }").report
    #expect(report.findings.last?.message == "didMigrate of the stage to 'V2': the closure calls itself too often")
  }

  @Test(arguments: [
    ("\"a,b,,c\".split(separator: \",\").count", "3"), ("\"a,b,,c\".components(separatedBy: \",\").count", "4"),
    ("\"  Hi \".trimmingCharacters(in: .whitespaces) + \"!\"", "Hi!"),
    ("[3, 1, 2].sorted().map { \"\\($0)\" }.joined(separator: \"-\")", "1-2-3"),
    ("[1, 2, 3].reduce(0) { $0 + $1 } * 2", "12"), ("[\"b\", \"a\"].min() ?? \"none\"", "a"),
    ("[5, 6].first(where: { $0 > 5 }).map { $0 + 1 } ?? 0", "7"),
    ("(\"x\" == \"x\" ? \"same\" : \"other\").uppercased()", "SAME"), ("Set([1, 1, 2]).count", "2"), ("7 / 2 + 7 % 2", "4"),
    ("Int(\"12\") ?? 0", "12"),
    ("Int(\"a\") ?? -1", "-1"), ("[\"a\": 1][\"a\", default: 0] + [\"a\": 1][\"b\", default: 5]", "6"),
    ("(1...4).filter { $0 % 2 == 0 }.count", "2"),
    ("zip([1, 2], [3, 4]).map { $0 * $1 }.reduce(0, +)", "11"), ("\"abc\".prefix(2) + \"abc\".suffix(1)", "abc"),
    ("max(3, 5)", "5"), ("\"A\".lowercased().hasPrefix(\"a\")", "true"), ("[1, 2, 3].dropFirst().contains(1)", "false"),
  ]) func `expressions`(_ expression: String, _ expected: String) throws {
    let (report, answer) = try run(
      did: "{ context in let club = V2.Club(name: \"\\(\(expression))\"); context.insert(club); try context.save() }",
      "SELECT name FROM Club")
    #expect(answer == [expected], "\(report.findings)")
  }
}

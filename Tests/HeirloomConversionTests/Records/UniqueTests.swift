import Testing

@Suite struct `Unique` {
  let model = """
    @Model final class Trip { var name: String?; var year: Int?; var note: String?; var made: Date?; var cost: Decimal?
      @Relationship(inverse: \\Stop.trip) var stops: [Stop]; @Relationship(inverse: \\Tag.trips) var tags: [Tag]; init() {} }
    @Model final class Stop { var place: String; var trip: Trip?; init() {} }
    @Model final class Tag { var name: String; var trips: [Trip]; init() {} }
    """
  let rows: KeyValuePairs<String, [String]> = [
    "Trip(_id, name, year, note, made, cost)": [
      "1, 'Rome', 1, NULL, 30.0, '10'", "2, 'rome', 1, 'x', 10, '9'", "3, 'Rome', 1, 'y', 20.0, NULL",
      "4, NULL, 2, NULL, 5.0, '1'",
      "5, NULL, 3, NULL, 6.0, '2'", "6, 'Oslo', 4, NULL, NULL, '3'",
    ],
    "Stop(_id, place, trip)": ["1, 's1', 1", "2, 's2', 2", "3, 's3', 3", "4, 's4', 6"],
    "Tag(_id, name)": ["1, 'a'", "2, 'b'"],
    "Trip.tags": ["1, 1", "2, 1", "3, 1", "3, 2", "6, 2"],
  ]

  func trial(_ unique: String) throws -> Trial { try Trial(legacy: model, target: model, rows: rows, mapping: unique) }

  @Test func `the first record survives and takes the others' links`() throws {
    let trial = try trial("Unique(Trip.self, by: \\.name, keep: .first)")
    #expect(
      try trial["SELECT Z_PK, ZNAME, ZNOTE FROM ZTRIP ORDER BY 1"] == [
        "1, 'Rome', NULL", "2, 'rome', 'x'", "4, NULL, NULL", "5, NULL, NULL", "6, 'Oslo', NULL",
      ])
    #expect(trial.ledger.first == "Trip → Trip: 6 read, 5 written, 1 merged")
    #expect(try trial.related("Stop.trip") == ["1: 1", "2: 2", "3: 1", "4: 6"])
    #expect(try trial.related("Trip.stops") == ["1: 1 3", "2: 2", "6: 4"])
    // The tag that both had is not doubled.
    #expect(try trial.related("Trip.tags") == ["1: 1 2", "2: 1", "6: 2"])
    #expect(trial.links.contains { $0.hasSuffix("5 before, 4 after, 1 merged") })
  }

  @Test func `case is ignored on request`() throws {
    let trial = try trial("Unique(Trip.self, by: \\.name, keep: .first, ignoringCase: true)")
    #expect(try trial["SELECT Z_PK FROM ZTRIP ORDER BY 1"] == ["1", "4", "5", "6"])
    #expect(try trial.related("Trip.stops") == ["1: 1 2 3", "6: 4"])
  }

  @Test func `the survivor is chosen by a value`() throws {
    func survivors(_ keep: String) throws -> [String] {
      try trial("Unique(Trip.self, by: \\.name, keep: \(keep), ignoringCase: true)")["SELECT Z_PK FROM ZTRIP WHERE ZYEAR = 1"]
    }
    #expect(try survivors(".first(by: \\.made)") == ["2"])
    #expect(try survivors(".last(by: \\.made)") == ["1"])
    #expect(try survivors(".newest(by: \\.made)") == ["1"])
    // By number, not by digits; a record without a value comes last.
    #expect(try survivors(".min(by: \\.cost)") == ["2"])
    #expect(try survivors(".max(by: \\.cost)") == ["1"])
    #expect(try survivors(".last") == ["3"])
    #expect(try survivors(".first(by: \\.note)") == ["2"])
  }

  @Test func `nils of the survivor are filled from the nearest loser`() throws {
    let trial = try trial("Unique(Trip.self, by: \\.name, keep: .first, fill: true, ignoringCase: true)")
    #expect(try trial["SELECT Z_PK, ZNAME, ZNOTE, ZCOST FROM ZTRIP WHERE ZYEAR = 1"] == ["1, 'Rome', 'x', 10"])
    let last = try self.trial("Unique(Trip.self, by: \\.name, keep: .last, fill: true, ignoringCase: true)")
    #expect(try last["SELECT Z_PK, ZNOTE, ZCOST FROM ZTRIP WHERE ZYEAR = 1"] == ["3, 'y', 9"])
  }

  @Test func `nil keys are kept, rejected, or end the run`() throws {
    let rejecting = try trial("Unique(Trip.self, by: \\.name, keep: .first, nils: .reject)")
    #expect(try rejecting["SELECT Z_PK FROM ZTRIP ORDER BY 1"] == ["1", "2", "6"])
    #expect(try rejecting.rejects == ["Trip 4 name: no 'name'", "Trip 5 name: no 'name'"])
    let message = try mistake { _ = try trial("Unique(Trip.self, by: \\.name, keep: .first, nils: .fail)") }
    #expect(
      message == """
        test.mapping.swift:1:1: error[nil-keys]: 2 records of 'Trip' have no 'name'
        1 | Unique(Trip.self, by: \\.name, keep: .first, nils: .fail)
          | ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        """)
  }

  @Test func `keys of several attributes`() throws {
    let trial = try trial("Unique(Trip.self, by: [\\.name, \\.year], keep: .first)")
    #expect(try trial["SELECT Z_PK FROM ZTRIP ORDER BY 1"] == ["1", "2", "4", "5", "6"])
  }

  @Test func `decimals are one key by their numbers`() throws {
    let trial = try Trial(
      legacy: model, target: model, rows: ["Trip(_id, cost)": ["1, '2.5'", "2, '2.50'", "3, '25e-1'", "4, '2'"]],
      mapping: "Unique(Trip.self, by: \\.cost, keep: .first)")
    #expect(try trial["SELECT Z_PK FROM ZTRIP ORDER BY 1"] == ["1", "4"])
  }

  @Test func `a link is part of a key`() throws {
    let trial = try Trial(
      legacy: model, target: model,
      rows: [
        "Trip(_id, name)": ["1, 'a'", "2, 'b'"],
        "Stop(_id, place, trip)": ["1, 'x', 1", "2, 'x', 2", "3, 'x', 1", "4, 'x', NULL", "5, 'x', NULL"],
      ],
      mapping: "Unique(Stop.self, by: [\\.place, \\.trip], keep: .first)")
    #expect(try trial["SELECT Z_PK FROM ZSTOP ORDER BY 1"] == ["1", "2", "4", "5"])
  }

  @Test func `losers that were merged before follow the last survivor`() throws {
    let trial = try Trial(
      legacy: model, target: model,
      rows: [
        "Trip(_id, name, year)": ["1, 'a', 1", "2, 'a', 2", "3, 'b', 1"],
        "Stop(_id, place, trip)": ["1, 'x', 1", "2, 'y', 2", "3, 'z', 3"],
      ],
      mapping: "Unique(Trip.self, by: \\.name, keep: .first)\nUnique(Trip.self, by: \\.year, keep: .last)")
    #expect(try trial["SELECT Z_PK, ZNAME FROM ZTRIP"] == ["3, 'b'"])
    #expect(try trial.related("Stop.trip") == ["1: 3", "2: 3", "3: 3"])
  }

  @Test func `keys that the target wants unique and are not end the run`() throws {
    let message = try mistake {
      _ = try Trial(
        legacy: "@Model final class Tag { var name: String; init() {} }",
        target: "@Model final class Tag { @Attribute(.unique) var name: String; init() {} }",
        rows: ["Tag(_id, name)": ["1, 'a'", "2, 'a'", "3, 'a'", "4, 'b'"]], mapping: "")
    }
    #expect(
      message == """
        error[duplicate-keys]: 'Tag' wants unique 'name', and 2 records repeat one
          = help: Unique(Tag.self, by: \\.name, keep: .first)
        """)
  }

  @Test func `an attribute kept outside the store, and a link, are filled as well`() throws {
    let trial = try Trial(
      legacy: model, target: model,
      rows: ["Trip(_id, name)": ["1, 'a'"], "Stop(_id, place, trip)": ["1, 'x', NULL", "2, 'x', 1"]],
      mapping: "Unique(Stop.self, by: \\.place, keep: .first, fill: true)")
    #expect(try trial.related("Stop.trip") == ["1: 1"])
  }

  /// The survivor's nil boss is filled from record 3, whose boss is the survivor itself; record 5's has nobody left to fill.
  @Test func `a self-referential link that fills a survivor is counted as its own`() throws {
    let people = """
      @Model final class Person { var name: String; var boss: Person?
        @Relationship(inverse: \\Person.boss) var reports: [Person]; init() {} }
      """
    let trial = try Trial(
      legacy: people, target: people,
      rows: ["Person(_id, name, boss)": ["1, 'Ann', NULL", "2, 'Bob', 1", "3, 'Ann', 1", "4, 'Cid', 2", "5, 'Ann', 5"]],
      mapping: "Unique(Person.self, by: \\.name, keep: .first, fill: true)")
    #expect(try trial.related("Person.boss") == ["1: 1", "2: 1", "4: 2"])
    #expect(trial.links.contains("Person.boss → Person.boss: 4 before, 3 after, 1 merged"))
  }

  @Test func `the same key twice is a mistake, in any order`() throws {
    let message = try mistake {
      _ = try trial("Unique(Trip.self, by: [\\.name, \\.year])\nUnique(Trip.self, by: [\\.year, \\.name], keep: .last)")
    }
    #expect(message?.contains("2:1: error[double-assignment]: 'Trip' has a 'Unique' by 'year', 'name' already") == true)
  }

  @Test func `keys whose names run together do not share a table`() throws {
    let names = "@Model final class A { var a_b: Int; var a: Int; var b: Int; init() {} }"
    let trial = try Trial(
      legacy: names, target: names, rows: ["A(_id, a_b, a, b)": ["1, 1, 1, 1", "2, 1, 2, 2", "3, 2, 2, 2", "4, 3, 3, 3"]],
      mapping: "Unique(A.self, by: [\\.a, \\.b], keep: .first)\nUnique(A.self, by: \\.a_b, keep: .first)")
    // 3 is merged into 2, and 2 into 1.
    #expect(try trial["SELECT Z_PK FROM ZA ORDER BY 1"] == ["1", "4"])
  }

  @Test func `records are not compared by what is known only when all are written`() throws {
    let legacy = """
      @Model final class Item { var code: String; init() {} }
      @Model final class Folder { var code: String; init() {} }
      """
    let target = """
      @Model final class Item { var code: String; var folder: Folder?; init() {} }
      @Model final class Folder { var code: String; @Relationship(inverse: \\Item.folder) var items: [Item]; init() {} }
      """
    func unique(_ rule: String) throws -> String? {
      try mistake {
        _ = try Trial(
          legacy: legacy, target: target, rows: [:],
          mapping: "Map(\"Item\", to: Item.self) { old in folder = Folder(where: \\.code == old.code) }\n\(rule)")
      }
    }
    let late = try unique("Unique(Item.self, by: \\.folder)")
    #expect(
      late?.contains("2:1: error[wrong-arguments]: records cannot be compared by 'folder', which is found only when all") == true)
    #expect(late?.contains("help: compare them by the value that it is looked up by") == true)
    let many = try unique("Unique(Folder.self, by: \\.items)")
    #expect(many?.contains("'items' leads to many records, and 'Unique' takes") == true)
  }
}

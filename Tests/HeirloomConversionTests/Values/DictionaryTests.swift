internal import HeirloomCoreDataModel
internal import HeirloomSQLite
internal import HeirloomSchema
import Testing

/// Dictionaries as a Realm class has them: of values, and of links.
@Suite struct `Dictionaries` {
  static func legacy() throws -> Schema {
    var schema = try Schema(
      parsing: """
        @Model final class Note { var title: String; var scores: Int; var days: Date?; var byRole: [Person]; init() {} }
        @Model final class Person { var name: String; init() {} }
        """)
    schema["Note"]?.attributes[1].collection = .dictionary
    schema["Note"]?.attributes[2].collection = .dictionary
    schema["Note"]?.relationships[0].collection = .dictionary
    return schema
  }
  static let records: [(String, [String])] = [
    ("Note(_id, title)", ["1, 'a'", "2, 'b'"]), ("Person(_id, name)", ["1, 'Ada'", "2, 'Bob'"]),
    ("Note.scores(owner, value, key)", ["1, 7, 'maths'", "1, 3, 'art'", "1, 9, 'x'"]),
    ("Note.days(owner, value, key)", ["1, 5.5, 'd'", "1, NULL, 'e'"]),
    ("Note.byRole(owner, target, key)", ["1, 2, 'editor'", "1, 1, 'author'", "1, 99, 'ghost'"]),
  ]

  @Test func `are looked up, filtered, counted and listed by key and value`() throws {
    let cases = [
      ("Int", "old.scores.count", "3 | 0"),
      ("Int", "old.scores[\"art\"]", "3 | NULL"),
      ("Int", "old.scores[old.title == \"a\" ? \"x\" : \"y\"]", "9 | NULL"),
      ("Bool", "old.scores.isEmpty", "0 | 1"),
      ("String", "old.scores.keys.joined(separator: \",\")", "'art,maths,x' | ''"),
      ("Int", "old.scores.values.sum()", "19 | 0"),
      ("Int", "old.scores.filter { $0.value > 5 }.count", "2 | 0"),
      (
        "String", "old.scores.filter { $0.key.count > 1 }.map { \"\\($0.key)=\\($0.value)\" }.joined(separator: \";\")",
        "'art=3;maths=7' | ''"
      ),
      ("String", "old.scores.sorted(by: \\.value, order: .reverse).map(\\.key).first", "'x' | NULL"),
      ("Int", "old.scores.max(of: \\.value)", "9 | NULL"),
      ("Bool", "old.scores.contains { $0.key == \"art\" && $0.value == 3 }", "1 | 0"),
      ("Int", "old.days.values.count", "1 | 0"),
      ("Date", "old.days[\"d\"]", "5.5 | NULL"),
      ("String", "old.byRole[\"editor\"]?.name", "'Bob' | NULL"),
      (
        "String", "old.byRole.map { \"\\($0.key): \\($0.value.name)\" }.joined(separator: \", \")",
        "'author: Ada, editor: Bob' | ''"
      ),
      ("Int", "old.byRole.values.filter { $0.name == \"Ada\" }.count", "1 | 0"),
      // art 3, maths 7, x 9: cut, then looked at, and the other way round.
      ("Int", "old.scores.prefix(2).filter { $0.value > 5 }.count", "1 | 0"),
      ("Int", "old.scores.filter { $0.value > 5 }.prefix(1).map { $0.value }.first", "7 | NULL"),
      ("String", "old.scores.prefix(2).sorted(by: \\.value, order: .reverse).keys.joined(separator: \",\")", "'maths,art' | ''"),
      ("String", "old.scores.sorted(by: \\.value, order: .reverse).prefix(2).prefix(1).keys.joined()", "'x' | ''"),
      ("Int", "old.scores.sorted(by: \\.value, order: .reverse).prefix(2).filter { $0.key != \"x\" }.values.sum()", "7 | 0"),
      ("String", "old.scores.first?.key", "'art' | NULL"),
      ("Int", "old.scores.last?.value", "9 | NULL"),
      ("Int", "old.scores.prefix(2).last?.value", "7 | NULL"),
      ("String", "old.scores.max(by: \\.value)?.key", "'x' | NULL"),
      ("String", "old.scores.first { $0.value > 5 }?.key", "'maths' | NULL"),
      ("Int", "old.scores.sorted(by: \\.value).last?.value", "9 | NULL"),
      ("String", "(old.scores.first { $0.value > 50 } ?? old.scores.first { $0.value > 5 })?.key", "'maths' | NULL"),
      ("Date", "old.days.last?.value", "NULL | NULL"),
      ("String", "old.days.last?.key", "'e' | NULL"),
      ("String", "old.byRole.first { $0.value.name == \"Bob\" }?.key", "'editor' | NULL"),
      ("String", "old.byRole.first?.value.name", "'Ada' | NULL"),
      ("String", "old.byRole.prefix(1).filter { $0.value.name == \"Bob\" }.keys.joined()", "'' | ''"),
      ("String", "old.byRole.values.sorted(by: \\.name).last?.name", "'Bob' | NULL"),
      ("Bool", "old.scores.keys.contains(\"art\")", "1 | 0"),
      ("Int", "old.scores.values.prefix(2).sum()", "10 | 0"),
    ]
    let target =
      "@Model final class Out {\n\(cases.enumerated().map { "var v\($0): \($1.0)?" }.joined(separator: "\n"))\ninit() {} }"
    let trial = try Trial(
      legacy: try Self.legacy(), target: try Schema(parsing: target), records: Self.records,
      mapping: "Map(\"Note\", to: Out.self) { old in\n\(cases.enumerated().map { "v\($0) = \($1.1)" }.joined(separator: "\n"))\n}"
    )
    let found = try trial.connection.rows(
      "SELECT \(cases.indices.map { "ZV\($0)" }.joined(separator: ", ")) FROM ZOUT ORDER BY Z_PK")
    #expect(
      cases.indices.map { "\(cases[$0].1) → \(found[0][$0].literal) | \(found[1][$0].literal)" }
        == cases.map { "\($0.1) → \($0.2)" })
  }

  @Test func `are named, and so are their entries`() throws {
    let trial = try Trial(
      legacy: try Self.legacy(),
      target: try Schema(
        parsing: "@Model final class Out { var best: String?; var points: Int?; var n: Int; var last: String; init() {} }"),
      records: Self.records,
      mapping: """
        Map("Note", to: Out.self) { old in
          let good = old.scores.filter { $0.value > 5 }
          n = good.prefix(5).count
          if let top = good.max(by: \\.value) {
            best = top.key
            points = top.value
          }
          last = good.last!.key
        }
        """)
    #expect(try trial["SELECT ZBEST, ZPOINTS, ZN, ZLAST FROM ZOUT"] == ["'x', 9, 2, 'x'"])
    #expect(try trial.rejects == ["Out 2 last: 'good.last' is nil"])
  }

  @Test func `become records with their keys, and links`() throws {
    let trial = try Trial(
      legacy: try Self.legacy(),
      target: try Schema(
        parsing: """
          @Model final class Note { var title: String; var people: [Person]; var editors: [Person]; init() {} }
          @Model final class Person { var name: String; init() {} }
          @Model final class Score { var subject: String; var points: Int; var note: Note?; init() {} }
          @Model final class Role { var role: String; var note: Note?; var person: Person?; init() {} }
          """), records: Self.records,
      mapping: """
        Map("Note", to: Note.self) { old in
          people = old.byRole
          editors = old.byRole.filter { $0.key == "editor" }
        }
        Map(elements: "Note.scores", to: Score.self) { note, value, key in
          subject = key
          points = value
          self.note = note
        }
        Map(links: "Note.byRole", to: Role.self) { note, person, key in
          role = key
          self.note = note
          self.person = person
        }
        """)
    #expect(
      try trial["SELECT ZSUBJECT, ZPOINTS, ZNOTE FROM ZSCORE ORDER BY Z_PK"] == ["'art', 3, 1", "'maths', 7, 1", "'x', 9, 1"])
    #expect(
      try trial["SELECT ZROLE, ZNOTE, ZPERSON FROM ZROLE ORDER BY ZROLE"] == ["'author', 1, 1", "'editor', 1, 2"])
    #expect(try trial.related("Note.people") == ["1: 1 2"])
    #expect(try trial.related("Note.editors") == ["1: 2"])
  }

  @Test func `become the archive of a dictionary where the target has one, and a key without a value refuses the record`() throws
  {
    let trial = try Trial(
      legacy: try Self.legacy(),
      target: try Schema(
        parsing: """
          @Model final class Note { var title: String; var scores: [String: Int]; init() {} }
          @Model final class Day { var days: [String: Date] = [:]; var few: [String: Int]; init() {} }
          """), records: Self.records,
      mapping: """
        Map("Note", to: Note.self)
        Map("Note", to: Day.self) { old in few = old.scores.filter { $0.value > 5 } }
        """)
    let notes = try trial.connection.rows("SELECT ZSCORES FROM ZNOTE ORDER BY Z_PK")
    let entries = try notes.map { row -> [String] in
      guard case .blob(let bytes) = row[0], let root = try KeyedArchive(bytes).root else { return ["none"] }
      #expect(root.classNames == ["NSDictionary", "NSObject"])
      return (root.namedEntries ?? []).map { "\($0.name) \($0.value.integer ?? -1)" }
    }
    #expect(entries == [["art 3", "maths 7", "x 9"], []])
    #expect(try trial.rejects == ["Day 1 days: the dictionary has a key without a value"])
    let days = try trial.connection.rows("SELECT ZFEW FROM ZDAY")
    #expect(days.count == 1)
  }
}

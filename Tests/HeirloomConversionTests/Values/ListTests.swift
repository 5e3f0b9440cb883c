internal import Foundation
internal import HeirloomCoreDataModel
internal import HeirloomSQLite
internal import HeirloomSchema
import Testing

@Suite struct `Lists of values` {
  let plain = """
    @Model final class Item { var day: Date; var id: UUID; var bytes: Data; var link: URL; var size: Double; var text: String
      var flag: Bool; init() {} }
    """
  let listed = """
    @Model final class Item { var days: [Date]; var ids: [UUID]; var blobs: [Data]; var links: [URL]; var sizes: [Double]
      var flags: [Bool]; var words: [String]; init() {} }
    """
  let rows: KeyValuePairs<String, [String]> = [
    "Item(_id, day, id, bytes, link, size, text, flag)": [
      "1, 86400.5, x'00112233445566778899aabbccddeeff', x'00ff41', 'https://a.example/', 0.1, 'b a b' || char(0) || 'c', 1"
    ]
  ]
  let literals = """
    Map("Item", to: Item.self) { old in
      days = [old.day, old.day + 60.0]
      ids = [old.id]
      blobs = [old.bytes, old.bytes]
      links = [old.link]
      sizes = [old.size + 0.2, 1.0]
      flags = [old.flag, false]
      words = old.text.split(separator: " ")
    }
    """
  let names = ["days", "ids", "blobs", "links", "sizes", "flags", "words"]

  @Test func `become the archives that the app's own framework writes`() throws {
    let trial = try Trial(legacy: plain, target: listed, rows: rows, mapping: literals)
    let columns = names.map { "Z\($0.uppercased())" }.joined(separator: ", ")
    let row = try #require(try trial.connection.rows("SELECT \(columns) FROM ZITEM").first)
    let lists = try row.map { value -> [KeyedArchive.Node] in
      guard case .blob(let bytes) = value else { return [] }
      return try #require(try KeyedArchive(bytes).root?.elements)
    }
    #expect(lists[0].map(\.className) == ["NSDate", "NSDate"])
    #expect(lists[0].map(\.date) == [86400.5, 86460.5])
    #expect(lists[1].map(\.className) == ["NSUUID"])
    #expect(lists[1].map(\.uuid) == [[0, 17, 34, 51, 68, 85, 102, 119, 136, 153, 170, 187, 204, 221, 238, 255]])
    #expect(lists[2].map(\.data) == [[0, 255, 65], [0, 255, 65]])
    #expect(lists[3].map(\.className) == ["NSURL"])
    #expect(lists[3].map(\.url) == ["https://a.example/"])
    // All the digits: SQLite's own JSON would make 0.3 of it.
    #expect(lists[4].map(\.real) == [0.30000000000000004, 1])
    #expect(lists[5].map(\.isBool) == [true, true])
    #expect(lists[5].map(\.bool) == [true, false])
    #expect(lists[6].map(\.string) == ["b", "a", "b\0c"])
  }

  @Test func `inside a composite are the JSON of Foundation's encoder`() throws {
    let target = """
      struct Log: Codable { var days: [Date]; var ids: [UUID]; var blobs: [Data]; var flags: [Bool]; var sizes: [Double] }
      @Model final class Item { var log: Log?; init() {} }
      """
    let trial = try Trial(
      legacy: plain, target: target, rows: rows,
      mapping: """
        Map("Item", to: Item.self) { old in
          log = Log(days: [old.day], ids: [old.id], blobs: [old.bytes], flags: [old.flag], sizes: [old.size + 0.2])
        }
        """)
    #expect(
      try trial[
        "SELECT CAST(ZDAYS AS TEXT), CAST(ZIDS AS TEXT), CAST(ZBLOBS AS TEXT), CAST(ZFLAGS AS TEXT), CAST(ZSIZES AS TEXT) FROM ZITEM"
      ]
        == [#"'[86400.5]', '["00112233-4455-6677-8899-AABBCCDDEEFF"]', '["AP9B"]', '[true]', '[0.30000000000000004]'"#])
  }

  /// Reads the lists of the first test, and gives the value of each expression.
  func values(_ cases: [(String, String, String)]) throws -> [String] {
    let made = try Trial(legacy: plain, target: listed, rows: rows, mapping: literals)
    let columns = names.map { "Z\($0.uppercased())" }.joined(separator: ", ")
    let row = try #require(try made.connection.rows("SELECT Z_PK, \(columns) FROM ZITEM").first)
    let trial = try Trial(
      legacy: try Schema(parsing: listed),
      target: try Schema(
        parsing:
          "@Model final class Out {\n\(cases.enumerated().map { "var v\($0): \($1.0)?" }.joined(separator: "\n"))\ninit() {} }"),
      records: [("Item(_id, \(names.joined(separator: ", ")))", [row.map(\.literal).joined(separator: ", ")])],
      mapping: "Map(\"Item\", to: Out.self) { old in\n\(cases.enumerated().map { "v\($0) = \($1.1)" }.joined(separator: "\n"))\n}"
    )
    let found = try trial.connection.rows("SELECT \(cases.indices.map { "ZV\($0)" }.joined(separator: ", ")) FROM ZOUT")
    return cases.indices.map { "\(cases[$0].1) → \(found[0][$0].literal)" }
  }

  @Test func `are read, searched, filtered, sorted, cut and put together`() throws {
    let cases = [
      ("Date", "old.days.last", "86460.5"),
      ("Double", "old.days.map { $0.timeIntervalSinceReferenceDate }.max()", "86460.5"),
      ("Date", "old.days.map { $0 + 1.5 }.first", "86402"),
      ("Bool", "old.days.contains { $0 > old.days.first! }", "1"),
      ("UUID", "old.ids.first", "x'00112233445566778899aabbccddeeff'"),
      ("UUID", "old.ids.first { $0.uuidString.hasPrefix(\"0011\") }", "x'00112233445566778899aabbccddeeff'"),
      ("Bool", "old.ids.contains(UUID(\"00112233-4455-6677-8899-aabbccddeeff\")!)", "1"),
      ("String", "old.ids.map(\\.uuidString).joined()", "'00112233-4455-6677-8899-AABBCCDDEEFF'"),
      ("Data", "old.blobs[1]", "x'00ff41'"),
      ("String", "old.blobs.map { $0.hex() }.joined(separator: \"+\")", "'00ff41+00ff41'"),
      ("Bool", "old.blobs.contains(Data(hex: \"00ff41\")!)", "1"),
      ("Double", "old.sizes.first", "0.30000000000000004"),
      ("Double", "old.sizes.sum()", "1.3"),
      ("Double", "old.sizes.max()", "1.0"),
      ("Bool", "old.flags.allSatisfy { $0 }", "0"),
      ("Int", "old.flags.filter { $0 }.count", "1"),
      ("String", "old.words.sorted().joined(separator: \",\")", "('a,b,b'||char(0)||'c')"),
      ("String", "old.words.sorted(order: .reverse).prefix(2).filter { $0.count == 1 }.joined()", "'b'"),
      ("String", "old.words.prefix(2).sorted().map { $0.uppercased() }.joined()", "'AB'"),
      ("String", "old.words.filter { $0.hasPrefix(\"b\") }.last", "('b'||char(0)||'c')"),
      ("Int", "old.words.first { $0.count == 3 }?.count", "3"),
      ("Int", "old.words.map { $0.count }.sum()", "5"),
      ("String", "old.words.min()", "'a'"),
      ("String", "old.words.compactMap { $0 == \"a\" ? nil : $0.prefix(1) }.joined()", "'bb'"),
      ("String", "old.words.flatMap { [$0.prefix(1), \"-\"] }.joined()", "'b-a-b-'"),
      ("Int", "old.words.flatMap { word in old.words.filter { $0 == word } }.count", "3"),
      ("Double", "old.words.flatMap { [Double($0.count), 0.1] }.sum()", "5.3"),
      ("Bool", "old.words.map { $0 == \"a\" }.contains(true)", "1"),
    ]
    let found = try values(cases).map { $0.replacing("→ 5.299999999999999", with: "→ 5.3") }
    #expect(found == cases.map { "\($0.1) → \($0.2)" })
  }

  @Test func `that cannot be read are nil, and what is made of them`() throws {
    let trial = try Trial(
      legacy: listed, target: "@Model final class Out { var a: Int?; var b: String?; var c: Bool?; init() {} }",
      rows: ["Item(_id, words)": ["1, x'00'", "2, NULL"]],
      mapping: """
        Map("Item", to: Out.self) { old in
          a = old.words.filter { $0 != "" }.count
          b = old.words.map { $0 + "!" }.joined()
          c = old.words.contains { $0 == "x" }
        }
        """)
    #expect(try trial["SELECT ZA, ZB, ZC FROM ZOUT ORDER BY Z_PK"] == ["NULL, NULL, NULL", "NULL, NULL, NULL"])
  }

  @Test func `become records, one for each element with its place`() throws {
    let made = try Trial(legacy: plain, target: listed, rows: rows, mapping: literals)
    let row = try made["SELECT Z_PK, ZWORDS, ZIDS FROM ZITEM"]
    let trial = try Trial(
      legacy: try Schema(parsing: listed),
      target: try Schema(
        parsing: """
          @Model final class Word { var text: String; var place: Int; var item: Item?; init() {} }
          @Model final class Tag { @Attribute(.unique) var id: UUID; init() {} }
          @Model final class Item { @Relationship(inverse: \\Word.item) var words: [Word]; init() {} }
          """), records: [("Item(_id, words, ids)", row)],
      mapping: """
        Map("Item", to: Item.self) { old in }
        Map(elements: "Item.words", to: Word.self) { item, word, position in
          text = word
          place = position
          self.item = item
        }
        Map(values: "Item.ids", to: Tag.self) { value in id = value }
        """)
    #expect(
      try trial["SELECT hex(ZTEXT), ZPLACE, ZITEM FROM ZWORD ORDER BY Z_PK"] == [
        "'62', 0, 1", "'61', 1, 1", "'620063', 2, 1",
      ])
    #expect(try trial["SELECT ZID FROM ZTAG"] == ["x'00112233445566778899aabbccddeeff'"])
    #expect(
      trial.ledger == ["Item → Item: 1 read, 1 written", "Item → Word: 3 read, 3 written", "Item → Tag: 1 read, 1 written"])
  }

  @Test func `and dictionaries that nothing fills are empty where the schema says so`() throws {
    let trial = try Trial(
      legacy: "@Model final class Item { var name: String; init() {} }",
      target: """
        struct Pair: Codable { var a: Int }
        @Model final class Item { var name: String; var prices: [Decimal] = []; var words: [String] = []; var byName: [String: Int] = [:]
          var tags: Set<String> = []; var pairs: [Pair] = []; init() {} }
        """, rows: ["Item(_id, name)": ["1, 'a'"]], mapping: "Map(\"Item\", to: Item.self)")
    let row = try #require(
      try trial.connection.rows("SELECT ZPRICES, ZWORDS, ZBYNAME, ZTAGS, ZPAIRS FROM ZITEM").first)
    let roots = try row.prefix(4).map { value -> KeyedArchive.Node? in
      guard case .blob(let bytes) = value else { return nil }
      return try KeyedArchive(bytes).root
    }
    #expect(roots.map { $0?.className } == ["NSArray", "NSArray", "NSDictionary", "NSSet"])
    #expect(roots.map { $0?.elements?.count ?? $0?.entries?.count } == [0, 0, 0, 0])
    #expect(row[4] == .blob(Array("[]".utf8)))
  }

  @Test func `with nils become archives that Foundation opens, and Foundation's are read`() throws {
    var legacy = try Schema(parsing: "@Model final class Item { var scores: Int?; init() {} }")
    legacy["Item"]?.attributes[0].collection = .list
    let trial = try Trial(
      legacy: legacy, target: try Schema(parsing: "@Model final class Item { var scores: [Int?]; init() {} }"),
      records: [
        ("Item(_id)", ["1"]), ("Item.scores(owner, value, position)", ["1, 5, 0", "1, NULL, 1", "1, 7, 2", "1, NULL, 3"]),
      ],
      mapping: "Map(\"Item\", to: Item.self)")
    guard case .blob(let bytes)? = try trial.connection.rows("SELECT ZSCORES FROM ZITEM").first?.first else {
      return #expect(Bool(false))
    }
    let opened = try NSKeyedUnarchiver.unarchivedObject(
      ofClasses: [NSArray.self, NSNumber.self, NSNull.self], from: Data(bytes))
    let items = try #require(opened as? [Any])
    #expect(items.map { ($0 as? NSNumber)?.intValue } == [5, nil, 7, nil])
    #expect(items.map { $0 is NSNull } == [false, true, false, true])

    // An archive of Foundation's own.
    let own = try NSKeyedArchiver.archivedData(
      withRootObject: NSArray(array: [NSNumber(value: 5), NSNull(), NSNumber(value: 7)]), requiringSecureCoding: true)
    let read = try Trial(
      legacy: "@Model final class Item { var scores: [Int]; init() {} }",
      target: "@Model final class Item { var count: Int; var sum: Int; var without: Int; init() {} }",
      rows: ["Item(_id, scores)": ["1, x'\(own.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined())'"]],
      mapping: """
        Map("Item", to: Item.self) { old in
          count = old.scores.count
          sum = old.scores.sum()
          without = old.scores.compactMap { $0 }.count
        }
        """)
    #expect(try read["SELECT ZCOUNT, ZSUM, ZWITHOUT FROM ZITEM"] == ["3, 12, 2"])
  }

  @Test func `of decimals are summed exactly, and searched by number`() throws {
    try expectValues([
      // 2.50 + 9 + 10.
      .init("Decimal", "[old.price, old.nine, old.ten].sum()", "21.5"),
      .init("Bool", "[old.price, old.nine].sum() == 11.5", "1"),
      .init("Bool", "[old.price].contains(2.5)", "1"),
      .init("Bool", "[old.price, old.ten].contains(10.0)", "1"),
      .init("Bool", "[old.price].contains(2.51)", "0"),
      // Ten times a tenth is one, which no Double would give.
      .init("Bool", "[0.1, 0.1, old.price * 0 + 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1].sum() == 1.0", "1"),
      .init("Decimal", "old.children.sum(of: \\.price)", "0"),
      .init("Decimal", "[old.price].filter { $0 > 3 }.sum()", "0"),
    ])
    try expectRefusals([
      // 38 nines and a half have 39 digits.
      .init(
        "Bool", "[old.price * 0 + Decimal(string: \"99999999999999999999999999999999999999\")!, 0.5].sum() > 1.0",
        "the sum does not fit a Decimal")
    ])
  }

  // The app could not read a nil as an Int: its type says that there is none.
  @Test func `with a nil refuse the record where the array's type holds none`() throws {
    var legacy = try Schema(parsing: "@Model final class Item { var scores: Int?; init() {} }")
    legacy["Item"]?.attributes[0].collection = .list
    let trial = try Trial(
      legacy: legacy,
      target: try Schema(parsing: "@Model final class Item { var scores: [Int]; var others: [Int]; init() {} }"),
      records: [
        ("Item(_id)", ["1", "2", "3"]), ("Item.scores(owner, value, position)", ["1, 5, 0", "1, NULL, 1", "2, 7, 0"]),
      ],
      mapping: "Map(\"Item\", to: Item.self) { old in others = old.scores.compactMap { $0 } }")
    #expect(try trial["SELECT Z_PK FROM ZITEM ORDER BY 1"] == ["2", "3"])
    #expect(try trial.rejects == ["Item 1 scores: an element of the list is nil"])
  }
}

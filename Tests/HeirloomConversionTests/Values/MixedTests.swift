internal import HeirloomConversion
internal import HeirloomFindings
internal import HeirloomSchema
import Testing

/// Values of any type, as Realm's Mixed (AnyRealmValue) has them.
@Suite struct `Values of any type` {
  static func legacy() throws -> Schema {
    var schema = try Schema(
      parsing: "@Model final class Box { var name: String; var any: Int?; var anys: Int; var byKey: Int?; init() {} }")
    for index in 1...3 { schema["Box"]?.attributes[index].type = .mixed }
    schema["Box"]?.attributes[2].collection = .list
    schema["Box"]?.attributes[3].collection = .dictionary
    return schema
  }
  /// 600000000.25 s after 2001 are 2020-01-06T10:40:00.25Z: python3, datetime(2001, 1, 1) + timedelta(seconds=600000000.25).
  static let records: [(String, [String])] = [
    (
      "Box(_id, name, any, \"any.type\")",
      [
        "1, 'a', 5, 'Int'", "2, 'b', 1, 'Bool'", "3, 'c', 'say \"hi\"', 'String'", "4, 'd', 1.0, 'Double'",
        "5, 'e', x'00ff', 'Data'",
        "6, 'f', 600000000.25, 'Date'", "7, 'g', '2.50', 'Decimal'", "8, 'h', x'00112233445566778899aabbccddeeff', 'UUID'",
        "9, 'i', '507f1f77bcf86cd799439011', 'ObjectId'", "10, 'j', 7, 'link:Box'", "11, 'k', '[1,\"x\"]', 'List'",
        "12, 'l', NULL, NULL",
        "13, 'm', 9e999, 'Double'",
      ]
    ),
    (
      "Box.anys(owner, value, position, type)",
      ["1, 5, 0, 'Int'", "1, 'x', 1, 'String'", "1, NULL, 2, NULL", "1, 0, 3, 'Bool'"]
    ),
    ("Box.byKey(owner, value, key, type)", ["1, 5, 'n', 'Int'", "1, '5', 't', 'String'", "1, NULL, 'z', NULL"]),
  ]

  func run(_ target: String, _ mapping: String) throws -> Trial {
    try Trial(legacy: try Self.legacy(), target: try Schema(parsing: target), records: Self.records, mapping: mapping)
  }

  @Test func `are carried as JSON that says what each was, and that is told`() throws {
    let trial = try run(
      "@Model final class Box { var any: String?; var anys: [String]; init() {} }", "Map(\"Box\", to: Box.self)")
    #expect(
      try trial["SELECT ZANY FROM ZBOX ORDER BY Z_PK"] == [
        "'5'", "'true'", #"'"say \"hi\""'"#, "'1.0'", #"'{"$binary":{"base64":"AP8=","subType":"00"}}'"#,
        #"'{"$date":"2020-01-06T10:40:00.25Z"}'"#, #"'{"$numberDecimal":"2.50"}'"#,
        #"'{"$uuid":"00112233-4455-6677-8899-AABBCCDDEEFF"}'"#, #"'{"$oid":"507f1f77bcf86cd799439011"}'"#,
        #"'{"$link":{"table":"Box","key":7}}'"#, #"'[1,"x"]'"#, "NULL", #"'{"$numberDouble":"Infinity"}'"#,
      ])
    #expect(
      try trial["SELECT heirloom_listFromArchive(ZANYS, 'String') FROM ZBOX WHERE Z_PK = 1"] == [
        #"'["5","\"x\"","null","false"]'"#
      ])
    let told = trial.warnings.filter { $0.id == "mixed-as-json" }
    #expect(
      told.map(\.message) == [
        "'Box.any' gets values of any type as JSON: 5, \"a\", {\"$date\":\"2020-01-01T00:00:00Z\"}",
        "'Box.anys' gets values of any type as JSON: 5, \"a\", {\"$date\":\"2020-01-01T00:00:00Z\"}",
      ])
    let list = try run(
      "@Model final class Box { var list: String; init() {} }",
      "Map(\"Box\", to: Box.self) { old in list = old.anys.map { $0.json }.joined(separator: \" \") }")
    #expect(try list["SELECT ZLIST FROM ZBOX WHERE Z_PK < 3 ORDER BY Z_PK"] == [#"'5 "x" null false'"#, "''"])
  }

  @Test func `are read by their types, and are nil for any other`() throws {
    let trial = try run(
      """
      @Model final class Box { var kind: String?; var int: Int?; var bool: Bool?; var text: String?; var double: Double?; var data: Data?
        var date: Date?; var decimal: Decimal?; var uuid: UUID?; init() {} }
      """,
      """
      Map("Box", to: Box.self) { old in
        kind = old.any?.typeName
        int = old.any?.intValue
        bool = old.any?.boolValue
        text = old.any?.stringValue
        double = old.any?.doubleValue
        data = old.any?.dataValue
        date = old.any?.dateValue
        decimal = old.any?.decimalValue
        uuid = old.any?.uuidValue
      }
      """)
    let found =
      try trial[
        "SELECT ZKIND, coalesce(ZINT, ZBOOL, ZTEXT, ZDOUBLE, hex(ZDATA)), ZDATE, ZDECIMAL, hex(ZUUID) FROM ZBOX ORDER BY Z_PK"]
    #expect(
      found == [
        "'Int', 5, NULL, NULL, ''", "'Bool', 1, NULL, NULL, ''", "'String', 'say \"hi\"', NULL, NULL, ''",
        "'Double', 1.0, NULL, NULL, ''",
        "'Data', '00FF', NULL, NULL, ''", "'Date', '', 600000000.25, NULL, ''", "'Decimal', '', NULL, 2.5, ''",
        "'UUID', '', NULL, NULL, '00112233445566778899AABBCCDDEEFF'", "'ObjectId', '', NULL, NULL, ''",
        "'Link', '', NULL, NULL, ''",
        "'List', '', NULL, NULL, ''", "NULL, '', NULL, NULL, ''", "'Double', 9e999, NULL, NULL, ''",
      ])
  }

  @Test func `in dictionaries and lists are filtered, counted and made into records`() throws {
    let trial = try run(
      """
      @Model final class Box { var numbers: Int; var first: Int?; var keys: String; init() {} }
      @Model final class Entry { var key: String; var json: String; init() {} }
      @Model final class Item { var place: Int; var n: Int?; init() {} }
      """,
      """
      Map("Box", to: Box.self) { old in
        numbers = old.anys.filter { $0.intValue != nil }.count
        first = old.byKey["n"]?.intValue
        keys = old.byKey.filter { $0.value.typeName == "String" }.keys.joined()
      }
      Map(elements: "Box.byKey", to: Entry.self) { box, value, key in
        self.key = key
        json = value.json
      }
      Map(elements: "Box.anys", to: Item.self) { box, value, place in
        self.place = place
        n = value.intValue
      }
      """)
    #expect(try trial["SELECT ZNUMBERS, ZFIRST, ZKEYS FROM ZBOX WHERE Z_PK < 3 ORDER BY Z_PK"] == ["1, 5, 't'", "0, NULL, ''"])
    #expect(try trial["SELECT ZKEY, ZJSON FROM ZENTRY ORDER BY ZKEY"] == ["'n', '5'", #"'t', '"5"'"#, "'z', 'null'"])
    #expect(try trial["SELECT ZPLACE, ZN FROM ZITEM ORDER BY ZPLACE"] == ["0, 5", "1, NULL", "2, NULL", "3, NULL"])
  }

  @Test func `do not become something else by themselves`() throws {
    let drawing = try mistake { _ = try run("@Model final class Box { var any: Int?; init() {} }", "Map(\"Box\", to: Box.self)") }
    #expect(
      drawing == """
        test.mapping.swift:1:1: error[wrong-type]: 'Box.any' is a value of any type in the store, and 'Box.any' is Int
        1 | Map("Box", to: Box.self)
          | ^~~~~~~~~~~~~~~~~~~~~~~~
          = help: say how in the rule: 'any = old.any?.intValue'
        """)
  }
}

internal import HeirloomConversion
internal import HeirloomMapping
internal import HeirloomSQLite
internal import HeirloomSchema
import Testing

/// A row of a table of expressions: the type it is assigned to, the expression, and the value that comes out as an SQL literal.
struct ValueCase {
  let type: String
  let expression: String
  let expected: String

  init(_ type: String, _ expression: String, _ expected: String) {
    (self.type, self.expression, self.expected) = (type, expression, expected)
  }
}

/// The record that value tests read, in entity `In`; `Out` has an attribute for each case.
let legacyOfValues = """
  enum Mood: String, Codable { case good, bad }
  enum Level: Int, Codable { case low = 1, high = 3 }
  enum Shape: Codable { case round, square }
  @Model final class In {
    var seven: Int; var minusSeven: Int; var zero: Int; var big: Int; var small: Int; var none: Int?
    var half: Double; var pi: Double; var minusHalf: Double; var huge: Double; var noDouble: Double?
    var single: Float
    var price: Decimal; var nine: Decimal; var ten: Decimal; var noPrice: Decimal?
    var text: String; var empty: String; var accents: String; var family: String; var nul: String; var noText: String?; var digits: String
    var yes: Bool; var no: Bool; var noBool: Bool?
    var day: Date; var noDay: Date?
    var id: UUID; var noID: UUID?
    var link: URL; var bytes: Data; var noBytes: Data?
    var mood: Mood; var level: Level; var noMood: Mood?
    var parent: In?
    @Relationship(inverse: \\In.parent) var children: [In]
    init() {}
  }
  """

let rowsOfValues: KeyValuePairs<String, [String]> = [
  """
  In(_id, seven, minusSeven, zero, big, small, half, pi, minusHalf, huge, single, price, nine, ten, text, empty, accents, family, nul, digits,
  yes, no, day, id, link, bytes, mood, level)
  """: [
    """
    1, 7, -7, 0, 9223372036854775807, -9223372036854775807 - 1, 0.5, 3.14159, -0.5, 1e308, 0.10000000149011612, '2.50', '9', '10',
    'Hello, World', '', 'Éclair ünd', '👨‍👩‍👧 x', 'a' || char(0) || 'b', '42',
    1, 0, 0.0, x'00112233445566778899aabbccddeeff', 'https://a.example/x?y=1', x'00ff41', 'good', 3
    """
  ]
]

/// Runs all cases in one conversion and compares all results at once.
func expectValues(_ cases: [ValueCase], sourceLocation: SourceLocation = #_sourceLocation) throws {
  let attributes = cases.enumerated().map { "  var v\($0): \($1.type)?" }.joined(separator: "\n")
  let assignments = cases.enumerated().map { "  v\($0) = \($1.expression)" }.joined(separator: "\n")
  let enums = legacyOfValues.split(separator: "\n").prefix(3).joined(separator: "\n")
  let trial = try Trial(
    legacy: legacyOfValues, target: "\(enums)\n@Model final class Out {\n\(attributes)\n  init() {}\n}", rows: rowsOfValues,
    mapping: "Map(\"In\", to: Out.self) { old in\n\(assignments)\n}")
  let rejects = try trial.rejects
  #expect(rejects == [], sourceLocation: sourceLocation)
  let row = try trial.connection.rows("SELECT \(cases.indices.map { "ZV\($0)" }.joined(separator: ", ")) FROM ZOUT").first ?? []
  let found = zip(cases, row).map { "\($0.expression) → \($1.literal)" }
  #expect(found == cases.map { "\($0.expression) → \($0.expected)" }, sourceLocation: sourceLocation)
}

/// Runs each case as a rule of its own and compares the reasons for which the record is refused.
func expectRefusals(_ cases: [ValueCase], sourceLocation: SourceLocation = #_sourceLocation) throws {
  let target = cases.enumerated().map { "@Model final class Out\($0) { var v: \($1.type)?; init() {} }" }.joined(separator: "\n")
  let enums = legacyOfValues.split(separator: "\n").prefix(3).joined(separator: "\n")
  let rules = cases.enumerated().map { "Map(\"In\", to: Out\($0).self) { old in v = \($1.expression) }" }.joined(separator: "\n")
  let trial = try Trial(legacy: legacyOfValues, target: "\(enums)\n\(target)", rows: rowsOfValues, mapping: rules)
  var found: [String: String] = [:]
  try trial.conversion.forEachReject { found[$0.target.text] = $0.site.reason }
  let lines = cases.enumerated().map { "\($1.expression) → \(found["Out\($0)"] ?? "written")" }
  #expect(lines == cases.map { "\($0.expression) → \($0.expected)" }, sourceLocation: sourceLocation)
}

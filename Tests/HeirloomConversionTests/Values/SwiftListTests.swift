import Testing

/// Over `Hello, World` split at `l`: He, o, ` Wor`, d.
@Suite struct `Methods of lists as Swift has them` {
  static let words = #"old.text.replacing(", ", with: "l").split(separator: "l")"#

  private func joined(_ expression: String, _ expected: String) -> ValueCase {
    ValueCase("String", "\(Self.words).\(expression).joined(separator: \",\")", expected)
  }

  @Test func `turn round, cut, and leave out`() throws {
    try expectValues([
      joined("reversed()", "'d,Wor,o,He'"), joined("dropFirst()", "'o,Wor,d'"), joined("dropFirst(9)", "''"),
      joined("dropLast(2)", "'He,o'"), joined("suffix(2)", "'Wor,d'"), joined("reversed().first.map { [$0] }!", "'d'"),
      ValueCase("Int", "Set([\"a\", \"b\", \"a\"]).count", "2"),
      ValueCase("String", "Set([\"b\", \"a\", \"b\"]).sorted().joined(separator: \",\")", "'a,b'"),
      ValueCase("Int", "\(Self.words).firstIndex(of: \"o\")", "1"),
      ValueCase("Int", "\(Self.words).firstIndex(of: \"x\")", "NULL"),
      ValueCase("Int", "[1, 2, 2].firstIndex(of: 2)", "1"),
      ValueCase("String", "([\"x\"] + \(Self.words)).first", "'x'"), ValueCase("Int", "([1] + [2, 3]).sum()", "6"),
      ValueCase("String", "[old.noText, old.text, nil].compactMap { $0 }.joined(separator: \";\")", "'Hello, World'"),
      ValueCase("String", "[old.noText, old.digits].compactMap { $0?.reversed() }.joined()", "'24'"),
    ])
  }

  @Test func `count, add up and order by a comparison`() throws {
    try expectValues([
      ValueCase("Int", "\(Self.words).count(where: { $0.count > 1 })", "2"),
      ValueCase("Int", "\(Self.words).count { $0.contains(\"o\") }", "2"),
      ValueCase("Int", "\(Self.words).reduce(0) { $0 + $1.count }", "7"), ValueCase("Int", "[1, 2, 3].reduce(10, +)", "16"),
      ValueCase("Double", "[old.half, old.pi].reduce(0) { sum, x in sum + x + 1 }", "5.64159"),
      ValueCase("String", "\(Self.words).reduce(\"<\") { $0 + $1 }", "'<HeoWord'"),
      joined("sorted { $0 < $1 }", "'He,Wor,d,o'"), joined("sorted(by: >)", "'o,d,Wor,He'"),
      joined("sorted { a, b in b.count < a.count }", "'Wor,He,o,d'"),
      ValueCase("String", "\(Self.words).max { $0.count < $1.count }", "'Wor'"),
      ValueCase("String", "\(Self.words).min(by: { $0.count < $1.count })", "'o'"),
    ])
  }

  /// Three children with the sizes 3, 1 and 2 under one parent.
  @Test func `do the same for records`() throws {
    let trial = try Trial(
      legacy:
        "@Model final class Node { var size: Int; var up: Node?; @Relationship(inverse: \\Node.up) var down: [Node]; init() {} }",
      target: "@Model final class Out { var text: String; init() {} }",
      rows: ["Node(_id, size, up)": ["1, 9, NULL", "2, 3, 1", "3, 1, 1", "4, 2, 1"]],
      mapping: """
        Map("Node", to: Out.self) { old in
          guard old.up == nil else { skip("a child") }
          let ordered = old.down.sorted { $0.size < $1.size }
          text = [
            ordered.map { String($0.size) }.joined(), ordered.reversed().map { String($0.size) }.joined(),
            ordered.dropFirst().first.map { String($0.size) } ?? "", String(old.down.count { $0.size > 1 }),
            String(old.down.reduce(0) { $0 + $1.size }), String(old.down.max { $0.size < $1.size }!.size),
            String((old.down + old.down).count), String(old.down.suffix(1).first!.size),
          ].joined(separator: " ")
        }
        """)
    #expect(try trial["SELECT ZTEXT FROM ZOUT"] == ["'123 321 2 2 6 3 6 2'"])
  }
}

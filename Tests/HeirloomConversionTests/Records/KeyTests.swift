import Testing

@Suite struct `Keys` {
  let model = "@Model final class Item { var code: String; var next: Item?; init() {} }"

  func keys(_ rows: [String]) throws -> ([String], [String]) {
    let trial = try Trial(legacy: model, target: model, rows: ["Item(_id, code, next)": rows], mapping: "")
    return (try trial["SELECT Z_PK, ZCODE FROM ZITEM ORDER BY 1"], try trial.related("Item.next"))
  }

  @Test func `keys stay where they can`() throws {
    #expect(try keys(["5, 'a', 9", "9, 'b', 5"]) == (["5, 'a'", "9, 'b'"], ["5: 9", "9: 5"]))
  }

  @Test func `keys below one move up together`() throws {
    #expect(try keys(["0, 'a', 1", "1, 'b', 0"]) == (["1, 'a'", "2, 'b'"], ["1: 2", "2: 1"]))
    #expect(try keys(["-3, 'a', -2", "-2, 'b', NULL"]) == (["1, 'a'", "2, 'b'"], ["1: 2"]))
  }

  @Test func `scattered keys are numbered anew in their order`() throws {
    #expect(
      try keys(["-9223372036854775807 - 1, 'a', 9223372036854775807", "0, 'b', NULL", "9223372036854775807, 'c', 0"])
        == (["1, 'a'", "2, 'b'", "3, 'c'"], ["1: 3", "3: 2"]))
  }

  @Test func `keys at the ends of the range`() throws {
    #expect(try keys(["-9223372036854775807 - 1, 'a', -9223372036854775807", "-9223372036854775807, 'b', NULL"]) == (["1, 'a'", "2, 'b'"], ["1: 2"]))
    #expect(try keys(["9223372036854775806, 'a', 9223372036854775807", "9223372036854775807, 'b', NULL"]) == (["1, 'a'", "2, 'b'"], ["1: 2"]))
  }

  @Test func `an empty entity has no keys`() throws {
    #expect(try keys([]) == ([], []))
  }

  @Test func `an identity becomes a primary key of another type`() throws {
    let trial = try Trial(
      legacy: "@Model final class Item { var number: Int; init() {} }",
      target: "@Model final class Item { @Attribute(.unique) var id: UUID; var old: Int; init() {} }",
      rows: ["Item(_id, number)": ["1, 7", "2, 8"]],
      mapping: "Map(\"Item\", to: Item.self) { old in id = UUID(stableFor: old)\n self.old = legacyKey(old) * 10 + old.number }")
    // Version 5 of RFC 9562: the seventh byte starts with 5, the ninth with 8 to b.
    #expect(try trial["SELECT substr(hex(ZID), 13, 1), instr('89AB', substr(hex(ZID), 17, 1)) > 0, ZOLD FROM ZITEM"] == ["'5', 1, 17", "'5', 1, 28"])
    #expect(try trial["SELECT count(DISTINCT ZID) FROM ZITEM"] == ["2"])
  }
}

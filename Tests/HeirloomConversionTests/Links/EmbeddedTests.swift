internal import HeirloomConversion
internal import HeirloomSchema
import Testing

/// The embedded objects of public reports: parents A and D share child B, and C belongs to nobody; B becomes owned.
@Suite struct `Children that become owned` {
  let legacy = """
    @Model final class Parent { var name: String; var child: Child?; init() {} }
    @Model final class Child { var name: String; @Relationship(inverse: \\Parent.child) var parents: [Parent]; init() {} }
    """
  let target = """
    @Model final class Parent { var name: String; @Relationship(deleteRule: .cascade, inverse: \\Child.parent) var child: Child?; init() {} }
    @Model final class Child { var name: String; var parent: Parent?; init() {} }
    """

  func trial(_ policies: String, parents: [String], children: [String]) throws -> Trial {
    try Trial(
      legacy: try Schema(parsing: legacy), target: try Schema(parsing: target),
      records: [("Parent(_id, name, child)", parents), ("Child(_id, name)", children)],
      mapping: "Map(\"Parent\", to: Parent.self) { old in child = old.child }\n\(policies)")
  }

  @Test func `a shared one is copied and a lone one goes, or the run ends before`() throws {
    let parents = ["1, 'A', 1", "2, 'D', 1"], children = ["1, 'B'", "2, 'C'"]
    let copied = try trial("SharedChildren(\"Parent.child\", .clone)", parents: parents, children: children)
    #expect(try copied["SELECT ZNAME FROM ZCHILD ORDER BY 1"] == ["'B'", "'B'", "'C'"])
    #expect(
      try copied[
        "SELECT p.ZNAME, c.ZNAME FROM ZPARENT AS p JOIN ZCHILD AS c ON c.Z_PK = p.ZCHILD AND c.ZPARENT = p.Z_PK ORDER BY 1"] == [
          "'A', 'B'", "'D', 'B'",
        ])
    let alone = try trial(
      "SharedChildren(\"Parent.child\", .clone)\nOrphans(\"Child\", .drop)", parents: parents, children: children)
    #expect(try alone["SELECT ZNAME FROM ZCHILD"] == ["'B'", "'B'"])
    let message = try mistake { _ = try trial("", parents: parents, children: children) }
    #expect(message?.contains("error[shared-child]") == true)
  }

  /// Ten seconds are many times what it takes; a join without an index would take minutes.
  @Test(.timeLimit(.minutes(1))) func `twenty thousand of them take no time`() throws {
    let parents = (1...20_000).map { "\($0), 'p\($0)', \(($0 + 1) / 2)" }, children = (1...10_500).map { "\($0), 'c\($0)'" }
    let trial = try trial(
      "SharedChildren(\"Parent.child\", .clone)\nOrphans(\"Child\", .drop)", parents: parents, children: children)
    #expect(try trial["SELECT count(*), count(DISTINCT ZCHILD) FROM ZPARENT"] == ["20000, 20000"])
    #expect(try trial["SELECT count(*), count(DISTINCT ZPARENT), count(DISTINCT ZNAME) FROM ZCHILD"] == ["20000, 20000, 10000"])
  }
}

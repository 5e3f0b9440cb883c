internal import Foundation
internal import HeirloomConversion
internal import HeirloomSQLite
internal import HeirloomSchema
import Testing

/// Random records under look-ups that refuse, `Unique` and copies of shared children: the engine, which decides in rounds and in SQL, gives
/// what a plain calculation gives that settles one entity after the other, from the one that looks nothing up.
@Suite struct `The engine and a plain calculation` {
  static let legacy = """
    @Model final class A { var code: String?; var name: String?; var wants: String?; var kids: [C]; init() {} }
    @Model final class B { var code: String?; var name: String?; var wants: String?; init() {} }
    @Model final class C { var code: String?; var name: String?; @Relationship(inverse: \\A.kids) var holders: [A]; init() {} }
    """
  static let target = """
    @Model final class A { var code: String?; var name: String?; var b: B?; @Relationship(inverse: \\C.owner) var kids: [C]; init() {} }
    @Model final class B { var code: String?; var name: String?; var c: C?; init() {} }
    @Model final class C { var code: String?; var name: String?; var owner: A?; init() {} }
    """

  @Test func `agree on who stays, who is found and who is copied`() throws {
    let count = ProcessInfo.processInfo.environment["HEIRLOOM_CASES"].flatMap { UInt64($0) } ?? 150
    for seed in 1...max(1, count) {
      let calculation = Calculation(seed: seed)
      let trial = try Trial(
        legacy: try Schema(parsing: Self.legacy), target: try Schema(parsing: Self.target), records: calculation.rows,
        mapping: calculation.mapping)
      let wanted = calculation.outcome()
      let found = try [
        "SELECT 'A', Z_PK, ZCODE, ZB FROM ZA ORDER BY Z_PK", "SELECT 'B', Z_PK, ZCODE, ZC FROM ZB ORDER BY Z_PK",
        // Copies have whatever keys are left: they are told by their owner and the record they are made of.
        "SELECT 'C', ZCODE, ZNAME, ZOWNER FROM ZC ORDER BY ZOWNER, ZCODE, ZNAME",
        "SELECT 'first', Z_PK, ZOWNER FROM ZC WHERE Z_PK <= \(calculation.c.count) ORDER BY Z_PK",
      ].flatMap { try trial[$0] }
      if found != wanted {
        Issue.record("seed \(seed): \(found)\nis not \(wanted)\n\(calculation.mapping)\n\(calculation.rows)")
        return
      }
    }
  }
}

/// One random case and what comes of it.
private struct Calculation {
  struct Row { var key: Int, code: String?, name: String?, wants: String?, kids: [Int] = [], found: Int? = nil }
  var a: [Row], b: [Row], c: [Row]
  private var refuses: [Bool], unique: [(keep: String, fills: Bool)?]

  init(seed: UInt64) {
    var dice = Dice(seed)
    func rows(_ count: Int, _ code: String, _ wants: String) -> [Row] {
      (0..<count).map { index in
        let wanted = dice.chance(15) ? nil : "\(wants)\(dice.below(5))"
        return Row(
          key: index + 1, code: dice.chance(15) ? nil : "\(code)\(dice.below(5))",
          name: dice.chance(20) ? nil : dice.pick(["x", "y", "z"]),
          wants: wanted)
      }
    }
    (c, b, a) = (rows(1 + dice.below(6), "c", ""), rows(1 + dice.below(6), "b", "c"), rows(1 + dice.below(6), "a", "b"))
    for index in a.indices { a[index].kids = (1...c.count).filter { _ in dice.chance(35) } }
    refuses = [dice.chance(70), dice.chance(70)]
    unique = (0..<3).map { _ in dice.chance(50) ? (dice.pick(["first", "last"]), dice.chance(50)) : nil }
  }

  var rows: [(String, [String])] {
    func sql(_ text: String?) -> String { text.map { "'\($0)'" } ?? "NULL" }
    func lines(_ rows: [Row]) -> [String] { rows.map { "\($0.key), \(sql($0.code)), \(sql($0.name)), \(sql($0.wants))" } }
    return [
      ("C(_id, code, name)", c.map { "\($0.key), \(sql($0.code)), \(sql($0.name))" }), ("B(_id, code, name, wants)", lines(b)),
      ("A(_id, code, name, wants)", lines(a)), ("A.kids", a.flatMap { row in row.kids.map { "\(row.key), \($0)" } }),
    ]
  }

  var mapping: String {
    func refusal(_ index: Int) -> String { refuses[index] ? " ?? reject(\"none\")" : "" }
    let uniques = zip(["A", "B", "C"], unique).compactMap { name, unique in
      unique.map { "Unique(\(name).self, by: \\.name, keep: .\($0.keep), fill: \($0.fills))" }
    }
    return """
      Map("A", to: A.self) { old in
        b = B(where: \\.code == old.wants)\(refusal(0))
        kids = old.kids
      }
      Map("B", to: B.self) { old in c = C(where: \\.code == old.wants)\(refusal(1)) }
      Map("C", to: C.self)
      SharedChildren("A.kids", .clone)
      \(uniques.joined(separator: "\n"))
      """
  }

  /// Who survives whom, and what the survivors' codes are.
  private func joined(_ rows: [Row], _ unique: (keep: String, fills: Bool)?) -> (survivors: [Row], of: [Int: Int]) {
    var result: [Row] = [], of: [Int: Int] = [:]
    for row in unique?.keep == "last" ? rows.reversed() : rows {
      let index = unique == nil || row.name == nil ? nil : result.firstIndex { $0.name == row.name }
      of[row.key] = index.map { result[$0].key } ?? row.key
      guard let index else {
        result.append(row)
        continue
      }
      guard unique?.fills == true else { continue }
      if result[index].code == nil { result[index].code = row.code }
      if result[index].found == nil { result[index].found = row.found }
    }
    return (result.sorted { $0.key < $1.key }, of)
  }

  /// The rows with what they look up; those that must find it and do not are left out.
  private func looked(_ rows: [Row], up others: [Row], refuses: Bool) -> [Row] {
    rows.compactMap { row in
      var row = row
      row.found = row.wants.flatMap { code in others.first { $0.code == code }?.key }
      return refuses && row.found == nil ? nil : row
    }
  }

  func outcome() -> [String] {
    let (cs, whichC) = joined(c, unique[2])
    let (bs, _) = joined(looked(b, up: cs, refuses: refuses[1]), unique[1])
    let kept = looked(a, up: bs, refuses: refuses[0])
    let (as_, whichA) = joined(kept, unique[0])
    func text(_ value: String?) -> String { value.map { "'\($0)'" } ?? "NULL" }
    func text(_ key: Int?) -> String { key.map { "\($0)" } ?? "NULL" }
    var lines = as_.map { "'A', \($0.key), \(text($0.code)), \(text($0.found))" }
    lines += bs.map { "'B', \($0.key), \(text($0.code)), \(text($0.found))" }
    var pairs: [(owner: Int?, child: Row)] = []
    for child in cs {
      let owners = Set(kept.filter { $0.kids.contains { whichC[$0] == child.key } }.compactMap { whichA[$0.key] }).sorted()
      pairs += owners.isEmpty ? [(nil, child)] : owners.map { ($0, child) }
    }
    lines += pairs.sorted { x, y in
      (x.owner ?? 0, x.child.code ?? "", x.child.name ?? "") < (y.owner ?? 0, y.child.code ?? "", y.child.name ?? "")
    }.map { "'C', \(text($0.child.code)), \(text($0.child.name)), \(text($0.owner))" }
    lines += cs.map { child in
      "'first', \(child.key), \(text(pairs.first { $0.child.key == child.key }?.owner))"
    }
    return lines
  }
}

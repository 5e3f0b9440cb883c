internal import HeirloomCoreDataModel
internal import HeirloomConversion
internal import HeirloomSQLite
internal import HeirloomSchema
import Testing

/// Random mappings that leave out, delete, merge, copy and look up: the engine does what the documentation says, record by record.
@Suite struct `The engine and the documentation` {
  typealias Environment = `The engine and the interpreter`

  @Test func `agree on what becomes of records and links`() throws {
    var failures = 0
    for seed in Environment.first..<Environment.first + UInt64(Environment.count) where failures < 5 {
      if let found = try disagreement(World(seed: seed)) {
        failures += 1
        Issue.record("seed \(seed): \(found)")
      }
    }
  }

  /// A survivor whose losers are of two rules (458); look-ups of merged records (92); copies of orphans (27).
  @Test(arguments: [27, 92, 458] as [UInt64]) func `agree on cases that were wrong once`(_ seed: UInt64) throws {
    let found = try disagreement(World(seed: seed))
    #expect(found == nil)
  }

  private func disagreement(_ world: World) throws -> String? {
    let wanted = world.outcome()
    let found: [String]
    do {
      let trial = try Trial(
        legacy: try Schema(parsing: world.legacy), target: try Schema(parsing: world.target), records: world.rows,
        mapping: world.mapping)
      found = try lines(of: trial)
    } catch let mistake as Mistake {
      return wanted == nil && mistake.description.contains("delete-denied") ? nil : "\(mistake)\n\(world.mapping)"
    }
    guard let wanted else { return "the deletion ought to be denied\n\(world.mapping)" }
    if found == wanted.lines { return nil }
    let more = found.filter { !wanted.lines.contains($0) }, less = wanted.lines.filter { !found.contains($0) }
    return "found \(more), not \(less)\n\(world.rows.map { "\($0.0): \($0.1)" }.joined(separator: "\n"))\n\(world.mapping)"
  }

  private func lines(of trial: Trial) throws -> [String] {
    var uids: [String: [Int64: String]] = [:]
    for table in ["BOX", "OWNER", "TAG"] {
      for row in try trial.connection.rows("SELECT Z_PK, ZUID FROM Z\(table)") {
        uids[table, default: [:]][row[0].integer ?? 0] = row[1].literal
      }
    }
    func related(_ name: String, _ table: String, to other: String) throws -> [String: String] {
      var result: [String: String] = [:]
      for line in try trial.related(name) {
        let parts = line.split(separator: " ").map { Int64($0.trimmingPrefix { _ in false }.filter(\.isNumber)) ?? 0 }
        let targets = parts.dropFirst().compactMap { uids[other]?[$0] }.compactMap { Int($0) }.sorted()
        result[uids[table]?[parts[0]] ?? "?"] = targets.map { String($0) }.joined(separator: ",")
      }
      return result
    }
    func text(_ value: SQLiteValue) -> String { value.isNull ? "-" : value.text ?? value.literal }
    let owners = try related("Box.owner", "BOX", to: "OWNER"), tags = try related("Box.tags", "BOX", to: "TAG")
    let one = try related("Box.found", "BOX", to: "TAG"), several = try related("Box.founds", "BOX", to: "TAG")
    let chiefs = try related("Owner.chief", "OWNER", to: "OWNER")
    var result: [String] = []
    let crates = trial.layout.entities["Crate"]?.entityNumber
    for row in try trial.connection.rows("SELECT ZUID, Z_ENT, ZNAME, ZRANK FROM ZBOX") {
      let uid = row[0].literal, kind = row[1].integer == crates.map { Int64($0) } ? "Crate" : "Box"
      result.append(
        "\(kind) \(uid): name=\(text(row[2])) rank=\(text(row[3])) owner=\(owners[uid] ?? "-") tags=\(tags[uid] ?? "") founds=\(several[uid] ?? "") found=\(one[uid] ?? "-")"
      )
    }
    for row in try trial.connection.rows("SELECT ZUID, ZCODE FROM ZOWNER") {
      result.append("Owner \(row[0].literal): code=\(text(row[1])) chief=\(chiefs[row[0].literal] ?? "-")")
    }
    for row in try trial.connection.rows("SELECT ZUID, ZLABEL FROM ZTAG") {
      result.append("Tag \(row[0].literal): label=\(text(row[1]))")
    }
    for row in try trial.connection.rows("SELECT ZUID, ZOF FROM ZCOPY") {
      result.append("Copy \(row[0].literal): of=\(row[1].integer.flatMap { uids["BOX"]?[$0] } ?? "-")")
    }
    return result.sorted()
  }
}

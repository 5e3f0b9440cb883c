internal import Foundation
internal import HeirloomConversion
internal import HeirloomMapping
internal import HeirloomSQLite
internal import HeirloomSchema
import Testing

/// Random schemas, records and mappings: the engine and the interpreter give equal records, or refuse for equal reasons.
@Suite struct `The engine and the interpreter` {
  /// A seed is a whole case; `HEIRLOOM_SEED` tries one, `HEIRLOOM_CASES` as many as it says.
  static let environment = ProcessInfo.processInfo.environment
  static let first = environment["HEIRLOOM_SEED"].flatMap { UInt64($0) } ?? 1
  static let count = environment["HEIRLOOM_CASES"].flatMap { Int($0) } ?? (environment["HEIRLOOM_SEED"] == nil ? 120 : 1)

  @Test func `agree on random mappings`() throws {
    var failures = 0
    for seed in Self.first..<Self.first + UInt64(Self.count) where failures < 5 {
      let found = try disagreement(seed)
      if let found {
        failures += 1
        Issue.record("seed \(seed): \(found)")
      }
    }
  }

  /// What one case gets wrong; nil when all is equal.
  func disagreement(_ seed: UInt64) throws -> String? {
    var made = Case(seed)
    let mapping = made.mapping()
    let trial: Trial
    do {
      trial = try Trial(
        legacy: try Schema(parsing: made.generator.legacy), target: try Schema(parsing: made.target), records: made.rows(),
        mapping: mapping)
    } catch let mistake as Mistake where mistake.description.contains("nested too deeply") {
      return nil
    } catch { return "\(error)\n\(mapping)" }
    let interpreter = try read(trial)
    let rejects = try Dictionary(
      trial.rejects.map { line in
        let parts = line.split(separator: ":", maxSplits: 1)
        return (String(parts[0].split(separator: " ").prefix(2).joined(separator: " ")), String(parts[1].dropFirst()))
      }, uniquingKeysWith: { a, _ in a })
    var outcomes: [Outcome] = [], survivors: [String: Set<Int64>] = [:]
    for rule in trial.plan.rules {
      for scope in interpreter.scopes(of: rule) {
        let outcome = Outcome(rule: rule, key: scope.row, result: interpreter.record(rule, scope.scope))
        outcomes.append(outcome)
        if case .success = outcome.result { survivors[rule.target.text, default: []].insert(scope.row) }
      }
    }
    let merged = self.merged(outcomes, trial.plan)
    for outcome in outcomes {
      let (rule, key) = (outcome.rule, outcome.key)
      let names = rule.attributes.map(\.path)
      let placement = try #require(trial.layout.entities[rule.target])
      let columns = names.map { sqlName(placement.columns[$0] ?? "?") }
      let row = try trial.connection.rows(
        "SELECT \((columns + ["Z_PK"]).joined(separator: ", ")) FROM \(placement.table) WHERE Z_PK = \(key)"
      ).first
      let reason = rejects["\(rule.target) \(key)"]
      switch outcome.result {
      case .failure(let refused):
        if row != nil { return "\(rule.target) \(key) is written, and should not be: \(refused.reason)\n\(mapping)" }
        let wanted = refused.reason == "skipped" ? nil : refused.reason
        if reason != wanted {
          return "\(rule.target) \(key) is refused for '\(reason ?? "nothing")', not '\(wanted ?? "nothing")'\n\(mapping)"
        }
      case .success(let values):
        let group = merged[rule.target.text] ?? [:]
        if group[key] != nil {
          if row != nil { return "\(rule.target) \(key) is written, and ought to be merged\n\(mapping)" }
          continue
        }
        guard let row else { return "\(rule.target) \(key) is not written: \(reason ?? "no reason")\n\(mapping)" }
        for (name, found) in zip(names, row) where !isSame(found, values[name] ?? .null) {
          return "\(rule.target) \(key).\(name) is \(found.literal), not \((values[name] ?? .null).literal)\n\(mapping)"
        }
        for link in trial.plan.links where link.rule == rule.number {
          let name = link.relationship.name.text, there = survivors[link.relationship.destination.text] ?? []
          let found = try trial.related("\(rule.target).\(name)").first { $0.hasPrefix("\(key): ") }
          var wanted: [Int64]
          switch link.value {
          case .record: wanted = [(values[name] ?? .null).integer].compactMap { $0 }
          case .records(let collection):
            // The links of those that were merged into it are its own.
            let owners = [key] + group.filter { $0.value == key }.map(\.key)
            wanted = owners.flatMap { interpreter.targets(collection, rule, $0) }
          default: continue
          }
          let others = merged[link.relationship.destination.text] ?? [:]
          wanted = Set(wanted.filter { there.contains($0) }.map { others[$0] ?? $0 }).sorted()
          let text = wanted.isEmpty ? nil : "\(key): \(wanted.map { String($0) }.joined(separator: " "))"
          if found != text {
            return "\(rule.target) \(key).\(name) is \(found ?? "nothing"), not \(text ?? "nothing")\n\(mapping)"
          }
        }
      }
    }
    return nil
  }

  private struct Outcome {
    var rule: RecordRule
    var key: Int64
    var result: Result<[String: SQLiteValue], Interpreter.Refused>
  }

  /// Who was merged into whom, by target and key; survivors have no entry.
  private func merged(_ outcomes: [Outcome], _ plan: Plan) -> [String: [Int64: Int64]] {
    var result: [String: [Int64: Int64]] = [:]
    for unique in plan.uniques {
      var chosen: [(value: SQLiteValue, key: Int64)] = []
      let mine = outcomes.filter { $0.rule.target == unique.target }
      for outcome in unique.survivor == .first ? mine : mine.reversed() {
        guard case .success(let values) = outcome.result, let value = values[unique.keys[0].text], !value.isNull else { continue }
        if let first = chosen.first(where: { isSame($0.value, value) }) {
          result[unique.target.text, default: [:]][outcome.key] = first.key
        } else {
          chosen.append((value, outcome.key))
        }
      }
    }
    return result
  }

  /// Equal to the store, which has one zero and keeps whole dates as integers.
  private func isSame(_ a: SQLiteValue, _ b: SQLiteValue) -> Bool {
    if let x = a.number, let y = b.number {
      if case .integer(let p) = a, case .integer(let q) = b { return p == q }
      return x == y
    }
    return a == b
  }

  private func read(_ trial: Trial) throws -> Interpreter {
    var result = Interpreter(records: [:], links: [:], plan: trial.plan)
    for entity in trial.plan.source.entities {
      let names =
        entity.attributes.flatMap { $0.columns.map(\.path) } + entity.relationships.filter { !$0.isToMany }.map(\.name.text)
      for row in try trial.connection.rows(
        "SELECT _id, \(names.map { sqlName($0) }.joined(separator: ", ")) FROM temp.\(sqlName("old.\(entity.name)"))")
      {
        result.records[entity.name, default: [:]][row[0].integer ?? 0] = Dictionary(
          zip(names, row.dropFirst()), uniquingKeysWith: { a, _ in a })
      }
      for relationship in entity.relationships where relationship.isToMany {
        let rows = try trial.connection.rows(
          "SELECT owner, target FROM temp.\(sqlName("old.\(entity.name).\(relationship.name)")) ORDER BY owner, position, target")
        result.links["\(entity.name).\(relationship.name)"] = rows.map { ($0[0].integer ?? 0, $0[1].integer ?? 0) }
      }
    }
    return result
  }
}

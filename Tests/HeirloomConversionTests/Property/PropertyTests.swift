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

/// A random case.
private struct Case {
  var generator: Generator
  private var assigned: [[Generator.Kind]] = []

  init(_ seed: UInt64) { generator = Generator(seed: seed) }

  mutating func mapping() -> String {
    var rules: [String] = []
    for index in generator.entities.indices {
      let scope = [Generator.Variable(name: "old", entity: index)]
      var lines: [String] = [], kinds: [Generator.Kind] = []
      generator.names = []
      for number in 0..<generator.dice.below(3) {
        let kind = generator.dice.pick([Generator.Kind.int, .string, .bool, .double])
        let value = generator.expression(kind, 2, scope)
        lines.append("let n\(number) = \(value.text)")
        generator.names.append(("n\(number)", kind, value.isOptional))
      }
      if generator.dice.chance(40) {
        lines.append(
          "guard (\(generator.needed(.bool, 2, scope))) else { \(generator.dice.chance(50) ? "skip(\"skipped\")" : "reject(\"guarded\")") }"
        )
      }
      for number in 0..<5 {
        let kind = generator.dice.pick([Generator.Kind.int, .string, .bool, .double, .date])
        kinds.append(kind)
        if generator.dice.chance(20) {
          lines.append(
            "if (\(generator.needed(.bool, 1, scope))) { v\(number) = \(generator.expression(kind, 2, scope).text) } else { v\(number) = \(generator.expression(kind, 1, scope).text) }"
          )
        } else {
          lines.append("v\(number) = \(generator.expression(kind, 3, scope).text)")
        }
      }
      for link in generator.entities[index].links where !link.name.hasPrefix("down") && !link.name.hasPrefix("back") {
        if !link.isToMany {
          lines.append(
            "\(link.name) = \(generator.dice.chance(40) ? "\(generator.needed(.bool, 1, scope)) ? old.\(link.name) : nil" : "old.\(link.name)")"
          )
        } else if generator.dice.chance(50) {
          let inner = Generator.Variable(name: "l", entity: link.destination)
          lines.append("\(link.name) = old.\(link.name).filter { l in \(generator.needed(.bool, 1, scope + [inner])) }")
        } else {
          lines.append("\(link.name) = old.\(link.name)")
        }
      }
      switch generator.dice.below(4) {
      case 0: lines.append("spot = old.spot")
      case 1:
        lines.append(
          "spot = Spot(x: \(generator.needed(.int, 1, scope)), label: \(generator.expression(.string, 1, scope).text))")
      case 2:
        lines.append("spot.x = old.spot.x")
        lines.append("spot.label = \(generator.needed(.bool, 1, scope)) ? old.spot.label : nil")
      default: break
      }
      assigned.append(kinds)
      rules.append("Map(\"E\(index)\", to: T\(index).self) { old in\n\(lines.map { "  \($0)" }.joined(separator: "\n"))\n}")
    }
    for index in generator.entities.indices {
      if generator.dice.chance(30) {
        rules.append("Unique(T\(index).self, by: \\.v0, keep: .\(generator.dice.pick(["first", "last"])))")
      }
      if let many = generator.entities[index].links.first(where: { $0.name.hasPrefix("many") }), generator.dice.chance(50) {
        let scope = [
          Generator.Variable(name: "a", entity: index), Generator.Variable(name: "b", entity: many.destination),
        ]
        generator.names = []
        rules.append(
          """
          Map(links: "E\(index).\(many.name)", to: L\(index).self) { a, b, place in
            text = \(generator.expression(.string, 2, scope).text)
            n = place
            flag = \(generator.needed(.bool, 2, scope))
          }
          """)
      }
      if generator.dice.chance(30) {
        rules.append(
          "Map(values: \"E\(index).stringOr\", separator: \", \", to: V\(index).self) { word in\n  guard word != \"b\" else { reject(\"guarded\") }\n  text = word.uppercased()\n}"
        )
      }
    }
    return rules.joined(separator: "\n")
  }

  var target: String {
    generator.entities.indices.map { index in
      let attributes = assigned[index].enumerated().map { "var v\($0): \($1.rawValue)?" }
      let links = generator.entities[index].links.map { link -> String in
        let number = link.name.drop { !$0.isNumber }
        let inverse =
          link.name.hasPrefix("down")
          ? "@Relationship(inverse: \\T\(number).up\(number)) "
          : link.name.hasPrefix("back") ? "@Relationship(inverse: \\T\(number).many\(number)) " : ""
        return "\(inverse)var \(link.name): \(link.isToMany ? "[T\(link.destination)]" : "T\(link.destination)?")"
      }
      return """
        @Model final class T\(index) {
        \((attributes + links).joined(separator: "\n"))
        var spot: Spot?
        init() {} }
        @Model final class L\(index) { var text: String?; var n: Int; var flag: Bool; init() {} }
        @Model final class V\(index) { var text: String; init() {} }
        """
    }.joined(separator: "\n") + Generator.spot
  }

  mutating func rows() -> [(String, [String])] {
    var result: [(String, [String])] = []
    let counts = generator.entities.indices.map { _ in generator.dice.below(7) }
    for (index, entity) in generator.entities.enumerated() {
      let ones = entity.links.filter { !$0.isToMany }
      let names = ["_id"] + entity.attributes.map(\.name) + ["spot.x", "spot.label"] + ones.map(\.name)
      var lines: [String] = []
      for key in 0..<counts[index] {
        var values = [String(key + 1)]
        for attribute in entity.attributes {
          values.append(attribute.isOptional && generator.dice.chance(40) ? "NULL" : generator.stored(attribute.kind))
        }
        let hasSpot = generator.dice.chance(60)
        values.append(hasSpot && generator.dice.chance(85) ? generator.stored(.int) : "NULL")
        values.append(hasSpot && generator.dice.chance(60) ? generator.stored(.string) : "NULL")
        for one in ones {
          // Now and then a link leads to a record that does not exist.
          values.append(
            generator.dice.chance(8)
              ? "97"
              : counts[one.destination] == 0 || generator.dice.chance(30)
                ? "NULL" : String(1 + generator.dice.below(counts[one.destination])))
        }
        lines.append(values.joined(separator: ", "))
      }
      result.append(("\(entity.name)(\(names.map { "\"\($0)\"" }.joined(separator: ", ")))", lines))
    }
    for (index, entity) in generator.entities.enumerated() {
      for link in entity.links where link.name.hasPrefix("many") {
        var lines: Set<String> = []
        for _ in 0..<generator.dice.below(8) where counts[index] > 0 && counts[link.destination] > 0 {
          let target = generator.dice.chance(8) ? 98 : 1 + generator.dice.below(counts[link.destination])
          lines.insert("\(1 + generator.dice.below(counts[index])), \(target)")
        }
        result.append(("\(entity.name).\(link.name)", lines.sorted()))
      }
    }
    return result
  }
}

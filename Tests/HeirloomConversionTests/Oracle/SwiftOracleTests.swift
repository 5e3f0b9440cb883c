import Foundation
internal import HeirloomConversion
internal import HeirloomSQLite
internal import HeirloomSchema
import HeirloomTestSupport
import Testing

/// The mapping language against the Swift compiler: the same expressions, computed by both.
@Suite struct `Swift itself` {
  private static let legacy = """
    @Model final class Part { var name: String; var owner: In?; init() {} }
    @Model final class In { var number: Int; var i: Int; var oi: Int?; var d: Double; var od: Double?; var s: String; var os: String?; var b: Bool
      @Relationship(inverse: \\Part.owner) var parts: [Part]; init() {} }
    """

  private static var rows: [(String, [String])] {
    func sql<T>(_ value: T?) -> String {
      switch value {
      case nil: "NULL"
      case let text as String: sqlText(text)
      case let flag as Bool: flag ? "1" : "0"
      // A number without a fraction is to be a REAL all the same.
      case let number as Double: "CAST(\(number) AS REAL)"
      case let number as Int where number == .min: "(-9223372036854775807 - 1)"
      case let value?: "\(value)"
      }
    }
    var parts: [String] = []
    let records = OracleRecord.all.enumerated().map { index, record in
      parts += record.parts.map { "\(sql($0)), \(index + 1)" }
      return
        "\(index + 1), \(index + 1), \(sql(record.i)), \(sql(record.oi)), \(sql(record.d)), \(sql(record.od)), \(sql(record.s)), "
        + "\(sql(record.os)), \(sql(record.b))"
    }
    return [
      ("In(_id, number, i, oi, d, od, s, os, b)", records),
      ("Part(_id, name, owner)", parts.enumerated().map { "\($0 + 1), \($1)" }),
    ]
  }

  private struct Question {
    var kind: ExpressionMaker.Kind
    var spelt: Spelt

    var type: String {
      switch kind {
      case .int, .maybeInt: "Int"
      case .double, .maybeDouble: "Double"
      case .bool: "Bool"
      case .text, .maybeText, .list: "String"
      }
    }
    var assigned: String { kind == .list ? "\(spelt.mapping).joined(separator: \"|\")" : spelt.mapping }
  }

  /// Expressions that the checker takes: where a type says that a value may be nil, Swift asks for a word as well.
  private func questions(_ count: Int, seed: UInt64) -> [Question] {
    var maker = ExpressionMaker(random: SplitMix(seed: seed))
    return (0..<count).map { number in
      let kind = ExpressionMaker.Kind.allCases[number % ExpressionMaker.Kind.allCases.count]
      return Question(kind: kind, spelt: maker.make(kind, 1 + number / 8 % 4))
    }
  }

  /// The engine's values, in the texts of `SwiftProgram`.
  private func answers(_ questions: [Question]) throws -> [[String]] {
    let target = questions.enumerated().map { "@Model final class Out\($0) { var n: Int; var v: \($1.type)?; init() {} }" }
    let rules = questions.enumerated().map {
      "Map(\"In\", to: Out\($0).self) { old in\n  n = old.number\n  v = \($1.assigned)\n}"
    }
    let trial = try Trial(
      legacy: Schema(parsing: Self.legacy), target: Schema(parsing: target.joined(separator: "\n")), records: Self.rows,
      mapping: rules.joined(separator: "\n"))
    return try questions.indices.map { number in
      var values = Array(repeating: SwiftProgram.rejected, count: OracleRecord.all.count)
      for row in try trial.connection.rows("SELECT ZN, ZV FROM ZOUT\(number)") {
        guard let place = row[0].integer else { continue }
        values[Int(place) - 1] = text(row[1], questions[number].kind)
      }
      return values
    }
  }

  private func text(_ value: SQLiteValue, _ kind: ExpressionMaker.Kind) -> String {
    switch (value, kind) {
    case (.null, _): "nil"
    case (.integer(let number), .bool): number == 0 ? "false" : "true"
    case (.integer(let number), .double), (.integer(let number), .maybeDouble): String(Double(number).bitPattern, radix: 16)
    case (.integer(let number), _): "\(number)"
    case (.real(let number), _): String((number + 0.0).bitPattern, radix: 16)
    case (.text(let text), _): text
    case (.blob, _): "bytes"
    }
  }

  /// Other expressions with HEIRLOOM_SEED, more with HEIRLOOM_EXPRESSIONS.
  @Test func `computes what the engine computes`() throws {
    let settings = ProcessInfo.processInfo.environment
    let seed = settings["HEIRLOOM_SEED"].flatMap { UInt64($0) } ?? 1
    let questions = questions(settings["HEIRLOOM_EXPRESSIONS"].flatMap { Int($0) } ?? 200, seed: seed)
    let ours = try answers(questions)
    let swift = try withTemporaryFolder { folder throws in
      try SwiftProgram.values(of: questions.map { ($0.kind, $0.spelt.swift) }, in: folder)
    }
    for (question, pair) in zip(questions, zip(ours, swift)) {
      #expect(pair.0 == pair.1, "seed \(seed): \(question.assigned)")
    }
  }
}

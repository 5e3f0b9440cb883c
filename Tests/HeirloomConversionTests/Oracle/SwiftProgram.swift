import Foundation
import HeirloomTestSupport

/// A record of the oracle, in Swift's own spelling and in SQL's.
struct OracleRecord {
  var i: Int
  var oi: Int?
  var d: Double
  var od: Double?
  var s: String
  var os: String?
  var b: Bool
  var parts: [String]

  static let all: [OracleRecord] = [
    .init(i: 0, oi: nil, d: 0, od: nil, s: "", os: nil, b: false, parts: []),
    .init(i: 7, oi: -7, d: 1.5, od: -2.5, s: "a, b, ", os: "é", b: true, parts: ["b", "a", "b"]),
    .init(i: .max, oi: .min, d: 9_007_199_254_740_992, od: 0.1, s: "12", os: "", b: true, parts: ["a"]),
    .init(i: -100, oi: 3, d: 0.25, od: 1e-300, s: "Éa 🇳🇴", os: "a1a", b: false, parts: ["", "é", " x "]),
    .init(i: .min, oi: 255, d: 123_456_789.125, od: 1e300, s: "-3.50", os: " ab\t", b: false, parts: ["1", "ﬀ"]),
    .init(i: 65_536, oi: 0, d: -2.5, od: -1, s: "0x1F", os: "ÅNGSTRÖM straße", b: true, parts: ["z", "Z", "ä", "a"]),
  ]
}

/// A Swift program that computes expressions over the oracle's records, run as the compiler makes it.
enum SwiftProgram {
  /// What stands for a record that Swift would have ended the program at.
  static let rejected = "rejected"

  /// The values of each expression for each record, as texts: by the expression's number, then by the record's.
  static func values(of expressions: [(kind: ExpressionMaker.Kind, text: String)], in folder: URL) throws -> [[String]] {
    let functions = expressions.enumerated().map { number, expression in
      "func e\(number)(_ old: Old) throws -> \(expression.kind.rawValue) { return try \(expression.text) }"
    }
    let calls = expressions.indices.map { "show(e\($0))" }
    let text = ([helpers, records] + functions + calls).joined(separator: "\n")
    let file = folder.appending(path: "main.swift")
    try text.write(to: file, atomically: true, encoding: .utf8)
    let run = try BuiltProgram.shell("swiftc -Onone -suppress-warnings -o program main.swift && ./program", in: folder)
    guard run.status == 0 else { throw Failure(text: run.output + run.error) }
    let values = run.output.split(separator: "\u{1E}", omittingEmptySubsequences: false).dropLast().map { String($0) }
    let width = OracleRecord.all.count
    guard values.count == width * expressions.count else { throw Failure(text: "\(values.count) values") }
    return expressions.indices.map { Array(values[$0 * width..<($0 + 1) * width]) }
  }

  struct Failure: Error { var text: String }

  private static var records: String {
    func literal(_ text: String?) -> String {
      text.map { "\"\($0.unicodeScalars.map { "\\u{\(String($0.value, radix: 16))}" }.joined())\"" } ?? "nil"
    }
    let lines = OracleRecord.all.map { record in
      let parts = record.parts.map { "Part(name: \(literal($0)))" }.joined(separator: ", ")
      return
        "  Old(i: \(record.i), oi: \(record.oi.map { "\($0)" } ?? "nil"), d: \(record.d), od: \(record.od.map { "\($0)" } ?? "nil"), "
        + "s: \(literal(record.s)), os: \(literal(record.os)), b: \(record.b), parts: [\(parts)]),"
    }
    return "let records: [Old] = [\n\(lines.joined(separator: "\n"))\n]"
  }

  private static let helpers = #"""
    import Foundation
    struct Rejected: Error {}
    struct Part { var name: String }
    struct Old { var i: Int; var oi: Int?; var d: Double; var od: Double?; var s: String; var os: String?; var b: Bool; var parts: [Part] }
    func fit(_ result: (partialValue: Int, overflow: Bool)) throws -> Int {
      if result.overflow { throw Rejected() }
      return result.partialValue
    }
    func plus(_ a: Int, _ b: Int) throws -> Int { try fit(a.addingReportingOverflow(b)) }
    func minus(_ a: Int, _ b: Int) throws -> Int { try fit(a.subtractingReportingOverflow(b)) }
    func times(_ a: Int, _ b: Int) throws -> Int { try fit(a.multipliedReportingOverflow(by: b)) }
    func over(_ a: Int, _ b: Int) throws -> Int { try fit(a.dividedReportingOverflow(by: b)) }
    func rest(_ a: Int, _ b: Int) throws -> Int { try fit(a.remainderReportingOverflow(dividingBy: b)) }
    func size(_ a: Int) throws -> Int { a < 0 ? try minus(0, a) : a }
    func whole(_ a: Double) throws -> Int { try there(Int(exactly: a.rounded(.towardZero))) }
    func there<T>(_ a: T?) throws -> T { if let a { a } else { throw Rejected() } }
    // A mapping compares texts by their Unicode scalars.
    func same(_ a: String, _ b: String) -> Bool { a.unicodeScalars.elementsEqual(b.unicodeScalars) }
    func spelt(_ value: Any?) -> String {
      switch value {
      case nil: "nil"
      // SQLite keeps no sign of a zero.
      case let number as Double: String((number + 0.0).bitPattern, radix: 16)
      case let list as [String]: list.joined(separator: "|")
      case let value?: "\(value)"
      }
    }
    func show<T>(_ function: (Old) throws -> T) {
      for record in records {
        let text = (try? function(record)).map { spelt(unwrapped($0)) } ?? "rejected"
        print(text, terminator: "\u{1E}")
      }
    }
    func unwrapped(_ value: Any) -> Any? {
      let mirror = Mirror(reflecting: value)
      return mirror.displayStyle == .optional ? mirror.children.first?.value : value
    }
    """#
}

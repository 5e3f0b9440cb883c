internal import Foundation
public import HeirloomFindings
public import HeirloomReporting

/// What a mapping does to a store: the plan in words, and each statement of SQL with the line that asked for it.
public struct Explanation: Sendable, Hashable {
  public struct Step: Sendable, Hashable {
    /// What the statement does, in the terms of the mapping.
    public var title: String
    public var sql: String
    /// The line of the mapping; nil for what follows by itself.
    public var place: TextPlace?
  }

  public var mapping: String
  public var store: String
  public internal(set) var plan = ""
  public internal(set) var statements: [Step] = []
  public internal(set) var findings: [Finding] = []

  init(mapping: String, store: String) {
    self.mapping = mapping
    self.store = store
  }

  /// For people: the plan, then the statements in their order.
  public var text: String {
    statements.reduce(plan) { text, step in
      let place = step.place.map { "  -- line \($0.line): \($0.lineText.trimmingCharacters(in: .whitespaces))\n" } ?? ""
      return text + "\n-- \(step.title)\n\(place)\(step.sql);\n"
    }
  }

  /// For scripts; keys are added beside those that are there, never renamed.
  public var json: JSONValue {
    [
      "contract": 1, "mapping": .string(mapping), "store": .string(store),
      "plan": .array(plan.split(separator: "\n").map { .string(String($0)) }),
      "statements": .array(
        statements.map { step in
          let json: JSONValue = ["title": .string(step.title), "sql": .string(step.sql)]
          return step.place.map { json.adding("line", .integer(Int64($0.line))) } ?? json
        }),
      "findings": findings.json,
    ]
  }
}

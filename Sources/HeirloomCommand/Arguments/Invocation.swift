internal import HeirloomFindings

/// What the user asked a command to do, and the terminal to answer on.
package struct Invocation: Sendable {
  package var command: CommandDefinition
  package var arguments: ParsedArguments
  package var console: Console
}

/// The words of a command line, sorted into options and operands.
package struct ParsedArguments: Sendable, Hashable {
  /// In the order of the command line.
  package var operands: [String] = []
  var flags: Set<String> = []
  var values: [String: [String]] = [:]

  package func has(_ flag: String) -> Bool { flags.contains(flag) }
  /// The value of an option that was given once, or nil.
  package func value(_ option: String) -> String? { values[option]?.last }
  /// All values of an option, in order.
  package func values(_ option: String) -> [String] { values[option] ?? [] }
  package func operand(_ position: Int) -> String? { operands.indices.contains(position) ? operands[position] : nil }
}

extension Invocation {
  package var isJSON: Bool { arguments.has("json") }

  /// An operand that the parser has made sure of.
  package func required(_ position: Int) throws -> String {
    if let operand = arguments.operand(position) { return operand }
    let name = command.operands.indices.contains(position) ? command.operands[position].name : "operand"
    throw UsageProblem([.init(.missingOperand, "'\(command.name)' needs \(name)")], command: command.name)
  }

  /// The whole number an option gives, at least `minimum`.
  package func number(_ option: String, atLeast minimum: Int = 1) throws -> Int? {
    guard let text = arguments.value(option) else { return nil }
    if let number = Int(text), number >= minimum { return number }
    throw refusal(of: option, "a whole number from \(minimum)")
  }

  /// A problem with an option's value, in the words of the command line.
  package func refusal(of option: String, _ expected: String) -> UsageProblem {
    let text = arguments.value(option) ?? ""
    return UsageProblem([.init(.badValue, "'--\(option)' takes \(expected), not '\(text)'")], command: command.name)
  }
}

internal import HeirloomFindings

/// Sorts the words after a command's name into its options and operands.
///
/// Accepts `--name value`, `--name=value`, `-n value`, and `--` before words that only look like options. A lone `-` is an
/// operand. Every problem of the line is found in one pass.
struct ArgumentParser {
  let command: CommandDefinition
  private var arguments = ParsedArguments()
  private var problems: [Finding] = []

  /// - Throws: `UsageProblem` with all that is wrong.
  static func parse(_ words: [String], for command: CommandDefinition) throws(UsageProblem) -> ParsedArguments {
    var parser = ArgumentParser(command: command)
    parser.read(words)
    parser.checkCounts()
    guard parser.problems.isEmpty else { throw UsageProblem(parser.problems, command: command.name) }
    return parser.arguments
  }

  private init(command: CommandDefinition) { self.command = command }

  private mutating func read(_ words: [String]) {
    var position = words.startIndex
    while position < words.endIndex {
      let word = words[position]
      position += 1
      if word == "--" {
        arguments.operands += words[position...]
        return
      }
      guard looksLikeOption(word) else {
        arguments.operands.append(word)
        continue
      }
      let (name, attached) = Self.split(word)
      guard let option = option(called: name) else {
        problems.append(unknown(name))
        continue
      }
      guard option.placeholder != nil else {
        if attached != nil { problems.append(.init(.unneededValue, "'\(name)' takes no value")) }
        arguments.flags.insert(option.name)
        continue
      }
      if let attached {
        take(attached, for: option)
      } else if position < words.endIndex, !looksLikeOption(words[position]) {
        take(words[position], for: option)
        position += 1
      } else {
        problems.append(.init(.optionWithoutValue, "'\(name)' needs \(option.placeholder ?? "a value")"))
      }
    }
  }

  private mutating func take(_ value: String, for option: OptionDefinition) {
    if arguments.values[option.name] != nil, !option.repeats {
      problems.append(.init(.repeatedOption, "'--\(option.name)' was given twice"))
    }
    if case .choice(let choices) = option.completion, !choices.contains(value) {
      problems.append(
        .init(
          .badValue, "'--\(option.name)' takes \(choices.joined(separator: ", ")), not '\(value)'",
          help: closestName(to: value, among: choices).map { "did you mean '\($0)'?" }))
    }
    arguments.values[option.name, default: []].append(value)
  }

  /// `--name=value` in its two halves.
  private static func split(_ word: String) -> (name: String, value: String?) {
    guard word.hasPrefix("--"), let equals = word.firstIndex(of: "=") else { return (word, nil) }
    return (String(word[..<equals]), String(word[word.index(after: equals)...]))
  }

  private func option(called name: String) -> OptionDefinition? {
    command.options.first { "--\($0.name)" == name || $0.short.map { "-\($0)" } == name }
  }

  /// A negative number is a value; so are a lone hyphen and a text whose first word is no name, such as an SQL comment.
  private func looksLikeOption(_ word: String) -> Bool {
    guard word.hasPrefix("-"), word != "-", Double(word) == nil else { return false }
    return !Self.split(word).name.contains(where: \.isWhitespace)
  }

  private func unknown(_ name: String) -> Finding {
    let known = command.options.map { "--\($0.name)" } + ["--help"]
    let help = closestName(to: name, among: known).map { "did you mean '\($0)'?" }
    return Finding(.unknownOption, "'\(command.name)' has no option '\(name)'", help: help)
  }

  private mutating func checkCounts() {
    for option in command.options where option.isRequired && arguments.values[option.name] == nil {
      if let waiver = option.waiver, arguments.has(waiver) { continue }
      problems.append(.init(.missingOption, "'\(command.name)' needs '--\(option.name) \(option.placeholder ?? "")'"))
    }
    let needed = command.operands.filter { $0.count == .one || $0.count == .oneOrMore }
    for operand in needed.dropFirst(arguments.operands.count) {
      problems.append(.init(.missingOperand, "'\(command.name)' needs \(operand.name)"))
    }
    let isOpen = command.operands.contains { $0.count == .oneOrMore || $0.count == .any }
    if !isOpen, arguments.operands.count > command.operands.count {
      let word = arguments.operands[command.operands.count]
      problems.append(.init(.unneededOperand, "'\(command.name)' does not know what to do with '\(word)'"))
    }
  }
}

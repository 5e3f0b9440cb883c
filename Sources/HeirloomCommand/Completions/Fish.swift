/// A completion script for fish.
func fishCompletions(for commands: [CommandDefinition]) -> String {
  var lines = ["# fish completion for heirloom; made by `heirloom completions fish`."]
  for command in commands {
    lines.append("complete -c heirloom -f -n __fish_use_subcommand -a \(command.name) -d '\(quoted(command.summary))'")
  }
  for command in commands {
    let condition = "complete -c heirloom -n '__fish_seen_subcommand_from \(command.name)'"
    for option in command.options {
      let letter = option.short.map { " -s \($0)" } ?? ""
      let value = option.placeholder == nil ? "" : action(option.completion)
      lines.append("\(condition) -l \(option.name)\(letter)\(value) -d '\(quoted(option.summary))'")
    }
    for operand in command.operands {
      if case .choice(let choices) = operand.completion { lines.append("\(condition) -f -a '\(choices.joined(separator: " "))'") }
    }
  }
  return lines.joined(separator: "\n") + "\n"
}

private func action(_ completion: Completion) -> String {
  switch completion {
  case .none: " -x"
  case .file: " -r -F"
  case .folder: " -x -a '(__fish_complete_directories)'"
  case .choice(let choices): " -x -a '\(choices.joined(separator: " "))'"
  }
}

private func quoted(_ text: String) -> String { text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") }

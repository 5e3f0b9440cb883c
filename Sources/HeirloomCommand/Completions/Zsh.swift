/// A completion script for zsh.
func zshCompletions(for commands: [CommandDefinition]) -> String {
  let names = commands.map { "    '\($0.name):\(quoted($0.summary))'" }.joined(separator: "\n")
  let cases = commands.map { command in
    let options = command.options.map { option in
      let star = option.repeats ? "*" : ""
      let value = option.placeholder.map { ":\($0):\(action(option.completion))" } ?? ""
      return "      '\(star)--\(option.name)[\(quoted(option.summary))]\(value)'"
    }
    let operands = command.operands.map { "      '*:\($0.name):\(action($0.completion))'" }.prefix(1)
    let lines = options + ["      '--help[show help]'"] + operands
    return "    \(command.name)) _arguments \\\n\(lines.joined(separator: " \\\n")) ;;"
  }
  return """
    #compdef heirloom
    # zsh completion for heirloom; made by `heirloom completions zsh`.
    _heirloom() {
      local -a commands
      commands=(
    \(names)
      )
      if (( CURRENT == 2 )); then
        _describe 'command' commands
        return
      fi
      local name=$words[2]
      shift words
      (( CURRENT-- ))
      case $name in
    \(cases.joined(separator: "\n"))
      esac
    }
    if [ "$funcstack[1]" = _heirloom ]; then _heirloom "$@"; else compdef _heirloom heirloom; fi

    """
}

private func action(_ completion: Completion) -> String {
  switch completion {
  case .none: " "
  case .file: "_files"
  case .folder: "_files -/"
  case .choice(let choices): "(\(choices.joined(separator: " ")))"
  }
}

/// Without what `_arguments` reads as its own punctuation.
private func quoted(_ text: String) -> String {
  text.replacing("'", with: "").replacing("[", with: "(").replacing("]", with: ")").replacing(":", with: " -")
}

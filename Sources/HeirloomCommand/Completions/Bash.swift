/// A completion script for bash 4 and later.
func bashCompletions(for commands: [CommandDefinition]) -> String {
  let names = commands.map(\.name).joined(separator: " ")
  let cases = commands.map { command in
    let options = (command.options.map { "--\($0.name)" } + ["--help"]).joined(separator: " ")
    let values = command.options.filter { $0.placeholder != nil }.map { option in
      "        --\(option.name)) \(reply(option.completion)); return ;;"
    }
    let operands = command.operands.compactMap { if case .choice(let choices) = $0.completion { choices } else { nil } }.flatMap {
      $0
    }
    let offer =
      operands.isEmpty
      ? "COMPREPLY=($(compgen -f -- \"$word\"))" : "COMPREPLY=($(compgen -W \"\(operands.joined(separator: " "))\" -- \"$word\"))"
    return """
          \(command.name))
            case "$previous" in
      \(values.isEmpty ? "        *) ;;" : values.joined(separator: "\n"))
            esac
            if [[ "$word" == -* ]]; then COMPREPLY=($(compgen -W "\(options)" -- "$word")); else \(offer); fi ;;
      """
  }
  return """
    # bash completion for heirloom; made by `heirloom completions bash`.
    _heirloom() {
      local word="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}"
      COMPREPLY=()
      if [ "$COMP_CWORD" -eq 1 ]; then
        COMPREPLY=($(compgen -W "\(names) --help --version" -- "$word"))
        return
      fi
      case "${COMP_WORDS[1]}" in
    \(cases.joined(separator: "\n"))
      esac
    }
    complete -o filenames -F _heirloom heirloom

    """
}

private func reply(_ completion: Completion) -> String {
  switch completion {
  case .none: "COMPREPLY=()"
  case .file: "COMPREPLY=($(compgen -f -- \"$word\"))"
  case .folder: "COMPREPLY=($(compgen -d -- \"$word\"))"
  case .choice(let choices): "COMPREPLY=($(compgen -W \"\(choices.joined(separator: " "))\" -- \"$word\"))"
  }
}

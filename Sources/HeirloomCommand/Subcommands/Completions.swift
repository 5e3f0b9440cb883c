internal import HeirloomFindings

extension CommandTable {
  static let completions = CommandDefinition(
    "completions", "print a completion script for a shell",
    discussion: """
      bash: heirloom completions bash > ~/.local/share/bash-completion/completions/heirloom
      zsh:  heirloom completions zsh > a folder of $fpath/_heirloom
      fish: heirloom completions fish > ~/.config/fish/completions/heirloom.fish
      """,
    operands: [OperandDefinition("SHELL", "bash, zsh or fish", completion: .choice(["bash", "zsh", "fish"]))]
  ) { invocation in
    let commands = CommandTable.all.filter { !$0.isHidden }
    switch try invocation.required(0) {
    case "bash": try invocation.console.write(bashCompletions(for: commands))
    case "zsh": try invocation.console.write(zshCompletions(for: commands))
    case "fish": try invocation.console.write(fishCompletions(for: commands))
    case let shell:
      throw UsageProblem(
        [Finding(.badValue, "there are no completions for '\(shell)'", help: "there are some for bash, zsh and fish")],
        command: invocation.command.name)
    }
    return .done
  }
}

package import HeirloomFindings

/// Pages of docs/ that are made from the program's own data; a test keeps them fresh.
package enum Reference {
  /// docs/findings.md: every kind of finding, what it means and what to do.
  package static func findings(_ kinds: [FindingKind]) -> String {
    var text = """
      # Findings

      Everything that Heirloom tells about a store, a mapping or a schema is a finding with a stable id.
      `heirloom explain-finding ID` shows the same text. This page is made by `make docs`.

      """
    for kind in kinds {
      text += "\n## \(kind.id)\n\n*\(kind.severity.rawValue)*"
      if let status = kind.exitStatus { text += ", ends a run with exit status \(status.rawValue)" }
      text += "\n\n\(kind.meaning)\n\(kind.advice)\n"
    }
    return text
  }

  /// docs/commands.md: the help of every command.
  package static func commands(_ commands: [CommandDefinition]) -> String {
    var text = """
      # Commands

      What `heirloom --help` and `heirloom COMMAND --help` print. This page is made by `make docs`.

      ```text
      \(overview(of: commands))```

      """
    for command in commands where !command.isHidden {
      text += "\n## \(command.name)\n\n```text\n\(command.help)```\n"
    }
    return text
  }
}

extension CommandTable {
  static let reference = CommandDefinition(
    "reference", "print a generated page of the documentation",
    operands: [OperandDefinition("PAGE", "findings or commands", completion: .choice(["findings", "commands"]))], hidden: true
  ) { invocation in
    switch try invocation.required(0) {
    case "findings": try invocation.console.write(Reference.findings(FindingCatalogue.all))
    case "commands": try invocation.console.write(Reference.commands(CommandTable.all))
    case let page: throw UsageProblem([.init(.badValue, "there is no page '\(page)'")], command: invocation.command.name)
    }
    return .done
  }
}

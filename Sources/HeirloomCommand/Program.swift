internal import Foundation
internal import HeirloomBulk
internal import HeirloomFindings
internal import HeirloomReporting

/// The version that `heirloom --version` tells; the top entry of CHANGELOG.md.
package let heirloomVersion = "0.1.0"

/// The whole command line: finds the command, runs it, and turns whatever happens into messages and an exit status.
package struct Program: Sendable {
  package var commands: [CommandDefinition]
  package var console: Console

  package init(commands: [CommandDefinition], console: Console) {
    self.commands = commands
    self.console = console
  }

  /// Runs the words after the program's name.
  /// - Returns: the exit status; nothing is thrown, and everything worth telling has been told.
  package func run(_ words: [String]) -> Int32 {
    var isJSON = false
    // A line that stands on the terminal when nothing follows it.
    defer { console.clearBar() }
    do {
      guard let first = words.first else {
        console.note(overview(of: commands))
        return ExitStatus.usage.rawValue
      }
      let rest = Array(words.dropFirst())
      switch first {
      case "--help", "-h": try console.write(overview(of: commands))
      case "help": try console.write(rest.first.map { try command(named: $0).help } ?? overview(of: commands))
      case "--version": try console.write("heirloom \(heirloomVersion)\n")
      default:
        let command = try command(named: first)
        if asksForHelp(rest) {
          try console.write(command.help)
        } else {
          isJSON = rest.prefix { $0 != "--" }.contains("--json")
          let arguments = try ArgumentParser.parse(rest, for: command)
          return try command.run(Invocation(command: command, arguments: arguments, console: console)).rawValue
        }
      }
      return ExitStatus.done.rawValue
    } catch {
      return tell(error, asJSON: isJSON)
    }
  }

  private func asksForHelp(_ words: [String]) -> Bool { words.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" } }

  private func command(named name: String) throws(UsageProblem) -> CommandDefinition {
    if let command = commands.first(where: { $0.name == name }) { return command }
    let isOption = name.hasPrefix("-")
    let known = commands.filter { !$0.isHidden }.map(\.name) + (isOption ? ["--help", "--version"] : [])
    let help = closestName(to: name, among: known).map { "did you mean '\($0)'?" }
    let what = isOption ? "there is no option '\(name)' before a command" : "there is no command '\(name)'"
    throw UsageProblem(
      [Finding(isOption ? .unknownOption : .unknownCommand, what, help: help ?? "run 'heirloom --help' for the list")],
      command: nil)
  }

  /// Tells what ended the run, and finds its exit status.
  private func tell(_ error: any Error, asJSON isJSON: Bool) -> Int32 {
    console.clearBar()
    let findings: [Finding]
    switch error {
    case let problem as UsageProblem: findings = problem.findings
    case let finding as Finding: findings = [finding]
    default: findings = [Finding(.internalFault, "\(error)")]
    }
    let status = findings.first?.exitStatus ?? .internalFault
    // A finding that ends a run never ends it with 0.
    let code = status == .done ? ExitStatus.internalFault : status
    console.note(findings.map(withAdvice))
    if let problem = error as? UsageProblem, let name = problem.command {
      console.note("see 'heirloom \(name) --help'")
    }
    if isJSON {
      let json: JSONValue = [
        "contract": 1, "status": "failed", "exitCode": .integer(Int64(code.rawValue)), "findings": findings.json,
      ]
      try? console.write(json.text(indented: true) + "\n")
    }
    return code.rawValue
  }

  /// A finding that ends a run always shows a way out: its own, or its kind's.
  private func withAdvice(_ finding: Finding) -> Finding {
    var finding = finding
    if finding.help == nil { finding.help = finding.kind.advice }
    return finding
  }
}

/// Runs the command line of this process.
package func runHeirloom() -> Int32 {
  Signals.watch()
  Lifeline.watch()
  let status = Program(commands: CommandTable.all, console: .standard()).run(Array(CommandLine.arguments.dropFirst()))
  Signals.yield()
  TemporaryFiles.removeAll()
  return status
}

import HeirloomCommand
import HeirloomFindings
import HeirloomTestSupport
import Testing

struct ProgramTests {
  static func failing(with error: any Error & Sendable) -> CommandDefinition {
    CommandDefinition("fail", "fail", options: [.flag("json", "answer as JSON")]) { _ in throw error }
  }

  @Test func `a misspelt command gets the nearest name and status 64`() {
    let result = heirloom("completoins")
    #expect(result.status == 64)
    #expect(
      result.error == "error[unknown-command]: there is no command 'completoins'\n  = help: did you mean 'completions'?\n")
  }

  @Test func `without any word the overview goes to standard error`() {
    let result = heirloom()
    #expect(result.status == 64)
    #expect(result.output.isEmpty)
    #expect(result.error.contains("usage: heirloom COMMAND"))
  }

  @Test func `help and version go to standard output`() {
    #expect(heirloom("--help").output.hasPrefix("heirloom converts"))
    #expect(heirloom("help", "completions").output.contains("usage: heirloom completions SHELL"))
    #expect(heirloom("--version").output == "heirloom \(heirloomVersion)\n")
    #expect(heirloom("--version").status == 0)
  }

  @Test(arguments: [
    (FindingKind.noSuchInput, Int32(66)), (.targetExists, 73), (.inputOutput, 74), (.diskFull, 75), (.internalFault, 2),
  ])
  func `a finding that ends a run gives its exit status and a way out`(kind: FindingKind, status: Int32) {
    let result = heirloom("fail", commands: [Self.failing(with: Finding(kind, "that is so"))])
    #expect(result.status == status)
    #expect(result.error == "error[\(kind.id)]: that is so\n  = help: \(kind.advice)\n")
  }

  @Test func `with --json the failure is an object on standard output too`() {
    let result = heirloom("fail", "--json", commands: [Self.failing(with: Finding(.noSuchInput, "there is no 'x'"))])
    #expect(result.output.contains("\"exitCode\": 66"))
    #expect(result.output.contains("\"id\": \"no-such-input\""))
  }

  @Test func `an error nobody foresaw is a fault of ours`() {
    struct Surprise: Error {}
    #expect(heirloom("fail", commands: [Self.failing(with: Surprise())]).status == 2)
  }

  @Test func `a reader that goes away is no failure`() {
    let recorder = Recorder(closed: true)
    #expect(Program(commands: CommandTable.all, console: recorder.console()).run(["--help"]) == 0)
    #expect(recorder.error.isEmpty)
  }

  @Test func `every command has a summary, and every option says what it does`() {
    for command in CommandTable.all {
      #expect(!command.summary.isEmpty && !command.summary.hasSuffix("."), "\(command.name)")
      #expect(Set(command.options.map(\.name)).count == command.options.count, "\(command.name)")
      for option in command.options { #expect(!option.summary.isEmpty, "\(command.name) --\(option.name)") }
      #expect(command.help.split(separator: "\n").allSatisfy { $0.count <= 120 }, "\(command.name)")
    }
  }
}

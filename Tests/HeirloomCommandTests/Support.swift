import HeirloomCommand
import HeirloomFindings
import Synchronization

/// A console that remembers what was written to it.
final class Recorder: Sendable {
  private let texts = Mutex((output: "", error: ""))
  private let isClosed: Bool

  init(closed isClosed: Bool = false) { self.isClosed = isClosed }

  var output: String { texts.withLock { $0.output } }
  var error: String { texts.withLock { $0.error } }

  func console(errorTerminal: Bool = false, variables: [String: String] = [:]) -> Console {
    Console(
      output: { bytes in
        if self.isClosed { return false }
        self.texts.withLock { $0.output += String(decoding: bytes, as: UTF8.self) }
        return true
      },
      error: { bytes in
        self.texts.withLock { $0.error += String(decoding: bytes, as: UTF8.self) }
        return true
      }, isErrorTerminal: errorTerminal, variables: variables)
  }
}

/// Runs a command line in this process.
func heirloom(
  _ words: String..., commands: [CommandDefinition] = CommandTable.all
) -> (status: Int32, output: String, error: String) {
  let recorder = Recorder()
  let status = Program(commands: commands, console: recorder.console()).run(words)
  return (status, recorder.output, recorder.error)
}

func heirloom(_ words: [String]) -> (status: Int32, output: String, error: String) {
  let recorder = Recorder()
  let status = Program(commands: CommandTable.all, console: recorder.console()).run(words)
  return (status, recorder.output, recorder.error)
}

/// A command that answers with what the parser made of its words.
let echo = CommandDefinition(
  "echo", "show the words", discussion: "Only for tests.",
  operands: [OperandDefinition("STORE", "a store"), OperandDefinition("SQL", "a query", count: .optional)],
  options: [
    OptionDefinition("output", "OUT", "where to write", short: "o"),
    OptionDefinition("report", "FILE", "a report", repeats: true, completion: .file),
    OptionDefinition("format", "FORMAT", "jsonl or csv", completion: .choice(["jsonl", "csv"])),
    .flag("json", "answer as JSON"),
  ]
) { invocation in
  let arguments = invocation.arguments
  let parts =
    arguments.operands + [
      "output=\(arguments.value("output") ?? "-")", "report=\(arguments.values("report").joined(separator: "+"))",
    ]
    + ["json=\(arguments.has("json"))"]
  try invocation.console.write(parts.joined(separator: " ") + "\n")
  return .done
}

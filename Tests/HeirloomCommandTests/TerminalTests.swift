import HeirloomCommand
import Foundation
import HeirloomFindings
import HeirloomTestSupport
import Testing

struct TerminalTests {
  @Test func `a progress bar shows on a terminal only and leaves no trace`() throws {
    let terminal = Recorder()
    let console = terminal.console(errorTerminal: true)
    let bar = ProgressBar(on: console)
    bar.show("convert Note", 5, of: 10)
    bar.show("convert Note", 6, of: 10)
    console.note("done")
    #expect(terminal.error == "\r\u{1B}[Kconvert Note  [##########----------]  50%  5 of 10\r\u{1B}[Kdone\n")

    let file = Recorder()
    ProgressBar(on: file.console()).show("convert Note", 5, of: 10)
    #expect(file.error.isEmpty)
  }

  @Test func `bytes are shown in megabytes, with their share where the whole is known`() throws {
    let terminal = Recorder()
    ProgressBar(on: terminal.console(errorTerminal: true)).show("read", bytes: 250_000_000, of: 2_000_000_000)
    ProgressBar(on: terminal.console(errorTerminal: true)).show("read", bytes: 1_250_000, of: nil)
    #expect(
      terminal.error == "\r\u{1B}[Kread  [##------------------]  12%  250.0 of 2000.0 MB\r\u{1B}[Kread  1.3 MB")
  }

  @Test func `reading an export shows its bytes on a terminal, and nothing elsewhere`() throws {
    try withTemporaryFolder { folder in
      let file = folder.appending(path: "A.json")
      try Data(("[" + (0..<20_000).map { "{\"a\":\($0)}" }.joined(separator: ",") + "]").utf8).write(to: file)
      func error(_ words: [String], terminal isTerminal: Bool = true) -> String {
        let recorder = Recorder()
        let program = Program(commands: CommandTable.all, console: recorder.console(errorTerminal: isTerminal))
        #expect(program.run(words) == 0)
        return recorder.error
      }
      let shown = error(["inspect", file.path])
      #expect(shown.hasPrefix("\r\u{1B}[Kread  [") && shown.contains(" of 0.2 MB"))
      #expect(shown.hasSuffix("\r\u{1B}[K"))
      #expect(error(["inspect", file.path, "--json"]) == "")
      #expect(error(["inspect", file.path, "--no-progress"]) == "")
      #expect(error(["inspect", file.path], terminal: false) == "")
    }
  }

  @Test func `NO_COLOR and a dumb terminal are respected`() {
    for variables in [["NO_COLOR": "1"], ["TERM": "dumb"]] {
      let recorder = Recorder()
      recorder.console(errorTerminal: true, variables: variables).note([Finding(.diskFull, "no room")])
      #expect(recorder.error == "error[disk-full]: no room\n")
    }
    let recorder = Recorder()
    recorder.console(errorTerminal: true).note([Finding(.diskFull, "no room")])
    #expect(recorder.error == "\u{1B}[31merror[disk-full]: no room\u{1B}[0m\n")
  }
}

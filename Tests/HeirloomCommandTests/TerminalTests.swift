import HeirloomCommand
import HeirloomFindings
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

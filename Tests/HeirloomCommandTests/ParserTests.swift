import HeirloomCommand
import HeirloomFindings
import Testing

struct ParserTests {
  func echoed(_ words: String...) -> (status: Int32, output: String, error: String) {
    let recorder = Recorder()
    let status = Program(commands: [echo], console: recorder.console()).run(["echo"] + words)
    return (status, recorder.output, recorder.error)
  }

  @Test func `options may stand before, between and after operands`() {
    #expect(echoed("--json", "a", "-o", "x", "b").output == "a b output=x report= json=true\n")
    #expect(echoed("a", "--output=x=y", "b").output == "a b output=x=y report= json=false\n")
  }

  @Test func `an option may repeat where it says so`() {
    #expect(echoed("a", "--report", "1", "--report=2").output == "a output=- report=1+2 json=false\n")
    #expect(echoed("a", "-o", "1", "-o", "2").error.contains("error[repeated-option]: '--output' was given twice"))
  }

  @Test func `after two hyphens everything is an operand`() {
    #expect(echoed("--", "--json", "-o").output == "--json -o output=- report= json=false\n")
    #expect(echoed("-", "--output", "-").output == "- output=- report= json=false\n")
  }

  @Test func `all that is wrong is told at once, with the nearest names`() {
    let result = echoed("--jsno", "--output", "--format", "json", "a", "b", "c")
    #expect(result.status == 64)
    #expect(result.output.isEmpty)
    #expect(
      result.error == """
        error[unknown-option]: 'echo' has no option '--jsno'
          = help: did you mean '--json'?
        error[option-without-value]: '--output' needs OUT
          = help: Write the value after the option, or after an equals sign: `--output=FILE`.
        error[bad-value]: '--format' takes jsonl, csv, not 'json'
          = help: did you mean 'jsonl'?
        error[unneeded-operand]: 'echo' does not know what to do with 'c'
          = help: Put a value with spaces in quotation marks.
        see 'heirloom echo --help'

        """)
  }

  @Test func `a flag takes no value and an operand that is needed must be there`() {
    let result = echoed("--json=yes")
    #expect(result.error.contains("error[unneeded-value]: '--json' takes no value"))
    #expect(result.error.contains("error[missing-operand]: 'echo' needs STORE"))
  }

  @Test func `help is made from the same data`() {
    #expect(
      echoed("--help").output == """
        show the words

        usage: heirloom echo STORE [SQL] [options]

        Operands:
          STORE  a store
          SQL    a query

        Options:
          -o, --output OUT     where to write
              --report FILE    a report (may be repeated)
              --format FORMAT  jsonl or csv
              --json           answer as JSON
          -h, --help           show this help

        Only for tests.

        """)
  }
}

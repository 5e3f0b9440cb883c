import Foundation
import HeirloomCommand
import HeirloomFindings
import HeirloomKit
import HeirloomReporting
import HeirloomTestSupport
import Testing

/// The command line of `convert` with an engine that answers what the test wants.
struct ConvertCommandTests {
  static func report(_ arguments: ConversionArguments, rejected: Int64 = 0) -> ConversionReport {
    ConversionReport(
      status: arguments.options.isDryRun ? .dryRun : .converted, source: .init(path: arguments.source, kind: "coredata"),
      target: .init(path: arguments.output),
      entities: [EntityLedger(source: "Note", target: "Note", read: 2, rejected: rejected, written: 2 - rejected)])
  }

  func convert(
    _ words: String..., engine: @escaping @Sendable (ConversionArguments) throws -> ConversionReport
  ) -> (status: Int32, output: String, error: String) { convert(words, engine: engine) }

  func convert(
    _ words: [String], engine: @escaping @Sendable (ConversionArguments) throws -> ConversionReport
  ) -> (status: Int32, output: String, error: String) {
    let recorder = Recorder()
    let command = CommandTable.convert { arguments, _ in try engine(arguments) }
    let status = Program(commands: [command], console: recorder.console()).run(["convert"] + words)
    return (status, recorder.output, recorder.error)
  }

  @Test func `a balanced conversion ends with 0 and a report on standard output`() {
    let result = convert("old.sqlite", "-m", "m.swift", "-o", "new.store") { Self.report($0) }
    #expect(result.status == 0)
    #expect(result.output.contains("converted and balanced: 2 records"))
    #expect(result.error.isEmpty)
  }

  @Test func `rejects end with 1`() {
    let result = convert("old.sqlite", "-m", "m.swift", "-o", "new.store", "--json") { Self.report($0, rejected: 1) }
    #expect(result.status == 1)
    #expect(result.output.contains("\"exitCode\": 1"))
  }

  @Test func `a finding that ends it is drawn, reported and is the exit status`() throws {
    try withTemporaryFolder { folder in
      let file = folder.appending(path: "r.json").path
      let result = convert("old.sqlite", "-m", "m.swift", "-o", "new.store", "--report", file) { _ in
        throw Finding(.targetExists, "'new.store' is there already")
      }
      #expect(result.status == 73)
      #expect(result.output.isEmpty)
      #expect(result.error.hasPrefix("error[target-exists]: 'new.store' is there already"))
      let text = try String(contentsOfFile: file, encoding: .utf8)
      #expect(text.contains("\"status\": \"failed\"") && text.contains("\"exitCode\": 73"))
    }
  }

  @Test func `every report file gets its format`() throws {
    try withTemporaryFolder { folder in
      let names = ["r.json", "r.md", "r.html", "r.txt"].map { folder.appending(path: $0).path }
      let words = names.flatMap { ["--report", $0] }
      let recorder = Recorder()
      let command = CommandTable.convert { arguments, _ in Self.report(arguments) }
      #expect(Program(commands: [command], console: recorder.console()).run(["convert", "a", "-m", "m", "-o", "b"] + words) == 0)
      let starts = try names.map { String(try String(contentsOfFile: $0, encoding: .utf8).prefix(9)) }
      #expect(starts == ["{\n  \"cont", "# Convers", "<!doctype", "Conversio"])
    }
  }

  @Test func `a report without a known format is refused before the run`() {
    let result = convert("a", "-m", "m", "-o", "b", "--report", "r.pdf") { _ in
      Issue.record("the engine ran")
      throw Finding(.internalFault, "ran")
    }
    #expect(result.status == 64)
    #expect(result.error.contains("'r.pdf' does not say its format"))
  }

  @Test func `template and model exclude each other, mapping and output are needed`() {
    #expect(convert("a", "-m", "m", "-o", "b", "--template", "t", "--model", "x") { Self.report($0) }.status == 64)
    let result = convert("a") { Self.report($0) }
    #expect(result.error.contains("'convert' needs '--mapping M'") && result.error.contains("'convert' needs '--output OUT'"))
  }

  /// Options that would do nothing are told, and nothing is converted.
  @Test(arguments: [
    ["--template", "t", "--model", "x"], ["--template", "t", "--target", "sqlite"], ["--template", "t", "--target", "archive"],
    ["--model", "x", "--target", "sqlite"], ["--model-version", "2"], ["--newer-by", "Note.modified"],
    ["--template", "t", "--newer-by", "Note.modified"], ["--keep-metadata", "--target", "archive"],
  ])
  func `options that contradict one another, or do nothing alone, are refused`(_ options: [String]) {
    let result = convert(["a", "-m", "m", "-o", "b"] + options) { _ in
      Issue.record("the engine ran")
      throw Finding(.internalFault, "ran")
    }
    #expect(result.status == 64 && result.error.hasPrefix("error[bad-value]: '--"))
  }

  @Test func `a merge takes a date for each entity`() {
    let result = convert(
      "a", "-m", "m", "-o", "b", "--template", "t", "--merge", "--newer-by", "Note.modified", "--newer-by", "Tag.seen"
    ) { arguments in
      #expect(arguments.options.newerBy == ["Note.modified", "Tag.seen"] && arguments.options.merges)
      return Self.report(arguments)
    }
    #expect(result.status == 0)
  }

  @Test func `a key never shows and must be 64 bytes`() {
    let result = convert("a", "-m", "m", "-o", "b", "--key", "abcd") { Self.report($0) }
    #expect(result.status == 64)
    #expect(result.error.contains("error[key-faulty]: --key holds no key of 128 hex digits"))
    #expect(!result.error.contains("abcd"))
    let key = String(repeating: "0f", count: 64)
    let taken = convert("a", "-m", "m", "-o", "b", "--key", key) { arguments in
      #expect(arguments.options.source.key == [UInt8](repeating: 15, count: 64))
      return Self.report(arguments)
    }
    #expect(taken.status == 0)
    #expect(!(taken.output + taken.error).contains("0f0f"))
  }
}

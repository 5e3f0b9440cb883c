internal import Foundation
internal import HeirloomBulk
internal import HeirloomFindings
internal import HeirloomKit
internal import HeirloomReporting

extension CommandTable {
  static let bulk = CommandDefinition(
    "bulk", "convert many stores, each in a process of its own",
    discussion: """
      One bad store stops nothing. Each store adds a line to the results file when it is done; at the end the lines stand in
      the order of the stores. Interrupt it at any time and go on with --resume: a store that was converted, and has not
      changed, is not converted again. A manifest has a path to a line, or an object {"source", "id", "output"}.
      """,
    options: [
      .mapping, OptionDefinition("manifest", "FILE", "the list of stores; - is standard input", completion: .file),
      OptionDefinition("glob", "PATTERN", "the stores by a pattern in quotation marks: 'users/**/*.sqlite'"),
      OptionDefinition("output-dir", "D", "the folder of the new stores", required: true, completion: .folder),
      OptionDefinition("jobs", "N", "how many at a time; the number of cores if not given", short: "j"),
      OptionDefinition("shard", "I/N", "only the Ith of N parts of the stores, I from 1"),
      .flag("shard-from-env", "the part that the job scheduler's variables name"),
      .flag("resume", "go on with the run that left the results file"),
      OptionDefinition(
        "results", "FILE", "the results, a line of JSON a store; results.ndjson in D if not given", completion: .file),
      OptionDefinition("item-timeout", "S", "give a store up after so many seconds"),
      OptionDefinition("max-failures", "N|P%", "stop when more stores than this have failed"), .json,
    ] + OptionDefinition.steering + OptionDefinition.opening
  ) { invocation in
    let console = invocation.console, arguments = invocation.arguments
    let folder = arguments.value("output-dir") ?? ""
    // A mapping that is wrong by itself would fail every store in the same way.
    let mapping = try Mapping(contentsOf: arguments.value("mapping") ?? "")
    let mistakes = try mapping.check(against: [])
    if mistakes.exitStatus != .done {
      try console.show(mistakes, asJSON: invocation.isJSON)
      return mistakes.exitStatus
    }
    let shard = try invocation.shard()
    let limit = try invocation.failureLimit()
    let items = shard.part(of: try invocation.storeList().items(into: folder))
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let part = shard == .whole ? "" : "-\(shard.index)-of-\(shard.count)"
    let process = try invocation.itemProcess()
    let run = BulkRun(
      items, results: ResultsFile(arguments.value("results") ?? "\(folder)/results\(part).ndjson"),
      jobs: try invocation.number("jobs") ?? ProcessInfo.processInfo.activeProcessorCount, limit: limit,
      resumes: arguments.has("resume"), overwrites: arguments.has("overwrite"),
      recipe: BulkRun.recipe(mapping: mapping.digest, options: process.options, files: invocation.recipeFiles))
    let bar = ProgressBar(on: console)
    let summary = try run.run { item, overwrites in
      process.convert(item, overwrites: overwrites)
    } progress: { done in
      bar.show("stores", Int64(done), of: Int64(items.count))
    }
    bar.finish()
    try console.show(summary, asJSON: invocation.isJSON)
    return summary.exitStatus
  }
}

extension Invocation {
  fileprivate func storeList() throws -> StoreList {
    switch (arguments.value("manifest"), arguments.value("glob")) {
    case (let manifest?, nil): return .manifest(manifest)
    case (nil, let pattern?): return .pattern(pattern)
    default: throw UsageProblem([Finding(.missingOption, "'bulk' needs either --manifest or --glob")], command: command.name)
    }
  }

  fileprivate func shard() throws -> Shard {
    if let text = arguments.value("shard") { return try Shard(text) }
    return arguments.has("shard-from-env") ? try Shard(environment: console.variables) : .whole
  }

  fileprivate func failureLimit() throws -> BulkRun.Limit {
    guard let text = arguments.value("max-failures") else { return .none }
    if text.hasSuffix("%"), let percent = Double(text.dropLast()), (0...100).contains(percent) { return .percent(percent) }
    if let count = Int(text), count >= 0 { return .count(count) }
    throw refusal(of: "max-failures", "a number or a percentage such as 5%")
  }

  /// The process that converts one store: this program again, with the options that are the same for all.
  fileprivate func itemProcess() throws -> ItemProcess {
    try refuseContradictions()
    var timeout: Double?
    if let text = arguments.value("item-timeout") {
      guard let seconds = Double(text), seconds > 0, seconds.isFinite else {
        throw refusal(of: "item-timeout", "a number of seconds")
      }
      timeout = seconds
    }
    var words = ["--mapping=\(arguments.value("mapping") ?? "")"]
    for option in OptionDefinition.steering + OptionDefinition.opening where option.name != "overwrite" && option.name != "key" {
      words += arguments.values(option.name).map { "--\(option.name)=\($0)" }
      if arguments.has(option.name) { words.append("--\(option.name)") }
    }
    // Other users can see a process's arguments, so a key travels in the environment.
    var environment = console.variables
    if let key = arguments.value("key") { environment["HEIRLOOM_KEY"] = key }
    return ItemProcess(program: Self.program, options: words, environment: environment, timeout: timeout)
  }

  /// Files that decide what a target becomes, besides the mapping.
  fileprivate var recipeFiles: [String] { ["template", "model", "source-model"].compactMap { arguments.value($0) } }

  private static var program: String {
    #if os(Linux)
      "/proc/self/exe"
    #else
      Bundle.main.executablePath ?? CommandLine.arguments[0]
    #endif
  }
}
